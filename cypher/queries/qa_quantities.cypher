// name: qa_quantities
// answers: the times, limits and amounts that obligations in force set, for questions with numbers
// param: jurisdiction string "" — only of this jurisdiction
// In Neo4j Browser first: :param [{jurisdiction}] => { RETURN 'CN' AS jurisdiction }
MATCH (p:Provision)-[:STATES]->(o:Obligation)-[:LIMITS]->(q:Quantity)
WHERE p.valid_to IS NULL AND ($jurisdiction = '' OR p.jurisdiction = $jurisdiction)
RETURN q.id AS id, o.id AS obligation, q.kind AS kind, q.comparator AS comparator, q.value AS value,
       q.value_high AS value_high, q.value_text AS value_text, q.unit AS unit, q.qualifier AS qualifier, q.text AS text
ORDER BY id
