"""The items of the page's browser: the question, what each arm was shown, and what each run answered."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from bench.report.reading import Shown
from qa.items import Item

MOST = 300
"""Items in the browser: a page with all 11,444 and their evidence would be 300 MB. Those on which runs differ come first."""
EVIDENCE_SHOWN = 6000
"""Characters of an arm's evidence."""


def browser_rows(items: Sequence[Item], shown: Shown) -> list[dict[str, Any]]:
    """Up to MOST items in the order of the file, chosen for disagreement between runs; first repeats only."""
    answers: dict[str, dict[str, dict[str, Any]]] = defaultdict(dict)
    for row in shown.predictions:
        if row["repeat"] == 0:
            answers[row["id"]][f"{row['model']} / {row['arm']}"] = row
    asked = [item for item in items if item.id in answers]
    order = sorted(range(len(asked)), key=lambda n: (len({r["correct"] for r in answers[asked[n].id].values()}) < 2, n))
    kept = sorted(order[:MOST])
    return [_row(asked[n], answers[asked[n].id], shown) for n in kept]


def _row(item: Item, answers: dict[str, dict[str, Any]], shown: Shown) -> dict[str, Any]:
    runs = [
        {
            "run": run,
            "answer": row["answer"] or "none",
            "correct": row["correct"],
            "valid": row["valid"],
            "reply": shown.replies.get((run, item.id), ""),
        }
        for run, row in sorted(answers.items())
    ]
    arms = []
    for arm in sorted({row["arm"] for row in answers.values()}):
        found = shown.evidence.get((arm, item.id))
        text = found["evidence"] if found else ""
        cut = text[:EVIDENCE_SHOWN] + (" …" if len(text) > EVIDENCE_SHOWN else "")
        arms.append({"arm": arm, "text": cut, "documents": found["documents"] if found else []})
    return {
        "id": item.id,
        "type": item.type,
        "lang": item.lang,
        "category": item.category,
        "question": item.question,
        "choices": list(item.choices),
        "gold": item.answer,
        "explanation": item.explanation,
        "sources": [s for s in (item.source_us, item.source_cn, item.source_eu) if s],
        "runs": runs,
        "arms": arms,
        "differ": len({row["correct"] for row in answers.values()}) > 1,
        "wrong": not any(row["correct"] for row in answers.values()),
    }
