"""How likely a candidate is a counterpart at all, before it is asked whether the two agree.

The best of fifty is the best whether or not anything answers: a law on rivers also has a nearest rule of food and drug
law. The model is weak (figures in `data/match.json`), so it ranks and rules out what is plainly something else; it never
makes a candidate a finding.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

FEATURES = ("covered", "covers", "unit", "words", "cosine", "class", "first")
"""Shares of concepts both ways and anywhere in the unit, of words, cosine, product class, and whether it stands first."""

MIDDLE, HIGH = 0.1, 0.2


@dataclass(frozen=True, slots=True)
class MatchModel:
    """One language pair's constants. Below `floor` for every candidate that is read, there is no counterpart."""

    intercept: float
    weights: Mapping[str, float]
    floor: float

    def probability(self, values: Mapping[str, float]) -> float:
        total = self.intercept + sum(self.weights[name] * values[name] for name in FEATURES)
        return 1 / (1 + math.exp(-total))


@lru_cache(maxsize=2)
def match_model(recipe: str) -> MatchModel:
    """`recipe` as in the search: cross-language or same-language."""
    row = json.loads(files("align").joinpath("data/match.json").read_text(encoding="utf-8"))[recipe]
    return MatchModel(row["intercept"], {name: row[name] for name in FEATURES}, row["floor"])


def match_level(p: float) -> str:
    """`low`, `middle` or `high`, at the steps where the development gold showed a difference."""
    return "low" if p < MIDDLE else "middle" if p < HIGH else "high"
