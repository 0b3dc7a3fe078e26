// name: obligations_by_actor
// answers: what a role must, may or must not do, in each jurisdiction
// param: actor string — id of a role, or words of the subject as written
// param: jurisdiction string "" — only in this jurisdiction
// param: modality string "" — MANDATORY, PROHIBITED, RECOMMENDED, PERMITTED, EXEMPTED or SANCTION
// param: as_of date "" — the law in force on this day; "" means what is in force now
// param: limit integer 200 — rows at the most
// In Neo4j Browser first:
// :param [{actor, jurisdiction, modality, as_of, limit}] => { RETURN 'sponsor' AS actor, '' AS jurisdiction, '' AS modality, '' AS as_of, 200 AS limit }
MATCH (p:Provision)-[:STATES]->(o:Obligation)
WHERE (o.actor = $actor OR toLower(o.subject) CONTAINS toLower($actor))
  AND ($jurisdiction = '' OR o.jurisdiction = $jurisdiction) AND ($modality = '' OR o.modality = $modality)
  AND (CASE WHEN $as_of = '' THEN p.valid_to IS NULL
       ELSE coalesce(p.valid_from, '') <= $as_of AND coalesce(p.valid_to, '9999') > $as_of END)
RETURN o.id AS id, o.jurisdiction AS jurisdiction, p.citation AS citation, o.modality AS modality, o.subject AS subject,
       o.actor AS actor, o.action AS action
ORDER BY jurisdiction, id
LIMIT $limit
