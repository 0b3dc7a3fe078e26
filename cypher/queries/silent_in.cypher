// name: silent_in
// answers: the provisions of others without a counterpart in one jurisdiction, in one state or all, the surest first
// param: target string — the jurisdiction that was searched
// param: source string "" — only of this jurisdiction
// param: state string "" — unverified, judged, reviewed, not_in_corpus, not_searched or parse_failed
// param: as_of date "" — the law in force on this day; "" means what is in force now
// param: limit integer 100 — rows at the most
// In Neo4j Browser first:
// :param [{target, source, state, as_of, limit}] => { RETURN 'CN' AS target, '' AS source, '' AS state, '' AS as_of, 100 AS limit }
MATCH (p:Provision)-[s:SILENT_IN]->(:Jurisdiction {id: $target})
WHERE ($source = '' OR p.jurisdiction = $source) AND ($state = '' OR s.state = $state)
  AND (CASE WHEN $as_of = '' THEN p.valid_to IS NULL
       ELSE coalesce(p.valid_from, '') <= $as_of AND coalesce(p.valid_to, '9999') > $as_of END)
RETURN p.id AS id, p.citation AS citation, p.text AS text, s.state AS state, s.p_silent AS p_silent, s.verified_by AS verified_by,
       s.searched AS searched, s.nearest AS nearest
ORDER BY coalesce(p_silent, -1.0) DESC, id
LIMIT $limit
