"""The papers' tables from predictions: overall, by group, and every pair of runs on the same items."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

import pandas as pd

from bench.statistics import detectable_difference, holm, matched_pairs, mid_p, retest_noise, wilson

Rows = Sequence[dict[str, Any]]

FEW = 30
"""Groups with fewer items than this are marked: their interval is wider than any difference seen between models."""


RARE = 10
"""Labels with fewer items than this are shown together."""


def _name(row: dict[str, Any]) -> str:
    return f"{row['model']} / {row['arm']}"


def _by_run(rows: Rows) -> dict[str, list[dict[str, Any]]]:
    out: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        out[_name(row)].append(row)
    return dict(sorted(out.items()))


def _accuracy(rows: Rows) -> dict[str, Any]:
    """The denominator is every item asked: invalid answers are in it and wrong."""
    hits = sum(row["correct"] for row in rows)
    low, high = wilson(hits, len(rows))
    return {"n": len(rows), "correct": hits, "accuracy": hits / len(rows) if rows else None, "low": low, "high": high}


def _share(values: Iterable[bool | None]) -> float | None:
    """The share of True among the known values; None where none is known."""
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def folded(rows: Rows, field: str) -> list[dict[str, Any]]:
    """The rows with the values of `field` that fewer than RARE items have put together as "Other (N labels)", as the first
    paper does with its low-frequency labels; as they are where no two values are so rare."""
    values = {row["id"]: str(row.get(field) or "not given") for row in rows}
    counts = Counter(values.values())
    rare = {value for value, n in counts.items() if n < RARE and value != "not given"}
    if len(rare) < 2:
        return list(rows)
    other = f"Other ({len(rare)} labels)"
    return [{**row, field: other} if values[row["id"]] in rare else row for row in rows]


def overall(rows: Rows) -> pd.DataFrame:
    """One row a model and arm: accuracy with Wilson 95 % CI, valid-output coverage, reach, noise over repeats."""
    out = []
    for name, group in _by_run(rows).items():
        repeats: dict[int, dict[str, bool]] = defaultdict(dict)
        for row in group:
            repeats[row["repeat"]][row["id"]] = row["correct"]
        ids = sorted(set.intersection(*(set(r) for r in repeats.values())))
        noise = retest_noise([[r[i] for i in ids] for _, r in sorted(repeats.items())])
        out.append(
            {
                "run": name,
                **_accuracy(group),
                "valid": sum(row["valid"] for row in group) / len(group),
                "reach": _share(row.get("reached") for row in group),
                "document reach": _share(row.get("reached_document") for row in group),
                "repeats": len(repeats),
                "deviation": noise.deviation,
            }
        )
    return pd.DataFrame(out)


def by_group(rows: Rows, field: str) -> pd.DataFrame:
    """Accuracy of every run within each value of `field` (type, lang, category, subdomain); `few` marks small groups."""
    out: list[dict[str, Any]] = []
    for name, group in _by_run(rows).items():
        parts: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for row in group:
            parts[str(row.get(field) or "not given")].append(row)
        out.extend({"run": name, field: part, **_accuracy(part_rows)} for part, part_rows in sorted(parts.items()))
    table = pd.DataFrame(out)
    if not table.empty:
        table["few"] = table["n"] < FEW
    return table


def pairwise(rows: Rows) -> pd.DataFrame:
    """Every pair of runs over the items that both were asked, first repeat: discordant counts, matched-pairs odds ratio with
    95 % CI, mid-P McNemar, Holm-adjusted p, and the smallest difference that so many items could show.

    The run with the higher accuracy stands first, so an odds ratio above 1 favours it.
    """
    first = {name: {r["id"]: r["correct"] for r in group if r["repeat"] == 0} for name, group in _by_run(rows).items()}
    out = []
    for a, b in combinations(first, 2):
        ids = first[a].keys() & first[b].keys()
        if not ids:
            continue
        x, y = (a, b) if sum(first[a][i] for i in ids) >= sum(first[b][i] for i in ids) else (b, a)
        only_x = sum(first[x][i] and not first[y][i] for i in ids)
        only_y = sum(first[y][i] and not first[x][i] for i in ids)
        ratio = matched_pairs(only_x, only_y)
        discordant = (only_x + only_y) / len(ids)
        out.append(
            {
                "first": x,
                "second": y,
                "n": len(ids),
                "difference": (only_x - only_y) / len(ids),
                "b": only_x,
                "c": only_y,
                "odds ratio": ratio.value,
                "low": ratio.interval.low,
                "high": ratio.interval.high,
                "p": mid_p(only_x, only_y),
                "could show": detectable_difference(len(ids), discordant) if discordant else None,
            }
        )
    table = pd.DataFrame(out)
    if not table.empty:
        table["p (Holm)"] = holm(table["p"].tolist())
    return table
