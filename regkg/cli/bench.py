"""`regkg bench`: running models over items and comparing what they answered."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from bench.arms import ARMS, BUDGET, evidence_for
from bench.models import open_model
from bench.protocol import PILOT_ITEMS
from bench.questions import read_questions
from bench.report.reading import read_predictions
from bench.runs import Log, make_plan, prediction_rows, read_prices, run, write_predictions
from bench.runs.evidence_file import evidence_row, write_evidence
from bench.tables import by_group, overall, pairwise
from kg.errors import UsageError
from kg.settings import settings
from qa.items import read_items
from regkg.cli.bench_pairs import planted_command, regdivergence_command
from regkg.cli.output import JsonOption, StoreOption, print_json_lines, print_rows, progress, words

BudgetOption = Annotated[int, typer.Option(min=200, help="Tokens of evidence in every arm; less for a short context.")]

app = typer.Typer(help="Models over items and pairs, with statistics that can be published.", no_args_is_help=True)


def run_command(
    items: Annotated[Path, typer.Argument(help="Items, JSON Lines.")],
    model: Annotated[str, typer.Option(help="scripted:RULE, openai:MODEL or anthropic:MODEL.")],
    out: Annotated[Path, typer.Option(help="Folder of the log and the predictions; the same folder resumes.")],
    arm: Annotated[str, typer.Option(help="flat, passages, graph, oracle or shuffled.")] = "flat",
    repeats: Annotated[int, typer.Option(min=1)] = 1,
    shots: Annotated[Path | None, typer.Option(help="Items shown as examples (few-shot).")] = None,
    prices: Annotated[Path | None, typer.Option(help="TSV: model, input, output in dollars a million tokens.")] = None,
    ceiling: Annotated[float | None, typer.Option(help="Stop at this many dollars (needs --prices).")] = None,
    concurrency: Annotated[int, typer.Option(min=1)] = 8,
    limit: Annotated[int | None, typer.Option(help="Only the first items.")] = None,
    pilot: Annotated[bool, typer.Option("--pilot", help=f"Ask {PILOT_ITEMS} items and keep them out of the results.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be asked and what it would cost.")] = False,
    budget: BudgetOption = BUDGET,
    store: StoreOption = "",
) -> None:
    """Asks a model every item in one arm; writes predictions.jsonl; killed and started again it pays for nothing twice."""
    if arm not in ARMS:
        raise UsageError(f"unknown arm {arm}; known: {', '.join(ARMS)}")
    client = None if dry_run else open_model(model, settings())
    asked = read_items(items)[: PILOT_ITEMS if pilot else limit]
    examples = read_items(shots) if shots else []
    with progress() as report, evidence_for(arm, asked, store, report, budget) as evidence:
        plan = make_plan(asked, arm, evidence, repeats=repeats, examples=examples)
    price = read_prices(prices).get(model) if prices else None
    if prices and price is None:
        raise UsageError(f"{prices} has no line for {model}")
    if ceiling is not None and price is None:
        raise UsageError("--ceiling needs --prices")
    cost = f", about ${price.of(plan.input_tokens, plan.output_tokens):.2f}" if price else ""
    words.print(
        f"{len(plan.tasks)} calls, about {plan.input_tokens} tokens in and {plan.output_tokens} out{cost}", markup=False
    )
    if client is None:
        return
    if arm != "flat":
        write_evidence(out / ("pilot-evidence.jsonl" if pilot else "evidence.jsonl"), plan.tasks)
    log = Log(out / ("pilot.jsonl" if pilot else "log.jsonl"))
    try:
        with progress() as report:
            outcome = run(plan.tasks, client, log, concurrency=concurrency, price=price, ceiling=ceiling, progress=report)
    finally:
        log.close()
        if not pilot:
            write_predictions(out / "predictions.jsonl", prediction_rows(plan.tasks, client.name, log))
    words.print(f"{outcome.asked} asked, {outcome.skipped} answered before, {outcome.failed} failed", markup=False)


def _predictions(files: list[Path]) -> list[dict[str, Any]]:
    return [row for given in files for row in read_predictions(given)]


def score_command(
    predictions: Annotated[list[Path], typer.Argument(help="predictions.jsonl files or their folders.")],
    by: Annotated[str, typer.Option(help="type, lang, category or subdomain.")] = "",
    as_json: JsonOption = False,
) -> None:
    """Accuracy with Wilson intervals, valid-output coverage and retrieval reach."""
    rows = _predictions(predictions)
    table = by_group(rows, by) if by else overall(rows)
    print_rows(table.to_dict("records"), as_json=as_json)  # type: ignore[arg-type]


def compare_command(
    predictions: Annotated[list[Path], typer.Argument(help="predictions.jsonl files or their folders.")],
    as_json: JsonOption = False,
) -> None:
    """Every pair of runs: mid-P McNemar, Holm, matched-pairs odds ratio, and what so many items could show."""
    print_rows(pairwise(_predictions(predictions)).to_dict("records"), as_json=as_json)  # type: ignore[arg-type]


def ground_command(
    items: Annotated[Path, typer.Argument(help="Items or questions, JSON Lines; a question needs no more than `question`.")],
    arm: Annotated[str, typer.Option(help="passages or graph.")] = "graph",
    budget: BudgetOption = BUDGET,
    store: StoreOption = "",
) -> None:
    """Prints the evidence that an arm gives for each question: `{id, documents, provisions, evidence}`."""
    asked = read_questions(items)
    with progress() as report, evidence_for(arm, asked, store, report, budget) as evidence:
        print_json_lines(evidence_row(item, evidence(item)) for item in asked)


def report_command(
    runs: Annotated[list[Path], typer.Argument(help="Folders of runs, or predictions.jsonl files.")],
    items: Annotated[Path | None, typer.Option(help="The items, for the browser of questions and answers.")] = None,
    out: Annotated[Path, typer.Option(help="Folder of the page, the figures and the tables.")] = Path("bench-report"),
) -> None:
    """Writes report.html with its figures (SVG, PNG) and tables (CSV, LaTeX)."""
    from bench.report import read_runs, write_report  # noqa: PLC0415 - matplotlib only when asked for

    page = write_report(read_runs(runs), read_items(items) if items else [], out)
    words.print(f"{page}", markup=False)


app.command("run")(run_command)
app.command("report")(report_command)
app.command("score")(score_command)
app.command("compare")(compare_command)
app.command("ground")(ground_command)
app.command("regdivergence")(regdivergence_command)
app.command("planted")(planted_command)


def register(parent: typer.Typer) -> None:
    parent.add_typer(app, name="bench")
