"""The NLI baseline: a cross-encoder reads each pair in both directions; two thresholds are tuned on other folds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from align.cross_encoder import CrossEncoder, Reading
from bench.regdivergence.pairs import LABELS, Pair, collapse, silent_side
from bench.statistics import macro_f1


@dataclass(frozen=True, slots=True)
class NliThresholds:
    """`silent`: probability of neutral from which a side is silent; `conflict`: share of contradiction in what is left from
    which the sides diverge."""

    silent: float = 0.9
    conflict: float = 0.5


_GRID = [NliThresholds(s, c) for s, c in product((0.5, 0.7, 0.8, 0.9, 0.95, 0.99, 1.01), (0.1, 0.3, 0.5, 0.7, 0.9))]


def read_pairs_by(model: str, pairs: Sequence[Pair]) -> dict[str, Reading]:
    """By pair id the mean of the readings in both directions. `model` is a folder or the name of a model on the hub (the
    paper's is `typeform/distilbert-base-uncased-mnli`). Raises as CrossEncoder."""
    encoder = CrossEncoder(model)
    out: dict[str, Reading] = {}
    for pair in pairs:
        there, back = encoder.read([(pair.fda_text, pair.ema_text), (pair.ema_text, pair.fda_text)])
        out[pair.id] = Reading(
            (there.entailment + back.entailment) / 2,
            (there.neutral + back.neutral) / 2,
            (there.contradiction + back.contradiction) / 2,
            cut=there.cut,
        )
    return out


class NliJudge:
    """Labels from readings; `fit` tunes the thresholds."""

    def __init__(self, readings: dict[str, Reading]) -> None:
        self._readings = readings

    def label(self, pair: Pair, at: NliThresholds) -> str:
        """AGREE, DIVERGE, SILENT-FDA or SILENT-EMA."""
        found = self._readings[pair.id]
        if found.neutral >= at.silent:
            return silent_side(pair)
        rest = found.entailment + found.contradiction
        return "DIVERGE" if rest and found.contradiction / rest >= at.conflict else "AGREE"

    def fit(self, pairs: Sequence[Pair]) -> NliThresholds:
        """The thresholds of the grid with the best three-class macro-F1 on `pairs`; of equals the first."""
        gold = [collapse(pair.label) for pair in pairs]
        return max(_GRID, key=lambda at: macro_f1(gold, [collapse(self.label(pair, at)) for pair in pairs], LABELS))
