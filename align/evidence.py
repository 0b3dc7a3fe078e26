"""What speaks for a candidate once it is read against the source: shared concepts and words, both ways, and the vectors.

All values are computed for many pairs at once. `covered` is how much of what the source speaks of, the candidate speaks of
too, weighted by how telling each concept is; `covers` is the reverse. The two together tell a part from a whole.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from align.candidates import Hits, PairIndex
from align.pair_statistics import unit_concepts
from align.side import Side
from align.weighting import Matrix

Ints = NDArray[np.int64]

SMALL_CORPUS = 500
"""Passages at which what is not found counts half of what it counts in a whole corpus."""

RESTATED, SPOKEN = 0.8, 8
"""Share of words above which a text is the other's own words (of such labelled pairs 23 in 26 were counterparts), and the
different stems that a text must have for that to say anything."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """Rows are sources, columns their candidates in the order of `Hits`."""

    covered: Matrix
    """Share of the source's concepts, by weight, in the candidate's best passage (0 where the source has none)."""
    covers: Matrix
    """Share of the best passage's concepts that the source has."""
    unit_covered: Matrix
    """Share of the source's concepts anywhere in the candidate's unit."""
    words: Matrix
    """The same as `covered` on stemmed words, 0 across languages."""
    restates: NDArray[np.bool_]
    """Whether RESTATED or more of the words of one stand in the other, where it has SPOKEN words; in one language only."""
    shared: Matrix
    """Sum of the weights of the concepts in common, in units of the greatest weight that a concept can have."""
    telling: Matrix
    """The greatest of these weights."""


class Reader:
    """Computes the evidence for hits of one direction."""

    def __init__(self, pair: PairIndex, source: Side, target: Side) -> None:
        weight = pair.concept_idf
        self._greatest = max(float(weight.max()) if len(weight) else 0.0, 1e-9)
        self._source = _weighted(source.concepts, weight)
        self._target = _present(target.concepts)
        self._target_weighted = _weighted(target.concepts, weight)
        self._source_present = _present(source.concepts)
        self._units = _present(unit_concepts(target))
        self._words_source = _weighted(source.words, pair.word_idf)
        self._words_target = _present(target.words)
        self._source_words = _present(source.words)
        self._target_words = _weighted(target.words, pair.word_idf)
        self._same_language = source.lang == target.lang
        there = target.statistics
        never = math.log((there.targets + 0.5) / 0.5)
        self._foreign_idf = there.concept_idf / max(never, 1e-9)
        # In a corpus of a few dozen passages most concepts are never named, and that says nothing about the law.
        self.size = there.targets / (there.targets + SMALL_CORPUS)
        self._absent = ~there.named

    def read(self, hits: Hits, top: int) -> Evidence:
        """Evidence for the first `top` candidates of each source."""
        units, rows = hits.units[:, :top], np.maximum(hits.passages[:, :top, 0], 0)
        sources = np.repeat(hits.sources, units.shape[1])
        shape = units.shape
        common = self._source[sources].multiply(self._target[rows.ravel()]).tocsr()
        shared = np.asarray(common.sum(axis=1), dtype=np.float32).reshape(shape)
        telling = np.asarray(common.max(axis=1).todense(), dtype=np.float32).reshape(shape) if common.size else 0 * shared
        total = np.asarray(self._source[hits.sources].sum(axis=1), dtype=np.float32).reshape(-1, 1)
        covered = np.divide(shared, total, out=np.zeros_like(shared), where=total > 0)
        covers = _share(self._target_weighted, rows.ravel(), self._source_present, sources).reshape(shape)
        unit_covered = _share(self._source, sources, self._units, units.ravel()).reshape(shape)
        words = restated = np.zeros(shape, np.float32)
        if self._same_language:
            words = _share(self._words_source, sources, self._words_target, rows.ravel()).reshape(shape)
            back = _share(self._target_words, rows.ravel(), self._source_words, sources).reshape(shape)
            spoken = (
                self._spoken(self._source_words, sources).reshape(shape),
                self._spoken(self._words_target, rows.ravel()).reshape(shape),
            )
            restated = np.maximum(words * spoken[0], back * spoken[1])
        return Evidence(
            covered, covers, unit_covered, words, restated >= RESTATED, shared / self._greatest, telling / self._greatest
        )

    @staticmethod
    def _spoken(present: sparse.csr_matrix, rows: Ints) -> NDArray[np.bool_]:
        return np.diff(present.indptr)[rows] >= SPOKEN

    def rarity(self, sources: Ints) -> tuple[Matrix, Matrix]:
        """For each source: mean foreign idf of its concepts, in units of that of a concept never named there, and the share of
        them that the other side never names."""
        present = self._source_present[sources]
        count = np.maximum(np.asarray(present.sum(axis=1)).ravel(), 1)
        return (
            np.asarray(present @ self._foreign_idf / count, dtype=np.float32),
            np.asarray(present @ self._absent.astype(np.float32) / count * self.size, dtype=np.float32),
        )


def _present(counts: sparse.csr_matrix) -> sparse.csr_matrix:
    out = counts.copy()
    out.data = np.ones_like(out.data)
    return out


def _weighted(counts: sparse.csr_matrix, weight: Matrix) -> sparse.csr_matrix:
    out = counts.copy()
    out.data = weight[out.indices].astype(np.float32)
    return out


def _share(left: sparse.csr_matrix, left_rows: Ints, right: sparse.csr_matrix, right_rows: Ints) -> Matrix:
    """For each pair of rows the weight in `left` that `right` also has, over all weight in `left`."""
    if not len(left_rows):
        return np.zeros(0, np.float32)
    a = left[left_rows]
    both = np.asarray(a.multiply(right[right_rows]).sum(axis=1)).ravel()
    total = np.asarray(a.sum(axis=1)).ravel()
    return np.asarray(np.divide(both, total, out=np.zeros_like(total), where=total > 0), dtype=np.float32)
