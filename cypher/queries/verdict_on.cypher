// name: verdict_on
// answers: the verdict on one provision in another jurisdiction, with the counterpart or the state of the silence
// param: citation string — the provision's citation
// param: target string — the other jurisdiction
// param: as_of date "" — the law in force on this day; "" means what is in force now
// In Neo4j Browser first: :param citation => '21 CFR 211.22(a)'; :param target => 'EU'; :param as_of => ''
MATCH (p:Provision {citation: $citation})-[a:ALIGNED_WITH {rank: 1}]->(q:Provision {jurisdiction: $target})
WHERE (CASE WHEN $as_of = '' THEN p.valid_to IS NULL
       ELSE coalesce(p.valid_from, '') <= $as_of AND coalesce(p.valid_to, '9999') > $as_of END)
RETURN p.id AS source, a.label AS label, null AS state, a.differs_in AS differs_in, q.citation AS counterpart,
       a.explanation AS explanation
ORDER BY source, counterpart
UNION ALL
MATCH (p:Provision {citation: $citation})-[s:SILENT_IN]->(j:Jurisdiction {id: $target})
WHERE (CASE WHEN $as_of = '' THEN p.valid_to IS NULL
       ELSE coalesce(p.valid_from, '') <= $as_of AND coalesce(p.valid_to, '9999') > $as_of END)
RETURN p.id AS source, 'SILENT' AS label, s.state AS state, null AS differs_in, null AS counterpart,
       s.explanation AS explanation
ORDER BY source
