// name: gap_register
// answers: what one jurisdiction demands, with the other's best counterpart and verdict, or the state of the silence
// param: source string US — jurisdiction whose provisions are listed
// param: target string EU — jurisdiction that is asked for counterparts
// param: topic string "" — keeps provisions whose citation, heading or text holds it
// param: as_of string "" — only provisions in force on this date (YYYY-MM-DD)
// In Neo4j Browser first: :param source => 'US'; :param target => 'EU'; :param topic => ''; :param as_of => ''
MATCH (p:Provision {jurisdiction: $source})-[a:ALIGNED_WITH {rank: 1}]->(q:Provision {jurisdiction: $target})
WHERE ($topic = '' OR p.citation CONTAINS $topic OR p.heading CONTAINS $topic OR p.text CONTAINS $topic)
  AND ($as_of = '' OR coalesce(p.valid_from, '') <= $as_of AND ($as_of < p.valid_to OR p.valid_to IS NULL))
MATCH (d:Document {id: p.document})
OPTIONAL MATCH (p)-[:STATES]->(o:Obligation)
WITH p, a, q, d, o ORDER BY o.id
WITH p, a, q, d, collect(o.modality) AS modalities, collect(o.actor) AS actors
RETURN p.id AS source, p.citation AS citation, d.title AS document, d.binding AS binding, p.text AS text,
       modalities[0] AS modality, actors[0] AS actor, $target AS jurisdiction, a.label AS label, null AS state,
       a.differs_in AS differs_in, a.explanation AS explanation, q.citation AS counterpart, q.text AS counterpart_text,
       a.probability AS probability
ORDER BY source
UNION ALL
MATCH (p:Provision {jurisdiction: $source})-[s:SILENT_IN]->(j:Jurisdiction {id: $target})
WHERE ($topic = '' OR p.citation CONTAINS $topic OR p.heading CONTAINS $topic OR p.text CONTAINS $topic)
  AND ($as_of = '' OR coalesce(p.valid_from, '') <= $as_of AND ($as_of < p.valid_to OR p.valid_to IS NULL))
MATCH (d:Document {id: p.document})
OPTIONAL MATCH (p)-[:STATES]->(o:Obligation)
WITH p, s, d, o ORDER BY o.id
WITH p, s, d, collect(o.modality) AS modalities, collect(o.actor) AS actors
RETURN p.id AS source, p.citation AS citation, d.title AS document, d.binding AS binding, p.text AS text,
       modalities[0] AS modality, actors[0] AS actor, $target AS jurisdiction, 'SILENT' AS label, s.state AS state,
       null AS differs_in, s.explanation AS explanation, null AS counterpart, null AS counterpart_text,
       null AS probability
ORDER BY source
