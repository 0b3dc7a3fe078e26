// name: qa_edges
// answers: counterparts in force from which comparative and parallel items are made
// param: source string "" — only from this jurisdiction
// param: target string "" — only to this jurisdiction
// param: rank integer 3 — the worst rank of a counterpart
// In Neo4j Browser first:
// :param [{source, target, rank}] => { RETURN 'US' AS source, 'CN' AS target, 1 AS rank }
MATCH (p:Provision)-[a:ALIGNED_WITH]->(q:Provision)
WHERE p.valid_to IS NULL AND q.valid_to IS NULL AND a.rank <= $rank
  AND ($source = '' OR p.jurisdiction = $source) AND ($target = '' OR q.jurisdiction = $target)
RETURN p.id AS source, q.id AS target, a.label AS label, a.rank AS rank, a.cosine AS cosine, a.score AS score,
       a.probability AS probability, a.confidence AS confidence, a.differs_in AS differs_in, a.passages AS passages,
       a.run AS run
ORDER BY source, target
