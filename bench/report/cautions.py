"""What may not be concluded from a table: said on the page, before anyone does."""

from __future__ import annotations

import pandas as pd

from bench.report.tables import FIELDS
from bench.tables import FEW

_ENOUGH_COVERAGE = 0.99
_MOST = 6


def cautions(overall: pd.DataFrame, pairs: pd.DataFrame, groups: dict[str, pd.DataFrame]) -> list[str]:
    """Sentences for the reader, the most telling first."""
    out = []
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
    for row in overall.to_dict("records"):
        if row["valid"] < _ENOUGH_COVERAGE:
            out.append(f"{row['run']} gave a readable answer to {row['valid']:.1%} of the items; the others count as wrong.")
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
