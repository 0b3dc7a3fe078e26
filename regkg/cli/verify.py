"""`verify`: turns what is unverified into `reviewed`, by a person at the keyboard, or `judged`, by a model."""

from __future__ import annotations

import getpass
import shutil
import sys
from pathlib import Path
from typing import Annotated

import click
import typer
from rich.console import Console
from rich.text import Text as Styled

from align.case_judge import JudgeReport, judge_cases
from align.cross_encoder import open_folder
from align.disagreement import RULES
from align.model_judge import PAGE, SYSTEM, judge_by, pages, question
from align.nli_judge import judge_by_nli
from align.review import Pair, reviews
from align.worklist import candidate_ids, disagreeing, open_pairs, read_case
from bench.models import open_model
from bench.protocol import Prompt
from bench.runs import Price, read_prices
from bench.runs.plan import estimate_tokens
from kg.errors import UsageError
from kg.runs import start_run
from kg.settings import settings
from kg.stores import GraphStore
from regkg.agreement import agreement, agreement_words
from regkg.asking import ModelAsk
from regkg.cli.output import StoreOption, progress, words
from regkg.opening import open_graph
from regkg.verifying import verify

_REPLY_TOKENS = 350
"""About what a reply on a page of candidates takes."""
_ESTIMATED_FROM = 20
"""Sources whose prompts are built to estimate the cost of all."""
_NLI = "nli:"
_ARROWS = {"\x1b[A": "k", "\x1b[B": "j", "\x1b[D": "k", "\x1b[C": "j", "\x1bOA": "k", "\x1bOB": "j"}


def verify_command(
    source: Annotated[str, typer.Option("--from", help="Whose demands: US, CN or EU.")] = "",
    target: Annotated[str, typer.Option("--to", help="Where counterparts are looked for.")] = "",
    topic: Annotated[str, typer.Option(help="Keep sources whose citation, heading or text holds this.")] = "",
    label: Annotated[str, typer.Option(help="Only what rules call SILENT, DIVERGE or AGREE.")] = "",
    limit: Annotated[int, typer.Option(help="Sources at the most; 0 for all.", min=0)] = 0,
    candidates: Annotated[int, typer.Option(help="Candidates of a source at the most.", min=1, max=50)] = 12,
    reviewer: Annotated[str, typer.Option(help="Your name, kept with each decision. Default: the login.")] = "",
    model: Annotated[str, typer.Option(help="Let a model judge: openai:NAME, anthropic:NAME or nli:FOLDER.")] = "",
    prices: Annotated[Path | None, typer.Option(help="TSV: model, input, output in dollars a million tokens.")] = None,
    ceiling: Annotated[float | None, typer.Option(help="Stop at this many dollars (needs --prices).")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be asked and what it would cost.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask before a model is paid.")] = False,
    store: StoreOption = "",
) -> None:
    """Reads what is unverified, silences first: you at the keyboard, or a model. What is settled is not asked again, but what a
    model settled against the rules a person is asked first."""
    if label.upper() not in ("", "SILENT", "DIVERGE", "AGREE"):
        raise UsageError(f"unknown label {label}; known: SILENT, DIVERGE, AGREE")
    if not model and not dry_run and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("a person verifies at a terminal; elsewhere use `regkg review export`, or --model")
    if model == _NLI:
        raise UsageError("--model nli:FOLDER needs the folder of a trained NLI cross-encoder")
    price = _price(model, prices, ceiling)
    with open_graph(store) as graph:
        told = {} if model or dry_run else disagreeing(graph, source, target, topic, label.upper())
        todo = [(pair, found.rules) for pair, found in told.items()]
        todo += open_pairs(graph, source, target, topic, label.upper())
        todo = todo[:limit] if limit else todo
        if not todo:
            words.print("nothing is unverified here")
            return
        lists = candidate_ids(graph, settings(), [pair for pair, _ in todo])
        if model.startswith(_NLI):
            _by_nli(graph, todo, lists, candidates, Path(model.removeprefix(_NLI)), dry_run=dry_run)
        elif model or dry_run:
            _by_model(graph, todo, lists, candidates, model, price, ceiling, dry_run=dry_run, yes=yes)
        else:
            models = {pair: found.model for pair, found in told.items()}
            _by_person(graph, todo, lists, candidates, reviewer or getpass.getuser(), models)


def _price(model: str, prices: Path | None, ceiling: float | None) -> Price | None:
    price = read_prices(prices).get(model) if prices else None
    if prices and price is None:
        raise UsageError(f"{prices} has no line for {model}")
    if ceiling is not None and price is None:
        raise UsageError("--ceiling needs --prices")
    return price


def _by_person(
    graph: GraphStore,
    todo: list[tuple[Pair, str]],
    lists: dict[Pair, list[str]],
    most: int,
    reviewer: str,
    models: dict[Pair, str],
) -> None:
    console = Console(highlight=False, markup=False)

    def show(lines: list[Styled]) -> None:
        console.clear()
        for line in lines:
            console.print(line, no_wrap=True, overflow="crop", crop=True)

    def read_key() -> str:
        key = click.getchar()
        return _ARROWS.get(key, key if key == " " else key.lower())

    def size() -> tuple[int, int]:
        found = shutil.get_terminal_size((80, 24))
        return max(40, found.columns), max(16, found.lines - 1)

    with start_run(graph, "verify", "by a person", {"reviewer": reviewer}) as run:
        session = verify(
            graph,
            todo,
            lists,
            reviewer,
            run.id,
            read_key=read_key,
            ask_line=lambda prompt: console.input(Styled(prompt)),
            show=show,
            size=size,
            most=most,
            models=models,
        )
    left = len(todo) - session.reviewed
    words.print(f"{session.reviewed} reviewed, {session.skipped} skipped, {left} left; the same command goes on", markup=False)


def _by_model(
    graph: GraphStore,
    todo: list[tuple[Pair, str]],
    lists: dict[Pair, list[str]],
    most: int,
    model: str,
    price: Price | None,
    ceiling: float | None,
    *,
    dry_run: bool,
    yes: bool,
) -> None:
    tokens = _estimated_tokens(graph, todo, lists, most)
    questions = sum(-(-min(most, len(lists.get(pair, ())) or 1) // PAGE) for pair, _ in todo)
    replies = questions * _REPLY_TOKENS
    cost = f", at most about {price.of(tokens, replies):.2f} dollars" if price else ""
    words.print(
        f"{len(todo)} sources, up to {questions} questions, about {tokens:.0f} tokens in and {replies} out{cost}", markup=False
    )
    if dry_run:
        return
    client = open_model(model, settings())
    if not yes and sys.stdin.isatty() and not typer.confirm("Ask the model?", err=True):
        return
    with ModelAsk(client, price, ceiling) as ask, progress() as report:
        done = judge_cases(
            graph,
            (read_case(graph, pair, label, lists, most) for pair, label in todo),
            judge_by(ask),
            client.name,
            ask.revision,
            total=len(todo),
            progress=report,
        )
        spent = f", {ask.dollars:.2f} dollars" if ask.dollars is not None else ""
    _tell(graph, done, client.name, f" ({ask.spent.questions} questions{spent})")


def _by_nli(
    graph: GraphStore, todo: list[tuple[Pair, str]], lists: dict[Pair, list[str]], most: int, folder: Path, *, dry_run: bool
) -> None:
    """By a cross-encoder of the user's own: nothing leaves the machine, nothing is paid."""
    read = sum(min(most, len(lists.get(pair, ())) or 1) for pair, _ in todo)
    words.print(f"{len(todo)} sources, up to {read} candidates to read here, nothing to pay", markup=False)
    if dry_run:
        return
    encoder, digest = open_folder(folder.expanduser())
    name = f"{_NLI}{folder.expanduser().resolve().name}"
    sides = {side for (source, other), _ in todo for side in (source[:2], other)}
    with progress() as report:
        done = judge_cases(
            graph,
            (read_case(graph, pair, label, lists, most) for pair, label in todo),
            judge_by_nli(encoder.read, {"zh" if side == "CN" else "en" for side in sides}),
            name,
            lambda: digest,
            total=len(todo),
            progress=report,
        )
    _tell(graph, done, name)


def _tell(graph: GraphStore, done: JudgeReport, name: str, used: str = "") -> None:
    """What was done, how far it agrees with the rules, and the exit code where it was stopped."""
    words.print(f"{done.summary()}{used}", markup=False, soft_wrap=True)
    for row in agreement(reviews(graph)):
        if row["reviewers"] == f"{RULES} / {name}":
            words.print(agreement_words(row), markup=False, soft_wrap=True)
    if done.stopped:
        raise typer.Exit(75)


def _estimated_tokens(graph: GraphStore, todo: list[tuple[Pair, str]], lists: dict[Pair, list[str]], most: int) -> float:
    """Tokens in if every candidate of every source is read, from the prompts of sources spread over the list."""
    step = max(1, len(todo) // _ESTIMATED_FROM)
    drawn = todo[::step][:_ESTIMATED_FROM]
    total = 0.0
    for pair, label in drawn:
        case = read_case(graph, pair, label, lists, most)
        for page in pages(case.candidates) if case else ():
            asked = question(case.source, page, case.jurisdiction) if case else ""
            total += estimate_tokens(Prompt(SYSTEM, (("user", asked),)))
    return total / len(drawn) * len(todo)


def register(app: typer.Typer) -> None:
    app.command("verify")(verify_command)
