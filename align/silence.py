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
from align.weighting import Matrix

FEATURES = ("match", "cosine", "rarity", "absent")
"""Log odds that one of the compared candidates is a counterpart (align/match.py); best cosine; how rare the source's concepts
are on the other side; the share that is never named there."""

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
    data = json.loads(files("align").joinpath("data/silence.json").read_text(encoding="utf-8"))
    return {
        direction: SilenceModel(model["intercept"], model["weights"], row["threshold"], row["shown"])
        for direction, row in data["directions"].items()
        for model in [data["models"][row["model"]]]
    }


def model_for(source: str, target: str) -> SilenceModel:
    """The model of a direction; for one without labels that of two languages, never shown."""
    stored = _stored()
    return stored.get(f"{source}->{target}") or stored["other"]


def silence_features(hits: Hits, answered: Matrix, rarity: Matrix, absent: Matrix) -> dict[str, Matrix]:
    """One value a source and feature; `answered` is the chance of each that one of its candidates is a counterpart."""
    chance = np.clip(answered, 1e-4, 1 - 1e-4)
    cosine = hits.cosine.max(axis=1) if hits.cosine.shape[1] else np.zeros(len(hits.sources), np.float32)
    return {"match": np.log(chance / (1 - chance)), "cosine": cosine, "rarity": rarity, "absent": absent}


def level(p: float) -> str:
    """`low`, `middle` or `high`, as shown to readers."""
    if math.isnan(p):
        return ""
    return "low" if p < 1 / 3 else "middle" if p < 2 / 3 else "high"
