// name: counts_by_document
// answers: every document with its provisions and obligations and how much of its text they hold
// param: jurisdiction string "" — only of this jurisdiction
// param: as_of date "" — only the versions in force on this day; "" means every version
// param: limit integer 1000 — rows at the most
// `captured` is the share of the source's characters that provisions hold. In Neo4j Browser first:
// :param [{jurisdiction, as_of, limit}] => { RETURN '' AS jurisdiction, '' AS as_of, 1000 AS limit }
MATCH (d:Document)
WHERE ($jurisdiction = '' OR d.jurisdiction = $jurisdiction)
  AND ($as_of = '' OR coalesce(d.valid_from, '') <= $as_of AND coalesce(d.valid_to, '9999') > $as_of)
OPTIONAL MATCH (d)-[:HAS_PROVISION]->(p:Provision)
OPTIONAL MATCH (p)-[:STATES]->(o:Obligation)
RETURN d.id AS document, d.title AS title, d.jurisdiction AS jurisdiction, d.kind AS kind, d.lang AS lang,
       d.valid_from AS valid_from, d.valid_to AS valid_to, count(DISTINCT p) AS provisions, count(o) AS obligations,
       CASE WHEN d.characters_in > 0 THEN toFloat(d.characters_out) / d.characters_in ELSE null END AS captured,
       d.source AS source
ORDER BY document
LIMIT $limit
