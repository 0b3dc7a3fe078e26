// name: provision_edges
// answers: one provision with all its edges: what stands above and below it, what it states, cites and answers
// param: citation string — a citation or an id
// param: as_of date "" — only the version in force on this day; "" means every version
// param: limit integer 500 — rows at the most
// In Neo4j Browser first: :param [{citation, as_of, limit}] => { RETURN '21 CFR 211.22(a)' AS citation, '' AS as_of, 500 AS limit }
MATCH (p:Provision)
WHERE (p.id = $citation OR p.citation = $citation)
  AND ($as_of = '' OR coalesce(p.valid_from, '') <= $as_of AND coalesce(p.valid_to, '9999') > $as_of)
CALL (p) {
  MATCH (p)-[r]->(e)
  RETURN 'to' AS direction, r, e
  UNION ALL
  MATCH (p)<-[r]-(e)
  RETURN 'from' AS direction, r, e
}
RETURN p.id AS provision, type(r) AS relationship, direction, labels(e)[0] AS label, e.id AS id,
       coalesce(e.citation, e.title, e.term, e.name, '') AS citation, coalesce(e.text, '') AS text,
       coalesce(r.label, r.state, r.kind, '') AS says, coalesce(r.explanation, '') AS explanation
ORDER BY provision, relationship, direction, id, says
LIMIT $limit
