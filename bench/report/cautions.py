"""What may not be concluded from a table: said on the page, before anyone does."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from bench.report.tables import FIELDS
from bench.tables import FEW
from qa.items import Item

_ENOUGH_COVERAGE = 0.99
_MOST = 4
_ONE_LETTER = 0.8
"""A share of one letter above this tells of a constant answer: no benchmark's key is so lopsided."""


@dataclass(frozen=True, slots=True)
class Constant:
    """The letter that is right most often, and how often: what a run has without reading a question."""

    letter: str
    accuracy: float

    @classmethod
    def of(cls, items: Sequence[Item], asked: Collection[str]) -> Constant | None:
        """None where the items are not at hand."""
        gold = Counter(item.answer for item in items if item.id in asked)
        if not gold:
            return None
        letter, n = min(gold.items(), key=lambda pair: (-pair[1], pair[0]))
        return cls(letter, n / gold.total())


def _of_letters(rows: Sequence[dict[str, Any]], overall: pd.DataFrame, constant: Constant) -> Iterator[str]:
    """What the spread of the letters takes away from the accuracies."""
    yield (
        f"{constant.letter} is the right answer of {constant.accuracy:.1%} of the items: so much has who gives it always, "
        "reading nothing."
    )
    models = [row for row in overall.to_dict("records") if not str(row["run"]).startswith("scripted:")]
    below = [str(row["run"]) for row in models if row["low"] <= constant.accuracy]
    if below:
        yield f"{', '.join(below)}: not shown to be better than that constant answer."
    given: dict[str, Counter[str]] = defaultdict(Counter)
    for row in rows:
        if row["valid"]:
            given[f"{row['model']} / {row['arm']}"][row["answer"]] += 1
    told = []
    for run, letters in sorted(given.items()):
        letter, n = letters.most_common(1)[0]
        if n / letters.total() > _ONE_LETTER and not run.startswith("scripted:"):
            told.append(f"{run} ({letter} in {n / letters.total():.1%})")
    if told:
        yield f"Nearly one letter alone among the readable answers of {', '.join(told)}: the options may not be weighed at all."


def cautions(
    overall: pd.DataFrame,
    pairs: pd.DataFrame,
    groups: dict[str, pd.DataFrame],
    rows: Sequence[dict[str, Any]] = (),
    constant: Constant | None = None,
) -> list[str]:
    """Sentences for the reader, the most telling first. `rows` are the predictions, read with `constant` only."""
    out = list(_of_letters(rows, overall, constant)) if constant else []
    if not pairs.empty:
        level = pairs[pairs["p (Holm)"] >= 0.05]
        for row in level.head(_MOST).to_dict("records"):
            least = row["could show"]
            shows = f"; {row['n']} items could show {least:.1%} or more" if pd.notna(least) else ""
            out.append(
                f"No difference is shown between {row['first']} and {row['second']}: {row['difference']:+.1%}, "
                f"adjusted p = {row['p (Holm)']:.3f}{shows}. That is not evidence that they are equal."
            )
        if len(level) > _MOST:
            out.append(f"{len(level) - _MOST} more pairs show no difference; see the pairwise table.")
        sizes = set(pairs["n"])
        if len(sizes) > 1:
            out.append("Not all runs were asked the same items; a pair is compared on those that both were asked.")
    unread = [f"{r['run']} {r['valid']:.1%}" for r in overall.to_dict("records") if r["valid"] < _ENOUGH_COVERAGE]
    if unread:
        out.append(f"Not every answer could be read; the others count as wrong. Readable: {', '.join(unread)}.")
    for row in overall.to_dict("records"):
        if row["repeats"] < 2:
            continue
        out.append(f"{row['run']} moves by {row['deviation']:.2%} (standard deviation) from repeat to repeat.")
    if all(row["repeats"] < 2 for row in overall.to_dict("records")):
        out.append("Every item was asked once: how much a model's answers vary from call to call is not known.")
    for field, table in groups.items():
        name = FIELDS.get(field, field)
        small = sorted({str(v) for v in table[table["few"]][field]}) if not table.empty else []
        if small:
            told = ", ".join(small[:_MOST]) + (" and others" if len(small) > _MOST else "")
            out.append(f"By {name}, {told}: fewer than {FEW} items, no ranking may be read from them.")
    scripted = [row["run"] for row in overall.to_dict("records") if str(row["run"]).startswith("scripted:")]
    if scripted:
        out.append(f"{', '.join(scripted)}: a rule, not a model; a control only.")
    out.append(
        "Groups differ in more than their name: source, task and difficulty go with language and domain, so a difference "
        "between groups is no effect of the group. Items were made partly by language models."
    )
    return out
