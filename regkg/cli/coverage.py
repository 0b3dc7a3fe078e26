"""`coverage`: how much of each instrument, chapter or subject of one side has counterparts on the other."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, cast

import typer

from align.coverage import LEVELS, Coverage, Level, coverage, coverage_rows
from kg.errors import UsageError
from regkg.cli.gaps import directions
from regkg.cli.output import JsonOption, StoreOption, print_json_lines, print_rows, words
from regkg.opening import open_graph

_LEGEND = (
    "share: answered, of the demands that can be told; a weak match answers nothing. a/d/w/n: agree, differ, weak match, no "
    "counterpart found (unverified). where: the instruments with most counterparts. lacking: subjects of which no demand is "
    "answered; * named nowhere over there."
)


def percent(share: float | None) -> str:
    """Downwards, so that 100 % means all."""
    return "" if share is None else f"{int(share * 100)} %"


def told(row: Coverage, most: int = 2) -> dict[str, str]:
    """A row that stays readable on 80 columns."""
    return {
        "what": f"{row.instrument}: {row.name}" if row.instrument not in ("", row.name) else row.name,
        "demands": str(row.demands),
        "share": percent(row.share),
        "a/d/w/n": f"{row.agree}/{row.differ}/{row.weak}/{row.not_found}",
        "where": "; ".join(f"{title} ({n})" for title, n in row.where[:most]),
        "lacking": "; ".join(f"{name}{'*' if name in row.unnamed else ''} ({n})" for name, n in row.lacking[:most]),
    }


def coverage_command(
    source: Annotated[str, typer.Option("--from", help="Whose demands: US, CN or EU.")] = "",
    target: Annotated[str, typer.Option("--to", help="Where counterparts are looked for: US, CN or EU.")] = "",
    level: Annotated[str, typer.Option(help=", ".join(LEVELS) + ".")] = "instrument",
    fewest: Annotated[int, typer.Option(help="Only rows with so many demands.", min=1)] = 5,
    as_of: Annotated[str, typer.Option("--as-of", help="The law as it stood on this date (YYYY-MM-DD).")] = "",
    limit: Annotated[int, typer.Option(help="Rows on the screen; files and --json hold all.", min=0)] = 25,
    out: Annotated[Path | None, typer.Option("--out", help="Write a spreadsheet (FILE.xlsx).")] = None,
    store: StoreOption = "",
    as_json: JsonOption = False,
) -> None:
    """How much of each instrument has counterparts over there, where, and which of its subjects have none."""
    if level not in LEVELS:
        raise UsageError(f"unknown level {level}; known: {', '.join(LEVELS)}")
    if out is not None and out.suffix.lower() != ".xlsx":
        raise UsageError(f"{out}: a name that ends in .xlsx is needed")
    pairs = directions(source, target)
    with open_graph(store) as graph:
        rows = [row for a, b in pairs for row in coverage(graph, a, b, cast(Level, level), as_of) if row.demands >= fewest]
    if out is not None:
        from regkg.report.coverage_sheet import write_coverage  # noqa: PLC0415 - loaded only when asked for

        write_coverage(rows, out)
        words.print(f"{out}: {len(rows)} rows", markup=False, soft_wrap=True)
    if as_json:
        print_json_lines(coverage_rows(rows))
        return
    for a, b in pairs:
        of_pair = [row for row in rows if (row.source, row.target) == (a, b)]
        if of_pair:
            shown = of_pair[:limit]
            title = f"{a} in {b}: {len(shown)} of {len(of_pair)} {level}s, the least answered first"
            print_rows(_lines(shown), title=title)
    words.print(_LEGEND, markup=False)


def _lines(rows: list[Coverage]) -> list[dict[str, str]]:
    """Without the columns that are empty in all."""
    lines = [told(row) for row in rows]
    return [{name: text for name, text in line.items() if any(other[name] for other in lines)} for line in lines]


def register(app: typer.Typer) -> None:
    app.command("coverage")(coverage_command)
