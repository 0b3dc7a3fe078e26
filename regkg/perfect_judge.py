"""What a reader who never errs would make of the candidates: the bound that the search sets to every judge.

The gold's own label is given back where the counterpart is among the candidates, and for a silence; where the search did
not bring the counterpart, such a reader could only say that there is none. The scorer's own functions tell which provision
is a gold source and which candidate is right.
"""

from __future__ import annotations

import importlib.util
import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

Line = dict[str, Any]


def _scorer(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("regkg_scorer", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def replayed(scorer: Path, gold: Path, provisions: Path, verdicts: Path) -> Iterator[Line]:
    """The verdict lines of the gold's sources with the labels of a perfect judge."""
    score = _scorer(scorer)
    known: dict[str, Line] = {line["id"]: line for line in _lines(provisions)}
    heads: dict[str, list[str]] = defaultdict(list)
    for line in known.values():
        heads[score.body(line["text"])[:24]].append(line["id"])
    items = list(_lines(gold))
    wanted: dict[tuple[str, str], Line] = {}
    for item in items:
        for key in _sources(score, item, known, heads):
            wanted.setdefault((key, item["direction"].split("->")[1]), item)
    for verdict in _lines(verdicts):
        found = wanted.get((verdict["source"], verdict["jurisdiction"]))
        if found is not None:
            yield {**verdict, "label": _label(score, found, verdict, known)}


def _lines(path: Path) -> Iterator[Line]:
    with path.open(encoding="utf-8") as file:
        yield from (json.loads(line) for line in file if line.strip())


def _sources(score: ModuleType, item: Line, known: dict[str, Line], heads: dict[str, list[str]]) -> list[str]:
    text = score.body(item["source"]["text"])
    ids = heads.get(text[:24]) or [i for head, group in heads.items() if len(head) >= 12 and head in text[:60] for i in group]
    citation = score.target_key(item["source"].get("citation"))
    return [i for i in ids if score.target_key(known[i]["citation"]) == citation] or ids


def _label(score: ModuleType, item: Line, verdict: Line, known: dict[str, Line]) -> str:
    texts = [_passage(score, known[c["id"]]) for c in verdict["candidates"]]
    found = any(score.same_passage(text, target["text"]) for text in texts for target in item["targets"])
    return str(item["label"]) if found or item["label"] == "SILENT" else "SILENT"


def _passage(score: ModuleType, provision: Line) -> str:
    return "" if provision["level"] in score.ABOVE_A_PROVISION else provision.get("full_text") or provision["text"]
