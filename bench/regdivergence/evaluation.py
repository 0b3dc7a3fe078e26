"""The second paper's protocol: stratified 5-fold over 5 seeds, nested where something is tuned, bootstrap intervals."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from bench.regdivergence.pairs import LABELS, Pair, collapse
from bench.statistics import Interval, class_scores, macro_f1, stratified_bootstrap

FOLDS = 5
SEEDS = (0, 1, 2, 3, 4)


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Scores of one method over all pairs. `always` is the accuracy of answering the most frequent class for every pair;
    `directed` are the F1 of SILENT-FDA and SILENT-EMA; `readable` the pairs that have a label at all (no label is wrong)."""

    macro_f1: float
    interval: Interval
    accuracy: float
    always: float
    f1: dict[str, float]
    directed: dict[str, float]
    n: int
    readable: int

    def row(self) -> dict[str, Any]:
        return {
            "n": self.n,
            "readable": self.readable,
            "macro-F1": self.macro_f1,
            "low": self.interval.low,
            "high": self.interval.high,
            "accuracy": self.accuracy,
            "always one class": self.always,
            **self.f1,
            **self.directed,
        }


def folds(pairs: Sequence[Pair], seed: int) -> list[list[int]]:
    """Positions of each of FOLDS test folds, stratified by the three-class label."""
    rng = random.Random(seed)
    groups: dict[str, list[int]] = defaultdict(list)
    for position, pair in enumerate(pairs):
        groups[collapse(pair.label)].append(position)
    out: list[list[int]] = [[] for _ in range(FOLDS)]
    turn = 0
    for _, group in sorted(groups.items()):
        rng.shuffle(group)
        for position in group:
            out[turn % FOLDS].append(position)
            turn += 1
    return out


def nested_predictions(pairs: Sequence[Pair], fit_and_label: Callable[[list[Pair], list[Pair]], list[str]]) -> list[list[str]]:
    """One list of labels a seed: each pair labelled by what was tuned without its fold.

    `fit_and_label(train, test)` gives the labels of `test`.
    """
    out = []
    for seed in SEEDS:
        labels = [""] * len(pairs)
        for test in folds(pairs, seed):
            held = set(test)
            train = [pair for i, pair in enumerate(pairs) if i not in held]
            for position, label in zip(test, fit_and_label(train, [pairs[i] for i in test]), strict=True):
                labels[position] = label
        out.append(labels)
    return out


def evaluate(pairs: Sequence[Pair], predictions: Sequence[Sequence[str]], resamples: int = 1000) -> Evaluation:
    """Scores averaged over the lists of `predictions` (one a seed, or one alone). Pairs must have labels.

    The interval resamples pairs within each class and averages the lists in every resample.
    """
    gold = [collapse(pair.label) for pair in pairs]
    three = [[collapse(label) for label in labels] for labels in predictions]
    full = [pair.label for pair in pairs]

    def mean_macro(rows: Sequence[int]) -> float:
        return sum(macro_f1([gold[i] for i in rows], [p[i] for i in rows], LABELS) for p in three) / len(three)

    every = range(len(pairs))
    silent = ("SILENT-FDA", "SILENT-EMA")
    scores = [class_scores(gold, p, LABELS) for p in three]
    directed = [class_scores(full, list(p), silent) for p in predictions]
    return Evaluation(
        macro_f1=mean_macro(every),
        interval=stratified_bootstrap(gold, mean_macro, resamples=resamples),
        accuracy=sum(sum(g == p for g, p in zip(gold, labels, strict=True)) for labels in three) / (len(three) * len(pairs)),
        always=max(gold.count(label) for label in LABELS) / len(gold),
        f1={label: sum(s[label].f1 for s in scores) / len(scores) for label in LABELS},
        directed={label: sum(s[label].f1 for s in directed) / len(directed) for label in silent},
        n=len(pairs),
        readable=sum(all(labels[i] for labels in predictions) for i in every),
    )
