// name: changed_between
// answers: what was amended, renumbered, added or removed after one date and up to another
// param: after date — the day before the first change that counts
// param: until date 9999-12-31 — the last day
// param: jurisdiction string "" — only of this jurisdiction
// param: notes boolean false — also notes, histories and authorities, in which editions of one text differ
// param: limit integer 500 — rows at the most
// In Neo4j Browser first:
// :param [{after, until, jurisdiction, notes, limit}] => { RETURN '2025-01-01' AS after, '9999-12-31' AS until, '' AS jurisdiction, false AS notes, 500 AS limit }
CALL () {
  MATCH (n:Provision)-[r:SUPERSEDES]->(o:Provision)
  WHERE o.valid_to > $after AND o.valid_to <= $until AND ($jurisdiction = '' OR n.jurisdiction = $jurisdiction)
    AND ($notes OR NOT n.role IN ['meta', 'note'])
  RETURN o.valid_to AS date, r.kind AS change, n.citation AS citation, n.id AS id, o.id AS was, n.text AS text, o.text AS old_text
  UNION ALL
  MATCH (n:Provision)
  WHERE n.since > $after AND n.since <= $until AND ($jurisdiction = '' OR n.jurisdiction = $jurisdiction)
    AND ($notes OR NOT n.role IN ['meta', 'note'])
    AND NOT EXISTS { (n)-[:SUPERSEDES]->(:Provision) }
  RETURN n.since AS date, 'added' AS change, n.citation AS citation, n.id AS id, '' AS was, n.text AS text, '' AS old_text
  UNION ALL
  MATCH (o:Provision)
  WHERE o.valid_to > $after AND o.valid_to <= $until AND ($jurisdiction = '' OR o.jurisdiction = $jurisdiction)
    AND ($notes OR NOT o.role IN ['meta', 'note'])
    AND NOT EXISTS { (o)<-[:SUPERSEDES]-(:Provision) }
  RETURN o.valid_to AS date, 'removed' AS change, o.citation AS citation, '' AS id, o.id AS was, '' AS text, o.text AS old_text
}
RETURN date, change, citation, id, was, text, old_text
ORDER BY date, citation, change, id, was
LIMIT $limit
