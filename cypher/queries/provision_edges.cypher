// name: provision_edges
// answers: one provision with all its edges: what stands above and below it, what it states, cites and answers
// param: citation string — a citation or an id
// param: limit integer 500 — rows at the most
// In Neo4j Browser first: :param [{citation, limit}] => { RETURN '21 CFR 211.22(a)' AS citation, 500 AS limit }
MATCH (p:Provision)
WHERE p.id = $citation OR p.citation = $citation
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
