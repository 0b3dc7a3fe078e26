"""The gap register as a spreadsheet that can be filtered, with its matrices and what the words mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import xlsxwriter

from align.coverage import Coverage
from align.gap_register import STATE_WORDS, Gap
from regkg.report.cells import cell_text, row_height
from regkg.report.coverage_sheet import NOTE, add_coverage_sheet

_COLUMNS: tuple[tuple[str, str, int], ...] = (
    ("citation", "Demand", 24),
    ("document", "Document", 24),
    ("text", "Text", 52),
    ("modality", "Modality", 13),
    ("actors", "Actor", 16),
    ("binding", "Force", 10),
    ("topics", "Topic", 14),
    ("jurisdiction", "Looked for in", 9),
    ("finding", "Finding", 26),
    ("counterpart", "Counterpart", 24),
    ("counterpart_text", "Counterpart's text", 52),
    ("explanation", "Why", 48),
    ("confidence", "Confidence", 11),
    ("verified_by", "Verified by", 16),
    ("stale", "Stale", 20),
    ("not_found", "Concepts not found", 26),
    ("nearest", "Nearest, and why not", 48),
    ("searched", "Searched", 30),
    ("risk", "Risk", 7),
)
_NOTES = (
    "Finding: " + "; ".join(STATE_WORDS.values()) + ".",
    "“unverified” rests on rules and scores alone: nobody has read the candidates, so it is no finding of silence.",
    "Confidence: low, middle or high; empty where a reader has settled the line or no figure can be given.",
    "Stale: a text changed after the verdict; the next `regkg align` judges it again.",
    "By instrument: " + NOTE,
    "Risk orders the lines: force of the document, modality, conflict of times and limits, likelihood.",
)


def _value(gap: Gap, name: str) -> Any:
    return ("binding" if gap.binding else "guidance") if name == "binding" else getattr(gap, name)


def write_spreadsheet(
    gaps: Sequence[Gap],
    path: Path,
    by_direction: Sequence[Mapping[str, Any]],
    by_topic: Sequence[Mapping[str, Any]],
    by_instrument: Sequence[Coverage] = (),
) -> None:
    """The register, the matrices, the coverage of instruments and notes.

    Cells are text, so that nothing in a law's text becomes a formula.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with xlsxwriter.Workbook(str(path), {"strings_to_formulas": False, "strings_to_urls": False}) as book:
        head = book.add_format({"bold": True, "bg_color": "#E8ECF1", "text_wrap": True, "valign": "top"})
        cell = book.add_format({"text_wrap": True, "valign": "top"})
        sheet = book.add_worksheet("Gap register")
        sheet.set_row(0, 32)
        for column, (_, title, width) in enumerate(_COLUMNS):
            sheet.set_column(column, column, width, cell)
            sheet.write_string(0, column, title, head)
        for row, gap in enumerate(gaps, 1):
            sheet.set_row(row, row_height([(cell_text(_value(gap, name)), width) for name, _, width in _COLUMNS]))
            for column, (name, _, _) in enumerate(_COLUMNS):
                value = _value(gap, name)
                if isinstance(value, int):
                    sheet.write_number(row, column, value, cell)
                else:
                    sheet.write_string(row, column, cell_text(value), cell)
        sheet.freeze_panes(1, 1)
        sheet.autofilter(0, 0, max(1, len(gaps)), len(_COLUMNS) - 1)
        sheet.set_landscape()
        sheet.set_paper(8)  # A3
        sheet.fit_to_pages(1, 0)
        sheet.repeat_rows(0)
        _matrix(book, "By direction", by_direction, head, cell)
        _matrix(book, "By topic", by_topic, head, cell)
        if by_instrument:
            add_coverage_sheet(book, by_instrument, head, cell)
        notes = book.add_worksheet("Notes")
        notes.set_column(0, 0, 110, cell)
        for row, note in enumerate(_NOTES):
            notes.write_string(row, 0, note, cell)


def _matrix(book: Any, name: str, rows: Sequence[Mapping[str, Any]], head: Any, cell: Any) -> None:
    sheet = book.add_worksheet(name)
    if not rows:
        return
    sheet.set_column(0, len(rows[0]) - 1, 18, cell)
    for column, title in enumerate(rows[0]):
        sheet.write_string(0, column, title, head)
    for row, found in enumerate(rows, 1):
        for column, value in enumerate(found.values()):
            sheet.write(row, column, value, cell)
    sheet.freeze_panes(1, 0)
