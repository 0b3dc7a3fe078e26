"""`regkg qa`: question items from graph edges, from making them to their release."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from kg.errors import UsageError
from qa.generation import MOST, SEED, generate, leaks
from qa.generation.by_model import SYSTEM, prompt, reword
from qa.graph import QAGraph, read_graph, write_items_to_graph
from qa.items import TYPES, Item, write_items
from qa.validation import validate_files
from regkg.cli import qa_review
from regkg.cli.output import JsonOption, StoreOption, print_json_lines, print_rows, progress, words
from regkg.cli.qa_models import asking
from regkg.opening import open_graph

app = typer.Typer(
    help="Question items made from graph edges: generate, validate, screen, review, release.", no_args_is_help=True
)

OUT = Annotated[Path, typer.Option("--out", help="Folder that is written.", show_default=False)]
FILES = Annotated[list[Path], typer.Argument(help="Item files, JSON Lines.", show_default=False)]


def _split(given: str, known: tuple[str, ...], what: str) -> list[str]:
    """A list separated by commas, in any case. Raises UsageError for a word that is not known."""
    by = {name.lower(): name for name in known}
    out = [by.get(word.strip().lower(), "") for word in given.split(",") if word.strip()]
    if not out or not all(out):
        raise UsageError(f"{what} {given!r}: write one or more of {', '.join(known)}, separated by commas")
    return out


def _read(store: str) -> QAGraph:
    with open_graph(store) as graph:
        return read_graph(graph)


def file_name(item_type: str, lang: str) -> str:
    return f"{item_type}_{lang}.jsonl"


def _write_by_type(items: list[Item], out: Path) -> None:
    for kind in TYPES:
        for lang in ("EN", "CN"):
            chosen = [item for item in items if (item.type, item.lang) == (kind, lang)]
            if chosen:
                write_items(out / file_name(kind, lang), chosen)


def _by_model(items: list[Item], model: str, out: Path, yes: bool) -> list[Item]:
    """The items as a model words them; what it can't word is told and left out. Every reply is kept in `replies.jsonl`."""
    tokens = sum(len(SYSTEM) + len(prompt(item)) for item in items) // 3
    words.print(f"{len(items)} calls to {model}: about {tokens:,} tokens in, {250 * len(items):,} out", markup=False)
    if not yes and not typer.confirm("Go on?", err=True):
        raise typer.Exit(0)
    out.mkdir(parents=True, exist_ok=True)
    with asking(model) as ask, (out / "replies.jsonl").open("w", encoding="utf-8") as log:

        def keep(key: str, reply: str) -> None:
            log.write(json.dumps({"id": key, "reply": reply}, ensure_ascii=False) + "\n")

        worded = [reword(item, ask, keep, model) for item in items]
    kept = [item for item in worded if item is not None]
    words.print(f"{len(kept)} worded, {len(items) - len(kept)} left out", markup=False)
    return kept


def generate_command(
    out: OUT,
    store: StoreOption = "",
    seed: Annotated[int, typer.Option(help="Decides phrasings, options, their order and the draw.")] = SEED,
    types: Annotated[str, typer.Option(help="Monolingual, Comparative, Parallel; separated by commas.")] = ",".join(TYPES),
    lang: Annotated[str, typer.Option(help="EN, CN or both, separated by a comma.")] = "EN,CN",
    most: Annotated[
        int, typer.Option(help="At most so many items of a type in one language; 0: the usual numbers.", min=0)
    ] = 0,
    model: Annotated[str, typer.Option(help="Let this model word the questions: openai:MODEL or anthropic:MODEL.")] = "",
    yes: Annotated[bool, typer.Option("--yes", help="Don't ask before calls that cost money.")] = False,
    into_graph: Annotated[bool, typer.Option("--graph/--no-graph", help="Also write the items into the graph.")] = True,
    as_json: JsonOption = False,
) -> None:
    """Makes items from the graph and writes one file a type and language; the same graph and seed give the same files.

    The graph gets them as QAItem nodes, in the place of those of the same types and languages that it held.
    """
    kinds, langs = _split(types, TYPES, "types"), _split(lang, ("EN", "CN"), "lang")
    graph = _read(store)
    with progress() as report:
        made = generate(graph, seed, kinds, langs, dict.fromkeys(kinds, most) if most else MOST, report)
    if model:
        made = replace(made, items=_by_model(made.items, model, out, yes))
    _write_by_type(made.items, out)
    if into_graph:
        with open_graph(store) as opened:
            write_items_to_graph(opened, made.items)
    count = Counter((item.type, item.lang) for item in made.items)
    print_rows(
        [
            {"type": kind, "lang": one, "items": count[kind, one], "candidates": made.candidates[kind]}
            for kind in kinds
            for one in langs
        ],
        as_json=as_json,
    )
    if made.dropped:
        why = "; ".join(f"{n} {reason}" for reason, n in made.dropped.items())
        words.print(f"{sum(made.dropped.values())} candidate items not taken: {why}", markup=False, soft_wrap=True)
    for leak in leaks(made.items):
        words.print(f"guesser {leak.guesser}: {leak.share:.3f} (limit {leak.limit})", markup=False)
    if not made.items:
        words.print("no items: the graph holds nothing to ask about; was it built?", markup=False)


def _known_sources(store: str, listed: Path | None) -> set[str] | None:
    """Names of sources that exist: a graph's documents, and the file names or lines of a list; None where neither is given."""
    known: set[str] = set()
    if store:
        for source in _read(store).sources.values():
            known |= {source.id, source.title, source.file, Path(source.file).name}
    if listed is not None:
        if not listed.exists():
            raise UsageError(f"{listed}: no such file or folder")
        names = (p.name for p in listed.rglob("*")) if listed.is_dir() else listed.read_text(encoding="utf-8").splitlines()
        known |= {name.strip() for name in names}
    return known or None


def validate_command(
    files: FILES,
    store: StoreOption = "",
    sources: Annotated[Path | None, typer.Option(help="A folder of source files, or a file with one name a line.")] = None,
    as_json: JsonOption = False,
) -> None:
    """D0-D7 on anyone's items in this format: every fault with its code, file and line. Ends with 1 where there is a fault."""
    report = validate_files(files, _known_sources(store, sources))
    if as_json:
        print_json_lines(
            {"code": i.code, "severity": i.severity, "file": i.file, "line": i.line, "id": i.id, "message": i.message}
            for i in report.issues
        )
    else:
        for found in report.issues:
            print(f"{found.file}:{found.line}: {found.code} {found.severity} {found.id}: {found.message}")
    counted = ", ".join(f"{code} {count}" for code, count in report.counts().items()) or "no issue"
    words.print(f"{report.records} records, {report.passed} without a fault; {counted}", markup=False, soft_wrap=True)
    if report.faulty:
        raise typer.Exit(1)


app.command("generate")(generate_command)
app.command("validate")(validate_command)
qa_review.register(app)


def register(parent: typer.Typer) -> None:
    parent.add_typer(app, name="qa")


__all__ = ["app", "register"]
