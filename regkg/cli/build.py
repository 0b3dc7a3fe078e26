"""`demo`, `build`, `ingest`, `align` with `align calibrate`: making the graph."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Literal

import typer

from align.embeddings import VectorCache, make_embedder
from align.gap_register import matrix
from align.graph_input import GraphInput, read_graph
from align.paper_method import paper_matches
from align.review import settle
from align.run import align, read_corpus
from ingest.pipeline import IngestReport, ingest
from kg.errors import UsageError
from kg.records import JURISDICTIONS, Finding
from kg.settings import settings
from kg.stores import GraphStore
from regkg.cli.calibrate import calibrate_command
from regkg.cli.output import JsonOption, StoreOption, print_rows, progress, words
from regkg.cli.within import within_command
from regkg.demo import copy_sample, planted
from regkg.embedder_comparison import compare_embedders
from regkg.opening import open_graph
from regkg.report import write_report

PATHS = Annotated[list[Path], typer.Argument(help="Files or folders.", show_default=False)]
ALL_PAIRS = [(a, b) for a in JURISDICTIONS for b in JURISDICTIONS if a != b]


MOST_TOLD = 20
"""Findings shown one by one; a corpus has hundreds, and all of them stand on the Source nodes of the graph."""


def _tell(report: IngestReport) -> None:
    """Errors first, then warnings, one line for each code of a file."""
    groups: dict[tuple[str, str, str], list[Finding]] = {}
    for found in report.findings:
        if found.severity != "info":
            groups.setdefault((found.severity, found.file, found.code), []).append(found)
    for (_, file, code), alike in sorted(groups.items())[:MOST_TOLD]:
        place = f" {alike[0].place}" if alike[0].place else ""
        more = f" (and {len(alike) - 1} more of {code} in this file)" if len(alike) > 1 else ""
        words.print(f"{code} {file}{place}: {alike[0].message}{more}; {alike[0].remedy}", markup=False, soft_wrap=True)
    left = len(groups) - MOST_TOLD
    if left > 0:
        words.print(f"... and findings of {left} more files and kinds: regkg parse --findings FILE", markup=False)
    words.print(
        f"{report.files} files: {report.read} read, {report.unchanged} unchanged, {report.removed} gone; "
        f"{report.documents} documents with {report.provisions} provisions loaded",
        markup=False,
        soft_wrap=True,
    )


def _exit_code(report: IngestReport) -> int:
    """1 where nothing that was given could be read; a bad file among good ones is a finding, not a failure."""
    return 1 if report.unchanged == 0 and report.documents == 0 else 0


def _ingest(graph: GraphStore, paths: list[Path]) -> IngestReport:
    with progress() as report:
        done = ingest(paths, graph, settings(), report)
    _tell(done)
    return done


def _align(graph: GraphStore, full: bool = False) -> None:
    with progress() as report:
        done = align(graph, settings(), report, again=full)
    words.print(done.summary(), markup=False, soft_wrap=True)
    settled = settle(graph)
    if settled.in_force or settled.stale:
        words.print(
            f"reviews: {settled.in_force} verdicts settled, {len(settled.stale)} reviews stale (regkg review status)",
            markup=False,
        )


def build_command(paths: PATHS, store: StoreOption = "") -> None:
    """Ingests, extracts, embeds, aligns and judges; run again it completes what is missing and leaves the rest."""
    with open_graph(store, building=True) as graph:
        done = _ingest(graph, paths)
        _align(graph)
    raise typer.Exit(_exit_code(done))


def ingest_command(paths: PATHS, store: StoreOption = "") -> None:
    """Files into provisions, obligations, quantities and references."""
    with open_graph(store, building=True) as graph:
        done = _ingest(graph, paths)
    raise typer.Exit(_exit_code(done))


def align_command(
    context: typer.Context,
    method: Annotated[
        Literal["regkg", "paper"], typer.Option(help="paper: the first paper's matches, into --out; the graph stays as it is.")
    ] = "regkg",
    full: Annotated[
        bool, typer.Option("--full", help="All of it, with new statistics, also where little or nothing changed.")
    ] = False,
    out: Annotated[Path, typer.Option(help="With --method paper: the JSON Lines file to write.")] = Path("paper_matches.jsonl"),
    compare: Annotated[
        str,
        typer.Option(
            "--compare-embedders",
            help="use,st:MODEL,onnx:FOLDER,openai:MODEL: what each gives on the development gold; the graph stays as it is.",
        ),
    ] = "",
    sample: Annotated[
        int,
        typer.Option(min=0, help="With --compare-embedders: so many passages of each jurisdiction beside the gold's; 0: all."),
    ] = 0,
    shared: Annotated[Path, typer.Option(help="With --compare-embedders: the folder of gold/ and score/.")] = Path("../shared"),
    gold: Annotated[str, typer.Option(help="With --compare-embedders: us-cn or us-eu alone.")] = "",
    as_json: JsonOption = False,
    store: StoreOption = "",
) -> None:
    """Candidates, verdicts and silences for what is in the graph."""
    if context.invoked_subcommand:
        if store:
            raise UsageError(f"--store stands behind the subcommand: regkg align {context.invoked_subcommand} --store {store}")
        return
    if compare:
        with open_graph(store) as graph:
            given = read_graph(graph)
        _compare(given, compare, sample, shared, gold, as_json)
        return
    with open_graph(store, building=method == "regkg") as graph:
        if method == "regkg":
            _align(graph, full)
            return
        model = make_embedder(settings())
        vectors = VectorCache(settings().workspace / "cache", model)
        found = [asdict(match) for match in paper_matches(read_corpus(graph, settings(), model), vectors)]
    out.write_text("".join(json.dumps(match, ensure_ascii=False) + "\n" for match in found), encoding="utf-8")
    strong = sum(match["match_type"] == "strong" for match in found)
    words.print(f"{len(found)} matches, {strong} strong, by {model.name} {model.revision}: {out}", markup=False, soft_wrap=True)


def _compare(given: GraphInput, names: str, sample: int, shared: Path, gold: str, as_json: bool) -> None:
    chosen, only = ([name.strip() for name in listed.split(",") if name.strip()] for listed in (names, gold))
    with progress() as report:
        rows = list(compare_embedders(given, chosen, settings(), shared, sample, only, report))
    what = f"the gold's passages and {sample} drawn at random of each jurisdiction" if sample else "all passages"
    print_rows(rows, title=f"Embedders on the development gold, over {what}", as_json=as_json)
    words.print(f"searched: {what}; only figures over the same passages compare", markup=False, soft_wrap=True)


def demo_command(
    folder: Annotated[Path, typer.Option(help="Where the sample, its graph and the report go.")] = Path(".regkg/demo"),
    store: Annotated[
        str, typer.Option("--store", help="Build into this folder or bolt:// address. Default: a graph in --folder.")
    ] = "",
) -> None:
    """Builds the bundled sample, shows its gaps, and writes an HTML report."""
    sources = copy_sample(folder / "sources")
    address = store or str(folder / "graph")
    with open_graph(address) as graph:
        _ingest(graph, sources)
        _align(graph)
        print_rows(matrix(graph, ALL_PAIRS), title="What each side demands and the other answers")
        cases = planted(graph)
        print_rows(
            [
                {
                    "demand": case.source,
                    "in": case.jurisdiction,
                    "planted": " ".join((case.label, *case.differs_in)),
                    "found": " ".join((case.got, *case.got_differs_in)),
                    "": "as planted" if case.as_planted else "OTHERWISE",
                }
                for case in cases
            ],
            title="Planted cases",
        )
        report = folder / "report.html"
        write_report(graph, report, ALL_PAIRS)
    right = sum(case.as_planted for case in cases)
    words.print(f"{right} of {len(cases)} planted cases came out as planted; report: {report}", markup=False, soft_wrap=True)
    words.print(f"next: regkg query --list; regkg show '21 CFR 9100.44(b)' --store {address}", markup=False, soft_wrap=True)


def register(app: typer.Typer) -> None:
    app.command("demo")(demo_command)
    app.command("build")(build_command)
    app.command("ingest")(ingest_command)
    aligning = typer.Typer(
        help="Candidates, verdicts and silences; `calibrate` fits them to people's decisions, `within` looks at guidance."
    )
    aligning.callback(invoke_without_command=True)(align_command)
    aligning.command("calibrate")(calibrate_command)
    aligning.command("within")(within_command)
    app.add_typer(aligning, name="align")
