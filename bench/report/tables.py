"""Tables shaped like the first paper's, as data, CSV and LaTeX."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import isnan
from pathlib import Path
from typing import Any

import pandas as pd

from bench.tables import by_group, folded, overall, pairwise

FIELDS = {"type": "task type", "lang": "language", "category": "domain", "subdomain": "functional subdomain"}
_SPECIAL = re.compile(r"([&%$#_{}])")
_SHARES = frozenset({"accuracy", "valid", "reach", "document reach", "deviation", "difference", "could show"})


def all_tables(rows: Sequence[dict[str, Any]]) -> dict[str, pd.DataFrame]:
    """By file name: overall, by type and language, by domain, by subdomain, pairwise."""
    tables = {"overall": overall(rows), "type_language": wide(rows, ("type", "lang"))}
    tables |= {"domain": wide(rows, ("category",)), "subdomain": wide(rows, ("subdomain",)), "pairwise": pairwise(rows)}
    return tables


def wide(rows: Sequence[dict[str, Any]], fields: Sequence[str]) -> pd.DataFrame:
    """A row for each value of each field with its n, and a column of accuracies for each run; groups one below the other,
    the largest first, rare values together."""
    parts = []
    for name in fields:
        table = by_group(folded(rows, name), name)
        if table.empty or set(table[name]) == {"not given"}:
            continue
        flat = table.pivot(index=name, columns="run", values="accuracy")
        counts = table.groupby(name)["n"].max()
        flat.insert(0, "n", counts)
        flat = flat.sort_values("n", ascending=False).reset_index().rename(columns={name: "group"})
        flat.insert(0, "by", FIELDS.get(name, name))
        parts.append(flat)
    return pd.concat(parts, ignore_index=True) if parts else pd.DataFrame()


def latex(table: pd.DataFrame, caption: str) -> str:
    """A booktabs table; shares as percentages, as the papers print them. Needs \\usepackage{booktabs}."""
    shares = _share_columns(table)
    head = " & ".join(_escape(str(c)) for c in table.columns)
    body = [" & ".join(_escape(_shown(row[c], c in shares)) for c in table.columns) + r" \\" for _, row in table.iterrows()]
    columns = "l" + "".join("r" if pd.api.types.is_numeric_dtype(table[c]) else "l" for c in table.columns[1:])
    lines = [
        r"\begin{table}",
        r"\centering",
        rf"\caption{{{_escape(caption)}}}",
        rf"\begin{{tabular}}{{{columns}}}",
        r"\toprule",
    ]
    return "\n".join([*lines, head + r" \\", r"\midrule", *body, r"\bottomrule", r"\end{tabular}", r"\end{table}", ""])


def _share_columns(table: pd.DataFrame) -> frozenset[str]:
    """Columns that hold shares: the named ones, in a wide table all runs, in `overall` also the interval."""
    if "group" in table:
        return frozenset(map(str, table.columns)) - {"by", "group", "n"}
    return _SHARES | {"low", "high"} if "accuracy" in table else _SHARES


def _shown(value: Any, share: bool) -> str:
    if value is None or (isinstance(value, float) and isnan(value)):
        return ""
    if share:
        return f"{100 * float(value):.2f}%"
    if isinstance(value, float):
        return f"{value:.4g}"
    return str(value)


def _escape(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)


def as_cells(table: pd.DataFrame) -> list[dict[str, str]]:
    """Rows for a page, each value as it is printed; columns in which nothing is known are left out."""
    shares = _share_columns(table)
    table = table.dropna(axis="columns", how="all")
    return [{str(c): _shown(row[c], c in shares) for c in table.columns} for _, row in table.iterrows()]


def write_tables(tables: dict[str, pd.DataFrame], folder: Path) -> list[Path]:
    """Each table as NAME.csv (full precision) and NAME.tex; empty ones are left out."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, table in tables.items():
        if table.empty:
            continue
        table.to_csv(folder / f"{name}.csv", index=False)
        (folder / f"{name}.tex").write_text(latex(table, name.replace("_", " and ")), encoding="utf-8")
        written += [folder / f"{name}.csv", folder / f"{name}.tex"]
    return written
