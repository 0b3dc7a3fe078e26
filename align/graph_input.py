"""The aligner's input read back from a graph: documents, provisions and what they state."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Set
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from align.calibration import calibration_text
from kg.records import Document, Extraction, Obligation, Provision
from kg.stores import GraphStore, Row
from kg.version import CODE_VERSION

_DOCUMENTS = """
MATCH (d:Document)
RETURN d.id AS id, d.jurisdiction AS jurisdiction, d.title AS title, d.kind AS kind, d.binding AS binding, d.lang AS lang,
       d.source AS source, d.sha256 AS sha256, d.number AS number, d.valid_from AS valid_from, d.valid_to AS valid_to,
       d.work AS work, d.fully_read AS fully_read
ORDER BY id
"""
_ALL = "MATCH (p:Provision)"
_OF_DOCUMENTS = """
UNWIND $documents AS document
MATCH (d:Document {id: document})-[:HAS_PROVISION]->(p:Provision) WHERE p.document = document AND p.valid_to IS NULL
"""
_PROVISIONS = """
OPTIONAL MATCH (q:Provision)-[:HAS_CHILD]->(p) WHERE q.valid_to IS NULL
RETURN p.id AS id, p.citation AS citation, p.level AS level, p.role AS role, p.heading AS heading, p.text AS text,
       p.tail AS tail, p.marker AS marker, p.lang AS lang, p.jurisdiction AS jurisdiction, p.order AS order,
       p.valid_to AS valid_to, p.document AS document, q.id AS parent
"""
_OBLIGATIONS = """
MATCH (p)-[:STATES]->(o:Obligation)
RETURN p.id AS provision, o.id AS id, o.modality AS modality, o.cue AS cue, o.subject AS subject, o.action AS action,
       o.actor AS actor, o.polarity AS polarity, o.restrictive AS restrictive, o.conditions AS conditions,
       o.exceptions AS exceptions, o.text AS text, o.lang AS lang, o.start AS start
"""
_HASHES = """
RETURN document, p.order AS order,
       p.id + ' ' + coalesce(p.version_hash, '') + ' ' + coalesce(p.text_hash, '') + ' ' + coalesce(p.marker, '') AS said
"""
_RUNS = "MATCH (r:Run {stage: 'ingest'}) RETURN r.id AS id, r.ended AS ended, r.state AS state ORDER BY id"

_DATA = ("data/weights.json", "data/verdict.json", "data/match.json", "data/silence.json", "data/instruments.tsv")


@dataclass(frozen=True)
class GraphInput:
    documents: list[Document]
    """All in force, also where provisions were read of some only."""
    provisions: list[Provision]
    extractions: dict[str, Extraction]
    half_read: frozenset[str] = frozenset()
    """Documents of which the graph holds less than what was written (`regkg doctor --coverage`)."""


def document_rows(store: GraphStore) -> dict[str, Row]:
    """All documents as they are stored, by id, those no longer in force among them."""
    return {row["id"]: row for row in store.run(_DOCUMENTS)}


def content_digests(store: GraphStore, documents: Iterable[str]) -> dict[str, bytes]:
    """For each document a digest of its provisions in force: their ids, hashes and order."""
    rows: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for row in store.run(_OF_DOCUMENTS + _HASHES, {"documents": sorted(documents)}):
        rows[row["document"]].append((row["order"], row["said"]))
    return {
        key: hashlib.blake2b("\n".join(text for _, text in sorted(found)).encode(), digest_size=16).digest()
        for key, found in rows.items()
    }


def input_digest(store: GraphStore, embedder: str) -> str:
    """Equal when nothing that the aligner reads has changed: documents, ingest runs, lexicon, weights, calibration, embedder,
    code."""

    parts = [basis_digest(embedder)]
    parts.extend(f"{row['id']} {row['sha256']} {row['valid_to']}" for row in store.run(_DOCUMENTS))
    parts.extend(f"{row['id']} {row['ended']}" for row in store.run(_RUNS) if row["state"] == "complete")
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def basis_digest(embedder: str) -> str:
    """The part of it that is not in the graph."""
    from ingest.concepts.lexicon import LEXICON  # noqa: PLC0415

    parts = [CODE_VERSION, embedder, hashlib.sha256(LEXICON.read_bytes()).hexdigest()]
    parts.extend(files("align").joinpath(name).read_text(encoding="utf-8") for name in _DATA)
    parts.extend(filter(None, [calibration_text()]))
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def read_graph(store: GraphStore, works: Set[str] | None = None) -> GraphInput:
    """Documents in force with their provisions and obligations, in the order of their ids; of `works` only, if given."""
    in_force = [row for row in store.run(_DOCUMENTS) if row["valid_to"] is None]
    documents = [_document(row) for row in in_force]
    inside = {d.id for d in documents if works is None or d.work in works}
    which = _ALL if works is None else _OF_DOCUMENTS
    given = {} if works is None else {"documents": sorted(inside)}
    provisions = [
        _provision(row)
        for row in store.run(which + _PROVISIONS, given)
        if row["document"] in inside and row["valid_to"] is None
    ]
    found: dict[str, list[tuple[tuple[int, str], Obligation]]] = defaultdict(list)
    for row in store.run(which + _OBLIGATIONS, given):
        found[row["provision"]].append(((row["start"] or 0, row["id"]), _obligation(row)))
    extractions = {
        key: Extraction(obligations=tuple(o for _, o in sorted(rows, key=lambda pair: pair[0]))) for key, rows in found.items()
    }
    provisions.sort(key=lambda p: (p.document, p.order))
    half_read = frozenset(row["id"] for row in in_force if row["fully_read"] is False)
    return GraphInput(documents, provisions, extractions, half_read)


def _document(row: dict[str, Any]) -> Document:
    return Document(
        id=row["id"],
        jurisdiction=row["jurisdiction"],
        title=row["title"] or "",
        kind=row["kind"],
        binding=bool(row["binding"]),
        lang=row["lang"],
        source=row["source"] or "",
        sha256=row["sha256"] or "",
        number=row["number"],
        valid_from=row["valid_from"],
        work=row["work"] or row["id"],
    )


def _provision(row: dict[str, Any]) -> Provision:
    return Provision(
        id=row["id"],
        document=row["document"],
        citation=row["citation"],
        path=(),
        level=row["level"],
        text=row["text"] or "",
        lang=row["lang"],
        jurisdiction=row["jurisdiction"],
        order=int(row["order"]),
        parent=row["parent"],
        heading=row["heading"] or "",
        tail=row["tail"] or "",
        marker=row["marker"] or "",
        role=row["role"] or "body",
    )


def _obligation(row: dict[str, Any]) -> Obligation:
    return Obligation(
        modality=row["modality"],
        cue=row["cue"] or "",
        action=row["action"] or "",
        text=row["text"] or row["action"] or "",
        lang=row["lang"],
        subject=row["subject"],
        actor=row["actor"],
        polarity=row["polarity"] or "positive",
        restrictive=bool(row["restrictive"]),
        conditions=tuple(row["conditions"] or ()),
        exceptions=tuple(row["exceptions"] or ()),
    )
