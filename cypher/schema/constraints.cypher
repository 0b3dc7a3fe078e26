// name: constraints
// answers: one `id` a label in both stores; one statement a string, divided by semicolons at the end of a line
CREATE CONSTRAINT jurisdiction_id IF NOT EXISTS FOR (n:Jurisdiction) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT authority_id IF NOT EXISTS FOR (n:Authority) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT source_id IF NOT EXISTS FOR (n:Source) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT document_id IF NOT EXISTS FOR (n:Document) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT provision_id IF NOT EXISTS FOR (n:Provision) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT obligation_id IF NOT EXISTS FOR (n:Obligation) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT quantity_id IF NOT EXISTS FOR (n:Quantity) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT concept_id IF NOT EXISTS FOR (n:Concept) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT defined_term_id IF NOT EXISTS FOR (n:DefinedTerm) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT citation_id IF NOT EXISTS FOR (n:Citation) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT run_id IF NOT EXISTS FOR (n:Run) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT review_id IF NOT EXISTS FOR (n:Review) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT qaitem_id IF NOT EXISTS FOR (n:QAItem) REQUIRE n.id IS UNIQUE;
CREATE INDEX provision_citation IF NOT EXISTS FOR (n:Provision) ON (n.citation);
CREATE INDEX provision_jurisdiction IF NOT EXISTS FOR (n:Provision) ON (n.jurisdiction);
CREATE INDEX obligation_actor IF NOT EXISTS FOR (n:Obligation) ON (n.actor);
CREATE INDEX document_work IF NOT EXISTS FOR (n:Document) ON (n.work);
