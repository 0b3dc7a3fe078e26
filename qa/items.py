"""Question items in the format of the published Sino-US-DrugQA files, with our own fields beside them.

An item's identity is its `id`. The published fields keep their names and meanings; `lang` is "EN" or "CN" as published.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from kg.errors import UsageError

LETTERS = ("A", "B", "C", "D")
TYPES = ("Monolingual", "Comparative", "Parallel")

_LETTER = re.compile(r"^\s*([A-D])\s*[.、．:：)）]\s*")


@dataclass(frozen=True, slots=True)
class Quote:
    """A quoted passage that an item rests on."""

    provision: str
    citation: str
    jurisdiction: str
    text: str


@dataclass(frozen=True, slots=True)
class Item:
    """A four-option question. `choices` carry their letters ("A. ..."), `answer` is a letter."""

    id: str
    type: str
    lang: str
    question: str
    choices: tuple[str, ...]
    answer: str
    explanation: str = ""
    category: str = ""
    related_concept: str = ""
    match_type: str = ""
    match_score: float | None = None
    source: str = ""
    source_cn: str = ""
    source_us: str = ""
    source_eu: str = ""
    kind: str = ""
    """What is asked: deadline, threshold, actor, modality, condition, exception, definition, reference, comparison."""
    subdomain: str = ""
    derived_from: tuple[str, ...] = ()
    """Ids of the provisions and edges that the answer rests on."""
    evidence: tuple[Quote, ...] = ()
    graph_run: str = ""
    generator: str = ""
    disposition: str = ""
    other: dict[str, Any] = field(default_factory=dict, compare=False)
    """Fields of the file that this format does not know; kept and written back."""

    def option(self, letter: str) -> str:
        """The text of an option without its letter; "" where there is none."""
        index = LETTERS.index(letter) if letter in LETTERS else len(self.choices)
        return _LETTER.sub("", self.choices[index]) if index < len(self.choices) else ""

    def as_row(self) -> dict[str, Any]:
        """The item as a JSON object; empty fields of ours are left out, published ones kept."""
        row = asdict(self)
        other: dict[str, Any] = row.pop("other")
        keep = {"id", "type", "lang", "question", "choices", "answer", "explanation", "category", "related_concept"}
        kept: dict[str, Any] = {k: v for k, v in row.items() if k in keep or v not in ("", None, (), [])}
        return kept | other


_KNOWN = frozenset(f.name for f in fields(Item)) - {"other"}


def item_from_row(row: dict[str, Any]) -> Item:
    """An item from a JSON object. Raises KeyError or TypeError where a published field is missing or of the wrong kind."""
    values = {k: v for k, v in row.items() if k in _KNOWN}
    values["choices"] = tuple(str(c) for c in row["choices"])
    values["derived_from"] = tuple(row.get("derived_from") or ())
    values["evidence"] = tuple(Quote(**q) for q in row.get("evidence") or ())
    values["id"], values["answer"] = str(row["id"]), str(row["answer"])
    return Item(**values, other={k: v for k, v in row.items() if k not in _KNOWN})


def read_items(path: Path) -> list[Item]:
    """Every item of a JSON Lines file, for running. Raises UsageError that names the first bad line."""
    if not path.exists():
        raise UsageError(f"{path}: no such file")
    out = []
    for number, line in enumerate(path.read_text(encoding="utf-8-sig").splitlines(), 1):
        if not line.strip():
            continue
        try:
            out.append(item_from_row(json.loads(line)))
        except (KeyError, TypeError, ValueError) as error:
            raise UsageError(f"{path}, line {number}: not an item ({error}); `regkg qa validate` lists every fault") from None
    return out


def write_items(path: Path, items: Iterable[Item]) -> int:
    """Writes JSON Lines, one item a line, in the order given; returns how many."""
    path.parent.mkdir(parents=True, exist_ok=True)
    count = 0
    with path.open("w", encoding="utf-8", newline="\n") as out:
        for count, item in enumerate(items, 1):  # noqa: B007 - the count is what is returned
            out.write(json.dumps(item.as_row(), ensure_ascii=False, sort_keys=True) + "\n")
    return count


def lines_of(path: Path) -> Iterator[tuple[int, str]]:
    """The non-empty lines of a file with their numbers, whatever their line ends."""
    for number, line in enumerate(path.read_text(encoding="utf-8-sig", errors="replace").splitlines(), 1):
        if line.strip():
            yield number, line
