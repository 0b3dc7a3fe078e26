"""The passages of one jurisdiction made ready for matching: terms, concepts, vectors and classes, row by row."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from align.embeddings import EMBEDDED_CHARACTERS, VectorCache, Vectors, centred
from align.near_duplicates import collapse_copies
from align.object_class import classes_of
from align.passages import Passage, read_passages
from align.weighting import count_matrix, saturate, widen
from kg.records import Document, Extraction, Provision

ConceptFinder = Callable[[str, str], Sequence[str]]
"""(text, language) -> ids of the concepts in it, one entry a mention."""

Ints = NDArray[np.int64]

FIELD_WEIGHTS = {"text": 1.0, "heading": 1.0, "lead_in": 0.5, "title": 0.3}
"""How much a word counts by where it stands (US-EU, kept half: R@10 of US to EU .57 -> .64 with headings and lead-ins)."""

_WORD = re.compile(r"[a-z][a-z-]*[a-z]|[a-z]")
_STOP = frozenset(
    "a an and are as at be been by for from has have if in into is it its may must not of on or shall should such than that the their "
    "them these they this those to was which who will with within without under any other each all no where when section paragraph "
    "article part chapter referred accordance".split()
)


@lru_cache(maxsize=1 << 17)
def _stem(word: str) -> str:
    return str(_stemmer().stemWord(word))


@lru_cache(maxsize=1)
def _stemmer() -> object:
    import snowballstemmer  # noqa: PLC0415

    return snowballstemmer.stemmer("english")


def stems(text: str) -> list[str]:
    """Stemmed words of an English text without function words."""
    return [_stem(w) for w in _WORD.findall(text.lower()) if w not in _STOP]


@dataclass
class Side:
    """One jurisdiction: its passages in document order and, row by row, what they are matched by."""

    jurisdiction: str
    passages: list[Passage]
    units: list[str]
    unit: Ints
    """For each passage the position of its unit in `units`; sorted."""
    instruments: list[str]
    instrument: Ints
    """For each unit the position of its instrument in `instruments`; sorted."""
    targets: Ints
    """Rows of `passages` that may be a counterpart, sorted."""
    classes: Ints
    vectors: Vectors = field(repr=False)
    concepts: sparse.csr_matrix = field(repr=False)
    """Counts of concepts in heading, lead-in and text; the columns are `AlignCorpus.concept_index`."""
    words: sparse.csr_matrix = field(repr=False)
    """Saturated, field-weighted stems of English passages, without idf; empty rows for Chinese ones."""
    copies: dict[str, list[str]] = field(default_factory=dict)
    """For a unit that stands for near-duplicates of itself: the ids of the others."""

    @property
    def lang(self) -> str:
        return self.passages[0].lang if self.passages else ""


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
        words=_field_words(passages, word_index),
    )


def _field_words(passages: list[Passage], index: dict[str, int]) -> sparse.csr_matrix:
    """Sum over the fields of weight times saturated count; the width is that of the index at the end."""
    parts = []
    for name, weight in FIELD_WEIGHTS.items():
        texts = (stems(getattr(p, name)) if p.lang == "en" else [] for p in passages)
        counts = saturate(count_matrix(texts, index, grow=True))
        counts.data *= weight
        parts.append(counts)
    total = widen(parts[0], len(index))
    for part in parts[1:]:
        total = total + widen(part, len(index))
    return total.tocsr()


def with_targets(side: Side, targets: Ints) -> Side:
    return replace(side, targets=targets)
