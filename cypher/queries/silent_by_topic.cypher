// name: silent_by_topic
// answers: what the other side was not found to speak of: concepts of provisions without a counterpart, by direction and state
// param: source string "" — only of this jurisdiction
// param: target string "" — only in this jurisdiction
// param: as_of date "" — the law in force on this day; "" means what is in force now
// param: limit integer 100 — rows at the most
// `share` is the part of all provisions about the concept that found no counterpart there. In Neo4j Browser first:
// :param [{source, target, as_of, limit}] => { RETURN '' AS source, '' AS target, '' AS as_of, 100 AS limit }
MATCH (p:Provision)-[s:SILENT_IN]->(j:Jurisdiction)
WHERE s.state IN ['unverified', 'judged', 'reviewed'] AND ($source = '' OR p.jurisdiction = $source) AND ($target = '' OR j.id = $target)
  AND (CASE WHEN $as_of = '' THEN p.valid_to IS NULL
       ELSE coalesce(p.valid_from, '') <= $as_of AND coalesce(p.valid_to, '9999') > $as_of END)
MATCH (p)-[:STATES]->(:Obligation)-[:CONCERNS]->(c:Concept)
WITH p.jurisdiction AS source, j.id AS target, s.state AS state, c, count(DISTINCT p) AS provisions
ORDER BY provisions DESC, source, target, c.id, state
LIMIT $limit
CALL (c, source) {
  MATCH (c)<-[:CONCERNS]-(:Obligation)<-[:STATES]-(q:Provision {jurisdiction: source})
  WHERE q.valid_to IS NULL
  RETURN count(DISTINCT q) AS all_provisions
}
RETURN source, target, c.id AS concept, state, provisions,
       CASE WHEN all_provisions > 0 THEN toFloat(provisions) / all_provisions ELSE null END AS share
ORDER BY provisions DESC, source, target, concept, state
