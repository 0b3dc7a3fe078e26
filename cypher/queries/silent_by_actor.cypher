// name: silent_by_actor
// answers: whose duties find no counterpart: provisions by role, direction and state
// param: source string "" — only of this jurisdiction
// param: target string "" — only in this jurisdiction
// param: as_of date "" — the law in force on this day; "" means what is in force now
// param: limit integer 100 — rows at the most
// In Neo4j Browser first:
// :param [{source, target, as_of, limit}] => { RETURN '' AS source, '' AS target, '' AS as_of, 100 AS limit }
MATCH (p:Provision)-[s:SILENT_IN]->(j:Jurisdiction)
WHERE s.state IN ['unverified', 'judged', 'reviewed'] AND ($source = '' OR p.jurisdiction = $source) AND ($target = '' OR j.id = $target)
  AND (CASE WHEN $as_of = '' THEN p.valid_to IS NULL
       ELSE coalesce(p.valid_from, '') <= $as_of AND coalesce(p.valid_to, '9999') > $as_of END)
MATCH (p)-[:STATES]->(o:Obligation)
WITH p.jurisdiction AS source, j.id AS target, s.state AS state, coalesce(o.actor, '(not told)') AS actor, p.id AS id
RETURN source, target, actor, state, count(DISTINCT id) AS provisions
ORDER BY provisions DESC, source, target, actor, state
LIMIT $limit
