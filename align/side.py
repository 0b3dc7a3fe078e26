"""One jurisdiction made ready for matching."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from align.embeddings import Vectors
from align.passages import Passage

Ints = NDArray[np.int64]


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
    query_words: sparse.csr_matrix = field(repr=False)
    """The stems of a passage as a source."""
    homes: Ints = field(repr=False)
    """For a part of a passage that is scored whole, the row of the whole, else -1."""
    copies: dict[str, list[str]] = field(default_factory=dict)
    """For a unit that stands for near-duplicates of itself: the ids of the others."""

    @property
    def lang(self) -> str:
        return self.passages[0].lang if self.passages else ""

    def stating(self) -> Ints:
        """Rows of the passages that put a demand to someone, sorted: the sources."""
        return np.array([i for i, p in enumerate(self.passages) if p.states], np.int64)

    def query_vectors(self, rows: Ints) -> Vectors:
        """Vectors of sources, length 1: a part of a passage is read within the whole, both at equal weight."""
        homes = self.homes[rows]
        out = self.vectors[rows] + (homes >= 0)[:, None] * self.vectors[homes]
        norm = np.linalg.norm(out, axis=1, keepdims=True)
        return np.asarray(out / np.maximum(norm, 1e-9), dtype=np.float32)

    def query_concepts(self) -> sparse.csr_matrix:
        """Counts of concepts of sources, those of the whole added to those of its part."""
        parts = np.flatnonzero(self.homes >= 0)
        shape = (len(self.passages), len(self.passages))
        within = sparse.csr_matrix((np.ones(len(parts), np.float32), (parts, self.homes[parts])), shape=shape)
        return sparse.csr_matrix(self.concepts + within @ self.concepts)
