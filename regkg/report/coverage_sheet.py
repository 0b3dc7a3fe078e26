"""Instrument coverage as a sheet of a workbook, or a workbook of its own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import xlsxwriter

from align.coverage import Coverage
from regkg.report.cells import cell_text, row_height

_COLUMNS: tuple[tuple[str, str, int], ...] = (
    ("source", "From", 7),
    ("target", "To", 7),
    ("instrument", "Instrument", 30),
    ("name", "What", 44),
    ("demands", "Demands", 10),
    ("answered", "Answered", 10),
    ("share", "Share answered", 10),
    ("agree", "Agree", 8),
    ("differ", "Differ", 8),
    ("weak", "Weak match only", 9),
    ("not_found", "No counterpart found (unverified)", 14),
    ("silent", "Silent (judged or reviewed)", 12),
    ("untold", "Can’t be told", 9),
    ("where", "Where most counterparts stand", 52),
    ("lacking", "Subjects without a counterpart", 40),
    ("unnamed", "Of these named nowhere over there", 30),
)
NOTE = (
    "A demand is answered where its best candidate is no weak match, or a reader settled that it is a counterpart. The share "
    "is of the demands that can be told. Nothing here was read by anyone unless the gap register says so."
)


def add_coverage_sheet(book: Any, rows: Sequence[Coverage], head: Any, cell: Any, name: str = "By instrument") -> None:
    """Adds the sheet to an open workbook; columns that are empty in every row are left out."""
    sheet = book.add_worksheet(name)
    share = book.add_format({"num_format": "0 %", "valign": "top"})
    columns = [c for c in _COLUMNS if c[0] not in ("instrument", "lacking", "unnamed") or any(_value(r, c[0]) for r in rows)]
    sheet.set_row(0, 48)
    for column, (_, title, width) in enumerate(columns):
        sheet.set_column(column, column, width, cell)
        sheet.write_string(0, column, title, head)
    for at, row in enumerate(rows, 1):
        sheet.set_row(at, row_height([(cell_text(_value(row, key)), width) for key, _, width in columns]))
        for column, (key, _, _) in enumerate(columns):
            value = _value(row, key)
            if key == "share":
                sheet.write(at, column, value, share)
            elif isinstance(value, int):
                sheet.write_number(at, column, value, cell)
            else:
                sheet.write_string(at, column, cell_text(value), cell)
    sheet.freeze_panes(1, 4)
    sheet.autofilter(0, 0, max(1, len(rows)), len(columns) - 1)
    sheet.set_landscape()
    sheet.set_paper(8)  # A3
    sheet.fit_to_pages(1, 0)
    sheet.repeat_rows(0)
    sheet.set_footer(f"&L{NOTE}")


def write_coverage(rows: Sequence[Coverage], path: Path) -> None:
    """A workbook with this sheet alone."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with xlsxwriter.Workbook(str(path), {"strings_to_formulas": False, "strings_to_urls": False}) as book:
        head = book.add_format({"bold": True, "bg_color": "#E8ECF1", "text_wrap": True, "valign": "top"})
        cell = book.add_format({"text_wrap": True, "valign": "top"})
        add_coverage_sheet(book, rows, head, cell, "Coverage")


def _value(row: Coverage, key: str) -> Any:
    value = getattr(row, key)
    if key in ("where", "lacking"):
        return [f"{name} ({n})" for name, n in value]
    return value
