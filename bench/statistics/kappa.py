"""Cohen's kappa of two raters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from math import nan, sqrt

from bench.statistics.interval import Interval, z_of


def _tables(
    a: Sequence[Hashable], b: Sequence[Hashable]
) -> tuple[float, float, dict[tuple[Hashable, Hashable], float], dict[Hashable, float], dict[Hashable, float]]:
    if len(a) != len(b):
        raise ValueError(f"{len(a)} ratings against {len(b)}")
    n = len(a)
    joint = {key: count / n for key, count in Counter(zip(a, b, strict=True)).items()}
    rows = {key: count / n for key, count in Counter(a).items()}
    columns = {key: count / n for key, count in Counter(b).items()}
    observed = sum(p for (i, j), p in joint.items() if i == j)
    expected = sum(p * columns.get(key, 0.0) for key, p in rows.items())
    return observed, expected, joint, rows, columns


def cohen_kappa(a: Sequence[Hashable], b: Sequence[Hashable]) -> float:
    """(observed - expected) / (1 - expected) agreement; nan without ratings or when both raters use one same class only.

    Cohen 1960, Educ Psychol Meas 20:37.
    """
    if not a:
        return nan
    observed, expected, *_ = _tables(a, b)
    return (observed - expected) / (1 - expected) if expected < 1 else nan


def kappa_interval(a: Sequence[Hashable], b: Sequence[Hashable], level: float = 0.95) -> Interval:
    """Large-sample interval of kappa; Fleiss, Cohen, Everitt 1969, Psychol Bull 72:323 (the non-null variance)."""
    if not a:
        return Interval(nan, nan)
    observed, expected, joint, rows, columns = _tables(a, b)
    if expected >= 1:
        return Interval(nan, nan)
    kappa = (observed - expected) / (1 - expected)
    agreeing = sum(p * (1 - (rows[i] + columns[i]) * (1 - kappa)) ** 2 for (i, j), p in joint.items() if i == j)
    other = (1 - kappa) ** 2 * sum(p * (columns.get(i, 0.0) + rows.get(j, 0.0)) ** 2 for (i, j), p in joint.items() if i != j)
    variance = (agreeing + other - (kappa - expected * (1 - kappa)) ** 2) / (len(a) * (1 - expected) ** 2)
    half = z_of(level) * sqrt(max(0.0, variance))
    return Interval(kappa - half, min(1.0, kappa + half))
