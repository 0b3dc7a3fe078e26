"""The outcome of a run as one row an item, arm and repeat; a failed or unreadable answer is there and wrong."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from bench.reach import reached_document, reached_provision
from bench.runs.log import Log
from bench.runs.plan import Task


def prediction_rows(tasks: Iterable[Task], model: str, log: Log) -> list[dict[str, Any]]:
    """Rows `{id, model, arm, repeat, answer, valid, correct, reached, reached_document, type, lang, category, subdomain}` in
    the order of the tasks; a task that a stopped run never came to has none.

    `reached` tells whether the evidence shown held a provision that the item was made from, `reached_document` whether it
    quoted every document that the item names as its source; None where nothing was shown or the item names none.
    """
    rows = []
    for task in tasks:
        call = log.calls.get(task.key(model))
        if call is None:
            continue
        rows.append(
            {
                "id": task.item.id,
                "model": model,
                "arm": task.arm,
                "repeat": task.repeat,
                "answer": call.letter,
                "valid": call.valid,
                "correct": call.valid and call.letter == task.item.answer,
                "reached": reached_provision(task.item, task.evidence.provisions),
                "reached_document": reached_document(task.item, task.evidence.documents),
                "type": task.item.type,
                "lang": task.item.lang,
                "category": task.item.category,
                "subdomain": task.item.subdomain,
            }
        )
    return rows


def write_predictions(path: Path, rows: Iterable[dict[str, Any]]) -> None:
    """Writes `predictions.jsonl`; the whole file at once, so that a reader never sees half of it."""
    part = path.with_suffix(".part")
    part.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    part.replace(path)
