// name: gaps
// answers: what one jurisdiction demands and the other was searched for without finding a counterpart, with the state of each finding
// param: source string US — jurisdiction whose demands are listed
// param: target string CN — jurisdiction that was searched
// param: topic string "" — keeps provisions whose citation, heading or text holds this, in any case
// param: as_of date "" — the law in force on this day; "" means what is in force now
// param: limit integer 100 — rows at the most
// A state `unverified` says that no counterpart was found among those judged, no more. In Neo4j Browser first:
// :param [{source, target, topic, as_of, limit}] => { RETURN 'US' AS source, 'CN' AS target, '' AS topic, '' AS as_of, 100 AS limit }
MATCH (p:Provision {jurisdiction: $source})-[s:SILENT_IN]->(:Jurisdiction {id: $target})
WHERE s.state IN ['unverified', 'judged', 'reviewed']
  AND ($topic = '' OR toLower(p.citation) CONTAINS toLower($topic) OR toLower(p.heading) CONTAINS toLower($topic)
       OR toLower(p.text) CONTAINS toLower($topic))
  AND (CASE WHEN $as_of = '' THEN p.valid_to IS NULL
       ELSE coalesce(p.valid_from, '') <= $as_of AND coalesce(p.valid_to, '9999') > $as_of END)
MATCH (d:Document {id: p.document})
RETURN p.id AS id, p.citation AS citation, d.title AS document, d.binding AS binding, p.text AS text, s.state AS state,
       s.p_silent AS p_silent, s.nearest AS nearest
ORDER BY id
LIMIT $limit
