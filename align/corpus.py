"""The passages of one jurisdiction made ready for matching: terms, concepts, vectors and classes, row by row."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from scipy import sparse

from align.embeddings import EMBEDDED_CHARACTERS, VectorCache, Vectors, centred
from align.near_duplicates import collapse_copies
from align.object_class import classes_of
from align.passages import Passage, read_passages
from align.side import Side
from align.weighting import count_matrix, saturate, widen
from kg.records import Document, Extraction, Provision

ConceptFinder = Callable[[str, str], Sequence[str]]
"""(text, language) -> ids of the concepts in it, one entry a mention."""


FIELD_WEIGHTS = {"text": 1.0, "heading": 0.5, "lead_in": 0.5, "title": 0.3}
"""How much a word of a candidate counts by where it stands."""
QUERY_WEIGHTS = {"text": 1.0, "heading": 0.5, "lead_in": 0.5}
"""The same for a source: its document's title names no demand."""

_WORD = re.compile(r"[a-z][a-z-]*[a-z]|[a-z]")
_STOP = frozenset(
    "a an and are as at be been by for from has have if in into is it its may must not of on or shall should "
    "such than that the their them these they this those to was which who will with within without under any "
    "other each all no where when section paragraph article part chapter referred accordance".split()
)


@lru_cache(maxsize=1 << 17)
def _stem(word: str) -> str:
    return str(_stemmer().stemWord(word))


@lru_cache(maxsize=1)
def _stemmer() -> Any:
    import snowballstemmer  # noqa: PLC0415

    return snowballstemmer.stemmer("english")


def stems(text: str) -> list[str]:
    """Stemmed words of an English text without function words."""
    return [_stem(w) for w in _WORD.findall(text.lower()) if w not in _STOP]


@dataclass
class AlignCorpus:
    """All jurisdictions with the indexes of their shared columns."""

    sides: dict[str, Side]
    concept_index: dict[str, int]
    word_index: dict[str, int]
    documents: dict[str, Document]

    @classmethod
    def build(
        cls,
        documents: Iterable[Document],
        provisions: Iterable[Provision],
        extractions: Mapping[str, Extraction],
        vectors: VectorCache,
        find: ConceptFinder,
    ) -> AlignCorpus:
        """Reads, counts and embeds. The order of the inputs changes nothing."""
        docs = {d.id: d for d in documents}
        passages = read_passages(docs.values(), provisions, extractions)
        first: dict[str, int] = {}
        for p in passages:
            first[p.unit] = min(first.get(p.unit, p.order), p.order)
        passages.sort(key=lambda p: (p.jurisdiction, p.part, p.document, first[p.unit], p.unit, p.order))
        matrix = vectors.encode([_embedded(p) for p in passages])
        matrix = centred(matrix, [p.lang for p in passages])
        concept_index: dict[str, int] = {}
        word_index: dict[str, int] = {}
        sides: dict[str, Side] = {}
        for jurisdiction in sorted({p.jurisdiction for p in passages}):
            rows = np.array([i for i, p in enumerate(passages) if p.jurisdiction == jurisdiction])
            side = _side(jurisdiction, [passages[i] for i in rows], matrix[rows], find, concept_index, word_index)
            sides[jurisdiction] = collapse_copies(side, docs)
        for side in sides.values():
            side.concepts = widen(side.concepts, len(concept_index))
            side.words = widen(side.words, len(word_index))
            side.query_words = widen(side.query_words, len(word_index))
        return cls(sides, concept_index, word_index, docs)


def _embedded(p: Passage) -> str:
    context = " ".join(t for t in (p.title if p.lang == "zh" else "", p.chapter if p.lang == "zh" else "", p.context) if t)
    return f"{context} {p.text}"[: EMBEDDED_CHARACTERS + min(len(context), 200)].strip()


def _side(
    jurisdiction: str,
    passages: list[Passage],
    vectors: Vectors,
    find: ConceptFinder,
    concept_index: dict[str, int],
    word_index: dict[str, int],
) -> Side:
    units: dict[str, int] = {}
    unit = np.array([units.setdefault(p.unit, len(units)) for p in passages], np.int64)
    instruments: dict[str, int] = {}
    unit_part = {p.unit: p.part for p in passages}
    instrument = np.array([instruments.setdefault(unit_part[u], len(instruments)) for u in units], np.int64)

    def concepts_of(p: Passage) -> Sequence[str]:
        above = p.chapter if p.lang == "zh" else ""
        return find(" ".join(t for t in (above, p.context, p.text) if t), p.lang)

    row_of = {p.id: i for i, p in enumerate(passages)}
    counts = {name: _counts(passages, name, word_index) for name in FIELD_WEIGHTS}
    concepts = count_matrix((concepts_of(p) for p in passages), concept_index, grow=True)
    return Side(
        jurisdiction=jurisdiction,
        passages=passages,
        units=list(units),
        unit=unit,
        instruments=list(instruments),
        instrument=instrument,
        targets=np.array([i for i, p in enumerate(passages) if p.target], np.int64),
        classes=np.array([classes_of(f"{p.title} {p.chapter} {p.heading}", p.text, p.lang) for p in passages], np.int64),
        vectors=vectors,
        concepts=concepts,
        words=_weighted_sum({n: saturate(m) for n, m in counts.items()}, FIELD_WEIGHTS, len(word_index)),
        query_words=saturate(_weighted_sum(counts, QUERY_WEIGHTS, len(word_index)), b=0.5),
        homes=np.array([row_of.get(p.home, -1) for p in passages], np.int64),
    )


def _counts(passages: list[Passage], name: str, index: dict[str, int]) -> sparse.csr_matrix:
    """Stems of one field; a title that many passages share is stemmed once."""
    known: dict[str, list[str]] = {}

    def of(p: Passage) -> list[str]:
        if p.lang != "en":
            return []
        text = getattr(p, name)
        if name == "text":
            return stems(text)
        if text not in known:
            known[text] = stems(text)
        return known[text]

    return count_matrix((of(p) for p in passages), index, grow=True)


def _weighted_sum(parts: Mapping[str, sparse.csr_matrix], weights: Mapping[str, float], width: int) -> sparse.csr_matrix:
    total = None
    for name, weight in weights.items():
        part = widen(parts[name], width) * weight
        total = part if total is None else total + part
    assert total is not None
    return total.astype(np.float32).tocsr()
