"""What a reading query may not say: without this, one question could read files or call addresses."""

from __future__ import annotations

import pytest

from kg.errors import WriteRefused
from kg.stores.reading import check_reading


@pytest.mark.parametrize(
    ("cypher", "why"),
    [
        ("LOAD CSV FROM 'x' AS l RETURN l", "reads a file"),
        ("load /* a comment */ csv FROM 'x' AS l RETURN l", "comments and case do not hide it"),
        ("LO\\u0041D CSV FROM 'x' AS l RETURN l", "Neo4j reads the escape before the words"),
        ("RETURN 'a\\u0027 AS x LOAD CSV FROM \\u0027x' AS l", "an escape that would end a string"),
        ("CALL apoc.load.json('http://x')", "a procedure that is not listed"),
        ("CALL `apoc`.`load`.`json`('http://x')", "quoted names"),
        ("CALL\n apoc . cypher . doIt('x', {})", "blanks between"),
        ("MATCH (n) CALL dbms.listConfig() YIELD name RETURN name", "in the middle"),
        ("ALTER USER x SET PASSWORD 'y'", "administration"),
        ("// a comment first\nDROP INDEX x", "after a comment"),
        ("TERMINATE TRANSACTIONS 'x'", "would end another's work"),
    ],
)
def test_refused(cypher: str, why: str) -> None:
    with pytest.raises(WriteRefused):
        check_reading(cypher)


@pytest.mark.parametrize(
    "cypher",
    [
        "MATCH (n) WHERE n.text = 'LOAD CSV' RETURN n.id",
        "MATCH (n) WHERE n.call = 1 RETURN n.load AS csv",
        "MATCH (n:Call)-[:LOAD]->(m) RETURN n.id // CALL apoc.load.json()",
        "CALL db.labels()",
        "CALL db.labels YIELD label RETURN label",
        "CALL { MATCH (n) RETURN n } RETURN n.id",
        "MATCH (p) CALL (p) { RETURN 1 AS one } RETURN one",
        "RETURN 'it\\'s' AS x, \"CALL dbms.x()\" AS y, `CALL x` AS z",
        "SHOW INDEXES",
        "RETURN 'unclosed",
    ],
)
def test_allowed(cypher: str) -> None:
    check_reading(cypher)
