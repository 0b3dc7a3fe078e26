// name: qa_silences
// answers: silences that a model judged or a person reviewed; by rules alone nothing is asked about silence
MATCH (p:Provision)-[s:SILENT_IN]->(j:Jurisdiction)
WHERE p.valid_to IS NULL AND s.state IN ['judged', 'reviewed']
RETURN p.id AS source, j.id AS target, s.state AS state, s.run AS run
ORDER BY source, target
