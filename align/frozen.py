"""What an alignment estimates from the whole corpus, kept from one full run to the next.

A word's rarity, the mean vector of a language, how far two instruments deal with the same: a paragraph more or less
changes all of them a little, and with them every score. So they are those of the last full run until some hundredths of the
corpus have changed since (`align.changed`); then all is estimated again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from align.embeddings import Vectors
from align.side import Ints, SideStatistics
from align.weighting import Matrix


@dataclass
class PairStatistics:
    """Of two sides, the first by name first."""

    concept_idf: Matrix
    word_idf: Matrix
    prior: Matrix
    """Instruments of the first x instruments of the second."""


@dataclass
class Frozen:
    """Statistics of all sides. A word that is not in `word_index` is not counted until the next full run."""

    means: dict[str, Vectors]
    """Mean vector by language."""
    concept_index: dict[str, int]
    word_index: dict[str, int]
    lengths: dict[str, dict[str, float]] = field(default_factory=dict)
    """By jurisdiction and field of the words, the mean number of stems."""
    sides: dict[str, SideStatistics] = field(default_factory=dict)
    pairs: dict[tuple[str, str], PairStatistics] = field(default_factory=dict)


@dataclass(frozen=True)
class Ranking:
    """What a search gave for the sources of one direction, in their order, so that it can be brought up to date."""

    units: Matrix
    """int32: positions of the best units, best first."""
    scores: Matrix
    moments: Matrix
    """Sources x signals x (mean, standard deviation) over all targets, when the source was last asked."""

    @classmethod
    def best_first(cls, units: Ints, scores: Matrix, moments: Matrix) -> Ranking:
        """Of lists in any order; of equal scores the first unit."""
        order = np.lexsort((units, -scores), axis=1)
        return cls(
            np.take_along_axis(units, order, axis=1).astype(np.int32), np.take_along_axis(scores, order, axis=1), moments
        )

    @classmethod
    def joined(cls, parts: Sequence[Ranking]) -> Ranking:
        return cls(*(np.concatenate([getattr(p, name) for p in parts]) for name in ("units", "scores", "moments")))
