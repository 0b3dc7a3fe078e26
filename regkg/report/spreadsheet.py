"""The gap register as a spreadsheet that a reviewer can filter and fill in."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import xlsxwriter

from align.gap_register import Gap

_COLUMNS: tuple[tuple[str, str, int], ...] = (
    ("citation", "Demand", 26),
    ("document", "Document", 30),
    ("text", "Text", 60),
    ("modality", "Modality", 14),
    ("actor", "Actor", 16),
    ("jurisdiction", "Looked for in", 12),
    ("label", "Verdict", 11),
    ("finding", "Finding", 30),
    ("counterpart", "Counterpart", 26),
    ("counterpart_text", "Counterpart's text", 60),
    ("explanation", "Why", 60),
    ("probability", "Confidence", 11),
    ("risk", "Risk", 7),
)


def write_spreadsheet(gaps: Sequence[Gap], path: Path) -> None:
    """One sheet with a frozen head and filters. Cells are text, so that nothing in a law's text becomes a formula."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with xlsxwriter.Workbook(str(path), {"strings_to_formulas": False, "strings_to_urls": False}) as book:
        sheet = book.add_worksheet("Gap register")
        head = book.add_format({"bold": True, "bg_color": "#E8ECF1", "text_wrap": True, "valign": "top"})
        cell = book.add_format({"text_wrap": True, "valign": "top"})
        for column, (_, title, width) in enumerate(_COLUMNS):
            sheet.set_column(column, column, width, cell)
            sheet.write_string(0, column, title, head)
        for row, gap in enumerate(gaps, 1):
            for column, (name, _, _) in enumerate(_COLUMNS):
                value = getattr(gap, name)
                if isinstance(value, int):
                    sheet.write_number(row, column, value, cell)
                else:
                    sheet.write_string(row, column, str(value)[:32_000], cell)
        sheet.freeze_panes(1, 1)
        sheet.autofilter(0, 0, max(1, len(gaps)), len(_COLUMNS) - 1)
