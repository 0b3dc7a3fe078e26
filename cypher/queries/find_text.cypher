// name: find_text
// answers: provisions that hold a word or phrase in their citation, heading or text, in any case
// param: text string — the word or phrase
// param: jurisdiction string "" — only of this jurisdiction
// param: as_of date "" — the law in force on this day; "" means what is in force now
// param: limit integer 50 — rows at the most
// In Neo4j Browser first:
// :param [{text, jurisdiction, as_of, limit}] => { RETURN 'sterile' AS text, '' AS jurisdiction, '' AS as_of, 50 AS limit }
MATCH (p:Provision)
WHERE ($jurisdiction = '' OR p.jurisdiction = $jurisdiction)
  AND (toLower(p.text) CONTAINS toLower($text) OR toLower(p.heading) CONTAINS toLower($text)
       OR toLower(p.citation) CONTAINS toLower($text))
  AND (CASE WHEN $as_of = '' THEN p.valid_to IS NULL
       ELSE coalesce(p.valid_from, '') <= $as_of AND coalesce(p.valid_to, '9999') > $as_of END)
RETURN p.id AS id, p.citation AS citation, p.level AS level, p.heading AS heading, p.text AS text
ORDER BY id
LIMIT $limit
