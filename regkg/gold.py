"""The align gold placed in a graph: which provision an item's source is, and which candidates are right.

The scorer's own functions decide both, so that what is studied here is what the scores measure.
"""

from __future__ import annotations

import importlib.util
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

Line = dict[str, Any]


@dataclass(frozen=True, slots=True)
class GoldItem:
    """One demand with its label. `sources` are the ids of provisions that it may be; `targets` the texts of counterparts;
    `covered` whether the instrument of the counterpart is in the corpus at all."""

    direction: str
    label: str
    covered: bool
    sources: tuple[str, ...]
    targets: tuple[str, ...]


class Gold:
    """Gold files read against provisions, which are mappings with `id`, `citation`, `text`, `full_text` and `level`."""

    def __init__(self, scorer: Path, provisions: Iterable[Mapping[str, Any]]) -> None:
        self._score = _module(scorer)
        self.provisions = {p["id"]: p for p in provisions}
        self._heads: dict[str, list[str]] = defaultdict(list)
        for p in self.provisions.values():
            self._heads[self._score.body(p["text"])[:24]].append(p["id"])

    def items(self, path: Path) -> Iterator[GoldItem]:
        for item in read_lines(path):
            yield GoldItem(
                direction=item["direction"],
                label=item["label"],
                covered=item["coverage"] == "yes",
                sources=tuple(self._sources(item)),
                targets=tuple(target["text"] for target in item["targets"]),
            )

    def _sources(self, item: Line) -> list[str]:
        text = self._score.body(item["source"]["text"])
        ids = self._heads.get(text[:24]) or [
            i for head, group in self._heads.items() if len(head) >= 12 and head in text[:60] for i in group
        ]
        citation = self._score.target_key(item["source"].get("citation"))
        return [i for i in ids if self._score.target_key(self.provisions[i]["citation"]) == citation] or ids

    def is_right(self, item: GoldItem, candidate: str) -> bool:
        """Whether the provision `candidate` is, holds or is part of one of the item's counterparts."""
        p = self.provisions[candidate]
        text = "" if p["level"] in self._score.ABOVE_A_PROVISION else p.get("full_text") or p["text"]
        return any(self._score.same_passage(text, target) for target in item.targets)

    def holding(self, items: Iterable[GoldItem], jurisdictions: Mapping[str, str]) -> set[str]:
        """The provisions of `jurisdictions` (by id) that hold a counterpart of any of `items` on the side that it asks.

        Each text is read once, where `is_right` reads it for every item: this is for drawing samples over a whole graph.
        """
        asked: dict[str, set[str]] = defaultdict(set)
        for item in items:
            asked[item.direction[-2:]].update(self._score.body(target) for target in item.targets)
        found: set[str] = set()
        for i, jurisdiction in jurisdictions.items():
            text = self._score.body(self.provisions[i].get("full_text") or self.provisions[i]["text"])
            if any(t[:60] in text or (len(text) >= 12 and text[:60] in t) for t in asked[jurisdiction]):
                found.add(i)
        return found


def read_lines(path: Path) -> Iterator[Line]:
    with path.open(encoding="utf-8") as file:
        yield from (json.loads(line) for line in file if line.strip())


def _module(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("regkg_scorer", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
