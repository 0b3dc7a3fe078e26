"""What goes into a cell of a spreadsheet, and how high its row must be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.cells import cell_len

MOST_IN_A_CELL = 32_000
"""A spreadsheet's cell holds 32,767 characters."""

_LINE, _HIGHEST = 15.0, 240.0


def cell_text(value: Any) -> str:
    """A value as a reader sees it; a text too long for a cell says that it is cut."""
    if isinstance(value, tuple | list):
        value = "\n".join(str(item) for item in value)
    text = str(value)
    return text if len(text) <= MOST_IN_A_CELL else f"{text[:MOST_IN_A_CELL]} [cut]"


def row_height(texts: Sequence[tuple[str, int]]) -> float:
    """Points that hold the longest of (text, column width) when wrapped, at the most _HIGHEST: not every program fits rows."""
    lines = max(sum(-(-max(1, cell_len(part)) // max(1, width - 1)) for part in text.split("\n")) for text, width in texts)
    return min(_HIGHEST, _LINE * lines + 2)
