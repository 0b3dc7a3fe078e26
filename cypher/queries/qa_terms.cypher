// name: qa_terms
// answers: terms that provisions in force define, with the words of the definition
MATCH (p:Provision)-[:DEFINES]->(t:DefinedTerm)
WHERE p.valid_to IS NULL
RETURN t.id AS id, p.id AS provision, t.term AS term, t.text AS text
ORDER BY id
