"""A confidence interval."""

from __future__ import annotations

from typing import NamedTuple

from scipy.stats import norm


class Interval(NamedTuple):
    """Lower and upper bound; nan where the data can't give one."""

    low: float
    high: float


def z_of(level: float) -> float:
    """The two-sided standard normal quantile of a confidence `level` in (0, 1): 1.96 for .95."""
    if not 0 < level < 1:
        raise ValueError(f"a confidence level lies between 0 and 1, not {level}")
    return float(norm.ppf(0.5 + level / 2))
