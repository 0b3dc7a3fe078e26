// name: gap_register
// answers: what one jurisdiction demands, with the other's best counterpart and verdict, or the state of the silence
// param: source string US — jurisdiction whose provisions are listed
// param: target string EU — jurisdiction that is asked for counterparts
// param: topic string "" — keeps provisions whose citation, heading or text holds it, in any case
// param: as_of date "" — the law in force on this day; "" means what is in force now
// In Neo4j Browser first:
// :param [{source, target, topic, as_of}] => { RETURN 'US' AS source, 'EU' AS target, '' AS topic, '' AS as_of }
MATCH (p:Provision {jurisdiction: $source})-[a:ALIGNED_WITH {rank: 1}]->(q:Provision {jurisdiction: $target})
WHERE ($topic = '' OR toLower(p.citation) CONTAINS toLower($topic) OR toLower(p.heading) CONTAINS toLower($topic)
       OR toLower(p.text) CONTAINS toLower($topic))
  AND (CASE WHEN $as_of = '' THEN p.valid_to IS NULL AND q.valid_to IS NULL
       ELSE coalesce(p.valid_from, '') <= $as_of AND coalesce(p.valid_to, '9999') > $as_of
        AND coalesce(q.valid_from, '') <= $as_of AND coalesce(q.valid_to, '9999') > $as_of END)
MATCH (d:Document {id: p.document})
OPTIONAL MATCH (p)-[:STATES]->(o:Obligation)
WITH p, a, q, d, o ORDER BY o.id
WITH p, a, q, d, collect(o.modality) AS modalities, collect(o.actor) AS actors
RETURN p.id AS source, p.citation AS citation, p.heading AS heading, d.title AS document, d.binding AS binding, p.text AS text,
       modalities AS modalities, actors AS actors, modalities[0] AS modality, actors[0] AS actor, $target AS jurisdiction,
       a.label AS label, a.state AS state, a.differs_in AS differs_in, a.explanation AS explanation,
       q.id AS counterpart_id, q.citation AS counterpart, coalesce(q.full_text, q.text) AS counterpart_text, a.probability AS probability,
       a.confidence AS confidence, a.verified_by AS verified_by, coalesce(a.disputed, false) AS disputed,
       CASE WHEN a.stale THEN coalesce(a.stale_reason, 'a text changed') ELSE '' END AS stale, null AS searched,
       null AS nearest, a.missing AS not_found
ORDER BY source
UNION ALL
MATCH (p:Provision {jurisdiction: $source})-[s:SILENT_IN]->(j:Jurisdiction {id: $target})
WHERE ($topic = '' OR toLower(p.citation) CONTAINS toLower($topic) OR toLower(p.heading) CONTAINS toLower($topic)
       OR toLower(p.text) CONTAINS toLower($topic))
  AND (CASE WHEN $as_of = '' THEN p.valid_to IS NULL
       ELSE coalesce(p.valid_from, '') <= $as_of AND coalesce(p.valid_to, '9999') > $as_of END)
MATCH (d:Document {id: p.document})
OPTIONAL MATCH (p)-[:STATES]->(o:Obligation)
WITH p, s, d, o ORDER BY o.id
WITH p, s, d, collect(o.modality) AS modalities, collect(o.actor) AS actors
RETURN p.id AS source, p.citation AS citation, p.heading AS heading, d.title AS document, d.binding AS binding, p.text AS text,
       modalities AS modalities, actors AS actors, modalities[0] AS modality, actors[0] AS actor, $target AS jurisdiction,
       'SILENT' AS label, s.state AS state, null AS differs_in, s.explanation AS explanation,
       null AS counterpart_id, null AS counterpart, null AS counterpart_text, null AS probability,
       s.level AS confidence, s.verified_by AS verified_by, coalesce(s.disputed, false) AS disputed,
       CASE WHEN s.stale THEN coalesce(s.stale_reason, 'a text changed') ELSE '' END AS stale, s.searched AS searched,
       s.nearest AS nearest, s.not_found AS not_found
ORDER BY source
