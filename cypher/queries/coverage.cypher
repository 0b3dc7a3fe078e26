// name: coverage
// answers: how many characters of each document were read, what was not, and whether silence over it may be claimed
// param: jurisdiction string "" — only of this jurisdiction
// param: below number 2 — only documents of which a smaller share was read; 0.98 shows the flagged ones
// param: limit integer 2000 — rows at the most
// `fully_read` is false where less than 98 % of the characters stand in provisions, or the source is a fragment. In Neo4j Browser first:
// :param [{jurisdiction, below, limit}] => { RETURN '' AS jurisdiction, 2 AS below, 2000 AS limit }
MATCH (d:Document)
WHERE ($jurisdiction = '' OR d.jurisdiction = $jurisdiction)
WITH d, CASE WHEN d.characters_in > 0 THEN toFloat(d.characters_out) / d.characters_in ELSE 0.0 END AS captured
WHERE captured < $below
OPTIONAL MATCH (d)-[:READ_FROM]->(s:Source)
RETURN d.id AS document, d.characters_in AS characters_in, d.characters_out AS characters_out, captured,
       coalesce(d.fully_read, false) AS fully_read, coalesce(d.partial, false) AS partial, d.unparsed AS unparsed,
       d.source AS source, s.findings AS findings
ORDER BY captured, document
LIMIT $limit
