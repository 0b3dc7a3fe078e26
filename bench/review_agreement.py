"""How far two reviewers agree, and what their sample says of the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bench.statistics import Interval, cohen_kappa, kappa_interval, pabak, wilson
from qa.pools import DIMENSIONS, Rating

Pairs = Sequence[tuple[Mapping[str, Rating], Mapping[str, Rating]]]


@dataclass(frozen=True, slots=True)
class Agreement:
    """Agreement on one dimension over the items that both could rate. `exact` is on the ratings as given; kappa and PABAK are
    on material (0) against not material (1, 2)."""

    n: int
    exact: float
    kappa: float
    kappa_interval: Interval
    pabak: float


def agreement(pairs: Pairs) -> dict[str, Agreement]:
    """Agreement by dimension; ratings U and NA are left out of theirs, a dimension without ratings is left out whole."""
    out = {}
    for dimension in DIMENSIONS:
        rated = [
            (a[dimension], b[dimension])
            for a, b in pairs
            if a.get(dimension) in ("0", "1", "2") and b.get(dimension) in ("0", "1", "2")
        ]
        if not rated:
            continue
        exact = sum(a == b for a, b in rated) / len(rated)
        first, second = [a == "0" for a, _ in rated], [b == "0" for _, b in rated]
        same = sum(a == b for a, b in zip(first, second, strict=True)) / len(rated)
        out[dimension] = Agreement(len(rated), exact, cohen_kappa(first, second), kappa_interval(first, second), pabak(same))
    return out


def residual_error(material: int, reviewed: int) -> tuple[float, Interval]:
    """Share of material errors among the reviewed sample of the screen-negative items, with its Wilson 95 % interval."""
    return (material / reviewed if reviewed else float("nan")), wilson(material, reviewed)
