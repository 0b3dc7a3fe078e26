// name: qa_concepts
// answers: the concepts that obligations in force speak of
// param: jurisdiction string "" — only of this jurisdiction
// In Neo4j Browser first: :param [{jurisdiction}] => { RETURN 'CN' AS jurisdiction }
MATCH (p:Provision)-[:STATES]->(o:Obligation)-[:CONCERNS]->(c:Concept)
WHERE p.valid_to IS NULL AND ($jurisdiction = '' OR p.jurisdiction = $jurisdiction)
RETURN o.id AS obligation, c.id AS concept
ORDER BY obligation, concept
