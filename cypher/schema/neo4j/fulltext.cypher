// name: fulltext
// answers: words and phrases in provisions; the cjk analyzer finds Chinese phrases, which the standard one does not
CREATE FULLTEXT INDEX provision_text IF NOT EXISTS FOR (n:Provision) ON EACH [n.heading, n.text]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'cjk'}};
