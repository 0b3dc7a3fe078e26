"""How likely a candidate is a counterpart at all, before it is asked whether the two agree.

The best of fifty is the best whether or not anything answers: a law on rivers also has a nearest rule of food and drug
law. The model is weak (figures in `data/match.json`), so it ranks and rules out what is plainly something else; it never
makes a candidate a finding.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

FEATURES = ("covers", "cosine", "class", "same_act", "same_role", "strength", "behind", "ahead", "shared", "telling")
"""Share of the candidate's concepts that the source has; cosine; product class; whether the best matching demands are of one
act and one role, and how far their force lies apart; how far the candidate's score is behind the first one's, and the first
one's ahead of the last that is read; weight of the concepts in common, together and of the most telling one."""

MIDDLE, HIGH = 0.1, 0.25
"""Steps of what is said of a match: of labelled pairs told below .1, 3 in 100 were counterparts, from .1 to .25 one in six,
above two in five (docs/labels.md)."""


@dataclass(frozen=True, slots=True)
class MatchModel:
    """One language pair's constants, fitted on labels of our own (docs/labels.md)."""

    intercept: float
    weights: Mapping[str, float]

    def probability(self, values: Mapping[str, float]) -> float:
        total = self.intercept + sum(self.weights[name] * values[name] for name in FEATURES)
        return 1 / (1 + math.exp(-total))


@lru_cache(maxsize=2)
def match_model(recipe: str) -> MatchModel:
    """`recipe` as in the search: cross-language or same-language."""
    row = json.loads(files("align").joinpath("data/match.json").read_text(encoding="utf-8"))[recipe]
    return MatchModel(row["intercept"], {name: row[name] for name in FEATURES})


def any_of(matches: Iterable[float]) -> float:
    """How likely one of several candidates is a counterpart, taken as independent."""
    return 1 - math.prod(1 - p for p in matches)


def match_level(p: float) -> str:
    """`low`, `middle` or `high`."""
    return "low" if p < MIDDLE else "middle" if p < HIGH else "high"
