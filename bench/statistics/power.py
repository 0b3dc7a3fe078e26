"""Which difference between two models so many items can show."""

from __future__ import annotations

from math import sqrt

from scipy.stats import norm

from bench.statistics.interval import z_of


def power(difference: float, n: int, discordant: float, alpha: float = 0.05) -> float:
    """Power of McNemar's test on `n` paired items for a true accuracy `difference` when a share `discordant` of the items is
    right in one model only. Connor 1987, Biometrics 43:207:

    Phi((d sqrt(n) - z sqrt(psi)) / sqrt(psi - d^2)); 0 where no such pair of models exists (discordant < |difference|).
    """
    d = abs(difference)
    if n <= 0 or discordant < d or discordant <= 0:
        return 0.0
    spread = discordant - d * d
    if spread <= 0:
        return 1.0
    return float(norm.cdf((d * sqrt(n) - z_of(1 - alpha) * sqrt(discordant)) / sqrt(spread)))


def detectable_difference(n: int, discordant: float, alpha: float = 0.05, wanted: float = 0.8) -> float:
    """The smallest difference that `n` items show with power `wanted`, to .0001; `discordant` where even that is not enough."""
    low, high = 0.0, discordant
    if power(high, n, discordant, alpha) < wanted:
        return discordant
    while high - low > 1e-5:
        middle = (low + high) / 2
        low, high = (low, middle) if power(middle, n, discordant, alpha) >= wanted else (middle, high)
    return round(high, 4)
