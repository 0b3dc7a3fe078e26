"""The figures of a report, as SVG for the page and as files; quiet, readable in print, told apart without colour."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import matplotlib as mpl

mpl.use("Agg")

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.figure import Figure

from bench.tables import by_group, folded

_COLOURS = ("#1d4e89", "#c4572e", "#2f7d5b", "#7a4b8c", "#8a6d1c", "#4a5560", "#b23a6b", "#2b8a9e")
_MARKS = "osD^vPX*"
_CHANCE = 0.25
_STYLE: Any = {
    "font.family": ["DejaVu Sans"],
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "regkg",
}


def overall_figure(table: pd.DataFrame, constant: float | None = None) -> Figure:
    """Accuracy of every run with its Wilson interval; dotted: guessing among four options, dashed: `constant`, the accuracy
    of always giving the most frequent letter."""
    with mpl.rc_context(_STYLE):
        figure, axes = plt.subplots(figsize=(7, 0.45 * len(table) + 1.4), layout="constrained")
        for place, row in enumerate(table.to_dict("records")):
            y = len(table) - 1 - place
            axes.plot([row["low"], row["high"]], [y, y], color=_COLOURS[0], lw=2, solid_capstyle="butt")
            axes.plot(row["accuracy"], y, "o", color=_COLOURS[0])
            axes.annotate(
                f"{row['accuracy']:.1%}", (row["high"], y), xytext=(5, 0), textcoords="offset points", va="center", fontsize=8
            )
        axes.axvline(_CHANCE, color="#888", ls=":", lw=1)
        lines = "dotted: guessing"
        if constant is not None:
            axes.axvline(constant, color="#888", ls="--", lw=1)
            lines += "; dashed: one letter always"
        axes.set_yticks(range(len(table)), list(table["run"])[::-1])
        axes.set_ylim(-0.5, len(table) - 0.5)
        axes.set_xlim(0, 1.08)
        axes.set_xlabel(f"accuracy, 95 % Wilson interval\n({lines})")
        return figure


def group_figure(rows: Sequence[dict[str, Any]], field: str, title: str) -> Figure | None:
    """Accuracy of every run in each group of `field` with its interval, the largest group first; None without groups."""
    table = by_group(folded(rows, field), field)
    if table.empty or set(table[field]) == {"not given"}:
        return None
    sizes = table.groupby(field)["n"].max().sort_values(ascending=False).head(12)
    runs = list(dict.fromkeys(table["run"]))
    with mpl.rc_context(_STYLE):
        height = len(sizes) * (0.16 * len(runs) + 0.25) + 1.2
        figure, axes = plt.subplots(figsize=(7, height), layout="constrained")
        for n, run in enumerate(runs):
            part = table[table["run"] == run].set_index(field)
            colour, mark = _COLOURS[n % len(_COLOURS)], _MARKS[n % len(_MARKS)]
            for place, name in enumerate(sizes.index):
                if name not in part.index:
                    continue
                row = part.loc[name]
                y = len(sizes) - 1 - place + 0.35 - 0.7 * (n + 0.5) / len(runs)
                axes.plot([row["low"], row["high"]], [y, y], color=colour, lw=1.5)
                axes.plot(row["accuracy"], y, mark, color=colour, ms=5, label=run if place == 0 else None)
        axes.axvline(_CHANCE, color="#888", ls=":", lw=1)
        axes.set_yticks(range(len(sizes)), [f"{name} (n = {n})" for name, n in sizes.items()][::-1])
        axes.set_ylim(-0.5, len(sizes) - 0.5)
        axes.set_xlim(0, 1)
        axes.set_xlabel("accuracy, 95 % Wilson interval")
        axes.set_title(title, loc="left", fontsize=10)
        handles, labels = axes.get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower center", ncols=2, fontsize=8, frameon=False)
        return figure


def svg_of(figure: Figure) -> str:
    """The figure as an SVG element, without the XML head, so that it stands within a page."""
    out = io.StringIO()
    figure.savefig(out, format="svg", metadata={"Date": None})
    text = out.getvalue()
    return text[text.index("<svg") :]


def save(figure: Figure, folder: Path, name: str) -> None:
    """NAME.svg and NAME.png (200 dots an inch); the figure is closed."""
    folder.mkdir(parents=True, exist_ok=True)
    figure.savefig(folder / f"{name}.svg", metadata={"Date": None})
    figure.savefig(folder / f"{name}.png", dpi=200, metadata={"Software": None})
    plt.close(figure)
