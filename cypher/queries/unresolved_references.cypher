// name: unresolved_references
// answers: what is cited and not in the graph, the most cited first: the documents to add next
// param: kind string "" — internal, same-title, other-title, statute or external
// param: jurisdiction string "" — only as cited from this jurisdiction
// param: as_of date "" — the law in force on this day; "" means what is in force now
// param: limit integer 100 — rows at the most
// In Neo4j Browser first: :param [{kind, jurisdiction, as_of, limit}] => { RETURN '' AS kind, '' AS jurisdiction, '' AS as_of, 100 AS limit }
MATCH (p:Provision)-[r:CITES]->(c:Citation)
WHERE ($kind = '' OR r.kind = $kind) AND ($jurisdiction = '' OR p.jurisdiction = $jurisdiction)
  AND (CASE WHEN $as_of = '' THEN p.valid_to IS NULL
       ELSE coalesce(p.valid_from, '') <= $as_of AND coalesce(p.valid_to, '9999') > $as_of END)
RETURN c.id AS cited, r.kind AS kind, count(*) AS times, min(p.citation) AS first_from, min(r.text) AS as_written
ORDER BY times DESC, cited, kind
LIMIT $limit
