"""Reads the generators' input by the named queries `qa_*`, one jurisdiction at a time."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from ingest.sentences import split_sentences
from ingest.taxonomy import topic_of
from kg.queries import run_query
from kg.records import JURISDICTIONS, Quantity, Topic
from kg.runs import last_complete
from kg.stores import GraphStore
from qa.graph.records import Duty, Edge, Link, Measure, Place, QAGraph, Source, Term

_ASKED = frozenset({"body", "definition", None})
"""Roles of provisions that questions are made from; recitals, notes, headings and tables demand nothing by themselves."""

_LONGEST = 60_000
"""A provision's own text longer than this many characters is a table or an annex; no question is made from it."""


def read_graph(store: GraphStore) -> QAGraph:
    """Everything that items are made from; empty lists where the graph was not aligned."""
    graph = QAGraph()
    for row in run_query(store, "qa_documents"):
        graph.sources[row["id"]] = Source(
            row["id"],
            row["title"] or row["id"],
            row["jurisdiction"],
            row["lang"],
            _topic(row),
            row["source"] or "",
        )
    for jurisdiction in JURISDICTIONS:
        _read_jurisdiction(store, graph, jurisdiction)
    graph.terms = [
        Term(row["id"], graph.places[row["provision"]], row["term"], row["text"])
        for row in run_query(store, "qa_terms")
        if row["provision"] in graph.places
    ]
    graph.links = [
        Link(graph.places[row["provision"]], row["text"] or "", row["target"] or "", row["kind"] or "")
        for row in run_query(store, "qa_references")
        if row["provision"] in graph.places
    ]
    graph.edges = [_edge(row) for row in run_query(store, "qa_edges")]
    graph.silences = [(row["source"], row["target"], row["state"]) for row in run_query(store, "qa_silences")]
    last = last_complete(store, "align") or last_complete(store, "ingest")
    graph.run = last["id"] if last else ""
    return graph


def _topic(row: dict[str, Any]) -> Topic:
    """As the graph holds it; by the title where the graph was built before documents were classified."""
    if row["domain"]:
        return Topic(row["domain"], row["subdomain"], row["topic_evidence"] or "")
    return topic_of(row["jurisdiction"], row["title"] or row["id"])


def _read_jurisdiction(store: GraphStore, graph: QAGraph, jurisdiction: str) -> None:
    for row in run_query(store, "qa_provisions", jurisdiction=jurisdiction):
        source = graph.sources.get(row["document"])
        if source is not None and len(row["text"]) <= _LONGEST and row["role"] in _ASKED:
            graph.places[row["id"]] = Place(row["id"], row["citation"], row["text"], source, row["level"] or "")
    measures: dict[str, list[Measure]] = defaultdict(list)
    for row in run_query(store, "qa_quantities", jurisdiction=jurisdiction):
        measures[row["obligation"]].append(Measure(row["id"], _quantity(row)))
    concepts: dict[str, set[str]] = defaultdict(set)
    for row in run_query(store, "qa_concepts", jurisdiction=jurisdiction):
        concepts[row["obligation"]].add(row["concept"])
    rows: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in run_query(store, "qa_obligations", jurisdiction=jurisdiction):
        if row["provision"] in graph.places:
            rows[row["provision"]].append(row)
    for key, stated in rows.items():
        place = graph.places[key]
        spans = split_sentences(place.text, place.lang)
        graph.duties[key] = [
            _duty(
                row, place, spans, tuple(measures.get(row["id"], ())), frozenset(concepts.get(row["id"], ())), len(stated) == 1
            )
            for row in stated
        ]


def _sentence(text: str, spans: list[tuple[int, int]], start: int, end: int) -> str:
    for a, b in spans:
        if a <= start and end <= b:
            return text[a:b].strip()
    return ""


def _duty(
    row: dict[str, Any],
    place: Place,
    spans: list[tuple[int, int]],
    measures: tuple[Measure, ...],
    concepts: frozenset[str],
    alone: bool,
) -> Duty:
    start, end = row["start"], row["end"]
    inside = start is not None and end is not None and start >= 0
    return Duty(
        id=row["id"],
        place=place,
        modality=row["modality"],
        cue=row["cue"] or "",
        sentence=_sentence(place.text, spans, int(start), int(end)) if inside else "",
        subject=row["subject"] or "",
        actor=row["actor"] or "",
        conditions=tuple(row["conditions"] or ()),
        exceptions=tuple(row["exceptions"] or ()),
        measures=measures,
        concepts=concepts,
        alone=alone,
    )


def _quantity(row: dict[str, Any]) -> Quantity:
    number = row["value"]
    return Quantity(
        text=row["text"],
        kind=row["kind"],
        comparator=row["comparator"] or "=",
        value=float(number) if number is not None else str(row["value_text"]),
        unit=row["unit"] or "",
        qualifier=row["qualifier"],
        value_high=row["value_high"],
    )


def _edge(row: dict[str, Any]) -> Edge:
    return Edge(
        source=row["source"],
        target=row["target"],
        label=row["label"],
        rank=int(row["rank"]),
        cosine=float(row["cosine"] or 0.0),
        probability=float(row["probability"] or 0.0),
        confidence=row["confidence"] or "",
        differs_in=tuple(row["differs_in"] or ()),
        passages=tuple(row["passages"] or ()),
        run=row["run"] or "",
    )
