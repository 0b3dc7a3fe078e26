"""`regkg bench regdivergence` and `regkg bench planted`: verdicts on pairs, and silence in a whole corpus."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from align.embeddings import make_embedder
from align.run import read_corpus
from bench.models import open_model
from bench.planted import planted_gaps
from bench.regdivergence import (
    Pair,
    always,
    evaluate,
    graph_rag_judge,
    is_placeholder,
    lexical_judge,
    llm_judge,
    nli,
    ours,
    read_pairs,
    read_passages,
    strata,
    with_passages,
)
from bench.runs import Log, ModelUnavailable
from kg.errors import UsageError
from kg.progress import Report
from kg.settings import settings
from regkg.cli.output import JsonOption, StoreOption, print_rows, progress, words
from regkg.opening import open_graph

_STRATA: dict[str, Callable[[Pair], str]] = {
    "track": lambda pair: pair.track,
    "source": lambda pair: pair.source,
    "topic": lambda pair: pair.topic,
}


_Method = Callable[[Sequence[Pair]], list[list[str]]]


def _methods(nli_model: str, model: str, log: Log | None, report: Report) -> dict[str, _Method]:
    """Every method by its name, those that cost nothing first."""
    chosen: dict[str, _Method] = {"always one class": always, "lexical": lexical_judge}
    if nli_model:
        chosen[f"NLI {nli_model}"] = lambda pairs: nli(pairs, nli_model)
    chosen["ours"] = lambda pairs: ours(pairs, make_embedder(settings()))
    if model:
        rag, judge = open_model(model, settings()), open_model(model, settings())  # a missing key is told before any work
        chosen[f"graph-rag {model}"] = lambda pairs: graph_rag_judge(pairs, rag, log, report)
        chosen[f"judge {model}"] = lambda pairs: llm_judge(pairs, judge, log, report)
    return chosen


def write_labels(path: Path, pairs: Sequence[Pair], lists: Sequence[Sequence[str]]) -> None:
    """Lines `{id, label, labels}`: the label of the first seed, and those of all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="\n") as lines:
        for at, pair in enumerate(pairs):
            told = [found[at] for found in lists]
            lines.write(json.dumps({"id": pair.id, "label": told[0], "labels": told}, ensure_ascii=False) + "\n")


def regdivergence_command(
    pairs: Annotated[Path, typer.Argument(help="Pairs in the RegDivergence format, JSON Lines.")],
    passages: Annotated[
        Path | None, typer.Option(help="Lines {id, text}: the nearest real passage, shown in the place of a placeholder.")
    ] = None,
    nli_model: Annotated[str, typer.Option("--nli", help="Folder or hub name of an NLI cross-encoder.")] = "",
    model: Annotated[str, typer.Option(help="openai:MODEL or anthropic:MODEL for the judge and the Graph-RAG.")] = "",
    by: Annotated[str, typer.Option(help="track, source or topic: scores within each.")] = "",
    out: Annotated[
        Path | None,
        typer.Option(help="Folder: each method's labels, one file a method, and the model's replies; the same folder resumes."),
    ] = None,
    resamples: Annotated[int, typer.Option(min=10, help="Of the bootstrap.")] = 1000,
    as_json: JsonOption = False,
) -> None:
    """Scores every method on pairs of requirements: macro-F1 with interval, per class, by direction of silence."""
    if by and by not in _STRATA:
        raise UsageError(f"unknown stratum {by}; known: {', '.join(_STRATA)}")
    given = read_pairs(pairs)
    if not given or any(not pair.label for pair in given):
        raise UsageError(f"{pairs}: every pair needs a label to be scored; `regkg judge` labels pairs without one")
    bare = sum(is_placeholder(p.fda_text) or is_placeholder(p.ema_text) for p in given)
    if passages is not None:
        given = with_passages(given, read_passages(passages))
    left = sum(is_placeholder(p.fda_text) or is_placeholder(p.ema_text) for p in given)
    words.print(f"{len(given)} pairs, {left} with a placeholder on the silent side ({bare} in the file)", markup=False)
    if not model:
        words.print("the LLM judge and Graph-RAG need --model; left out", markup=False)
    log = Log(out / "log.jsonl") if out is not None and model else None
    rows: list[dict[str, Any]] = []
    stopped: ModelUnavailable | None = None
    with progress() as report:
        for name, method in _methods(nli_model, model, log, report).items():
            try:
                labels = method(given)
            except ModelUnavailable as fault:  # what was scored before it is still told
                stopped = fault
                break
            if out is not None:
                write_labels(out / f"{re.sub(r'[^A-Za-z0-9.]+', '-', name).strip('-')}.jsonl", given, labels)
            if by:
                parts = strata(given, labels, _STRATA[by], resamples)
                rows += [{"method": name, by: part, **found.row()} for part, found in parts]
            else:
                rows.append({"method": name, **evaluate(given, labels, resamples).row()})
    if log is not None:
        log.close()
    print_rows(rows, title="RegDivergence", as_json=as_json)
    if stopped is not None:
        raise stopped


def planted_command(
    source: Annotated[str, typer.Option("--from", help="Whose demands: US, CN or EU; all directions without.")] = "",
    target: Annotated[str, typer.Option("--to", help="Where counterparts are taken out.")] = "",
    sample: Annotated[int, typer.Option(min=10, help="Demands tried for each direction.")] = 400,
    seed: int = 0,
    store: StoreOption = "",
    as_json: JsonOption = False,
) -> None:
    """Takes counterparts out of the searched law and asks again: how many gaps come out SILENT, and how many that are none."""
    with open_graph(store) as graph:
        corpus = read_corpus(graph, settings())
    sides = [(a, b) for a in corpus.sides for b in corpus.sides if a != b and source in ("", a) and target in ("", b)]
    if not sides:
        raise UsageError(f"the graph holds {', '.join(corpus.sides) or 'no law'}; two jurisdictions are needed")
    with progress() as report:
        rows = []
        for done, (a, b) in enumerate(sides):
            report("planted gaps", done, len(sides))
            rows += [result.row() for result in planted_gaps(corpus, a, b, sample=sample, seed=seed)]
    print_rows(rows, title="Planted gaps", as_json=as_json)
