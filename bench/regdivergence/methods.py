"""Every method by its name, each giving one list of labels, or one a seed where thresholds are tuned."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from align.embeddings import Embedder
from align.judge_pairs import judge_pairs as judge_by_rules
from bench.models import Model
from bench.regdivergence.evaluation import Evaluation, evaluate, nested_predictions
from bench.regdivergence.lexical import LexicalJudge
from bench.regdivergence.model_judges import graph_rag, judge_pairs
from bench.regdivergence.nli import NliJudge, read_pairs_by
from bench.regdivergence.pairs import LABELS, Pair, collapse
from bench.runs import Log
from kg.progress import Report, silent

Predictions = list[list[str]]


def lexical(pairs: Sequence[Pair]) -> Predictions:
    """The lexical heuristic, its thresholds tuned on other folds."""
    judge = LexicalJudge(pairs)
    return nested_predictions(pairs, lambda train, test: [judge.label(pair, at) for at in [judge.fit(train)] for pair in test])


def nli(pairs: Sequence[Pair], model: str) -> Predictions:
    """The NLI cross-encoder `model`, its thresholds tuned on other folds."""
    judge = NliJudge(read_pairs_by(model, pairs))
    return nested_predictions(pairs, lambda train, test: [judge.label(pair, at) for at in [judge.fit(train)] for pair in test])


def ours(pairs: Sequence[Pair], embedder: Embedder) -> Predictions:
    """regkg's own pair judge: field rules and a small fitted model; nothing is tuned on `pairs`."""
    rows: list[dict[str, Any]] = [{"id": p.id, "fda_text": p.fda_text, "ema_text": p.ema_text} for p in pairs]
    return [[str(row["label"]) for row in judge_by_rules(rows, embedder)]]


def llm_judge(pairs: Sequence[Pair], model: Model, log: Log | None = None, progress: Report = silent) -> Predictions:
    """The paper's judge; "" where its answer can't be read."""
    return [[judgement.label for judgement in judge_pairs(pairs, model, log, progress=progress)]]


def graph_rag_judge(pairs: Sequence[Pair], model: Model, log: Log | None = None, progress: Report = silent) -> Predictions:
    """The paper's Graph-RAG; "" where an answer can't be read."""
    return [[judgement.label for judgement in graph_rag(pairs, model, log, progress=progress)]]


def strata(
    pairs: Sequence[Pair], predictions: Sequence[Sequence[str]], of: Callable[[Pair], str], resamples: int
) -> list[tuple[str, Evaluation]]:
    """Scores within each value of `of` (track, source, topic), the largest first; strata of one class are scored too."""
    groups: dict[str, list[int]] = {}
    for at, pair in enumerate(pairs):
        groups.setdefault(of(pair) or "not given", []).append(at)
    out = []
    for name, rows in sorted(groups.items(), key=lambda group: (-len(group[1]), group[0])):
        part = [pairs[i] for i in rows]
        out.append((name, evaluate(part, [[labels[i] for i in rows] for labels in predictions], resamples)))
    return out


def always(pairs: Sequence[Pair]) -> Predictions:
    """The most frequent class for every pair: what a method must beat."""
    gold = [collapse(pair.label) for pair in pairs]
    best = max(LABELS, key=gold.count)
    return [[best] * len(pairs)]
