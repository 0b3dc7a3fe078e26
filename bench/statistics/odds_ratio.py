"""The matched-pairs odds ratio of two models on the same items."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, inf, log, nan, sqrt

from bench.statistics.interval import Interval, z_of


@dataclass(frozen=True, slots=True)
class OddsRatio:
    """`value` = b / c; above 1 it favours the first model."""

    value: float
    interval: Interval


def matched_pairs(b: int, c: int, level: float = 0.95) -> OddsRatio:
    """b items that only the first model has right, c that only the second has.

    The conditional maximum likelihood estimate b / c with the Wald interval exp(ln(b/c) -+ z sqrt(1/b + 1/c)) (Agresti 2013,
    Categorical Data Analysis, 11.2.3). With b or c = 0 the ratio is 0 or inf (nan for both) and there is no interval.
    """
    if b < 0 or c < 0:
        raise ValueError(f"discordant counts can't be negative: {b}, {c}")
    if b == 0 or c == 0:
        return OddsRatio(nan if b == c else (inf if c == 0 else 0.0), Interval(nan, nan))
    half = z_of(level) * sqrt(1 / b + 1 / c)
    centre = log(b / c)
    return OddsRatio(b / c, Interval(exp(centre - half), exp(centre + half)))
