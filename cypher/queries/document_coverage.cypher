// name: document_coverage
// answers: how much of one document another jurisdiction, or one document of it, answers
// param: document string — id of the document whose provisions are looked up
// param: target string — the other jurisdiction
// param: counterpart string "" — only counterparts in this document, by its id
// param: as_of date "" — counterparts in force on this day; "" means those in force now
// param: limit integer 100 — rows at the most
// Rows: one for each document that holds counterparts, then one for each state of silence. In Neo4j Browser first:
// :param [{document, target, counterpart, as_of, limit}] => { RETURN 'US:21CFR211@2026-01-29' AS document, 'CN' AS target, '' AS counterpart, '' AS as_of, 100 AS limit }
MATCH (d:Document {id: $document})
CALL (d) {
  MATCH (d)-[:HAS_PROVISION]->(p:Provision)-[a:ALIGNED_WITH]->(q:Provision {jurisdiction: $target})
  WHERE a.rank = 1 AND ($counterpart = '' OR q.document = $counterpart)
    AND (CASE WHEN $as_of = '' THEN q.valid_to IS NULL
         ELSE coalesce(q.valid_from, '') <= $as_of AND coalesce(q.valid_to, '9999') > $as_of END)
  MATCH (e:Document {id: q.document})
  RETURN e.id AS found_in, e.title AS title, sum(CASE WHEN a.label = 'AGREE' THEN 1 ELSE 0 END) AS agree,
         sum(CASE WHEN a.label = 'DIVERGE' THEN 1 ELSE 0 END) AS diverge, 0 AS silent, '' AS state
  UNION ALL
  MATCH (d)-[:HAS_PROVISION]->(p:Provision)-[s:SILENT_IN]->(j:Jurisdiction {id: $target})
  RETURN '' AS found_in, '' AS title, 0 AS agree, 0 AS diverge, count(p) AS silent, s.state AS state
}
RETURN found_in, title, agree, diverge, silent, state
ORDER BY agree + diverge DESC, found_in, state
LIMIT $limit
