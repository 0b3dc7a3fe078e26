"""What the folders of finished runs hold: predictions, the evidence that was shown, and the models' words."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kg.errors import UsageError
from qa.items import lines_of


@dataclass
class Shown:
    """Rows of all predictions; evidence by (arm, item); a model's words by (run, item) for the first repeat."""

    predictions: list[dict[str, Any]] = field(default_factory=list)
    evidence: dict[tuple[str, str], dict[str, Any]] = field(default_factory=dict)
    replies: dict[tuple[str, str], str] = field(default_factory=dict)


def read_predictions(given: Path) -> list[dict[str, Any]]:
    """The rows of a predictions.jsonl, or of the one in a folder. Raises UsageError where it is missing."""
    path = given / "predictions.jsonl" if given.is_dir() else given
    if not path.is_file():
        raise UsageError(f"{path}: no such file; `regkg bench run` writes it")
    return [json.loads(line) for _, line in lines_of(path)]


def read_runs(folders: Sequence[Path]) -> Shown:
    """Everything that the folders hold; without a log or an evidence file the page shows less."""
    out = Shown()
    for given in folders:
        out.predictions += read_predictions(given)
        folder = given if given.is_dir() else given.parent
        for row in _rows(folder / "evidence.jsonl"):
            out.evidence[row["arm"], row["id"]] = row
        for row in _rows(folder / "log.jsonl"):
            if row.get("repeat") == 0:
                out.replies[f"{row['model']} / {row['arm']}", row["item"]] = row.get("reply") or row.get("error") or ""
    if not out.predictions:
        raise UsageError("no prediction in the files given; `regkg bench run` writes them")
    return out


def _rows(path: Path) -> list[dict[str, Any]]:
    """The whole lines of a file that a run may have left cut off, none where it is missing."""
    if not path.is_file():
        return []
    out = []
    for _, line in lines_of(path):
        try:
            out.append(json.loads(line))
        except ValueError:
            continue
    return out
