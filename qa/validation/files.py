"""Validation of files: every line gets its issues, one broken line among ten thousand stops nothing."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kg.errors import UsageError
from qa.items import Item
from qa.validation.duplicates import check_together
from qa.validation.issues import Issue, issue
from qa.validation.record import check_record


@dataclass(frozen=True, slots=True)
class Report:
    """How many records were read, how many have no fault, and every issue in the order of files and lines."""

    records: int
    issues: tuple[Issue, ...]

    @property
    def faulty(self) -> set[tuple[str, int]]:
        """(file, line) of the records with a fault; warnings are none."""
        return {(found.file, found.line) for found in self.issues if found.severity == "fault"}

    @property
    def passed(self) -> int:
        return self.records - len(self.faulty)

    def counts(self) -> dict[str, int]:
        return dict(sorted(Counter(found.code for found in self.issues).items()))


def _records(path: Path) -> tuple[list[tuple[int, dict[str, Any]]], list[Issue], int]:
    """The (line, record) pairs of a file that are JSON objects, the D0 issues of the others, and how many lines there are."""
    if not path.is_file():
        raise UsageError(f"{path}: no such file")
    name = str(path)
    data = path.read_bytes()
    found: list[Issue] = []
    if data.startswith(b"\xef\xbb\xbf"):
        found.append(issue("D0-BOM", name, 1, ""))
        data = data[3:]
    if b"\r\n" in data:
        found.append(issue("D0-CRLF", name, 1, ""))
    rows = []
    count = 0
    for number, raw in enumerate(data.split(b"\n"), 1):
        if not raw.strip():
            continue
        count += 1
        try:
            row = json.loads(raw.decode("utf-8"))
        except UnicodeDecodeError:
            found.append(issue("D0-ENCODING", name, number, ""))
            continue
        except (ValueError, RecursionError) as error:
            found.append(issue("D0-JSON", name, number, "", error))
            continue
        if isinstance(row, dict):
            rows.append((number, row))
        else:
            found.append(issue("D0-JSON", name, number, "", f"it is a {type(row).__name__}"))
    return rows, found, count


def validate_files(paths: Sequence[Path], known: Container[str] | None = None) -> Report:
    """D0-D7 over JSON Lines files together, so that D7 sees duplicates between them too. `known`: sources that exist."""
    issues: list[Issue] = []
    sound: list[tuple[str, int, dict[str, Any]]] = []
    total = 0
    for path in paths:
        rows, found, count = _records(path)
        total += count
        issues += found
        for number, row in rows:
            of_record = [
                issue(code, str(path), number, str(row.get("id", "")), *details) for code, details in check_record(row, known)
            ]
            issues += of_record
            if not any(one.code.startswith("D1") for one in of_record):
                sound.append((str(path), number, row))
    for position, code, details in check_together([(i, row) for i, (_, _, row) in enumerate(sound)]):
        file, number, row = sound[position]
        shown = (sound[details[0]][1],) if code == "D7-ID" and isinstance(details[0], int) else details
        issues.append(issue(code, file, number, row["id"], *shown))
    order = {str(path): i for i, path in enumerate(paths)}
    return Report(total, tuple(sorted(issues, key=lambda one: (order[one.file], one.line, one.code))))


def validate_items(items: Iterable[Item], known: Container[str] | None = None) -> Report:
    """The same over items in memory; the line is the position from 1."""
    rows = [json.loads(json.dumps(item.as_row())) for item in items]
    issues = [issue(c, "", n, str(row["id"]), *d) for n, row in enumerate(rows, 1) for c, d in check_record(row, known)]
    for position, code, details in check_together(list(enumerate(rows, 1))):
        issues.append(issue(code, "", position, str(rows[position - 1]["id"]), *details))
    return Report(len(rows), tuple(sorted(issues, key=lambda one: (one.line, one.code))))
