// name: stale
// answers: verdicts, silences and reviews whose texts changed after they were made, with the reason
// param: jurisdiction string "" — only of provisions of this jurisdiction; reviews are shown always
// param: limit integer 500 — rows at the most
// In Neo4j Browser first: :param [{jurisdiction, limit}] => { RETURN '' AS jurisdiction, 500 AS limit }
CALL () {
  MATCH (p:Provision)-[a:ALIGNED_WITH]->(q:Provision)
  WHERE a.stale = true AND ($jurisdiction = '' OR p.jurisdiction = $jurisdiction)
  RETURN 'verdict' AS what, p.id AS id, q.id AS other, a.label AS said, a.stale_reason AS reason
  UNION ALL
  MATCH (p:Provision)-[s:SILENT_IN]->(j:Jurisdiction)
  WHERE s.stale = true AND ($jurisdiction = '' OR p.jurisdiction = $jurisdiction)
  RETURN 'silence' AS what, p.id AS id, j.id AS other, s.state AS said, s.stale_reason AS reason
  UNION ALL
  MATCH (v:Review)
  WHERE v.stale = true
  RETURN 'review' AS what, v.id AS id, coalesce(v.reviewer, '') AS other, v.decision AS said, v.stale_reason AS reason
}
RETURN what, id, other, said, reason
ORDER BY what, id, other
LIMIT $limit
