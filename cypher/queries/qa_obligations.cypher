// name: qa_obligations
// answers: what provisions in force state, each obligation with its fields, for questions on actors, modality and conditions
// param: jurisdiction string "" — only of this jurisdiction
// In Neo4j Browser first: :param [{jurisdiction}] => { RETURN 'CN' AS jurisdiction }
MATCH (p:Provision)-[:STATES]->(o:Obligation)
WHERE p.valid_to IS NULL AND ($jurisdiction = '' OR p.jurisdiction = $jurisdiction)
RETURN o.id AS id, p.id AS provision, o.modality AS modality, o.cue AS cue, o.subject AS subject, o.actor AS actor,
       o.conditions AS conditions, o.exceptions AS exceptions, o.polarity AS polarity, o.start AS start, o.end AS end
ORDER BY id
