"""`make labels`: the models of match and silence fitted on labels of our own, and what they are worth.

    python -m regkg.label_study [--shared ../shared] [--graph .regkg/score/graph]

Reads the graph that `make score` built, the labels (align/data/labels.tsv) and, for silence, the development gold too. Writes
align/data/match.json, align/data/silence.json and the figures of docs/labels.md. Every figure is of held-out demands: five
folds split by demand, ten times.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import brier_score_loss, cohen_kappa_score, roc_auc_score
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import StandardScaler

from align.candidates import PairIndex
from align.corpus import AlignCorpus
from align.judging import COMPARED, Judge, JudgedCandidate
from align.labels import ANSWERS, PairLabel, hash_of, read_labels
from align.match import FEATURES, any_of
from align.run import read_corpus
from align.silence import FEATURES as SILENCE_FEATURES
from kg.settings import settings
from regkg.gold import Gold, GoldItem
from regkg.opening import open_graph

Array = NDArray[np.float64]

MATCH, SILENCE, PAGE = Path("align/data/match.json"), Path("align/data/silence.json"), Path("docs/labels.md")
PAIRS = {"cross-language": ("CN", "US"), "same-language": ("EU", "US")}
FOLDS, REPEATS = 5, 10
LABELLED = 5
"""Candidates of a demand that were labelled."""
REGULARISED = 0.2
"""Inverse strength of the penalty; .05 to 1 give the same within .005."""
GOLD_WEIGHT = 4.0
"""Of a gold item against a labelled demand when silence is fitted: there are few, and they are read over the whole corpus."""
MARK = "<!-- figures: written by `make labels` -->"


@dataclass(frozen=True, slots=True)
class Read:
    """One demand with its compared candidates. `answers` says of each candidate whether it was labelled a counterpart;
    `silent` whether nothing answers; `gold` whether the development gold says so, else our labels."""

    direction: str
    source: str
    candidates: tuple[JudgedCandidate, ...]
    silence: Mapping[str, float]
    answers: tuple[bool | None, ...]
    silent: bool
    gold: bool
    products: Array
    """Element by element product of the vectors of demand and candidate, a row a candidate: for the challenger."""


def placed(corpus: AlignCorpus, direction: str, labels: Sequence[PairLabel]) -> dict[int, dict[str, PairLabel]]:
    """The labels of a direction by row of the source and unit, where the source's text is still what was read."""
    here, there = direction.split("->")
    rows = {p.id: i for i, p in enumerate(corpus.sides[here].passages)}
    out: dict[int, dict[str, PairLabel]] = defaultdict(dict)
    for label in labels:
        row = rows.get(label.source)
        if row is None or not label.target.startswith(f"{there}:"):
            continue
        if hash_of([corpus.sides[here].passages[row]]) == label.source_text:
            out[row][label.target] = label
    return out


def read(
    corpus: AlignCorpus, pair: PairIndex, direction: str, labels: Sequence[PairLabel], gold: Gold, items: Path
) -> Iterator[Read]:
    source, target = (corpus.sides[name] for name in direction.split("->"))
    own = placed(corpus, direction, labels)
    rows = {p.id: i for i, p in enumerate(source.passages)}
    asked: dict[int, list[GoldItem]] = defaultdict(list)
    for item in gold.items(items):
        row = next((rows[s] for s in item.sources if s in rows), None)
        if item.direction == direction and item.covered and row is not None:
            asked[row].append(item)
    judge = Judge(pair, source, target, LABELLED)
    for hits in pair.search(source, np.array(sorted({*own, *asked}), np.int64)):
        compared = judge.compare(hits)
        silence = judge.silence_features(hits, compared)
        for i, row in enumerate(hits.sources.tolist()):
            about = {name: float(values[i]) for name, values in silence.items()}
            first = hits.passages[i, :LABELLED, 0]
            products = np.asarray(source.vectors[row] * target.vectors[first], np.float64)
            found = [own.get(row, {}).get(c.unit) for c in compared[i]]
            answers = tuple(None if label is None else label.answer == "answers" for label in found)
            name = source.passages[row].id
            if row in own:
                # Also of those that are not among the first any more.
                silent = all(label.answer != "answers" for label in own[row].values())
                yield Read(direction, name, compared[i], about, answers, silent, False, products)
            for item in asked.get(row, []):
                yield Read(direction, name, compared[i], about, (), item.label == "SILENT", True, products)


def _logistic() -> Pipeline:
    return make_pipeline(StandardScaler(), LogisticRegression(C=REGULARISED, max_iter=2000))


def held_out(x: Array, y: Array, groups: Sequence[str], weights: Array | None = None, share: float = 1.0) -> Array:
    """Mean log odds of each row from models that did not see its group; `share` of the other groups is learnt from."""
    names = sorted(set(groups))
    total = np.zeros(len(y))
    for seed in range(REPEATS):
        order = np.random.default_rng(seed).permutation(len(names))
        fold = dict(zip((names[i] for i in order), (k % FOLDS for k in range(len(names))), strict=True))
        used = {names[i] for i in order[: int(len(names) * share)]}
        folds = np.array([fold[g] for g in groups])
        known = np.array([g in used for g in groups])
        for k in range(FOLDS):
            learn = (folds != k) & known
            model = _logistic()
            model.fit(x[learn], y[learn], logisticregression__sample_weight=None if weights is None else weights[learn])
            total[folds == k] += model.decision_function(x[folds == k])
    return total / REPEATS


def constants(x: Array, y: Array, names: Sequence[str], weights: Array | None = None) -> dict[str, float]:
    """Intercept and weights on the features as they are, from a fit on all rows."""
    model = _logistic().fit(x, y, logisticregression__sample_weight=weights)
    scale, fitted = model["standardscaler"], model["logisticregression"]
    slopes = fitted.coef_[0] / scale.scale_
    out = {"intercept": float(fitted.intercept_[0] - slopes @ scale.mean_)}
    return {key: round(value, 3) for key, value in {**out, **dict(zip(names, slopes.tolist(), strict=True))}.items()}


@dataclass(frozen=True)
class Pairs:
    """The labelled pairs of one recipe as arrays."""

    x: Array
    y: Array
    groups: list[str]
    directions: Array
    products: Array
    covered: Array

    @classmethod
    def of(cls, found: Sequence[Read]) -> Pairs:
        rows = [(r, k) for r in found if not r.gold for k, a in enumerate(r.answers) if a is not None]
        return cls(
            np.array([[r.candidates[k].speaks[name] for name in FEATURES] for r, k in rows]),
            np.array([float(bool(r.answers[k])) for r, k in rows]),
            [f"{r.source} {r.direction}" for r, _ in rows],
            np.array([r.direction for r, _ in rows]),
            np.array([r.products[k] for r, k in rows]),
            np.array([r.candidates[k].covered for r, k in rows]),
        )


def _auc(y: Array, score: Array) -> float:
    return float(roc_auc_score(y, score)) if 0 < y.sum() < len(y) else float("nan")


def fit_match(recipe: str, found: Sequence[Read]) -> tuple[dict[str, float], Iterator[str]]:
    pairs = Pairs.of(found)

    def lines() -> Iterator[str]:
        ours = held_out(pairs.x, pairs.y, pairs.groups)
        vectors = held_out(pairs.products, pairs.y, pairs.groups)
        chance = 1 / (1 + np.exp(-ours))
        scores = {
            "word coverage": pairs.covered,
            "cosine": pairs.x[:, FEATURES.index("cosine")],
            "vectors (challenger)": vectors,
            "match": ours,
        }
        for direction in sorted(set(pairs.directions)):
            at = pairs.directions == direction
            told = " | ".join(f"{_auc(pairs.y[at], score[at]):.2f}" for score in scores.values())
            yield f"| {direction} | {at.sum()} | {int(pairs.y[at].sum())} | {told} |"
        curve = [_auc(pairs.y, held_out(pairs.x, pairs.y, pairs.groups, share=share)) for share in (0.25, 0.5, 0.75)]
        told = ", ".join(f"{value:.3f}" for value in [*curve, _auc(pairs.y, ours)])
        base = float(pairs.y.mean())
        yield ""
        yield f"{recipe}: AUC with a quarter, half, three quarters and all of the demands learnt from: {told}."
        yield f"Brier {brier_score_loss(pairs.y, chance):.4f}, always telling the mean {base * (1 - base):.4f}."
        for low, high in ((0.0, 0.1), (0.1, 0.25), (0.25, 1.01)):
            at = (chance >= low) & (chance < high)
            yield f"Told {low:.2f} to {min(high, 1):.2f}: {at.sum()} pairs, {pairs.y[at].mean():.2f} of them counterparts."
        yield ""

    return constants(pairs.x, pairs.y, FEATURES), lines()


def fit_silence(recipe: str, found: Sequence[Read], match: Mapping[str, float]) -> tuple[dict[str, Any], Iterator[str]]:
    """Fitted on both kinds, each with its own intercept; kept is that of the gold. For the labels say that none of five
    candidates answers, which is more often so than that nothing does, and a silence told too surely is the worse error."""
    x = np.array([_with_match(r, match) for r in found])
    y = np.array([float(r.silent) for r in found])
    gold = np.array([float(r.gold) for r in found])
    groups = [f"{r.source} {r.direction}" for r in found]
    weights = np.where(gold > 0, GOLD_WEIGHT, 1.0)
    directions = np.array([r.direction for r in found])

    def lines() -> Iterator[str]:
        score = held_out(np.column_stack([x, gold]), y, groups, weights)
        for direction in sorted(set(directions)):
            told = []
            for kind in (0, 1):
                at = (directions == direction) & (gold == kind)
                told.append(f"{at.sum()} ({int(y[at].sum())}) | {_auc(y[at], score[at]):.2f}")
            yield f"| {direction} | {' | '.join(told)} |"

    fitted = constants(np.column_stack([x, gold]), y, [*SILENCE_FEATURES, "gold"], weights)
    intercept = round(fitted["intercept"] + fitted["gold"], 3)
    return {"intercept": intercept, "weights": {name: fitted[name] for name in SILENCE_FEATURES}}, lines()


def _with_match(r: Read, match: Mapping[str, float]) -> list[float]:
    """The features of silence with the match of the newly fitted constants."""
    odds = [match["intercept"] + sum(match[n] * c.speaks[n] for n in FEATURES) for c in r.candidates[:COMPARED]]
    chance = min(max(any_of(1 / (1 + np.exp(-o)) for o in odds), 1e-4), 1 - 1e-4)
    return [float(np.log(chance / (1 - chance))) if name == "match" else r.silence[name] for name in SILENCE_FEATURES]


def agreement(labels: Sequence[PairLabel]) -> str:
    twice = [label for label in labels if label.again]
    first, second = [x.answer for x in twice], [x.again for x in twice]
    both = [x for x in twice if x.answer == x.again == "answers"]
    same = sum(x.field == x.again_field for x in both)
    return (
        f"{len(twice)} pairs of {len({x.source for x in twice})} demands were read twice: Cohen's kappa "
        f"{cohen_kappa_score(first, second):.2f} on three answers; of {len(both)} that both call a counterpart, {same} have "
        "the same field."
    )


def counts(labels: Sequence[PairLabel]) -> Iterator[str]:
    table: dict[str, Counter[str]] = defaultdict(Counter)
    demands: dict[str, set[str]] = defaultdict(set)
    answered: dict[str, set[str]] = defaultdict(set)
    for label in labels:
        direction = f"{label.source[:2]}->{label.target[:2]}"
        table[direction][label.answer] += 1
        demands[direction].add(label.source)
        if label.answer == "answers":
            answered[direction].add(label.source)
    yield "| direction | demands | with a counterpart among five | pairs: answers | topic | no |"
    yield "|---|---|---|---|---|---|"
    for direction, n in sorted(table.items()):
        told = " | ".join(str(n[answer]) for answer in ANSWERS)
        yield f"| {direction} | {len(demands[direction])} | {len(answered[direction])} | {told} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--graph", default=".regkg/score/graph")
    arguments = parser.parse_args()
    with open_graph(arguments.graph) as store:
        corpus = read_corpus(store, settings())
    study(corpus, arguments.shared, print)


def study(corpus: AlignCorpus, shared: Path, show: Callable[[str], None]) -> None:
    """Fits and writes both models and the figures of the page."""
    labels = read_labels()
    gold = Gold(shared / "score/score.py", _texts(corpus))
    match: dict[str, Any] = {"about": "Fitted by `make labels` on the pairs of labels.tsv; figures: docs/labels.md."}
    silence: dict[str, Any] = json.loads(SILENCE.read_text(encoding="utf-8"))
    page = [*counts(labels), "", agreement(labels), ""]
    told: list[str] = []
    page += ["AUC of telling a counterpart from the other candidates:", ""]
    page += [
        "| direction | pairs | counterparts | word coverage | cosine | vectors (challenger) | match |",
        "|---|---|---|---|---|---|---|",
    ]
    after: list[str] = []
    for recipe, (a, b) in PAIRS.items():
        pair = PairIndex.build(corpus, corpus.sides[a], corpus.sides[b])
        items = shared / f"gold/us-{a.lower()}.jsonl"
        found = [r for d in (f"{b}->{a}", f"{a}->{b}") for r in read(corpus, pair, d, labels, gold, items)]
        match[recipe], lines = fit_match(recipe, found)
        table = list(lines)
        page += [line for line in table if line.startswith("|")]
        after += [line for line in table if not line.startswith("|")]
        silence["models"][recipe], rows = fit_silence(recipe, found, match[recipe])
        told += list(rows)
    page += [*after, "Silence, held out, on our labels and on the development gold:", ""]
    page += ["| direction | labelled demands (silent) | AUC | gold items (silent) | AUC |", "|---|---|---|---|---|", *told, ""]
    MATCH.write_text(json.dumps(match, indent=1) + "\n", encoding="utf-8")
    SILENCE.write_text(json.dumps(silence, indent=1) + "\n", encoding="utf-8")
    text = PAGE.read_text(encoding="utf-8")
    head, _, _ = text.partition(MARK)
    PAGE.write_text("\n".join([head + MARK, "", *page]), encoding="utf-8")
    show("\n".join(page))


def _texts(corpus: AlignCorpus) -> Iterator[dict[str, str]]:
    for side in corpus.sides.values():
        for p in side.passages:
            yield {"id": p.id, "citation": p.citation, "text": p.text, "level": p.level}


if __name__ == "__main__":
    main()
