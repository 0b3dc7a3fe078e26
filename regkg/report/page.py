"""Writes the report: one HTML file that needs no network and no server."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

from jinja2 import Environment, StrictUndefined

from align.gap_register import Gap, gaps, matrix
from kg.queries import run_query
from kg.stores import GraphStore

MOST_ROWS = 3000
"""Lines shown; a browser filters this many at once. What is left out is said on the page."""

_VERDICT_WORDS = {"AGREE": "agrees", "DIVERGE": "differs", "SILENT": "no counterpart found"}


def write_report(store: GraphStore, path: Path, pairs: Sequence[tuple[str, str]], *, agreements: bool = True) -> int:
    """Writes the register of all `pairs` to `path`; returns how many lines it shows.

    Lines are taken by risk, evenly from each direction, up to MOST_ROWS.
    """
    found: list[Gap] = []
    total = 0
    share = max(1, MOST_ROWS // max(1, len(pairs)))
    for source, target in pairs:
        register = gaps(store, source, target, agreements=agreements)
        total += len(register)
        found.extend(register[:share])
    template = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True).from_string(
        files("regkg.report").joinpath("report.html.j2").read_text(encoding="utf-8")
    )
    page = template.render(
        gaps=found,
        words=_VERDICT_WORDS,
        total=total,
        left_out=total - len(found),
        matrix=matrix(store, pairs),
        documents=run_query(store, "counts_by_document", limit=100_000),
        pairs=pairs,
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(page, encoding="utf-8")
    return len(found)
