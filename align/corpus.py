"""The passages of one jurisdiction made ready for matching: terms, concepts, vectors and classes, row by row."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from align.demand import ConceptFinder
from align.embeddings import EMBEDDED_CHARACTERS, VectorCache, Vectors, centred
from align.near_duplicates import collapse_copies
from align.passages import Passage, read_passages
from align.side import Side
from align.terms import Terms, read_terms
from align.weighting import count_matrix, saturate, widen
from kg.records import Document, Extraction, Provision

FIELD_WEIGHTS = {"text": 1.0, "heading": 0.5, "lead_in": 0.5, "title": 0.3}
"""How much a word of a candidate counts by where it stands."""
QUERY_WEIGHTS = {"text": 1.0, "heading": 0.5, "lead_in": 0.5}
"""The same for a source: its document's title names no demand."""


@dataclass
class AlignCorpus:
    """All jurisdictions with the indexes of their shared columns."""

    sides: dict[str, Side]
    concept_index: dict[str, int]
    word_index: dict[str, int]
    documents: dict[str, Document]
    half_read: frozenset[str] = frozenset()
    """Documents of which only a part was read: an absence from these proves nothing."""

    @classmethod
    def build(
        cls,
        documents: Iterable[Document],
        provisions: Iterable[Provision],
        extractions: Mapping[str, Extraction],
        vectors: VectorCache,
        find: ConceptFinder,
        workers: int = 1,
        half_read: frozenset[str] = frozenset(),
    ) -> AlignCorpus:
        """Reads, counts and embeds, in `workers` processes where there is much to read. The order of the inputs changes
        nothing."""
        docs = {d.id: d for d in documents}
        passages = read_passages(docs.values(), provisions, extractions)
        first: dict[str, int] = {}
        for p in passages:
            first[p.unit] = min(first.get(p.unit, p.order), p.order)
        passages.sort(key=lambda p: (p.jurisdiction, p.part, p.document, first[p.unit], p.unit, p.order))
        matrix = vectors.encode([_embedded(p) for p in passages])
        matrix = centred(matrix, [p.lang for p in passages])
        terms = read_terms(passages, find, workers)
        concept_index: dict[str, int] = {}
        word_index: dict[str, int] = {}
        sides: dict[str, Side] = {}
        for jurisdiction in sorted({p.jurisdiction for p in passages}):
            rows = np.array([i for i, p in enumerate(passages) if p.jurisdiction == jurisdiction])
            side = _side(
                jurisdiction, [passages[i] for i in rows], matrix[rows], [terms[i] for i in rows], concept_index, word_index
            )
            sides[jurisdiction] = collapse_copies(side, docs)
        for side in sides.values():
            side.concepts = widen(side.concepts, len(concept_index))
            side.words = widen(side.words, len(word_index))
            side.query_words = widen(side.query_words, len(word_index))
        return cls(sides, concept_index, word_index, docs, half_read)


def _embedded(p: Passage) -> str:
    context = " ".join(t for t in (p.title if p.lang == "zh" else "", p.chapter if p.lang == "zh" else "", p.context) if t)
    return f"{context} {p.text}"[: EMBEDDED_CHARACTERS + min(len(context), 200)].strip()


def _side(
    jurisdiction: str,
    passages: list[Passage],
    vectors: Vectors,
    terms: list[Terms],
    concept_index: dict[str, int],
    word_index: dict[str, int],
) -> Side:
    units: dict[str, int] = {}
    unit = np.array([units.setdefault(p.unit, len(units)) for p in passages], np.int64)
    instruments: dict[str, int] = {}
    unit_part = {p.unit: p.part for p in passages}
    instrument = np.array([instruments.setdefault(unit_part[u], len(instruments)) for u in units], np.int64)

    row_of = {p.id: i for i, p in enumerate(passages)}
    counts = {name: count_matrix((t.stems(name) for t in terms), word_index, grow=True) for name in FIELD_WEIGHTS}
    concepts = count_matrix((t.concepts for t in terms), concept_index, grow=True)
    return Side(
        jurisdiction=jurisdiction,
        passages=passages,
        units=list(units),
        unit=unit,
        instruments=list(instruments),
        instrument=instrument,
        targets=np.array([i for i, p in enumerate(passages) if p.target], np.int64),
        classes=np.array([t.classes for t in terms], np.int64),
        vectors=vectors,
        concepts=concepts,
        words=_weighted_sum({n: saturate(m) for n, m in counts.items()}, FIELD_WEIGHTS, len(word_index)),
        query_words=saturate(_weighted_sum(counts, QUERY_WEIGHTS, len(word_index)), b=0.5),
        homes=np.array([row_of.get(p.home, -1) for p in passages], np.int64),
    )


def _weighted_sum(parts: Mapping[str, sparse.csr_matrix], weights: Mapping[str, float], width: int) -> sparse.csr_matrix:
    total = None
    for name, weight in weights.items():
        part = widen(parts[name], width) * weight
        total = part if total is None else total + part
    assert total is not None
    return total.astype(np.float32).tocsr()
