"""How far those who decide on the same verdicts agree: people, models, and the rules that came before them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import combinations
from typing import Any

from align.disagreement import RULES, rules_said
from align.review import latest_by_reviewer
from bench.statistics import cohen_kappa, kappa_interval
from kg.stores import Row


def agreement(rows: Iterable[Row]) -> list[dict[str, Any]]:
    """A row each two who have decided on the same verdicts: Cohen's kappa over labels with its 95 % interval.

    `rows` are reviews; what is stale is not compared with the rules, which have judged the changed texts since.
    """
    rows = list(rows)
    said = rules_said(row for row in rows if not row["stale"])
    both: dict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
    for pair, by in latest_by_reviewer(rows).items():
        for a, b in combinations(sorted(by), 2):
            both[a, b].append((by[a]["decision"], by[b]["decision"]))
        for name, row in by.items():
            if pair in said and not row["stale"]:
                both[RULES, name].append((said[pair], row["decision"]))
    out = []
    for (a, b), pairs in sorted(both.items()):
        first, second = [x for x, _ in pairs], [y for _, y in pairs]
        interval = kappa_interval(first, second)
        out.append(
            {
                "reviewers": f"{a} / {b}",
                "verdicts": len(pairs),
                "same": sum(x == y for x, y in pairs),
                "kappa": cohen_kappa(first, second),
                "low": interval.low,
                "high": interval.high,
            }
        )
    return out


def agreement_words(row: dict[str, Any]) -> str:
    """A row in one sentence."""
    told = f"{row['reviewers']}: {row['same']} of {row['verdicts']} verdicts alike"
    return told if row["kappa"] != row["kappa"] else f"{told}, kappa {row['kappa']:.2f} ({row['low']:.2f} to {row['high']:.2f})"
