"""How likely it is that the other side has no counterpart, and the evidence that a reader can check.

No score separates silence from a match well: see docs/alignment.md for how well each direction does on held-out folds. So a
silence that rests on rules is always `unverified`, and `p_silent` is given only where it ranks better than chance.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import numpy as np

from align.candidates import Hits
from align.evidence import Evidence
from align.weighting import Matrix

FEATURES = ("covered", "unit_covered", "words", "cosine", "rarity", "absent")
"""Best share of the source's concepts in one passage, in one unit; of its words; best cosine; how rare its concepts are
on the other side; the share that is never named there."""

UNVERIFIED = "unverified"
NOT_IN_CORPUS = "not_in_corpus"
"""An instrument where the counterpart would stand is not in the graph (`align/expected_instruments.py`)."""
PARSE_FAILED = "parse_failed"
"""The nearest provisions stand in a document that was only half read: the counterpart may be in the other half."""


@dataclass(frozen=True, slots=True)
class SilenceModel:
    """One direction's constants. `shown` is False where held-out folds rank no better than chance."""

    intercept: float
    weights: Mapping[str, float]
    threshold: float
    shown: bool

    def p_silent(self, values: Mapping[str, Matrix]) -> Matrix:
        """Probability for each source that nothing answers it."""
        total = self.intercept + sum(self.weights[name] * values[name] for name in FEATURES)
        return (1 / (1 + np.exp(-np.asarray(total, dtype=np.float32)))).astype(np.float32)


@lru_cache(maxsize=1)
def _stored() -> dict[str, SilenceModel]:
    rows = json.loads(files("align").joinpath("data/silence.json").read_text(encoding="utf-8"))
    return {
        direction: SilenceModel(row["intercept"], row["weights"], row["threshold"], row["shown"])
        for direction, row in rows.items()
        if direction != "about"
    }


def model_for(source: str, target: str) -> SilenceModel:
    """The model of a direction; for one without gold that of the nearest language pair, never shown."""
    stored = _stored()
    name = f"{source}->{target}"
    return stored.get(name) or stored["other"]


def silence_features(hits: Hits, evidence: Evidence, rarity: Matrix, absent: Matrix) -> dict[str, Matrix]:
    """One value a source and feature."""
    top = evidence.covered.shape[1]

    def best(values: Matrix) -> Matrix:
        return values.max(axis=1) if values.shape[1] else np.zeros(len(values), np.float32)

    return {
        "covered": best(evidence.covered),
        "unit_covered": best(evidence.unit_covered),
        "words": best(evidence.words),
        "cosine": best(hits.cosine[:, :top]),
        "rarity": rarity,
        "absent": absent,
    }


def level(p: float) -> str:
    """`low`, `middle` or `high`, as shown to readers."""
    if math.isnan(p):
        return ""
    return "low" if p < 1 / 3 else "middle" if p < 2 / 3 else "high"
