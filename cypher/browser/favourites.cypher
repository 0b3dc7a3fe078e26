// What the graph holds
MATCH (n) RETURN labels(n)[0] AS label, count(*) AS nodes ORDER BY nodes DESC;
// What one side demands and the other has no counterpart for
MATCH (p:Provision)-[s:SILENT_IN]->(j:Jurisdiction) RETURN p, s, j LIMIT 40;
// Where the deadlines differ
MATCH (p:Provision)-[a:ALIGNED_WITH {rank: 1, label: 'DIVERGE'}]->(q:Provision) WHERE 'timeline' IN a.differs_in RETURN p, a, q LIMIT 25;
// A provision with all that touches it
MATCH (p:Provision {citation: '21 CFR 9100.44(b)'})-[r]-(n) RETURN p, r, n;
// Which way a duty goes down to its numbers
MATCH path = (p:Provision)-[:STATES]->(:Obligation)-[:LIMITS]->(:Quantity) RETURN path LIMIT 25;
