"""One jurisdiction made ready for matching."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from align.demand import Demand
from align.embeddings import Vectors, on_grid
from align.passages import Passage
from align.weighting import Matrix, idf, mean_length, saturate

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True)
class SideStatistics:
    """What is estimated from all targets of a side, and does not follow a few changes (`align.frozen`)."""

    targets: int
    concept_length: float
    """Mean number of concepts of a target that has any."""
    query_length: float
    """The same for passages as sources."""
    concept_idf: Matrix
    named: Bools
    """Concepts that some target names."""
    classes: dict[int, int]
    """Targets by product class."""
    instruments: tuple[int, ...]
    """Targets by instrument."""


@dataclass
class Side:
    """One jurisdiction: its passages in document order and, row by row, what they are matched by."""

    jurisdiction: str
    passages: Sequence[Passage]
    demands: Sequence[list[Demand]]
    """For each passage what it demands, for the comparison field by field."""
    units: list[str]
    unit: Ints
    """For each passage the position of its unit in `units`; sorted."""
    instruments: list[str]
    instrument: Ints
    """For each unit the position of its instrument in `instruments`; sorted."""
    documents: list[str]
    document: Ints
    """For each passage the position of its document in `documents`."""
    eligible: Ints
    """Rows of `passages` that may be a counterpart, sorted."""
    targets: Ints
    """Those of them that are asked: of copies only one."""
    states: Bools
    """Whether a passage puts a demand to someone."""
    binding: Bools
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
    digests: list[bytes] = field(repr=False)
    """For each unit a digest of all that is read of its passages."""
    text_keys: list[bytes] = field(default_factory=list, repr=False)
    """For each unit a digest of what its eligible passages say, b"" where they say too little to be a copy."""
    near: list[tuple[str, str]] = field(default_factory=list, repr=False)
    """Pairs of units that say nearly the same."""
    copies: dict[str, list[str]] = field(default_factory=dict)
    """For a unit that stands for near-duplicates of itself: the ids of the others."""
    frozen: SideStatistics | None = field(default=None, repr=False)
    vectors_of_targets: tuple[Ints, Vectors] | None = field(default=None, repr=False)
    """`targets` and their vectors, shared by all processes."""

    @property
    def lang(self) -> str:
        return self.passages[0].lang if self.passages else ""

    @property
    def statistics(self) -> SideStatistics:
        """The frozen ones where there are any, else those of the targets as they are."""
        return self.frozen if self.frozen is not None else statistics_of(self)

    def stating(self) -> Ints:
        """Rows of the passages that put a demand to someone, sorted: the sources."""
        return np.flatnonzero(self.states)

    def searched(self) -> set[str]:
        """The documents that hold a target."""
        return {self.documents[at] for at in np.unique(self.document[self.targets])}

    @cached_property
    def unit_vectors(self) -> Vectors:
        """Mean vector of each unit's passages, length 1."""
        starts = np.flatnonzero(np.r_[True, self.unit[1:] != self.unit[:-1]])
        return on_grid(np.add.reduceat(self.vectors, starts, axis=0))

    def target_vectors(self, rows: Ints) -> Vectors:
        """The vectors of these targets; all of them lie ready in one piece where the side was read from disk."""
        stored = self.vectors_of_targets
        return stored[1] if stored is not None and rows is stored[0] else self.vectors[rows]

    def query_vectors(self, rows: Ints) -> Vectors:
        """Vectors of sources, length 1: a part of a passage is read within the whole, both at equal weight."""
        homes = self.homes[rows]
        return on_grid(self.vectors[rows] + (homes >= 0)[:, None].astype(np.float32) * self.vectors[homes])

    def query_concepts(self) -> sparse.csr_matrix:
        """Counts of concepts of sources, those of the whole added to those of its part."""
        parts = np.flatnonzero(self.homes >= 0)
        shape = (len(self.passages), len(self.passages))
        within = sparse.csr_matrix((np.ones(len(parts), np.float32), (parts, self.homes[parts])), shape=shape)
        out = sparse.csr_matrix(self.concepts + within @ self.concepts)
        out.sort_indices()
        return out

    def target_weights(self, rows: Ints) -> sparse.csr_matrix:
        """Saturated concepts of targets."""
        return saturate(self.concepts[rows], mean=self.statistics.concept_length)

    def query_weights(self) -> sparse.csr_matrix:
        """Saturated concepts of sources."""
        return saturate(self.query_concepts(), mean=self.statistics.query_length)


def statistics_of(side: Side) -> SideStatistics:
    there = side.concepts[side.targets]
    classes, counts = np.unique(side.classes[side.targets], return_counts=True)
    instruments = np.bincount(side.instrument[side.unit[side.targets]], minlength=len(side.instruments))
    return SideStatistics(
        targets=len(side.targets),
        concept_length=mean_length(there),
        query_length=mean_length(side.query_concepts()),
        concept_idf=idf(there),
        named=np.bincount(there.indices, minlength=there.shape[1]) > 0,
        classes={int(c): int(n) for c, n in zip(classes, counts, strict=True)},
        instruments=tuple(int(n) for n in instruments),
    )
