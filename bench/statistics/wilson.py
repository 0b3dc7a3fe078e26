"""Wilson's score interval of a proportion."""

from __future__ import annotations

from math import nan, sqrt

from bench.statistics.interval import Interval, z_of


def wilson(hits: int, n: int, level: float = 0.95) -> Interval:
    """Interval of `hits` of `n`; (nan, nan) for n = 0. Wilson 1927, JASA 22:209; no continuity correction.

    centre = (p + z^2/2n) / (1 + z^2/n), half width = z / (1 + z^2/n) * sqrt(p(1-p)/n + z^2/4n^2)
    """
    if not 0 <= hits <= n:
        raise ValueError(f"{hits} hits of {n}")
    if n == 0:
        return Interval(nan, nan)
    z = z_of(level)
    p = hits / n
    scale = 1 + z * z / n
    centre = (p + z * z / (2 * n)) / scale
    half = z / scale * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return Interval(max(0.0, centre - half), min(1.0, centre + half))
