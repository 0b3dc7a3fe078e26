"""USES_TERM edges: from provisions that state an obligation to the terms that their document defines for them.

They follow from the provisions and terms that the graph holds, so they are made after the versions of a work are joined:
whatever the order of the files, a provision that two versions share uses the terms of both.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection

from ingest.terms.use import Definition, TermFinder, User
from kg.stores import GraphStore, Row

_AT_ONCE = 200
"""Documents a query."""

_DEFINITIONS = """
UNWIND $ids AS id MATCH (d:Document {id: id})-[:HAS_PROVISION]->(p:Provision)-[:DEFINES]->(t:DefinedTerm)
RETURN id AS document, p.id AS provision, p.path AS path, p.lang AS lang, t.id AS term_id, t.term AS term, t.scope AS scope
"""
_USERS = """
UNWIND $ids AS id MATCH (d:Document {id: id})-[:HAS_PROVISION]->(p:Provision)
WHERE EXISTS { (p)-[:STATES]->(:Obligation) }
RETURN id AS document, p.id AS id, p.citation AS citation, p.path AS path, p.text AS text, p.tail AS tail
"""
_THERE = """
UNWIND $ids AS id MATCH (d:Document {id: id})-[:HAS_PROVISION]->(p:Provision)-[:USES_TERM]->(t:DefinedTerm)
RETURN DISTINCT p.id AS from, t.id AS to
"""


def link_terms(store: GraphStore, works: Collection[str], run: str) -> int:
    """Brings the USES_TERM edges of all versions of `works` to what their texts say; how many there are now.

    Only what differs is written; done again, it changes nothing.
    """
    documents = sorted(
        row["id"] for row in store.run("MATCH (d:Document) RETURN d.id AS id, d.work AS work") if row["work"] in works
    )
    wanted: set[tuple[str, str]] = set()
    there: set[tuple[str, str]] = set()
    for at in range(0, len(documents), _AT_ONCE):
        ids = documents[at : at + _AT_ONCE]
        wanted |= _uses(store, ids)
        there |= {(row["from"], row["to"]) for row in store.run(_THERE, {"ids": ids})}
    old = [{"from": start, "to": end} for start, end in sorted(there - wanted)]
    if old:
        store.write("MATCH (p:Provision {id: row.from})-[r:USES_TERM]->(t:DefinedTerm {id: row.to}) DELETE r", old)
    new = [{"from": start, "to": end} for start, end in sorted(wanted - there)]
    if new:
        store.write(
            "MATCH (p:Provision {id: row.from}) MATCH (t:DefinedTerm {id: row.to}) MERGE (p)-[:USES_TERM {run: $run}]->(t)",
            new,
            run=run,
        )
    return len(wanted)


def _uses(store: GraphStore, ids: list[str]) -> set[tuple[str, str]]:
    """(provision id, term id) for some documents."""
    defined: dict[str, list[Row]] = defaultdict(list)
    for row in store.run(_DEFINITIONS, {"ids": ids}):
        defined[row["document"]].append(row)
    finders = {
        document: TermFinder(
            (Definition(r["term_id"], r["term"], r["scope"] or "", r["provision"], tuple(r["path"] or ())) for r in rows),
            rows[0]["lang"],
        )
        for document, rows in defined.items()
    }
    found: set[tuple[str, str]] = set()
    for row in store.run(_USERS, {"ids": sorted(finders)}) if finders else ():
        text = f"{row['text']}\n{row['tail']}" if row["tail"] else row["text"]
        user = User(row["id"], row["citation"], text, tuple(row["path"] or ()))
        found.update((user.id, term) for term in finders[row["document"]].used(user))
    return found
