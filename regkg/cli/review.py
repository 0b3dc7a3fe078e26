"""`regkg review`: adjudication by spreadsheet, and what the reviews come to."""

from __future__ import annotations

import getpass
from collections import defaultdict
from itertools import combinations
from pathlib import Path
from typing import Annotated, Any

import typer

from align.gap_register import GapFilter, by_risk, gaps
from align.review import latest_by_reviewer, record, reviews, settle
from align.review_sheet import read_sheet, sheet_rows
from align.worklist import candidate_ids
from bench.statistics import cohen_kappa, kappa_interval
from kg.runs import start_run
from kg.settings import settings
from kg.stores import GraphStore
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
    state: Annotated[str, typer.Option(help="unverified, judged or reviewed; all for every state.")] = "unverified",
    limit: Annotated[int, typer.Option(help="Rows at the most, highest risk first; 0 for all.", min=0)] = 0,
    reviewer: Annotated[str, typer.Option(help="Filled into the column Reviewer.")] = "",
    store: StoreOption = "",
) -> None:
    """Writes verdicts as a sheet to be filled in."""
    pairs = directions(source, target)
    only = GapFilter(topic=topic, label=label.upper(), state="" if state == "all" else state)
    with open_graph(store) as graph:
        found = sorted((g for a, b in pairs for g in gaps(graph, a, b, only=only, agreements=True)), key=by_risk)
        found = found[:limit] if limit else found
        lists = candidate_ids(graph, settings(), [(g.source, g.jurisdiction) for g in found])
        rows = sheet_rows(graph, found, lists, reviewer)
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
    """Which reviews are in force, stale or disputed, and how far reviewers agree (Cohen's kappa over verdicts)."""
    with open_graph(store) as graph:
        done = settle(graph)
        rows = reviews(graph)
        open_now = _open_count(graph)
    words.print(
        f"{done.in_force} verdicts settled, {len(done.stale)} reviews stale, {len(done.disputed)} verdicts disputed, "
        f"{open_now} unverified",
        markup=False,
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


def agreement(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A row each two reviewers, models among them, who have decided on the same verdicts: kappa with its 95 % interval."""
    both: dict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
    for by in latest_by_reviewer(rows).values():
        for a, b in combinations(sorted(by), 2):
            both[a, b].append((by[a]["decision"], by[b]["decision"]))
    out = []
    for (a, b), pairs in sorted(both.items()):
        first, second = [x for x, _ in pairs], [y for _, y in pairs]
        interval = kappa_interval(first, second)
        out.append(
            {
                "reviewers": f"{a} / {b}",
                "verdicts": len(pairs),
                "same": sum(x == y for x, y in pairs),
                "kappa": cohen_kappa(first, second),
                "low": interval.low,
                "high": interval.high,
            }
        )
    return out


app.command("export")(export_command)
app.command("apply")(apply_command)
app.command("status")(status_command)


def register(above: typer.Typer) -> None:
    above.add_typer(app, name="review")
