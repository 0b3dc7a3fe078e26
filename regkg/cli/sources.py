"""`parse` and `extract`: what the files hold, without a graph."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from ingest.extraction import extract
from ingest.reading import list_files, read_file
from kg.errors import UsageError
from kg.rows import extraction_row, finding_row, provision_rows
from kg.settings import settings
from regkg.cli.output import print_json_lines, words


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
        Path | None, typer.Argument(help="JSON Lines {id, text, lang, citation?}; standard input where left out.")
    ] = None,
) -> None:
    """Obligations, quantities and references of bare texts, JSON Lines in and out."""
    if file is not None and not file.exists():
        raise UsageError(f"{file}: no such file")
    for row in _lines(file):
        text = str(row.get("context") or row.get("text") or "")
        found = extract(
            text, str(row.get("lang") or "en"), jurisdiction=_jurisdiction(row), citation=str(row.get("citation") or "")
        )
        print_json_lines([{"id": row["id"], **extraction_row(found)}])


def register(app: typer.Typer) -> None:
    app.command("parse")(parse_command)
    app.command("extract")(extract_command)
