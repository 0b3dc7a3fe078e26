"""`regkg review`: adjudication by spreadsheet, and what the reviews come to."""

from __future__ import annotations

import getpass
from pathlib import Path
from typing import Annotated

import typer

from align.gap_register import GapFilter, by_risk, gaps
from align.review import record, reviews, settle
from align.review_sheet import read_sheet, sheet_rows
from align.worklist import candidate_ids, disagreeing
from kg.runs import start_run
from kg.settings import settings
from kg.stores import GraphStore
from regkg.agreement import agreement
from regkg.cli.gaps import directions
from regkg.cli.output import JsonOption, StoreOption, print_rows, words
from regkg.opening import open_graph
from regkg.report.review_file import read_review_file, write_review_file

app = typer.Typer(help="Adjudication: verdicts out as a spreadsheet, decisions back in.", no_args_is_help=True)


def export_command(
    file: Annotated[Path, typer.Argument(help="A name that ends in .xlsx or .csv.")],
    source: Annotated[str, typer.Option("--from", help="Whose demands: US, CN or EU.")] = "",
    target: Annotated[str, typer.Option("--to", help="Where counterparts are looked for.")] = "",
    topic: Annotated[str, typer.Option(help="A domain, or words of citation, heading or text.")] = "",
    label: Annotated[str, typer.Option(help="AGREE, DIVERGE, SILENT or UNTOLD.")] = "",
    state: Annotated[
        str, typer.Option(help="unverified, judged, reviewed or all; open: unverified, or judged against the rules.")
    ] = "open",
    limit: Annotated[int, typer.Option(help="Rows at the most; 0 for all.", min=0)] = 0,
    reviewer: Annotated[str, typer.Option(help="Filled into the column Reviewer.")] = "",
    store: StoreOption = "",
) -> None:
    """Writes verdicts as a sheet to be filled in: what a model decided against the rules first, then the highest risk."""
    pairs = directions(source, target)
    only = GapFilter(topic=topic, label=label.upper(), state="" if state in ("all", "open") else state)
    with open_graph(store) as graph:
        against = disagreeing(graph, source, target)
        found = [g for a, b in pairs for g in gaps(graph, a, b, only=only, agreements=True)]
        if state == "open":
            found = [g for g in found if g.state == "unverified" or (g.source, g.jurisdiction) in against]
        found.sort(key=lambda g: ((g.source, g.jurisdiction) not in against, by_risk(g)))
        found = found[:limit] if limit else found
        lists = candidate_ids(graph, settings(), [(g.source, g.jurisdiction) for g in found])
        rows = sheet_rows(graph, found, lists, reviewer, {pair: told.rules for pair, told in against.items()})
    write_review_file(rows, file)
    words.print(f"{file}: {len(rows)} verdicts", markup=False, soft_wrap=True)


def apply_command(
    file: Annotated[Path, typer.Argument(help="The sheet, filled in.")],
    reviewer: Annotated[str, typer.Option(help="For rows that name no reviewer. Default: the login.")] = "",
    store: StoreOption = "",
) -> None:
    """Puts the decisions of a sheet in force; rows whose texts have changed since are told and not applied."""
    rows = read_review_file(file)
    with open_graph(store) as graph:
        sheet = read_sheet(graph, rows, reviewer or getpass.getuser())
        known = {
            (r["source"], r["jurisdiction"], r["reviewer"]): (
                r["decision"],
                r["counterpart"],
                tuple(r["differs_in"]),
                r["note"],
            )
            for r in reviews(graph)
            if not r["stale"]
        }
        new = [
            d
            for d in sheet.decisions
            if known.get((d.source, d.jurisdiction, d.reviewer)) != (d.label, d.counterpart, d.differs_in, d.note)
        ]
        if new:
            with start_run(graph, "verify", file.name) as run:
                record(graph, new, run.id)
    for line in sheet.stale:
        words.print(f"stale, not applied: {line}", markup=False, soft_wrap=True)
    for line in sheet.wrong:
        words.print(f"not applied: {line}", markup=False, soft_wrap=True)
    words.print(
        f"{len(new)} decisions applied, {len(sheet.decisions) - len(new)} known before, {len(sheet.stale)} stale, "
        f"{len(sheet.wrong)} not readable, {sheet.blank} rows without a decision",
        markup=False,
        soft_wrap=True,
    )
    if sheet.stale or sheet.wrong:
        raise typer.Exit(1)


def status_command(store: StoreOption = "", as_json: JsonOption = False) -> None:
    """Which reviews are in force, stale or disputed, and how far people, models and rules agree (Cohen's kappa)."""
    with open_graph(store) as graph:
        done = settle(graph)
        rows = reviews(graph)
        open_now = _open_count(graph)
        against = len(disagreeing(graph))
    words.print(
        f"{done.in_force} verdicts settled, {len(done.stale)} reviews stale, {len(done.disputed)} verdicts disputed, "
        f"{open_now} unverified",
        markup=False,
    )
    if against:
        words.print(
            f"{against} judged by a model against the rules: `regkg verify` asks a person about these first", markup=False
        )
    for row in done.stale:
        words.print(f"stale: {row['source']} in {row['jurisdiction']}, by {row['reviewer']}", markup=False, soft_wrap=True)
    for source, jurisdiction in done.disputed:
        words.print(f"disputed: {source} in {jurisdiction}", markup=False, soft_wrap=True)
    found = agreement(rows)
    if found or as_json:
        print_rows(found, title="Agreement", as_json=as_json)


def _open_count(graph: GraphStore) -> int:
    rows = graph.run(
        "MATCH (:Provision)-[a:ALIGNED_WITH {rank: 1}]->() WHERE a.state = 'unverified' RETURN count(a) AS n "
        "UNION ALL MATCH (:Provision)-[a:SILENT_IN]->() WHERE a.state = 'unverified' RETURN count(a) AS n"
    )
    return sum(row["n"] for row in rows)


app.command("export")(export_command)
app.command("apply")(apply_command)
app.command("status")(status_command)


def register(above: typer.Typer) -> None:
    above.add_typer(app, name="review")
