"""The stratified percentile bootstrap."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from math import nan

import numpy as np

from bench.statistics.interval import Interval


def stratified_bootstrap(
    strata: Sequence[Hashable],
    statistic: Callable[[Sequence[int]], float],
    *,
    resamples: int = 1000,
    level: float = 0.95,
    seed: int = 2025,
) -> Interval:
    """Percentile interval of `statistic`, which gets positions drawn with replacement within each stratum.

    `strata` has the stratum of each item. Efron, Tibshirani 1993, ch. 13. (nan, nan) without items.
    """
    if not strata:
        return Interval(nan, nan)
    groups: dict[Hashable, list[int]] = defaultdict(list)
    for position, stratum in enumerate(strata):
        groups[stratum].append(position)
    members = [np.array(group) for _, group in sorted(groups.items(), key=lambda item: repr(item[0]))]
    rng = np.random.default_rng(seed)
    values = [
        statistic(np.concatenate([rng.choice(group, len(group)) for group in members]).tolist()) for _ in range(resamples)
    ]
    low, high = np.percentile(values, [50 * (1 - level), 50 * (1 + level)])
    return Interval(float(low), float(high))
