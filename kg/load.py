"""Loading parsed documents: batched, idempotent, and the same graph whatever the order of the files.

`load_documents` writes each document by itself; `link` then does what needs all of them: it takes out what is no longer
there, joins the versions of each work (`kg.versions`) and resolves references (`kg.references`). Either may be ended at
any statement and done again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from kg.graph_rows import (
    Row,
    citation_id,
    document_properties,
    node,
    obligation_properties,
    provision_rows,
    quantity_properties,
    term_properties,
)
from kg.joining import arrange
from kg.records import Extraction, ParsedDocument, Provision, Run
from kg.references import loosen_references, resolve_references
from kg.removal import drop_members
from kg.sources import (
    KnownSource,
    begin_sources,
    complete_source,
    known_sources,
    remove_sources,
    stored_findings,
    unsettled_works,
)
from kg.staleness import mark_changed, mark_searched
from kg.stores import GraphStore

__all__ = [
    "KnownSource",
    "begin_sources",
    "complete_source",
    "known_sources",
    "link",
    "load_documents",
    "remove_sources",
    "stored_findings",
    "unsettled_works",
    "write_concepts",
]

JURISDICTION_NAMES = {"US": "United States", "CN": "China", "EU": "European Union"}


@dataclass
class _Rows:
    """What one call writes, kind by kind."""

    provisions: list[Row] = field(default_factory=list)
    obligations: list[Row] = field(default_factory=list)
    quantities: list[Row] = field(default_factory=list)
    terms: list[Row] = field(default_factory=list)
    concerns: list[Row] = field(default_factory=list)
    references: list[Row] = field(default_factory=list)

    def add(self, provision: Provision, found: Extraction) -> None:
        for i, obligation in enumerate(found.obligations, 1):
            key = f"{provision.id}#o{i}"
            self.obligations.append({**node(key, obligation_properties(obligation, provision)), "above": provision.id})
            self.quantities.extend(
                {**node(f"{key}q{j}", quantity_properties(quantity)), "above": key}
                for j, quantity in enumerate(obligation.quantities, 1)
            )
            concepts = dict.fromkeys(obligation.concepts, False)
            if obligation.actor:
                concepts[obligation.actor] = True
            self.concerns.extend({"from": key, "to": concept, "actor": actor} for concept, actor in concepts.items())
        for i, term in enumerate(found.terms, 1):
            self.terms.append({**node(f"{provision.id}#t{i}", term_properties(term)), "above": provision.id})
        # One edge a wording and target: the second mention in the same provision says nothing new.
        once = {(reference.text, reference.target): reference for reference in reversed(found.references)}
        self.references.extend(
            {"from": provision.id, "to": citation_id(r), "text": r.text, "target": r.target, "kind": r.kind}
            for r in once.values()
        )


def load_documents(
    store: GraphStore,
    parsed: Sequence[ParsedDocument],
    extractions: Mapping[str, Extraction],
    copies: Mapping[str, Sequence[str]],
    run: Run,
) -> None:
    """Writes documents with all that was found in them; a document that is there already is brought up to date.

    `extractions` are by provision id, `copies` by document id: the names of other files that hold the same version. The
    documents' sources must have been begun (`begin_sources`).
    """
    rows = _Rows()
    for one in parsed:
        rows.provisions.extend(provision_rows(one))
        for provision in one.provisions:
            found = extractions.get(provision.id)
            if found is not None:
                rows.add(provision, found)
    _mark_stale(store, parsed, rows)
    _make_room(store, [one.document.id for one in parsed], rows)
    _write_documents(store, parsed, copies)
    _nodes(store, "Provision", rows.provisions)
    _edges(
        store,
        "MATCH (p:Provision {id: row.id}) MATCH (d:Document {id: row.document}) MERGE (p)<-[:HAS_PROVISION]-(d)",
        rows.provisions,
    )
    children = [{"child": row["id"], "parent": row["parent"]} for row in rows.provisions if row["parent"]]
    _edges(
        store, "MATCH (c:Provision {id: row.child}) MATCH (p:Provision {id: row.parent}) MERGE (c)<-[:HAS_CHILD]-(p)", children
    )
    _below(store, "Obligation", "Provision", "STATES", rows.obligations, run)
    _below(store, "Quantity", "Obligation", "LIMITS", rows.quantities, run)
    _below(store, "DefinedTerm", "Provision", "DEFINES", rows.terms, run)
    _edges(store, "MERGE (c:Concept {id: row.id})", [{"id": key} for key in sorted({row["to"] for row in rows.concerns})])
    _edges(
        store,
        # With its properties inside MERGE and not SET after it: half the time. What an earlier reading left is gone by now.
        "MATCH (o:Obligation {id: row.from}) MATCH (c:Concept {id: row.to}) "
        "MERGE (o)-[:CONCERNS {actor: row.actor, run: $run}]->(c)",
        rows.concerns,
        run=run.id,
    )
    _edges(store, "MERGE (c:Citation {id: row.id})", [{"id": key} for key in sorted({row["to"] for row in rows.references})])
    _edges(
        store,
        "MATCH (p:Provision {id: row.from}) MATCH (c:Citation {id: row.to}) "
        "MERGE (p)-[:CITES {text: row.text, target: row.target, kind: row.kind, key: row.to, resolved: false, run: $run}]->(c)",
        rows.references,
        run=run.id,
    )


def write_concepts(store: GraphStore, concepts: Sequence[Row]) -> None:
    """Gives the Concept nodes of the graph their labels and kind; `concepts` is the whole lexicon, rows with an `id`."""
    there = {row["id"] for row in store.run("MATCH (c:Concept) RETURN c.id AS id")}
    _edges(
        store,
        "MATCH (c:Concept {id: row.id}) SET c += row.properties",
        [{"id": row["id"], "properties": row} for row in concepts if row["id"] in there],
    )


def link(store: GraphStore) -> None:
    """Takes out what vanished, joins the versions of each work and resolves the references of the whole graph."""
    stale = [row["id"] for row in store.run("MATCH (d:Document) WHERE d.stale = true RETURN d.id AS id ORDER BY id")]
    if stale:
        arrange(store, leave_out=stale)
        _delete_documents(store, stale)
    store.write("MATCH (s:Source) WHERE s.state = 'removed' DETACH DELETE s")
    arrange(store)
    resolve_references(store)


def _edges(store: GraphStore, cypher: str, rows: Sequence[Row], **parameters: str) -> None:
    if rows:  # a statement over no rows would run once, without any
        store.write(cypher, rows, **parameters)


def _nodes(store: GraphStore, label: str, rows: Sequence[Row]) -> None:
    # `=` and not `+=`: what an earlier reading said and this one does not must go.
    _edges(store, f"MERGE (n:{label} {{id: row.id}}) SET n = row.properties", rows)


def _below(store: GraphStore, label: str, above: str, relation: str, rows: Sequence[Row], run: Run) -> None:
    """Nodes and the relationship from what stands above each. The new node is named first: it has the fewer relationships."""
    _nodes(store, label, rows)
    _edges(
        store,
        f"MATCH (n:{label} {{id: row.id}}) MATCH (a:{above} {{id: row.above}}) MERGE (n)<-[r:{relation}]-(a) SET r.run = $run",
        [{"id": row["id"], "above": row["above"]} for row in rows],
        run=run.id,
    )


def _write_documents(store: GraphStore, parsed: Iterable[ParsedDocument], copies: Mapping[str, Sequence[str]]) -> None:
    documents = [one.document for one in parsed]
    jurisdictions = sorted({d.jurisdiction for d in documents})
    _edges(
        store,
        "MERGE (n:Jurisdiction {id: row.id}) SET n.name = row.name",
        [{"id": j, "name": JURISDICTION_NAMES[j]} for j in jurisdictions],
    )
    authorities = sorted({d.authority for d in documents if d.authority})
    _edges(store, "MERGE (n:Authority {id: row.id})", [{"id": a} for a in authorities])
    _nodes(
        store,
        "Document",
        [node(one.document.id, document_properties(one, copies.get(one.document.id, ()))) for one in parsed],
    )
    ends = [{"id": d.id, "jurisdiction": d.jurisdiction, "authority": d.authority, "source": d.source} for d in documents]
    _edges(
        store, "MATCH (d:Document {id: row.id}) MATCH (j:Jurisdiction {id: row.jurisdiction}) MERGE (d)<-[:ISSUED]-(j)", ends
    )
    _edges(
        store,
        "MATCH (d:Document {id: row.id}) MATCH (a:Authority {id: row.authority}) MERGE (d)<-[:ISSUED]-(a)",
        [row for row in ends if row["authority"]],
    )
    _edges(store, "MATCH (d:Document {id: row.id}) MATCH (s:Source {id: row.source}) MERGE (d)-[:READ_FROM]->(s)", ends)


def _mark_stale(store: GraphStore, parsed: Sequence[ParsedDocument], rows: _Rows) -> None:
    """What rests on texts that this reading changes. A reading that gives the same texts again marks nothing."""
    stored = {
        row["id"]: row["reads"]
        for row in store.run(
            "UNWIND $ids AS id MATCH (d:Document {id: id})-[r:HAS_PROVISION]->(p:Provision) "
            "RETURN coalesce(r.id, p.id) AS id, p.version_hash AS reads",
            {"ids": [one.document.id for one in parsed]},
        )
    }
    differing = {row["id"] for row in rows.provisions if stored.get(row["id"]) != row["properties"]["version_hash"]}
    mark_changed(store, differing & stored.keys())
    home = {one.document.id: one.document.jurisdiction for one in parsed}
    mark_searched(store, {home[row["document"]] for row in rows.provisions if row["id"] in differing})


def _make_room(store: GraphStore, documents: Sequence[str], rows: _Rows) -> None:
    """Takes out of documents that are there already all that this reading does not give again."""
    there = [
        row["id"]
        for row in store.run("UNWIND $ids AS id MATCH (d:Document {id: id}) RETURN d.id AS id", {"ids": list(documents)})
    ]
    if not there:
        return
    arrange(store, leave_out=there)
    given = {row["id"] for row in (*rows.provisions, *rows.obligations, *rows.quantities, *rows.terms)}
    members = store.run(
        "UNWIND $ids AS id MATCH (d:Document {id: id})-[:HAS_PROVISION]->(p:Provision) RETURN d.id AS document, p.id AS id",
        {"ids": there},
    )
    kept = [{"id": row["id"]} for row in members if row["id"] in given]
    drop_members(store, [(row["document"], row["id"]) for row in members if row["id"] not in given])
    for pattern in (
        "(p)-[:STATES]->(n:Obligation)-[:LIMITS]->(m:Quantity)",
        "(p)-[:STATES]->(m:Obligation)",
        "(p)-[:DEFINES]->(m:DefinedTerm)",
    ):
        below = store.run(
            f"UNWIND $ids AS id MATCH (p:Provision {{id: id}}) MATCH {pattern} RETURN DISTINCT m.id AS id",
            {"ids": [r["id"] for r in kept]},
        )
        label = pattern.rpartition(":")[2].rstrip(")")
        _edges(store, f"MATCH (m:{label} {{id: row.id}}) DETACH DELETE m", [row for row in below if row["id"] not in given])
    _edges(store, "MATCH (p:Provision {id: row.id})-[r:CITES]->() DELETE r", kept)
    _edges(store, "MATCH (p:Provision {id: row.id})<-[r:HAS_CHILD]-() DELETE r", kept)
    _edges(store, "MATCH (p:Provision {id: row.id})-[:STATES]->()-[r:CONCERNS]->() DELETE r", kept)
    _edges(store, "MATCH (d:Document {id: row.id})-[r:READ_FROM]->() DELETE r", [{"id": key} for key in there])
    _edges(store, "MATCH (d:Document {id: row.id})<-[r:ISSUED]-() DELETE r", [{"id": key} for key in there])


def _delete_documents(store: GraphStore, documents: Sequence[str]) -> None:
    ids = list(documents)
    members = store.run(
        "UNWIND $ids AS id MATCH (d:Document {id: id})-[:HAS_PROVISION]->(p:Provision) RETURN d.id AS document, p.id AS id",
        {"ids": ids},
    )
    drop_members(store, [(row["document"], row["id"]) for row in members])
    loosen_references(store, "Document", ids)
    _edges(store, "MATCH (d:Document {id: row.id}) DETACH DELETE d", [{"id": key} for key in ids])
