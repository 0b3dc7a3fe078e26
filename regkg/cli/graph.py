"""`query`, `gaps`, `show`, `export`, `doctor`, `up`: reading the graph."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from kg.doctor import examine
from kg.export import export_jsonl, export_tables

from align.gap_register import gap_rows, gaps, matrix
from kg.errors import UsageError
from kg.queries import list_queries, run_query
from kg.records import JURISDICTIONS
from regkg.cli.output import JsonOption, StoreOption, print_json_lines, print_rows, words
from regkg.opening import open_graph
from regkg.report import write_report
from regkg.server import start_server


def _parameters(given: list[str]) -> dict[str, str]:
    out = {}
    for item in given:
        name, equals, value = item.partition("=")
        if not equals:
            raise UsageError(f"parameter {item!r}: write NAME=VALUE")
        out[name] = value
    return out


def query_command(
    name: Annotated[str, typer.Argument(help="Name of a query; see --list.")] = "",
    parameters: Annotated[list[str] | None, typer.Argument(help="NAME=VALUE ...")] = None,
    list_all: Annotated[bool, typer.Option("--list", help="List the named queries with their parameters.")] = False,
    cypher: Annotated[str, typer.Option("-c", help="A Cypher statement of your own; only reading is allowed.")] = "",
    as_of: Annotated[str, typer.Option("--as-of", help="The law as it stood on this date (YYYY-MM-DD).")] = "",
    store: StoreOption = "",
    as_json: JsonOption = False,
) -> None:
    """Runs a named query of cypher/queries, or a reading Cypher statement."""
    if list_all:
        print_rows(
            [
                {"name": q.name, "answers": q.answers, "parameters": ", ".join(str(p) for p in q.parameters)}
                for q in list_queries()
            ],
            as_json=as_json,
        )
        return
    if bool(name) == bool(cypher):
        raise UsageError("give the name of a query (see --list) or a statement with -c")
    with open_graph(store) as graph:
        given: dict[str, Any] = dict(_parameters(parameters or []))
        if as_of:
            given["as_of"] = as_of
        rows = graph.run(cypher, given) if cypher else run_query(graph, name, **given)
        print_rows(rows, title=name, as_json=as_json)


def _directions(source: str, target: str) -> list[tuple[str, str]]:
    for given in (source, target):
        if given and given not in JURISDICTIONS:
            raise UsageError(f"unknown jurisdiction {given}; known: {', '.join(JURISDICTIONS)}")
    return [(a, b) for a in JURISDICTIONS for b in JURISDICTIONS if a != b and source in ("", a) and target in ("", b)]


def gaps_command(
    source: Annotated[str, typer.Option("--from", help="Whose demands: US, CN or EU.")] = "",
    target: Annotated[str, typer.Option("--to", help="Where counterparts are looked for: US, CN or EU.")] = "",
    topic: Annotated[str, typer.Option(help="Keep provisions whose citation, heading or text holds this.")] = "",
    label: Annotated[str, typer.Option(help="SILENT or DIVERGE.")] = "",
    as_of: Annotated[str, typer.Option("--as-of", help="The law as it stood on this date (YYYY-MM-DD).")] = "",
    limit: Annotated[int, typer.Option(help="Lines on the screen; files hold all.")] = 25,
    html: Annotated[Path | None, typer.Option(help="Write the report as one HTML file.")] = None,
    xlsx: Annotated[Path | None, typer.Option(help="Write the register as a spreadsheet.")] = None,
    store: StoreOption = "",
    as_json: JsonOption = False,
) -> None:
    """The gap register: what one side demands and the other answers otherwise or, as far as found, not at all."""
    pairs = _directions(source, target)
    with open_graph(store) as graph:
        found = [gap for a, b in pairs for gap in gaps(graph, a, b, topic=topic, label=label, as_of=as_of)]
        found.sort(key=lambda gap: (-gap.risk, gap.source, gap.jurisdiction))
        if html is not None:
            shown = write_report(graph, html, pairs)
            words.print(f"{html}: {shown} lines", markup=False)
        if xlsx is not None:
            from regkg.report.spreadsheet import write_spreadsheet  # noqa: PLC0415 - loaded only when asked for

            write_spreadsheet(found, xlsx)
            words.print(f"{xlsx}: {len(found)} lines", markup=False)
        if as_json:
            print_json_lines(gap_rows(found))
            return
        print_rows(matrix(graph, pairs), title="By direction")
        print_rows(
            [
                {
                    "demand": gap.citation,
                    "in": gap.jurisdiction,
                    "finding": gap.finding,
                    "counterpart": gap.counterpart,
                    "why": gap.explanation,
                }
                for gap in found[:limit]
            ],
            title=f"{min(limit, len(found))} of {len(found)} gaps, highest risk first",
        )


def show_command(
    citation: Annotated[str, typer.Argument(help="A citation or an id: '21 CFR 211.84', '《药品管理法》第九十八条'.")],
    store: StoreOption = "",
    as_json: JsonOption = False,
) -> None:
    """One provision with all its edges."""
    with open_graph(store) as graph:
        rows = run_query(graph, "provision_edges", citation=citation)
        if not rows:
            raise UsageError(f"no provision {citation!r} in the graph; `regkg query counts_by_document` lists what is there")
        print_rows(rows, title=citation, as_json=as_json)


def export_command(
    folder: Annotated[Path, typer.Argument(help="Folder to write into.")],
    format_: Annotated[str, typer.Option("--format", help="jsonl, csv or parquet.")] = "jsonl",
    store: StoreOption = "",
) -> None:
    """The graph as files: JSON Lines in the formats of docs/formats.md, or tables of nodes and edges."""
    with open_graph(store) as graph:
        if format_ == "jsonl":
            from align.verdict_rows import stored_verdicts  # noqa: PLC0415 - numpy and pyarrow only when asked for

            written = export_jsonl(graph, folder, stored_verdicts(graph))
        elif format_ in ("csv", "parquet"):
            written = export_tables(graph, folder, format_)
        else:
            raise UsageError(f"unknown format {format_}; known: jsonl, csv, parquet")
        print_rows([{"file": name, "rows": count} for name, count in written.items()])


def doctor_command(store: StoreOption = "", as_json: JsonOption = False) -> None:
    """Checks the graph and what regkg needs on this machine."""
    with open_graph(store) as graph:
        rows = examine(graph)
    print_rows(rows, title="doctor", as_json=as_json)
    raise typer.Exit(1 if any(row["state"] == "bad" for row in rows) else 0)


def up_command() -> None:
    """Starts Neo4j by docker compose, or says what to do where there is no Docker."""
    for line in start_server():
        print(line)


def register(app: typer.Typer) -> None:
    app.command("query")(query_command)
    app.command("gaps")(gaps_command)
    app.command("show")(show_command)
    app.command("export")(export_command)
    app.command("doctor")(doctor_command)
    app.command("up")(up_command)
