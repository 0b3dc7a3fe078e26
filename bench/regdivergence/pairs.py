"""The pair format as published: `{id, topic, source, fda_text, ema_text, label}`, one JSON object a line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from kg.errors import UsageError

LABELS = ("AGREE", "DIVERGE", "SILENT")

_PLACEHOLDER = re.compile(
    r"^\W*(?:not addressed|no (?:corresponding|equivalent|specific) (?:guidance|requirement|provision)|silent\b)", re.I
)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two requirements on one topic. `label` is AGREE, DIVERGE, SILENT-FDA or SILENT-EMA; "" where it is not given.

    SILENT-FDA: the FDA is silent on what the EMA regulates. `track` and `stratum` are kept where a file has them.
    """

    id: str
    fda_text: str
    ema_text: str
    label: str = ""
    topic: str = ""
    source: str = ""
    track: str = ""


def collapse(label: str) -> str:
    """The three-class label: both directions of silence are SILENT."""
    return re.split(r"[-_]", label, maxsplit=1)[0]


def is_placeholder(text: str) -> bool:
    """Whether a side holds words such as "Not addressed in the guidance" in place of a text."""
    return not text.strip() or bool(_PLACEHOLDER.match(text))


def silent_side(pair: Pair) -> str:
    """SILENT-FDA or SILENT-EMA: the side of a placeholder, else, in a bare pair a guess, the shorter text."""
    if is_placeholder(pair.fda_text) != is_placeholder(pair.ema_text):
        return "SILENT-FDA" if is_placeholder(pair.fda_text) else "SILENT-EMA"
    return "SILENT-FDA" if len(pair.fda_text) <= len(pair.ema_text) else "SILENT-EMA"


def read_pairs(path: Path) -> list[Pair]:
    """Every pair of a file. Raises UsageError that names the line."""
    if not path.is_file():
        raise UsageError(f"{path}: no such file")
    out = []
    for number, line in enumerate(path.read_text(encoding="utf-8-sig").splitlines(), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            label = str(row.get("label") or "").replace("_", "-")
            out.append(
                Pair(str(row["id"]), str(row["fda_text"]), str(row["ema_text"]), label, str(row.get("topic") or ""),
                     str(row.get("source") or ""), str(row.get("track") or ""))
            )  # fmt: skip
        except (ValueError, KeyError, TypeError) as error:
            raise UsageError(f"{path}, line {number}: not a pair ({error}); id, fda_text and ema_text are needed") from None
    return out


def read_passages(path: Path) -> dict[str, str]:
    """Texts by pair id from lines `{id, text}`. Raises UsageError that names the line."""
    if not path.is_file():
        raise UsageError(f"{path}: no such file")
    out = {}
    for number, line in enumerate(path.read_text(encoding="utf-8-sig").splitlines(), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            out[str(row["id"])] = str(row["text"])
        except (ValueError, KeyError, TypeError) as error:
            raise UsageError(f"{path}, line {number}: not a passage ({error}); id and text are needed") from None
    return out


def with_passages(pairs: Iterable[Pair], passages: Mapping[str, str]) -> list[Pair]:
    """The same pairs with the nearest real passage, by id, where a side holds a placeholder.

    A placeholder gives the label away; what a method can do without it is the figure that counts.
    """
    out = []
    for pair in pairs:
        text = passages.get(pair.id, "")
        if text and is_placeholder(pair.fda_text):
            out.append(replace(pair, fda_text=text))
        elif text and is_placeholder(pair.ema_text):
            out.append(replace(pair, ema_text=text))
        else:
            out.append(pair)
    return out
