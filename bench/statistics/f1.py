"""Precision, recall and F1 by class, and their macro average."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ClassScore:
    """Scores of one class; `support` counts its gold items. A class neither predicted nor present scores 0."""

    precision: float
    recall: float
    f1: float
    support: int


def class_scores(
    gold: Sequence[Hashable], predicted: Sequence[Hashable], classes: Sequence[Hashable]
) -> dict[Hashable, ClassScore]:
    """Scores of each of `classes`; a prediction outside them counts as wrong."""
    pairs = list(zip(gold, predicted, strict=True))
    out: dict[Hashable, ClassScore] = {}
    for name in classes:
        hits = sum(g == p == name for g, p in pairs)
        claimed = sum(p == name for _, p in pairs)
        present = sum(g == name for g, _ in pairs)
        precision = hits / claimed if claimed else 0.0
        recall = hits / present if present else 0.0
        f1 = 2 * hits / (claimed + present) if claimed + present else 0.0
        out[name] = ClassScore(precision, recall, f1, present)
    return out


def macro_f1(gold: Sequence[Hashable], predicted: Sequence[Hashable], classes: Sequence[Hashable]) -> float:
    """Unweighted mean of F1 over `classes`, absent ones included as 0."""
    scores = class_scores(gold, predicted, classes)
    return sum(score.f1 for score in scores.values()) / len(scores) if scores else 0.0
