"""The passages of one jurisdiction made ready for matching: terms, concepts, vectors and classes, row by row."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from scipy import sparse

from align.embeddings import EMBEDDED_CHARACTERS, VectorCache, Vectors, centred, group_means
from align.frozen import Frozen
from align.near_duplicates import collapse_copies
from align.passages import Passage, read_passages
from align.side import Ints, Side, statistics_of
from align.stored import Stored
from align.terms import Terms, read_terms
from align.weighting import Matrix, count_matrix, mean_length, saturate, widen
from ingest.concepts import lexicon
from kg.records import Document, Extraction, Provision

FIELD_WEIGHTS = {"text": 1.0, "heading": 0.5, "lead_in": 0.5, "title": 0.3}
"""How much a word of a candidate counts by where it stands."""
QUERY_WEIGHTS = {"text": 1.0, "heading": 0.5, "lead_in": 0.5}
"""The same for a source: its document's title names no demand."""
_QUERY = "query"


@dataclass
class AlignCorpus:
    """All jurisdictions with what is estimated from them and the indexes of their shared columns."""

    sides: dict[str, Side]
    frozen: Frozen
    documents: dict[str, Document]
    half_read: frozenset[str] = frozenset()
    """Documents of which only a part was read: an absence from these proves nothing."""
    moments: dict[str, Matrix] = field(default_factory=dict)
    """By direction, for each passage as a source the mean and standard deviation of its signals; NaN where not known."""

    @property
    def concept_index(self) -> dict[str, int]:
        return self.frozen.concept_index

    @property
    def word_index(self) -> dict[str, int]:
        return self.frozen.word_index

    @classmethod
    def build(
        cls,
        documents: Iterable[Document],
        provisions: Iterable[Provision],
        extractions: Mapping[str, Extraction],
        vectors: VectorCache,
        workers: int = 1,
        half_read: frozenset[str] = frozenset(),
        frozen: Frozen | None = None,
    ) -> AlignCorpus:
        """Reads, counts and embeds, in `workers` processes where there is much to read. The order of the inputs changes
        nothing. With `frozen` nothing is estimated anew."""
        docs = {d.id: d for d in documents}
        sides, frozen = read_sides(read_passages(docs.values(), provisions, extractions), vectors, workers, frozen)
        sides = {jurisdiction: collapse_copies(side, docs) for jurisdiction, side in sides.items()}
        for jurisdiction, side in sides.items():
            if jurisdiction not in frozen.sides:
                frozen.sides[jurisdiction] = statistics_of(side)
            side.frozen = frozen.sides[jurisdiction]
        return cls(sides, frozen, docs, half_read)


def read_sides(
    passages: list[Passage], vectors: VectorCache, workers: int, frozen: Frozen | None
) -> tuple[dict[str, Side], Frozen]:
    """The sides of `passages`, copies and all, and the statistics that they were read with."""
    first: dict[str, int] = {}
    for p in passages:
        first[p.unit] = min(first.get(p.unit, p.order), p.order)
    passages.sort(key=lambda p: (p.jurisdiction, p.part, p.document, first[p.unit], p.unit, p.order))
    matrix, langs = vectors.encode([_embedded(p) for p in passages]), [p.lang for p in passages]
    grow = frozen is None
    if frozen is None:
        names = sorted(lexicon().by_id)
        frozen = Frozen(group_means(matrix, langs), {name: at for at, name in enumerate(names)}, {})
    matrix = centred(matrix, langs, frozen.means)
    terms = read_terms(passages, workers)
    sides: dict[str, Side] = {}
    for jurisdiction in sorted({p.jurisdiction for p in passages}):
        rows = np.array([i for i, p in enumerate(passages) if p.jurisdiction == jurisdiction])
        mine = [passages[i] for i in rows]
        sides[jurisdiction] = _side(jurisdiction, mine, matrix[rows], [terms[i] for i in rows], frozen, grow)
    for side in sides.values():
        side.concepts = widen(side.concepts, len(frozen.concept_index))
        side.words = widen(side.words, len(frozen.word_index))
        side.query_words = widen(side.query_words, len(frozen.word_index))
    return sides, frozen


def _embedded(p: Passage) -> str:
    context = " ".join(t for t in (p.title if p.lang == "zh" else "", p.chapter if p.lang == "zh" else "", p.context) if t)
    return f"{context} {p.text}"[: EMBEDDED_CHARACTERS + min(len(context), 200)].strip()


def _side(jurisdiction: str, passages: list[Passage], vectors: Vectors, terms: list[Terms], frozen: Frozen, grow: bool) -> Side:
    units, unit = _numbered([p.unit for p in passages])
    documents, document = _numbered([p.document for p in passages])
    unit_part = {p.unit: p.part for p in passages}
    instruments, instrument = _numbered([unit_part[u] for u in units])
    row_of = {p.id: i for i, p in enumerate(passages)}
    targets = np.array([i for i, p in enumerate(passages) if p.target], np.int64)
    counts = {name: count_matrix((t.stems(name) for t in terms), frozen.word_index, grow=grow) for name in FIELD_WEIGHTS}
    width = len(frozen.word_index)
    queries = _weighted_sum(counts, QUERY_WEIGHTS, width)
    lengths = frozen.lengths.setdefault(
        jurisdiction, {name: mean_length(m) for name, m in counts.items()} | {_QUERY: mean_length(queries)}
    )
    return Side(
        jurisdiction=jurisdiction,
        passages=passages,
        demands=Stored.of_packed([t.demands for t in terms]),
        units=units,
        unit=unit,
        instruments=instruments,
        instrument=instrument,
        documents=documents,
        document=document,
        eligible=targets,
        targets=targets,
        states=np.array([p.states for p in passages], np.bool_),
        binding=np.array([p.binding for p in passages], np.bool_),
        classes=np.array([t.classes for t in terms], np.int64),
        vectors=vectors,
        concepts=count_matrix((t.concepts for t in terms), frozen.concept_index, grow=grow),
        words=_weighted_sum({n: saturate(m, mean=lengths[n]) for n, m in counts.items()}, FIELD_WEIGHTS, width),
        query_words=saturate(queries, b=0.5, mean=lengths[_QUERY]),
        homes=np.array([row_of.get(p.home, -1) for p in passages], np.int64),
        digests=_digests(passages, unit, len(units)),
    )


def _numbered(names: list[str]) -> tuple[list[str], Ints]:
    """The distinct names in order, and for each name its position among them."""
    known: dict[str, int] = {}
    at = np.array([known.setdefault(name, len(known)) for name in names], np.int64)
    return list(known), at


def _digests(passages: list[Passage], unit: Ints, units: int) -> list[bytes]:
    """For each unit a digest of its passages, without where they stand: a paragraph before them changes nothing in them."""
    digests = [hashlib.blake2b(digest_size=16) for _ in range(units)]
    for p, at in zip(passages, unit, strict=True):
        digests[at].update(repr(replace(p, document="", order=0)).encode())
    return [d.digest() for d in digests]


def _weighted_sum(parts: Mapping[str, sparse.csr_matrix], weights: Mapping[str, float], width: int) -> sparse.csr_matrix:
    total = None
    for name, weight in weights.items():
        part = widen(parts[name], width) * weight
        total = part if total is None else total + part
    assert total is not None
    out = total.astype(np.float32).tocsr()
    out.sort_indices()
    return out
