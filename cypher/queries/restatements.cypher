// name: restatements
// answers: what the guidance of a jurisdiction says of its own binding law, the likeliest first (`regkg align within`)
// param: jurisdiction string US — jurisdiction of both
// param: document string "" — guidance whose title holds these words; "" means all
// param: fewest number 0.25 — lowest match
// param: limit integer 100 — rows at the most
// In Neo4j Browser first: :param [{jurisdiction, document, fewest, limit}] => { RETURN 'US' AS jurisdiction, '' AS document, 0.25 AS fewest, 100 AS limit }
MATCH (d:Document)-[:HAS_PROVISION]->(p:Provision {jurisdiction: $jurisdiction})-[a:RESTATES]->(q:Provision)
WHERE p.valid_to IS NULL AND q.valid_to IS NULL AND a.match >= $fewest AND toLower(d.title) CONTAINS toLower($document)
RETURN p.citation AS guidance, q.citation AS law, a.label AS label, a.relation AS relation, a.differs_in AS differs_in,
       a.match AS match, a.explanation AS explanation, a.stale AS stale
ORDER BY match DESC, guidance, law LIMIT $limit
