"""D7: items that ask the same, nearly the same, or the same with another answer."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from rapidfuzz import fuzz

NEAR = 92
"""Similarity of two questions, of 100, from which they are told to be nearly the same."""
_BUCKET = 400
"""Most questions compared with each other in one bucket; larger ones hold a template whose words all agree."""

_SIGNS = re.compile(r"\W+")
_LABEL = re.compile(r"^\s*[A-D]\s*[.、．:：)）]\s*")


def _bare(text: str) -> str:
    return _SIGNS.sub("", text).casefold()


def _option(row: dict[str, Any], letter: str) -> str:
    index = "ABCD".find(letter)
    choices = row["choices"]
    return _bare(_LABEL.sub("", choices[index])) if 0 <= index < len(choices) else ""


def _sides(row: dict[str, Any]) -> str:
    return "|".join(str(row.get(name) or "") for name in ("source", "source_cn", "source_us", "source_eu"))


def check_together(rows: Sequence[tuple[int, dict[str, Any]]]) -> Iterator[tuple[int, str, tuple[object, ...]]]:
    """Issues of (position, row) pairs against the earlier ones: position, code, details. Rows must have passed D1.

    Near-duplicates are looked for among items with the same sources and language, by their sorted words.
    """
    ids: dict[str, int] = {}
    exact: dict[tuple[str, tuple[str, ...]], str] = {}
    asked: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    buckets: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    for position, row in rows:
        if row["id"] in ids:
            yield position, "D7-ID", (ids[row["id"]],)
        ids.setdefault(row["id"], position)
        question = _bare(row["question"])
        whole = (question, tuple(sorted(_bare(_LABEL.sub("", c)) for c in row["choices"])))
        same = exact.get(whole)
        right = _option(row, row["answer"])
        if same is not None:
            yield position, "D7-SAME", (same,)
        exact.setdefault(whole, row["id"])
        for other in asked[question, _sides(row)]:
            if {right, _option(other, other["answer"])} <= _options(row) & _options(other) and right != _option(
                other, other["answer"]
            ):
                yield position, "D7-CONTRADICTION", (other["id"],)
                break
        asked[question, _sides(row)].append(row)
        bucket = buckets[_sides(row), row["lang"]]
        if same is None and len(bucket) < _BUCKET:
            for other in bucket:
                alike = fuzz.ratio(row["question"], other["question"], score_cutoff=NEAR)
                if alike >= NEAR and right == _option(other, other["answer"]):
                    yield position, "D7-NEAR", (other["id"], round(alike))
                    break
        bucket.append(row)


def _options(row: dict[str, Any]) -> set[str]:
    return {_bare(_LABEL.sub("", c)) for c in row["choices"]}
