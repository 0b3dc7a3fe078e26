"""What commands print: data to stdout, words to stderr, JSON on request, progress only on a terminal."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from kg.progress import Report

JsonOption = Annotated[bool, typer.Option("--json", help="JSON Lines on standard output.")]
StoreOption = Annotated[
    str,
    typer.Option("--store", help="A folder (embedded graph), or a bolt:// or neo4j:// address. Default: see `regkg doctor`."),
]

words = Console(stderr=True, highlight=False)


def print_json_lines(rows: Iterable[Any]) -> None:
    for row in rows:
        sys.stdout.write(json.dumps(row, ensure_ascii=False, default=str) + "\n")


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.3g}"
    if isinstance(value, list | tuple):
        return ", ".join(_cell(item) for item in value)
    return str(value)


def print_rows(rows: Sequence[Mapping[str, Any]], title: str = "", as_json: bool = False) -> None:
    """Rows as a table that fits the terminal, or as JSON Lines; in a pipe a table has tab-separated columns."""
    if as_json:
        print_json_lines(rows)
        return
    if not rows:
        words.print("no rows")
        return
    columns = list(rows[0])
    if not sys.stdout.isatty():
        print("\t".join(columns))
        for row in rows:
            print("\t".join(_cell(row[name]).replace("\t", " ").replace("\n", " ") for name in columns))
        return
    table = Table(title=title or None, show_lines=any(len(_cell(row[name])) > 60 for row in rows for name in columns))
    for name in columns:
        table.add_column(name, overflow="fold")
    for row in rows:
        table.add_row(*(_cell(row[name]) for name in columns))
    Console(highlight=False, markup=False).print(table)


@contextmanager
def progress() -> Iterator[Report]:
    """A reporter for long work: bars on a terminal, nothing in a pipe."""
    if not sys.stderr.isatty():
        yield lambda stage, done, total: None
        return
    bars = Progress(
        TextColumn("{task.description:<12}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=words,
        transient=False,
    )
    tasks: dict[str, Any] = {}
    with bars:

        def report(stage: str, done: int, total: int) -> None:
            if stage not in tasks:
                tasks[stage] = bars.add_task(stage, total=total)
            bars.update(tasks[stage], completed=done, total=total)

        yield report
