"""`parse` and `extract`: what the files hold, without a graph."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from ingest.extraction import extract
from ingest.reading import list_files, read_file
from kg.errors import UsageError
from kg.rows import extraction_row, finding_row, provision_rows
from kg.settings import settings
from regkg.cli.output import print_json_lines, words

if TYPE_CHECKING:
    from ingest.explaining import Explained


def parse_command(
    files: Annotated[list[Path], typer.Argument(help="Files or folders.", show_default=False)],
    findings: Annotated[bool, typer.Option("--findings", help="Print the findings in place of the provisions.")] = False,
) -> None:
    """Provisions of the files as JSON Lines; findings go to stderr."""
    refused = False
    for path, name in list_files(files):
        reading = read_file(path, name, settings().max_file_mb)
        if findings:
            print_json_lines(finding_row(found) for found in reading.findings)
        else:
            for parsed in reading.documents:
                print_json_lines(provision_rows(parsed))
            for found in reading.findings:
                if found.severity != "info":
                    words.print(f"{found.code} {found.file} {found.place}: {found.message}; {found.remedy}", markup=False)
        refused = refused or any(found.severity == "error" for found in reading.findings)
    raise typer.Exit(1 if refused else 0)


def _lines(path: Path | None) -> list[dict[str, Any]]:
    text = sys.stdin.read() if path is None else path.read_text(encoding="utf-8-sig")
    rows = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except json.JSONDecodeError as error:
            raise UsageError(
                f"{path or 'standard input'}, line {number}: not JSON ({error.msg}); one object a line is needed"
            ) from None
        if not isinstance(row, dict) or "id" not in row or not ("text" in row or "context" in row):
            raise UsageError(f"{path or 'standard input'}, line {number}: an object with `id`, `text` and `lang` is needed")
        rows.append(row)
    return rows


def _jurisdiction(row: dict[str, Any]) -> str:
    """The jurisdiction of a bare text: as given, else by its file's first folder, else by its language."""
    given = str(row.get("jurisdiction") or "")
    folder = str(row.get("file") or "").split("/")[0].upper()[:2]
    if given:
        return given
    if folder in ("US", "CN", "EU"):
        return folder
    return "CN" if row.get("lang") == "zh" else "US"


def extract_command(
    file: Annotated[
        Path | None, typer.Argument(help="JSON Lines {id, text, lang, citation?}; standard input if left out.")
    ] = None,
    show: Annotated[bool, typer.Option("--explain", help="Print each text with its parts coloured, not JSON.")] = False,
) -> None:
    """Obligations, quantities and references of bare texts, JSON Lines in and out."""
    if file is not None and not file.exists():
        raise UsageError(f"{file}: no such file")
    for row in _lines(file):
        text = str(row.get("context") or row.get("text") or "")
        if show:
            from ingest.explaining import explain  # noqa: PLC0415 - spaCy is loaded only for a picture

            lang = str(row.get("lang") or "en")
            print_explained(explain(text, lang, jurisdiction=_jurisdiction(row), citation=str(row.get("citation") or "")))
            continue
        found = extract(
            text, str(row.get("lang") or "en"), jurisdiction=_jurisdiction(row), citation=str(row.get("citation") or "")
        )
        print_json_lines([{"id": row["id"], **extraction_row(found)}])


_STYLES = {
    "SUBJECT": "bold cyan",
    "TARGET": "cyan underline",
    "CUE": "bold red",
    "ACTION": "green",
    "CONDITION": "yellow",
    "EXCEPTION": "magenta",
    "QUANTITY": "underline",
}


def print_explained(explained: Explained) -> None:
    """The text with its parts coloured and what each obligation comes to; without colours the parts are named below it."""
    console = Console(highlight=False, markup=False)
    text = Text(explained.text)
    for start, end, label in explained.marks():
        text.stylize(_STYLES[label], start, end)
    console.print(text)
    if not explained.found.obligations:
        console.print("  no obligation")
    for number, o in enumerate(explained.found.obligations, 1):
        line = Text(f"  {number}. {o.modality.lower()}")
        named = [("SUBJECT", o.subject), ("TARGET", o.target), ("CUE", o.cue), ("ACTION", o.action)]
        named += [("CONDITION", c) for c in o.conditions] + [("EXCEPTION", e) for e in o.exceptions]
        named += [
            ("QUANTITY", f"{q.kind} {q.comparator} {q.value}{f' to {q.value_high}' if q.value_high else ''} {q.unit}")
            for q in o.quantities
        ]
        for label, part in named:
            if part:
                line.append(f"; {label.lower()}: ").append(part, style=_STYLES[label])
        console.print(line)
    console.print()


def register(app: typer.Typer) -> None:
    app.command("parse")(parse_command)
    app.command("extract")(extract_command)
