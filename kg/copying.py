"""A provision's node again under another version's id, with all that was extracted from it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from kg.stores import GraphStore, Row


def copy_provisions(store: GraphStore, copies: Sequence[Mapping[str, Any]]) -> None:
    """Copies nodes: rows of `from`, `to` (ids), and the copy's `document`, `order` and `valid_from`.

    Verdicts are not copied: they belong to the alignment, which is made anew when a version changes.
    """
    if not copies:
        return
    ids = {"ids": sorted({copy["from"] for copy in copies})}
    provisions = {
        row["p"]["id"]: row["p"]
        for row in store.run("UNWIND $ids AS id MATCH (p:Provision {id: id}) RETURN properties(p) AS p", ids)
    }
    nodes = []
    for copy in copies:
        changed = {"id": copy["to"], "document": copy["document"], "order": copy["order"], "valid_from": copy["valid_from"]}
        kept = {key: value for key, value in provisions[copy["from"]].items() if key != "valid_to"}
        nodes.append({"id": copy["to"], "properties": {**kept, **{k: v for k, v in changed.items() if v is not None}}})
    store.write("MERGE (n:Provision {id: row.id}) SET n = row.properties", nodes)
    to: dict[str, list[str]] = defaultdict(list)
    for copy in copies:
        to[copy["from"]].append(copy["to"])
    _below(store, ids, to, "(a:Provision {id: id})-[r:STATES]->(n:Obligation)", "Provision", "STATES", "Obligation")
    _below(store, ids, to, "(a:Provision {id: id})-[r:DEFINES]->(n:DefinedTerm)", "Provision", "DEFINES", "DefinedTerm")
    _below(
        store,
        ids,
        to,
        "(:Provision {id: id})-[:STATES]->(a:Obligation)-[r:LIMITS]->(n:Quantity)",
        "Obligation",
        "LIMITS",
        "Quantity",
    )
    _references(store, ids, to)
    _concerns(store, ids, to)


def _renamed(key: str, copied: str, to: str) -> str:
    """The id of something below a provision, `ID#o1`, under the copy's id."""
    return to + key.removeprefix(copied)


def _below(
    store: GraphStore, ids: Row, to: Mapping[str, Sequence[str]], pattern: str, above: str, relation: str, label: str
) -> None:
    found = store.run(f"UNWIND $ids AS id MATCH {pattern} RETURN id, a.id AS above, properties(n) AS n, r.run AS run", ids)
    rows = []
    for row in found:
        for target in to[row["id"]]:
            key = _renamed(row["n"]["id"], row["id"], target)
            above_key = _renamed(row["above"], row["id"], target)
            rows.append({"id": key, "properties": {**row["n"], "id": key}, "above": above_key, "run": row["run"]})
    if rows:
        store.write(f"MERGE (n:{label} {{id: row.id}}) SET n = row.properties", rows)
        store.write(
            f"MATCH (n:{label} {{id: row.id}}) MATCH (a:{above} {{id: row.above}}) MERGE (n)<-[r:{relation}]-(a) "
            "SET r.run = row.run",
            rows,
        )


def _references(store: GraphStore, ids: Row, to: Mapping[str, Sequence[str]]) -> None:
    """As unresolved references; `kg.references` resolves them, as it does all."""
    found = store.run(
        "UNWIND $ids AS id MATCH (p:Provision {id: id})-[r:CITES]->() "
        "RETURN DISTINCT id, r.text AS text, r.target AS target, r.kind AS kind, r.key AS key, r.run AS run",
        ids,
    )
    rows = [{**row, "from": target} for row in found for target in to[row["id"]]]
    if rows:
        store.write("MERGE (c:Citation {id: row.key})", rows)
        store.write(
            "MATCH (p:Provision {id: row.from}) MATCH (c:Citation {id: row.key}) "
            "MERGE (p)-[r:CITES {text: row.text, target: row.target}]->(c) "
            "SET r.kind = row.kind, r.key = row.key, r.resolved = false, r.run = row.run",
            rows,
        )


def _concerns(store: GraphStore, ids: Row, to: Mapping[str, Sequence[str]]) -> None:
    found = store.run(
        "UNWIND $ids AS id MATCH (:Provision {id: id})-[:STATES]->(o:Obligation)-[r:CONCERNS]->(c:Concept) "
        "RETURN id, o.id AS obligation, c.id AS concept, r.actor AS actor, r.run AS run",
        ids,
    )
    rows = [{**row, "from": _renamed(row["obligation"], row["id"], target)} for row in found for target in to[row["id"]]]
    if rows:
        store.write(
            "MATCH (o:Obligation {id: row.from}) MATCH (c:Concept {id: row.concept}) MERGE (o)-[r:CONCERNS]->(c) "
            "SET r.actor = row.actor, r.run = row.run",
            rows,
        )
