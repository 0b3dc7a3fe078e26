// name: most_cited
// answers: the provisions that others cite most
// param: jurisdiction string "" — only of this jurisdiction
// param: as_of date "" — the law in force on this day; "" means what is in force now
// param: limit integer 25 — rows at the most
// References lead to the version in force now; with a day given, `id` is the version of that day where there was one.
// In Neo4j Browser first:
// :param [{jurisdiction, as_of, limit}] => { RETURN '' AS jurisdiction, '' AS as_of, 25 AS limit }
MATCH (p:Provision)-[:CITES]->(e:Provision)
WHERE ($jurisdiction = '' OR e.jurisdiction = $jurisdiction)
  AND (CASE WHEN $as_of = '' THEN p.valid_to IS NULL
       ELSE coalesce(p.valid_from, '') <= $as_of AND coalesce(p.valid_to, '9999') > $as_of END)
WITH e, count(DISTINCT p) AS cited_by, e.id AS now
ORDER BY cited_by DESC, now
LIMIT $limit
OPTIONAL MATCH (v:Provision {citation: e.citation})
WHERE $as_of <> '' AND coalesce(v.valid_from, '') <= $as_of AND coalesce(v.valid_to, '9999') > $as_of
WITH e, cited_by, min(v.id) AS then
RETURN coalesce(then, e.id) AS id, e.citation AS citation, e.heading AS heading, cited_by
ORDER BY cited_by DESC, id
