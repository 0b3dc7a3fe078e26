// name: qa_provisions
// answers: provisions in force that state something, define a term or cite another, with their own text
// param: jurisdiction string "" — only of this jurisdiction
// In Neo4j Browser first: :param [{jurisdiction}] => { RETURN 'CN' AS jurisdiction }
MATCH (p:Provision)
WHERE p.valid_to IS NULL AND ($jurisdiction = '' OR p.jurisdiction = $jurisdiction) AND p.text <> ''
RETURN p.id AS id, p.citation AS citation, p.text AS text, p.document AS document, p.level AS level, p.role AS role,
       p.lang AS lang, p.jurisdiction AS jurisdiction
ORDER BY id
