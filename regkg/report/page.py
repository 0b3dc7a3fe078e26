"""Writes the report: one HTML file that needs no network and no server."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from itertools import zip_longest
from pathlib import Path
from typing import Any

from jinja2 import Environment, StrictUndefined

from align.coverage import Coverage, coverage
from align.gap_register import Gap, by_risk, gaps, matrix_of, topic_matrix
from kg.stores import GraphStore

MOST_ROWS = 3000
"""Lines shown; a browser filters this many at once. What is left out is said on the page."""
TEXT_SHOWN = 1500
"""Characters of a provision that are shown at once; the rest unfolds."""

_VERDICT_WORDS = {"AGREE": "agrees", "DIVERGE": "differs", "SILENT": "no counterpart found", "UNTOLD": "can’t be told"}
_SETTLED_SILENCE = {"judged": "silent (model)", "reviewed": "silent (reviewed)"}

_DOCUMENTS = """
MATCH (d:Document)
OPTIONAL MATCH (d)-[:HAS_PROVISION]->(p:Provision)
RETURN d.id AS document, d.title AS title, d.source AS source, d.characters_in AS characters_in,
       d.characters_out AS characters_out, d.unparsed AS unparsed, count(p) AS provisions
ORDER BY document
"""


def verdict_words(gap: Gap) -> str:
    """What a line comes to, in words that never call an unverified finding silence."""
    return _SETTLED_SILENCE.get(gap.state, _VERDICT_WORDS["SILENT"]) if gap.label == "SILENT" else _VERDICT_WORDS[gap.label]


def write_report(
    store: GraphStore,
    path: Path,
    pairs: Sequence[tuple[str, str]],
    found: Sequence[Gap] | None = None,
    instruments: Sequence[Coverage] | None = None,
    *,
    as_of: str = "",
) -> int:
    """Writes the register of all `pairs`, agreements included, to `path`; returns how many lines it shows.

    `found` and `instruments` give lines and coverage where they were read or filtered already. Up to MOST_ROWS lines are shown,
    by risk and evenly from each direction.
    """
    lines = found if found is not None else [g for a, b in pairs for g in gaps(store, a, b, as_of=as_of, agreements=True)]
    covered = instruments if instruments is not None else [row for a, b in pairs for row in coverage(store, a, b, as_of=as_of)]
    shown = _shown(lines, pairs)
    template = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True).from_string(
        files("regkg.report").joinpath("report.html.j2").read_text(encoding="utf-8")
    )
    page = template.render(
        gaps=shown,
        verdict_words=verdict_words,
        text_shown=TEXT_SHOWN,
        total=len(lines),
        left_out=len(lines) - len(shown),
        matrix=matrix_of(lines, pairs),
        topics=topic_matrix(lines),
        instruments=covered,
        documents=[_document(row) for row in store.run(_DOCUMENTS)],
        as_of=as_of,
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(page, encoding="utf-8")
    return len(shown)


def _shown(lines: Sequence[Gap], pairs: Sequence[tuple[str, str]]) -> list[Gap]:
    by_pair = [sorted((g for g in lines if (g.source[:2], g.jurisdiction) == pair), key=by_risk) for pair in pairs]
    in_turn = [gap for turn in zip_longest(*by_pair) for gap in turn if gap is not None]
    return sorted(in_turn[:MOST_ROWS], key=by_risk)


def _document(row: dict[str, Any]) -> dict[str, Any]:
    whole = row["characters_in"] or 0
    share = row["characters_out"] / whole if whole else None
    return {
        **row,
        "captured": "unknown" if share is None else f"{int(share * 10_000) / 100:.2f} %",
        "unparsed": [span for span in row["unparsed"] or () if span.strip()],
    }
