"""Whether two graphs are the same: counts by label and relationship type, and the rows of every named query.

    python tools/compare_stores.py .regkg/graph bolt://localhost:7687

Build both from the same files first. Prints a line for each comparison and ends with 1 where anything differs. Queries that
need a parameter are asked about the same documents, provisions and roles, taken from the first graph.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from typing import Any

from kg.queries import Query, list_queries, run_query
from kg.stores import GraphStore, Row, open_store

VOLATILE = frozenset({"run"})
"""Columns that name a run: two builds never share one."""

_ASKED = 3
"""Values tried for a parameter that has no default."""


def samples(store: GraphStore) -> dict[str, list[Any]]:
    """Values for the parameters without default, from what the graph holds."""

    def column(cypher: str) -> list[Any]:
        return [row["value"] for row in store.run(cypher)]

    cited = "MATCH (p:Provision) WHERE p.valid_to IS NULL AND p.text <> '' AND p.jurisdiction = '{}' "
    return {
        "actor": column(
            "MATCH (o:Obligation) WHERE o.actor IS NOT NULL WITH o.actor AS value, count(*) AS n "
            f"RETURN value, n ORDER BY n DESC, value LIMIT {_ASKED}"
        ),
        "citation": [
            value
            for jurisdiction in ("US", "CN", "EU")
            for value in column(cited.format(jurisdiction) + "RETURN p.citation AS value ORDER BY p.id LIMIT 1")
        ],
        "document": column(
            "MATCH (d:Document) WHERE d.valid_to IS NULL "
            f"RETURN d.id AS value ORDER BY d.characters_in DESC, value LIMIT {_ASKED}"
        ),
        "target": ["US", "CN", "EU"],
        "text": ["sterile", "record", "应当"],
        "after": ["2000-01-01", "2025-01-01"],
    }


def calls(query: Query, known: dict[str, list[Any]]) -> Iterator[dict[str, Any]]:
    """Parameters to ask a query with: its defaults, with each sample value in turn where it needs one."""
    needed = [parameter.name for parameter in query.parameters if parameter.required]
    limit = {"limit": 100_000} if any(p.name == "limit" for p in query.parameters) else {}
    for i in range(max((len(known[name]) for name in needed), default=1)):
        yield {**limit, **{name: known[name][i % len(known[name])] for name in needed}}


def plain(rows: list[Row]) -> list[tuple[Any, ...]]:
    """Rows to compare: without the names of runs, numbers to nine places."""
    return [
        tuple(round(value, 9) if isinstance(value, float) else value for key, value in row.items() if key not in VOLATILE)
        for row in rows
    ]


def compare(first: GraphStore, second: GraphStore) -> Iterator[tuple[str, bool, str]]:
    """(what was compared, whether both are the same, a few words)."""
    known = samples(first)
    for query in list_queries():
        for given in calls(query, known):
            took, answers = [], []
            for store in (first, second):
                start = time.monotonic()
                answers.append(plain(run_query(store, query.name, **given)))
                took.append(time.monotonic() - start)
            one, other = answers
            told = ", ".join(f"{key}={value}" for key, value in given.items() if key != "limit")
            words = f"{len(one)} rows, {took[0]:.2f} s and {took[1]:.2f} s"
            if query.name.startswith("counts_by_") and query.name != "counts_by_document":
                words = ", ".join(f"{name} {count}" for name, count in one)
            if one != other:
                words = _difference(one, other)
            yield f"{query.name}({told})", one == other, words


def _difference(one: list[tuple[Any, ...]], other: list[tuple[Any, ...]]) -> str:
    if len(one) != len(other):
        lacking = [row for row in one if row not in other][:1] or [row for row in other if row not in one][:1]
        return f"{len(one)} rows against {len(other)}; only one side has {lacking}"
    if sorted(map(repr, one)) == sorted(map(repr, other)):
        return "the same rows in another order"
    pairs = [(a, b) for a, b in zip(one, other, strict=True) if a != b]
    return f"{len(pairs)} rows differ, the first: {pairs[0][0]} against {pairs[0][1]}"


def main(addresses: list[str]) -> int:
    if len(addresses) != 2:
        print(__doc__)
        return 2
    same = True
    with open_store(addresses[0]) as first, open_store(addresses[1]) as second:
        for name, equal, words in compare(first, second):
            same &= equal
            print(f"{'same  ' if equal else 'DIFFER'}  {name}: {words}"[:600], flush=True)
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
