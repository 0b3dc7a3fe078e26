// name: coverage_by_instrument
// answers: how much of each instrument has counterparts in another jurisdiction, where most of them stand, and how much has none; the least answered first
// param: source string US — jurisdiction whose instruments are listed
// param: target string CN — jurisdiction that was searched
// param: fewest integer 5 — only instruments with so many demands
// param: as_of date "" — the law in force on this day; "" means what is in force now
// param: limit integer 500 — rows at the most
// `share` is that of the answered (agree or differ) among the demands that can be told; a weak match answers nothing unless it was
// settled by a reader. `found_in` are the three instruments that hold most counterparts. In Neo4j Browser first:
// :param [{source, target, fewest, as_of, limit}] => { RETURN 'US' AS source, 'CN' AS target, 5 AS fewest, '' AS as_of, 500 AS limit }
CALL () {
  MATCH (p:Provision {jurisdiction: $source})-[a:ALIGNED_WITH {rank: 1}]->(q:Provision {jurisdiction: $target})
  WHERE (CASE WHEN $as_of = '' THEN p.valid_to IS NULL AND q.valid_to IS NULL
         ELSE coalesce(p.valid_from, '') <= $as_of AND coalesce(p.valid_to, '9999') > $as_of
          AND coalesce(q.valid_from, '') <= $as_of AND coalesce(q.valid_to, '9999') > $as_of END)
  RETURN p.document AS document,
         CASE WHEN a.match_level = 'low' AND NOT coalesce(a.state, '') IN ['judged', 'reviewed'] THEN 'WEAK' ELSE a.label END AS outcome,
         CASE WHEN a.match_level = 'low' AND NOT coalesce(a.state, '') IN ['judged', 'reviewed'] THEN '' ELSE q.document END AS there
  UNION ALL
  MATCH (p:Provision {jurisdiction: $source})-[s:SILENT_IN]->(j:Jurisdiction {id: $target})
  WHERE (CASE WHEN $as_of = '' THEN p.valid_to IS NULL
         ELSE coalesce(p.valid_from, '') <= $as_of AND coalesce(p.valid_to, '9999') > $as_of END)
  RETURN p.document AS document, s.state AS outcome, '' AS there
}
WITH document, there, count(*) AS demands, sum(CASE outcome WHEN 'AGREE' THEN 1 ELSE 0 END) AS agree,
     sum(CASE outcome WHEN 'DIVERGE' THEN 1 ELSE 0 END) AS differ, sum(CASE outcome WHEN 'WEAK' THEN 1 ELSE 0 END) AS weak,
     sum(CASE outcome WHEN 'unverified' THEN 1 ELSE 0 END) AS not_found,
     sum(CASE WHEN outcome IN ['judged', 'reviewed'] THEN 1 ELSE 0 END) AS silent
ORDER BY document, demands DESC, there
WITH document, collect(CASE WHEN there = '' THEN null ELSE there END) AS places, sum(demands) AS demands, sum(agree) AS agree,
     sum(differ) AS differ, sum(weak) AS weak, sum(not_found) AS not_found, sum(silent) AS silent
WHERE demands >= $fewest
MATCH (d:Document {id: document})
WITH document, d, places, demands, agree, differ, weak, not_found, silent, demands - agree - differ - weak - not_found - silent AS untold
RETURN document, d.title AS title, demands, agree, differ, weak, not_found, silent, untold,
       CASE WHEN demands > untold THEN toFloat(agree + differ) / (demands - untold) ELSE null END AS share, places[0..3] AS found_in
ORDER BY coalesce(share, 2), demands DESC, document
LIMIT $limit
