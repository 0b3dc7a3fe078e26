"""Kappa adjusted for prevalence and bias."""

from __future__ import annotations


def pabak(agreement: float, classes: int = 2) -> float:
    """(k p - 1) / (k - 1) for exact agreement p over k classes; 2p - 1 for two.

    Byrt, Bishop, Carlin 1993, J Clin Epidemiol 46:423.
    """
    if not 0 <= agreement <= 1 or classes < 2:
        raise ValueError(f"agreement {agreement} over {classes} classes")
    return (classes * agreement - 1) / (classes - 1)
