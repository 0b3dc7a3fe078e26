"""Cypher and SQL as data: `schema/` sets a store up, `queries/` are the named queries, `browser/` is for Neo4j Browser."""
