"""`query`, `show`, `export`, `doctor`, `up`: reading the graph."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from kg.coverage import coverage
from kg.doctor import examine
from kg.errors import UsageError
from kg.export import export_jsonl, export_tables
from kg.queries import list_queries, run_query
from regkg.cli.output import JsonOption, StoreOption, print_rows, words
from regkg.opening import open_graph
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


def show_command(
    citation: Annotated[str, typer.Argument(help="A citation or an id: '21 CFR 211.84', '《药品管理法》第九十八条'.")],
    as_of: Annotated[str, typer.Option("--as-of", help="Only the version in force on this date (YYYY-MM-DD).")] = "",
    store: StoreOption = "",
    as_json: JsonOption = False,
) -> None:
    """One provision with all its edges."""
    with open_graph(store) as graph:
        rows = run_query(graph, "provision_edges", citation=citation, as_of=as_of)
        if not rows and as_of and run_query(graph, "provision_edges", citation=citation, limit=1):
            raise UsageError(f"{citation!r} was not in force on {as_of}; without --as-of every version is shown")
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


def doctor_command(
    show_coverage: Annotated[bool, typer.Option("--coverage", help="How much of each document was read.")] = False,
    flagged: Annotated[bool, typer.Option("--flagged", help="With --coverage: only what was not read wholly.")] = False,
    store: StoreOption = "",
    as_json: JsonOption = False,
) -> None:
    """Checks the graph and what regkg needs on this machine."""
    with open_graph(store) as graph:
        if show_coverage:
            found = coverage(graph, flagged=flagged)
            print_rows(found, title="characters read, the least read first", as_json=as_json)
            unread = sum(row["state"] != "fully read" for row in found)
            words.print(f"{unread} of {len(found)} documents not wholly read; silence over them is not claimed", markup=False)
            return
        rows = examine(graph)
    print_rows(rows, title="doctor", as_json=as_json)
    raise typer.Exit(1 if any(row["state"] == "bad" for row in rows) else 0)


def up_command() -> None:
    """Starts Neo4j by docker compose, or says what to do where there is no Docker."""
    for line in start_server():
        print(line)


def register(app: typer.Typer) -> None:
    app.command("query")(query_command)
    app.command("show")(show_command)
    app.command("export")(export_command)
    app.command("doctor")(doctor_command)
    app.command("up")(up_command)
