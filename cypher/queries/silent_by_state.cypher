// name: silent_by_state
// answers: how many provisions found no counterpart, by direction and by the state of that finding
// In the states not_in_corpus, not_searched and parse_failed nothing is said about the other side's law.
MATCH (p:Provision)-[s:SILENT_IN]->(j:Jurisdiction)
WHERE p.valid_to IS NULL
RETURN p.jurisdiction AS source, j.id AS target, s.state AS state, count(*) AS provisions
ORDER BY source, target, state
