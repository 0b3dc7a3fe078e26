"""What a reading query may not do, judged on its words before a store sees it.

Neo4j's READ access mode and ArcadeDB's query interface refuse writes to the graph. Both let a reading query fetch a file
or an address (LOAD CSV) and call procedures; that is refused here, for both stores alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kg.errors import WriteRefused

ALLOWED_PROCEDURES = frozenset(
    {
        "db.labels",
        "db.relationshiptypes",
        "db.propertykeys",
        "db.schema.visualization",
        "db.schema.nodetypeproperties",
        "db.schema.reltypeproperties",
        "db.index.fulltext.querynodes",
        "db.index.vector.querynodes",
    }
)
"""Procedures that only read the graph, in lower case."""

_ADMINISTRATION = frozenset(
    {"alter", "grant", "deny", "revoke", "terminate", "rename", "enable", "drop", "start", "stop", "use"}
)
"""First words of commands that act on the server and not on the graph; a graph query never begins with one."""

_TOKEN = re.compile(
    r"""
      '(?:[^'\\]|\\.)*'? | "(?:[^"\\]|\\.)*"?   # strings, also one that is never closed
    | `(?:[^`]|``)*`?                           # quoted names
    | //[^\n]* | /\*.*?(?:\*/|\Z)               # comments
    | [^\W\d]\w*                                # names and key words
    | \S
    """,
    re.VERBOSE | re.DOTALL,
)
_ESCAPE = re.compile(r"\\u+([0-9A-Fa-f]{4})")  # Neo4j reads \u0041 as A before it looks for words


def _tokens(cypher: str) -> Iterator[str]:
    for match in _TOKEN.finditer(cypher):
        token = match.group(0)
        if not token.startswith(("//", "/*")):
            yield token


def _procedure(tokens: list[str]) -> str:
    """The dotted name at the beginning of `tokens`, in lower case without quotes."""
    name: list[str] = []
    for token in tokens:
        if token != "." and not (token[0] == "`" or token[0].isalpha() or token[0] == "_"):
            break
        if name and token != "." and name[-1] != ".":  # `CALL db.labels YIELD label`
            break
        name.append(token.strip("`").lower())
    return "".join(name)


def _refuse(cypher: str) -> None:
    tokens = list(_tokens(cypher))
    words = [token.lower() for token in tokens]
    if words and words[0] in _ADMINISTRATION:
        raise WriteRefused(f"{tokens[0].upper()} is not a query; only reading is allowed here")
    for i, word in enumerate(words):
        if i and words[i - 1] in {".", ":"}:  # a property or a label
            continue
        if word == "load" and words[i + 1 : i + 2] == ["csv"]:
            raise WriteRefused("LOAD CSV is refused: a query reads the graph, never files or addresses")
        if word == "call" and tokens[i + 1 : i + 2] and tokens[i + 1] not in {"{", "("}:
            name = _procedure(tokens[i + 1 :])
            if name and name not in ALLOWED_PROCEDURES:
                raise WriteRefused(f"the procedure {name} is refused; allowed: {', '.join(sorted(ALLOWED_PROCEDURES))}")


def check_reading(cypher: str) -> None:
    """Raises WriteRefused when `cypher` would read files or addresses, call a procedure that is not listed, or administer."""
    _refuse(cypher)
    if "\\u" in cypher:
        _refuse(_ESCAPE.sub(lambda match: chr(int(match.group(1), 16)), cypher))
