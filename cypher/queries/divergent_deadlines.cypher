// name: divergent_deadlines
// answers: counterparts that set different times, with the times as each side writes them
// param: source string "" — only from this jurisdiction
// param: target string "" — only to this jurisdiction
// param: as_of date "" — the law in force on this day; "" means what is in force now
// param: limit integer 100 — rows at the most
// In Neo4j Browser first:
// :param [{source, target, as_of, limit}] => { RETURN '' AS source, '' AS target, '' AS as_of, 100 AS limit }
MATCH (p:Provision)-[a:ALIGNED_WITH]->(q:Provision)
WHERE a.rank = 1 AND a.label = 'DIVERGE' AND 'timeline' IN a.differs_in
  AND ($source = '' OR p.jurisdiction = $source) AND ($target = '' OR q.jurisdiction = $target)
  AND (CASE WHEN $as_of = '' THEN p.valid_to IS NULL AND q.valid_to IS NULL
       ELSE coalesce(p.valid_from, '') <= $as_of AND coalesce(p.valid_to, '9999') > $as_of
        AND coalesce(q.valid_from, '') <= $as_of AND coalesce(q.valid_to, '9999') > $as_of END)
OPTIONAL MATCH (p)-[:STATES]->(:Obligation)-[:LIMITS]->(n:Quantity)
WHERE n.kind IN ['deadline', 'duration', 'frequency']
WITH p, a, q, n ORDER BY n.id
WITH p, a, q, collect(n.text) AS times
OPTIONAL MATCH (q)-[:STATES]->(:Obligation)-[:LIMITS]->(m:Quantity)
WHERE m.kind IN ['deadline', 'duration', 'frequency']
WITH p, a, q, times, m ORDER BY m.id
WITH p, a, q, times, collect(m.text) AS counterpart_times
RETURN p.id AS id, p.citation AS citation, times, q.id AS counterpart, q.citation AS counterpart_citation, counterpart_times,
       p.text AS text, q.text AS counterpart_text, a.explanation AS explanation
ORDER BY id, counterpart
LIMIT $limit
