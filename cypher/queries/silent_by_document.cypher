// name: silent_by_document
// answers: which instruments the other side was not found to answer: provisions without a counterpart by document, direction and state
// param: source string "" — only of this jurisdiction
// param: target string "" — only in this jurisdiction
// param: force string "" — binding or guidance
// param: as_of date "" — the law in force on this day; "" means what is in force now
// param: limit integer 100 — rows at the most
// In Neo4j Browser first:
// :param [{source, target, force, as_of, limit}] => { RETURN '' AS source, '' AS target, '' AS force, '' AS as_of, 100 AS limit }
MATCH (p:Provision)-[s:SILENT_IN]->(j:Jurisdiction)
WHERE s.state IN ['unverified', 'judged', 'reviewed'] AND ($source = '' OR p.jurisdiction = $source) AND ($target = '' OR j.id = $target)
  AND (CASE WHEN $as_of = '' THEN p.valid_to IS NULL
       ELSE coalesce(p.valid_from, '') <= $as_of AND coalesce(p.valid_to, '9999') > $as_of END)
MATCH (d:Document {id: p.document})
WHERE $force = '' OR ($force = 'binding' AND d.binding) OR ($force = 'guidance' AND NOT d.binding)
RETURN d.id AS document, d.title AS title, d.binding AS binding, j.id AS target, s.state AS state, count(p) AS provisions
ORDER BY provisions DESC, document, target, state
LIMIT $limit
