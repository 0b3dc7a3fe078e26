"""The evidence that was shown, in a file of its own beside the log: one line an item."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from bench.runs.plan import Evidence, Task
from qa.items import Item


def evidence_row(item: Item, evidence: Evidence) -> dict[str, Any]:
    return {
        "id": item.id,
        "documents": list(evidence.documents),
        "provisions": list(evidence.provisions),
        "evidence": evidence.text,
    }


def write_evidence(path: Path, tasks: Iterable[Task]) -> None:
    """Writes what each item of a run was shown; the whole file at once, so that a reader never sees half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    with part.open("w", encoding="utf-8", newline="\n") as out:
        for task in tasks:
            if task.repeat == 0:
                row = {**evidence_row(task.item, task.evidence), "arm": task.arm, "prompt": task.prompt.digest}
                out.write(json.dumps(row, ensure_ascii=False) + "\n")
    part.replace(path)
