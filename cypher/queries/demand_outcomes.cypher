// name: demand_outcomes
// answers: what became of each demand of one jurisdiction in another: AGREE, DIVERGE, WEAK (no more than a weak match), or the state of the silence
// param: source string US — jurisdiction whose demands are listed
// param: target string CN — jurisdiction that was searched
// param: as_of date "" — the law in force on this day; "" means what is in force now
// In Neo4j Browser first:
// :param [{source, target, as_of}] => { RETURN 'US' AS source, 'CN' AS target, '' AS as_of }
MATCH (p:Provision {jurisdiction: $source})-[a:ALIGNED_WITH {rank: 1}]->(q:Provision {jurisdiction: $target})
WHERE (CASE WHEN $as_of = '' THEN p.valid_to IS NULL AND q.valid_to IS NULL
       ELSE coalesce(p.valid_from, '') <= $as_of AND coalesce(p.valid_to, '9999') > $as_of
        AND coalesce(q.valid_from, '') <= $as_of AND coalesce(q.valid_to, '9999') > $as_of END)
RETURN p.id AS demand, p.document AS document,
       CASE WHEN a.match_level = 'low' AND NOT coalesce(a.state, '') IN ['judged', 'reviewed'] THEN 'WEAK' ELSE a.label END AS outcome,
       q.document AS there
ORDER BY demand
UNION ALL
MATCH (p:Provision {jurisdiction: $source})-[s:SILENT_IN]->(j:Jurisdiction {id: $target})
WHERE (CASE WHEN $as_of = '' THEN p.valid_to IS NULL
       ELSE coalesce(p.valid_from, '') <= $as_of AND coalesce(p.valid_to, '9999') > $as_of END)
RETURN p.id AS demand, p.document AS document, s.state AS outcome, '' AS there
ORDER BY demand
