// name: qa_references
// answers: the references that provisions in force make, as they are written
MATCH (p:Provision)-[c:CITES]->(q)
WHERE p.valid_to IS NULL
RETURN p.id AS provision, c.text AS text, c.target AS target, c.kind AS kind, c.resolved AS resolved
ORDER BY provision, text, target
