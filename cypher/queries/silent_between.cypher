// name: silent_between
// answers: what one jurisdiction demands and another was found silent on, by state, topic, actor, binding force and date
// param: source string US — jurisdiction whose demands are listed
// param: target string CN — jurisdiction that was searched
// param: state string "" — unverified, judged, reviewed, not_in_corpus, not_searched or parse_failed; "" means the first three
// param: topic string "" — keeps provisions whose citation, heading or text holds this, in any case
// param: actor string "" — keeps provisions that address this role, by its id or words of it
// param: force string "" — binding or guidance
// param: as_of date "" — the law in force on this day; "" means what is in force now
// param: limit integer 100 — rows at the most
// A state `unverified` says that no counterpart was found among those judged, no more. In Neo4j Browser first:
// :param [{source, target, state, topic, actor, force, as_of, limit}] => { RETURN 'US' AS source, 'CN' AS target, '' AS state, '' AS topic, '' AS actor, '' AS force, '' AS as_of, 100 AS limit }
MATCH (p:Provision {jurisdiction: $source})-[s:SILENT_IN]->(:Jurisdiction {id: $target})
WHERE (CASE WHEN $state = '' THEN s.state IN ['unverified', 'judged', 'reviewed'] ELSE s.state = $state END)
  AND ($topic = '' OR toLower(p.citation) CONTAINS toLower($topic) OR toLower(p.heading) CONTAINS toLower($topic)
       OR toLower(p.text) CONTAINS toLower($topic))
  AND (CASE WHEN $as_of = '' THEN p.valid_to IS NULL
       ELSE coalesce(p.valid_from, '') <= $as_of AND coalesce(p.valid_to, '9999') > $as_of END)
MATCH (d:Document {id: p.document})
WHERE $force = '' OR ($force = 'binding' AND d.binding) OR ($force = 'guidance' AND NOT d.binding)
OPTIONAL MATCH (p)-[:STATES]->(o:Obligation)
WITH p, s, d, o ORDER BY o.id
WITH p, s, d, collect(DISTINCT o.actor) AS actors, collect(DISTINCT o.modality) AS modalities
WHERE $actor = '' OR any(name IN actors WHERE toLower(name) CONTAINS toLower($actor))
RETURN p.id AS id, p.citation AS citation, p.text AS text, d.title AS document, d.binding AS binding, actors, modalities,
       s.state AS state, s.level AS p_silent_level, s.verified_by AS verified_by, s.explanation AS explanation,
       s.not_found AS not_found, s.nearest AS nearest, s.searched AS searched
ORDER BY binding DESC, id
LIMIT $limit
