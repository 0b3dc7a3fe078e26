"""Where a model decided otherwise than the rules had: the verdicts that a person should read first."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from align.gap_register import NOT_SILENCE
from align.review import Pair, latest_by_reviewer
from kg.stores import Row

RULES = "rules"
"""The rules among the reviewers of a table of agreement."""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """What rules said of a verdict, and a model against it; no person has decided yet."""

    rules: str
    model: str
    by: str


def rules_said(rows: Iterable[Row]) -> dict[Pair, str]:
    """By verdict, the label that rules had given before anyone decided; without those that claimed nothing."""
    out = {}
    for row in rows:
        if row["replaced"] and (label := _label(json.loads(row["replaced"]))):
            out[row["source"], row["jurisdiction"]] = label
    return out


def _label(inferred: Iterable[Row]) -> str:
    """Of edges as `align/review.py` keeps them; "" where they claim nothing."""
    for edge in inferred:
        given = edge["properties"]
        if not edge["target"]:
            return "" if given.get("state") in NOT_SILENCE else "SILENT"
        if given.get("rank") == 1:
            return str(given["label"])
    return ""


def disagreements(rows: Iterable[Row]) -> dict[Pair, Disagreement]:
    """Verdicts in force by a model alone whose label is not the rules', in the order of sources."""
    rows = list(rows)
    said: Mapping[Pair, str] = rules_said(rows)
    out = {}
    for pair, by in sorted(latest_by_reviewer(row for row in rows if not row["stale"]).items()):
        last = list(by.values())[-1]
        if pair in said and all(row["kind"] == "model" for row in by.values()) and last["decision"] != said[pair]:
            out[pair] = Disagreement(said[pair], last["decision"], last["reviewer"])
    return out
