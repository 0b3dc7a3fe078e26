// name: silent_by_state
// answers: how many provisions found no counterpart, by direction and by the state of that finding
// param: as_of date "" — the law in force on this day; "" means what is in force now
// In Neo4j Browser first: :param as_of => ''
// In the states not_in_corpus, not_searched and parse_failed nothing is said about the other side's law.
MATCH (p:Provision)-[s:SILENT_IN]->(j:Jurisdiction)
WHERE (CASE WHEN $as_of = '' THEN p.valid_to IS NULL
       ELSE coalesce(p.valid_from, '') <= $as_of AND coalesce(p.valid_to, '9999') > $as_of END)
RETURN p.jurisdiction AS source, j.id AS target, s.state AS state, count(*) AS provisions
ORDER BY source, target, state
