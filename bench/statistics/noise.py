"""Test-retest noise: how much a model's score moves when the same items are asked again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import nan
from statistics import mean, stdev


@dataclass(frozen=True, slots=True)
class Noise:
    """`accuracies` one a repeat, their mean and sample standard deviation (nan for one repeat), and `flips`: the mean
    share of items whose correctness differs between two repeats."""

    accuracies: tuple[float, ...]
    mean: float
    deviation: float
    flips: float


def retest_noise(repeats: Sequence[Sequence[bool]]) -> Noise:
    """`repeats` has for each repeat the correctness of the same items in the same order."""
    if len({len(r) for r in repeats}) > 1:
        raise ValueError("every repeat must have the same items")
    if not repeats or not repeats[0]:
        return Noise((), nan, nan, nan)
    accuracies = tuple(sum(r) / len(r) for r in repeats)
    pairs = [sum(x != y for x, y in zip(a, b, strict=True)) / len(a) for a, b in combinations(repeats, 2)]
    return Noise(accuracies, mean(accuracies), stdev(accuracies) if len(accuracies) > 1 else nan, mean(pairs) if pairs else nan)
