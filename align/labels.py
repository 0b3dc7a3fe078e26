"""Labels of our own: does this candidate answer that demand? Read by citation and text, so they hold no official text.

How they were made, by whom, and what they may be used for: docs/labels.md.
"""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Literal, get_args

from align.passages import Passage
from kg.text import squeeze

Answer = Literal["answers", "topic", "no"]
"""Answers the demand in whole or in part; speaks of the same matter but answers nothing; neither."""
Field = Literal["", "time", "limit", "modality", "actor", "act", "exception", "scope"]
"""Of a candidate that answers: the first field in which the two differ, "" where none does."""
ANSWERS: tuple[str, ...] = get_args(Answer)
FIELDS: tuple[str, ...] = get_args(Field)

COLUMNS = ("source", "source_text", "target", "target_text", "answer", "field", "again", "again_field")


@dataclass(frozen=True, slots=True)
class PairLabel:
    """One labelled pair. `source` and `target` are ids of provisions (the candidate's unit), the texts hashes of what was
    read; `again` is the answer of the second, blind reading where there was one."""

    source: str
    source_text: str
    target: str
    target_text: str
    answer: str
    field: str = ""
    again: str = ""
    again_field: str = ""


def text_hash(texts: Iterable[str]) -> str:
    """Of the words alone: white space does not count."""
    return hashlib.blake2b("\x1f".join(squeeze(t) for t in texts).encode(), digest_size=6).hexdigest()


def hash_of(passages: Iterable[Passage]) -> str:
    return text_hash(p.text for p in passages)


def read_labels(path: Path | None = None) -> list[PairLabel]:
    """The labels of the package, or of a file of the same columns."""
    where = path or files("align").joinpath("data/labels.tsv")
    with where.open(encoding="utf-8") as lines:
        return [PairLabel(**row) for row in csv.DictReader(lines, delimiter="\t")]


def write_labels(labels: Iterable[PairLabel], path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as out:
        rows = csv.writer(out, delimiter="\t", lineterminator="\n")
        rows.writerow(COLUMNS)
        rows.writerows([getattr(label, name) for name in COLUMNS] for label in labels)
