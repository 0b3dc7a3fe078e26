"""McNemar's test of two models on the same items, exact and mid-P."""

from __future__ import annotations

from scipy.stats import binom


def _check(b: int, c: int) -> None:
    if b < 0 or c < 0:
        raise ValueError(f"discordant counts can't be negative: {b}, {c}")


def exact_p(b: int, c: int) -> float:
    """Two-sided exact p of the discordant counts: 2 P(X <= min(b, c)), X ~ Bin(b + c, 1/2), at most 1; 1.0 when b = c."""
    _check(b, c)
    return min(1.0, 2 * float(binom.cdf(min(b, c), b + c, 0.5))) if b + c else 1.0


def mid_p(b: int, c: int) -> float:
    """Two-sided mid-P: the exact p less the point probability of the observed split; 1.0 when b = c = 0.

    Fagerland, Lydersen, Laake 2013, BMC Med Res Methodol 13:91, formula 4. For b = c the formula gives 1 - P(X = b).
    """
    _check(b, c)
    if b + c == 0:
        return 1.0
    point = float(binom.pmf(min(b, c), b + c, 0.5))
    return 1.0 - point if b == c else 2 * float(binom.cdf(min(b, c), b + c, 0.5)) - point
