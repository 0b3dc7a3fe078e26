"""Holm's step-down adjustment of p values."""

from __future__ import annotations

from collections.abc import Sequence


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjusted p values in the order given (Holm 1979, Scand J Stat 6:65; Bonferroni steps, not Sidak's).

    The k-th smallest of m (k from 0) becomes max over j <= k of min(1, (m - j) p_j).
    """
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    out = [0.0] * len(p_values)
    highest = 0.0
    for k, i in enumerate(order):
        highest = max(highest, min(1.0, (len(p_values) - k) * p_values[i]))
        out[i] = highest
    return out
