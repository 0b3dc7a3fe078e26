"""Packages for reviewers and their way back: a workbook with drop-downs, or JSON Lines, one file a reviewer."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, cast
from zipfile import BadZipFile

from kg.errors import UsageError
from qa.items import LETTERS, Item
from qa.pools import DIMENSIONS, Rating
from qa.review.cohorts import Cohorts

RATINGS = ("2", "1", "0", "U", "NA")
COLUMNS = ("id", "cohort", "type", "lang", "question", *LETTERS, "answer", "explanation", "evidence", *DIMENSIONS, "note")
_WIDE = {"question": 60, "explanation": 50, "evidence": 60, **dict.fromkeys(LETTERS, 28), "note": 30, "id": 18}


def package_rows(items: Mapping[str, Item], cohorts: Cohorts) -> list[dict[str, str]]:
    """The rows of a package, by cohort then id, ratings empty."""
    rows = []
    for cohort, ids in (("A", cohorts.a), ("B", cohorts.b), ("C", cohorts.c)):
        for key in ids:
            item = items[key]
            row = dict.fromkeys(COLUMNS, "")
            row |= {"id": key, "cohort": cohort, "type": item.type, "lang": item.lang, "question": item.question}
            row |= {letter: item.option(letter) for letter in LETTERS}
            row |= {"answer": item.answer, "explanation": item.explanation}
            row["evidence"] = "\n".join(f"{q.citation}: {q.text}" for q in item.evidence)
            if item.type != "Comparative":
                row["C5"] = "NA"
            rows.append(row)
    return rows


def write_package(path: Path, rows: Sequence[Mapping[str, str]]) -> None:
    """A workbook (`.xlsx`) with a drop-down for every rating, or JSON Lines (`.jsonl`)."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".jsonl":
        path.write_text("".join(json.dumps(dict(row), ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
        return
    if path.suffix != ".xlsx":
        raise UsageError(f"{path}: a package is .xlsx or .jsonl")
    import xlsxwriter  # noqa: PLC0415 - only here

    with xlsxwriter.Workbook(str(path), {"strings_to_formulas": False, "strings_to_urls": False}) as book:
        book.set_properties({"created": datetime(2000, 1, 1)})  # the same bytes on every day
        sheet = book.add_worksheet("review")
        wrap, head = book.add_format({"text_wrap": True, "valign": "top"}), book.add_format({"bold": True, "valign": "top"})
        for column, name in enumerate(COLUMNS):
            sheet.set_column(column, column, _WIDE.get(name, 8), wrap)
            sheet.write_string(0, column, name, head)
            if name in DIMENSIONS and rows:
                sheet.data_validation(1, column, len(rows), column, {"validate": "list", "source": list(RATINGS)})
        for number, row in enumerate(rows, 1):
            for column, name in enumerate(COLUMNS):
                sheet.write_string(number, column, row[name])
        sheet.freeze_panes(1, 1)
        rubric = book.add_worksheet("rubric")
        rubric.set_column(0, 1, 70, wrap)
        for number, (key, meaning) in enumerate(DIMENSIONS.items()):
            rubric.write_row(number, 0, (key, meaning))
        rubric.write_row(
            len(DIMENSIONS) + 1, 0, ("2 satisfied; 1 minor concern; 0 material defect; U unable to tell; NA not applicable", "")
        )


def read_package(path: Path) -> dict[str, dict[str, Rating]]:
    """A reviewer's ratings by item id. Raises UsageError that names the row of a value that is no rating; empty ones are U."""
    if not path.exists():
        raise UsageError(f"{path}: no such file")
    out: dict[str, dict[str, Rating]] = {}
    for number, row in enumerate(_rows(path), 2):
        key = str(row.get("id") or "").strip()
        if not key:
            continue
        if key in out:
            raise UsageError(f"{path}, row {number}: the item {key} stands there twice")
        ratings: dict[str, Rating] = {}
        for dimension in DIMENSIONS:
            given = row.get(dimension)
            value = str(int(given)) if isinstance(given, float) else str(given if given is not None else "").strip().upper()
            if value not in (*RATINGS, ""):
                raise UsageError(f"{path}, row {number}: {dimension} is {value!r}; write one of {', '.join(RATINGS)}")
            ratings[dimension] = cast(Rating, value or "U")
        out[key] = ratings
    return out


def _rows(path: Path) -> list[dict[str, Any]]:
    if path.suffix == ".jsonl":
        try:
            return [json.loads(line) for line in path.read_text(encoding="utf-8-sig").splitlines() if line.strip()]
        except ValueError as error:
            raise UsageError(f"{path}: not JSON Lines ({error})") from None
    import openpyxl  # noqa: PLC0415 - only here

    try:
        sheet = openpyxl.load_workbook(path, read_only=True, data_only=True).worksheets[0]
    except (BadZipFile, KeyError, OSError, ValueError) as error:
        raise UsageError(f"{path}: not a workbook that can be read ({error})") from None
    lines = [list(line) for line in sheet.iter_rows(values_only=True)]
    if not lines or "id" not in lines[0]:
        raise UsageError(f"{path}: the first row has no column `id`")
    names = [str(name or "") for name in lines[0]]
    return [dict(zip(names, line, strict=False)) for line in lines[1:]]
