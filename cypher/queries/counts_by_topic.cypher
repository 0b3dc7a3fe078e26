// name: counts_by_topic
// answers: how much each jurisdiction regulates of each object domain and activity, and how much of it found no counterpart
// param: jurisdiction string "" — only of this jurisdiction
// param: domain string "" — Drugs, Medical_Devices, Cosmetics, Controlled_Substances, General_FDA or Other
// param: target string "" — counts provisions without a counterpart there; "" counts those without one anywhere
// param: as_of date "" — the law in force on this day; "" means what is in force now
// A provision has its document's topic, or its own where `topic_evidence` tells why. In Neo4j Browser first:
// :param [{jurisdiction, domain, target, as_of}] => { RETURN '' AS jurisdiction, '' AS domain, '' AS target, '' AS as_of }
MATCH (p:Provision)
WHERE ($jurisdiction = '' OR p.jurisdiction = $jurisdiction) AND ($domain = '' OR p.domain = $domain) AND p.domain IS NOT NULL
  AND (CASE WHEN $as_of = '' THEN p.valid_to IS NULL
       ELSE coalesce(p.valid_from, '') <= $as_of AND coalesce(p.valid_to, '9999') > $as_of END)
OPTIONAL MATCH (p)-[s:SILENT_IN]->(j:Jurisdiction)
WHERE s.state IN ['unverified', 'judged', 'reviewed'] AND ($target = '' OR j.id = $target)
WITH p, count(s) AS silences
OPTIONAL MATCH (p)-[:STATES]->(o:Obligation)
WITH p, silences, count(o) AS obligations
RETURN p.jurisdiction AS jurisdiction, p.domain AS domain, p.subdomain AS subdomain, count(DISTINCT p.document) AS documents,
       count(p) AS provisions, sum(CASE WHEN p.topic_evidence IS NULL THEN 0 ELSE 1 END) AS own_topic,
       sum(obligations) AS obligations, sum(CASE WHEN silences > 0 THEN 1 ELSE 0 END) AS without_counterpart
ORDER BY jurisdiction, domain, subdomain
