"""Sources into documents, provisions, obligations, quantities, references and terms; one parser a dialect.

Rules only: a text comes out the same way twice, and what could not be read is a coded finding.
"""
