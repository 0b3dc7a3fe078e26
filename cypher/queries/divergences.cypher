// name: divergences
// answers: pairs of provisions that answer each other and differ in one field, with both texts
// param: field string timeline — timeline, threshold, modality, actor, scope, condition or design
// param: source string "" — only from this jurisdiction
// param: target string "" — only to this jurisdiction
// param: as_of date "" — the law in force on this day; "" means what is in force now
// param: limit integer 100 — rows at the most
// In Neo4j Browser first:
// :param [{field, source, target, as_of, limit}] => { RETURN 'scope' AS field, '' AS source, '' AS target, '' AS as_of, 100 AS limit }
MATCH (p:Provision)-[a:ALIGNED_WITH]->(q:Provision)
WHERE a.rank = 1 AND a.label = 'DIVERGE' AND $field IN a.differs_in
  AND ($source = '' OR p.jurisdiction = $source) AND ($target = '' OR q.jurisdiction = $target)
  AND (CASE WHEN $as_of = '' THEN p.valid_to IS NULL AND q.valid_to IS NULL
       ELSE coalesce(p.valid_from, '') <= $as_of AND coalesce(p.valid_to, '9999') > $as_of
        AND coalesce(q.valid_from, '') <= $as_of AND coalesce(q.valid_to, '9999') > $as_of END)
RETURN p.id AS id, p.citation AS citation, p.text AS text, q.id AS counterpart, q.citation AS counterpart_citation,
       q.text AS counterpart_text, a.differs_in AS differs_in, a.probability AS probability, a.explanation AS explanation
ORDER BY id, counterpart
LIMIT $limit
