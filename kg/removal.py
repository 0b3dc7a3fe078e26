"""Taking provisions out of the graph without leaving anything behind, also when ended in the middle."""

from __future__ import annotations

from collections.abc import Sequence

from kg.references import loosen_references
from kg.staleness import mark_gone
from kg.stores import GraphStore


def drop_members(store: GraphStore, members: Sequence[tuple[str, str]]) -> None:
    """Takes provisions out of documents, as (document id, provision id). A provision that no document holds any more is
    deleted with its obligations, quantities and terms.

    What hangs below goes first and the provision last, so that what was left half done is found again by its membership.
    """
    if not members:
        return
    leaving: dict[str, set[str]] = {}
    for document, provision in members:
        leaving.setdefault(provision, set()).add(document)
    held = store.run(
        "UNWIND $ids AS id MATCH (p:Provision {id: id})<-[:HAS_PROVISION]-(d:Document) "
        "RETURN p.id AS provision, d.id AS document",
        {"ids": sorted(leaving)},
    )
    shared = {row["provision"] for row in held if row["document"] not in leaving[row["provision"]]}
    rows = [{"document": document, "id": provision} for document, provision in sorted(members) if provision in shared]
    if rows:
        store.write("MATCH (p:Provision {id: row.id})<-[r:HAS_PROVISION]-(d:Document {id: row.document}) DELETE r", rows)
    alone = [{"id": provision} for provision in sorted(leaving) if provision not in shared]
    if alone:
        loosen_references(store, "Provision", [row["id"] for row in alone])
        mark_gone(store, [row["id"] for row in alone])
        store.write("MATCH (p:Provision {id: row.id})-[:STATES]->(:Obligation)-[:LIMITS]->(n:Quantity) DETACH DELETE n", alone)
        store.write("MATCH (p:Provision {id: row.id})-[:STATES]->(n:Obligation) DETACH DELETE n", alone)
        store.write("MATCH (p:Provision {id: row.id})-[:DEFINES]->(n:DefinedTerm) DETACH DELETE n", alone)
        store.write("MATCH (p:Provision {id: row.id}) DETACH DELETE p", alone)
