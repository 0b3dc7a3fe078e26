// name: qa_items
// answers: question items in the graph with the provisions that they were made from
// param: type string "" — Monolingual, Comparative or Parallel; empty: all
// param: lang string "" — EN or CN; empty: both
// param: domain string "" — only of this object domain
// param: limit integer 100 — rows at the most
// In Neo4j Browser first: :param [{type, lang, domain, limit}] => { RETURN 'Comparative' AS type, 'EN' AS lang, '' AS domain, 25 AS limit }
MATCH (n:QAItem)
WHERE ($type = '' OR n.type = $type) AND ($lang = '' OR n.lang = $lang) AND ($domain = '' OR n.domain = $domain)
OPTIONAL MATCH (n)-[:DERIVED_FROM]->(p:Provision)
WITH n, p ORDER BY p.id
RETURN n.id AS id, n.type AS type, n.lang AS lang, n.kind AS kind, n.domain AS domain, n.subdomain AS subdomain,
       n.disposition AS disposition, n.question AS question, n.choices AS choices, n.answer AS answer,
       collect(p.citation) AS provisions, n.edges AS edges
ORDER BY id LIMIT $limit
