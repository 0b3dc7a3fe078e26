"""A review sheet as a file: XLSX with a list to choose decisions from, or CSV."""

from __future__ import annotations

import csv
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import openpyxl
import xlsxwriter

from align.review import FIELDS
from align.review_sheet import ADDED, COLUMNS, DECISIONS, FILLED_IN
from kg.errors import UsageError
from regkg.report.cells import cell_text, row_height

_TIES = ("source", "counterpart_id", "source_hash", "counterpart_hash")
_FORMULA = ("=", "+", "-", "@", "\t")
_NOTES = (
    "Fill in the yellow columns; a row without a decision stays as it is.",
    "accept: the finding as shown holds. reject: the counterpart shown is none, and nothing else answers.",
    "AGREE, DIVERGE, SILENT: another verdict; New counterpart takes a citation or an id, New differs in takes: "
    + ", ".join(FIELDS),
    "The columns at the end tie a row to the texts as they were exported: leave them.",
    "Then: regkg review apply FILE --reviewer NAME",
)


def write_review_file(rows: Sequence[Mapping[str, str]], path: Path) -> None:
    """Writes `.xlsx` or `.csv` by the name's ending. Raises UsageError for another."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix.lower() == ".csv":
        _write_csv(rows, path)
    elif path.suffix.lower() == ".xlsx":
        _write_xlsx(rows, path)
    else:
        raise UsageError(f"{path}: a name that ends in .xlsx or .csv is needed")


def _write_csv(rows: Sequence[Mapping[str, str]], path: Path) -> None:
    with path.open("w", encoding="utf-8-sig", newline="") as file:  # the mark tells Excel that it is UTF-8
        writer = csv.writer(file)
        writer.writerow([head for _, head, _ in COLUMNS])
        for row in rows:
            # A text that begins like a formula would be run by a spreadsheet; the ties are read back and stay as they are.
            writer.writerow([f"'{row[n]}" if row[n].startswith(_FORMULA) and n not in _TIES else row[n] for n, _, _ in COLUMNS])


def _write_xlsx(rows: Sequence[Mapping[str, str]], path: Path) -> None:
    with xlsxwriter.Workbook(str(path), {"strings_to_formulas": False, "strings_to_urls": False}) as book:
        head = book.add_format({"bold": True, "bg_color": "#E8ECF1", "text_wrap": True, "valign": "top", "border": 1})
        cell = book.add_format({"text_wrap": True, "valign": "top", "border": 1, "border_color": "#D9DEE5"})
        entry = book.add_format(
            {"text_wrap": True, "valign": "top", "bg_color": "#FFF8DC", "border": 1, "border_color": "#D9DEE5"}
        )
        sheet = book.add_worksheet("Review")
        sheet.set_row(0, 32)
        last = max(1, len(rows))
        for row, given in enumerate(rows, 1):
            sheet.set_row(row, row_height([(cell_text(given[n]), width) for n, _, width in COLUMNS if n not in _TIES]))
        for column, (name, title, width) in enumerate(COLUMNS):
            sheet.set_column(column, column, width, None, {"hidden": True} if name.endswith("_hash") else {})
            sheet.write_string(0, column, title, head)
            for row, given in enumerate(rows, 1):
                sheet.write_string(row, column, cell_text(given[name]), entry if column < FILLED_IN else cell)
        sheet.data_validation(1, 0, last, 0, {"validate": "list", "source": list(DECISIONS), "ignore_blank": True})
        sheet.freeze_panes(1, FILLED_IN + 1)
        sheet.autofilter(0, 0, last, len(COLUMNS) - 1)
        sheet.set_landscape()
        sheet.set_paper(8)  # A3
        sheet.fit_to_pages(1, 0)
        sheet.repeat_rows(0)
        notes = book.add_worksheet("How to")
        notes.set_column(0, 0, 110, cell)
        for row, note in enumerate(_NOTES):
            notes.write_string(row, 0, note, cell)


def read_review_file(path: Path) -> list[dict[str, Any]]:
    """The rows of a filled-in file, by the names of COLUMNS. Raises UsageError where it is no review file."""
    if not path.exists():
        raise UsageError(f"{path}: no such file")
    if path.suffix.lower() == ".csv":
        table = _read_csv(path)
    elif path.suffix.lower() == ".xlsx":
        table = _read_xlsx(path)
    else:
        raise UsageError(f"{path}: a file that ends in .xlsx or .csv is needed")
    names = {title: name for name, title, _ in COLUMNS}
    heads = [names.get(str(head or "").strip(), "") for head in table[0]] if table else []
    missing = [title for name, title, _ in COLUMNS if name not in heads and name not in ADDED]
    if missing:
        raise UsageError(f"{path}: no column {missing[0]!r}; apply a file that `regkg review export` wrote")
    return [{name: value for name, value in zip(heads, row, strict=False) if name} for row in table[1:]]


def _read_csv(path: Path) -> list[list[Any]]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            return [list(row) for row in csv.reader(file)]
    except (UnicodeDecodeError, csv.Error) as error:
        raise UsageError(f"{path}: not a CSV file in UTF-8 ({error})") from None


def _read_xlsx(path: Path) -> list[list[Any]]:
    try:
        book = openpyxl.load_workbook(path, read_only=True, data_only=True)
    except (zipfile.BadZipFile, KeyError, ValueError, OSError) as error:
        raise UsageError(f"{path}: not a readable XLSX file ({error})") from None
    try:
        sheet = book["Review"] if "Review" in book.sheetnames else book.worksheets[0]
        return [list(row) for row in sheet.iter_rows(values_only=True)]
    finally:
        book.close()
