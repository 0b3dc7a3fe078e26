"""How much of each document was read: what a reader must know before an absence is believed."""

from __future__ import annotations

import json
from collections import Counter

from kg.graph_rows import WELL_READ
from kg.queries import run_query
from kg.stores import GraphStore, Row

_SPAN = 80


def coverage(store: GraphStore, *, jurisdiction: str = "", flagged: bool = False) -> list[Row]:
    """A row a document, the least read first: characters in and out, percent, `state`, the unparsed spans (their first 80
    characters), and the codes of its source's findings, `I010 x3`.

    `state` is `fully read`, or why silence over the document is not claimed. `flagged` keeps only those.
    """
    rows = []
    for row in run_query(store, "coverage", jurisdiction=jurisdiction, limit=1_000_000):
        if flagged and row["fully_read"]:
            continue
        codes = Counter(found["code"] for found in json.loads(row["findings"] or "[]"))
        rows.append(
            {
                "document": row["document"],
                "characters_in": row["characters_in"],
                "characters_out": row["characters_out"],
                "percent": _percent(row["captured"]),
                "state": _state(row),
                "unparsed": [" ".join(span.split())[:_SPAN] for span in row["unparsed"] or ()],
                "findings": " ".join(f"{code} x{times}" if times > 1 else code for code, times in sorted(codes.items())),
                "source": row["source"],
            }
        )
    return rows


def _percent(captured: float) -> float:
    """Two decimals, downwards: 99.999 % is not the whole."""
    return int(captured * 10_000) / 100


def _state(row: Row) -> str:
    if row["fully_read"]:
        return "fully read"
    if row["partial"]:
        return "a fragment"
    return f"under {WELL_READ:.0%} read" if row["characters_out"] else "nothing read"
