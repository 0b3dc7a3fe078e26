// name: counts_by_label
// answers: how many nodes of each label
MATCH (n)
RETURN labels(n)[0] AS label, count(*) AS nodes
ORDER BY label
