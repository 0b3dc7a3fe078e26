// name: qa_documents
// answers: the documents in force, for their domain and as sources of question items
MATCH (d:Document)
WHERE d.valid_to IS NULL
RETURN d.id AS id, d.work AS work, d.title AS title, d.jurisdiction AS jurisdiction, d.kind AS kind, d.lang AS lang,
       d.binding AS binding, d.source AS source, d.domain AS domain, d.subdomain AS subdomain,
       d.topic_evidence AS topic_evidence
ORDER BY id
