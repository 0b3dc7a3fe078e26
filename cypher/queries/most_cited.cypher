// name: most_cited
// answers: the provisions that others cite most
// param: jurisdiction string "" — only of this jurisdiction
// param: limit integer 25 — rows at the most
// In Neo4j Browser first: :param [{jurisdiction, limit}] => { RETURN '' AS jurisdiction, 25 AS limit }
MATCH (p:Provision)-[:CITES]->(e:Provision)
WHERE ($jurisdiction = '' OR e.jurisdiction = $jurisdiction) AND p.valid_to IS NULL
RETURN e.id AS id, e.citation AS citation, e.heading AS heading, count(DISTINCT p) AS cited_by
ORDER BY cited_by DESC, id
LIMIT $limit
