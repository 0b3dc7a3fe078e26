"""People's decisions as calibration data: what rules had given is kept on Review nodes beside what a person then decided.

Each kind of probability gets an intercept and a slope on its log odds, kept only where the Brier score over held-out folds is
better with them. People read what they choose to read, so the decisions are no sample of the corpus: the more evenly they
were drawn (`regkg review export` without filters), the better the calibration holds for the rest.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedGroupKFold

from align.calibration import WHATS, Recalibration, What, log_odds, read_calibration
from align.gap_register import NOT_SILENCE
from align.review import latest_by_reviewer, reviews
from kg.stores import GraphStore, Row

MINIMUM = 20
"""Decisions needed of each kind, for and against: four of each in a fold."""
FOLDS = 5

ASKED: Mapping[What, tuple[str, str]] = {
    "match": ("that the first candidate answers", "that it does not"),
    "silent": ("that nothing answers", "that something does"),
    "diverge": ("that the counterpart differs", "that it agrees"),
}
"""What the decisions for and against each probability say."""

_RUNS = "MATCH (r:Run {stage: 'align'}) RETURN r.id AS id, r.parameters AS parameters"

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Observation:
    """A probability as the rules first gave it, before any calibration, and whether a person found that it holds."""

    source: str
    p: float
    holds: bool


@dataclass(frozen=True, slots=True)
class Fitted:
    """`before` and `after` are Brier scores over the same decisions, `after` on folds that were held out.

    `recalibration` is None where there is too little to fit, or where it helps nothing; `why` says which.
    """

    what: What
    holds: int
    fails: int
    before: float | None = None
    after: float | None = None
    recalibration: Recalibration | None = None
    why: str = ""


def observations(store: GraphStore) -> dict[What, list[Observation]]:
    """From each verdict's latest decision of a person that is not stale, in the order of sources."""
    rows = reviews(store)
    kept = {(row["source"], row["jurisdiction"]): row["replaced"] for row in rows if row["replaced"]}
    persons = latest_by_reviewer(row for row in rows if row["kind"] == "person" and not row["stale"])
    calibrated = {row["id"]: _of_run(row["parameters"]) for row in store.run(_RUNS)}
    found: dict[What, list[Observation]] = {what: [] for what in WHATS}
    for pair, by_reviewer in sorted(persons.items()):
        if pair not in kept:
            continue
        decision = list(by_reviewer.values())[-1]
        for what, p, holds, run in _of_decision(decision, json.loads(kept[pair])):
            undo = calibrated.get(run, {}).get(what)
            found[what].append(Observation(pair[0], p if undo is None else undo.undo(p), holds))
    return found


def _of_run(parameters: str | None) -> dict[What, Recalibration]:
    stored = json.loads(parameters or "{}").get("calibration")
    return read_calibration(stored) if stored else {}


def _of_decision(decision: Row, inferred: Sequence[Row]) -> Iterator[tuple[What, float, bool, str]]:
    """The probabilities that rules gave where a person then decided, whether each holds, and the run that gave it."""
    silent = decision["decision"] == "SILENT"
    for edge in inferred:
        given: Mapping[str, Any] = edge["properties"]
        run = given.get("run") or ""
        first = not edge["target"] or given.get("rank") == 1
        claims = edge["target"] or given.get("state") not in NOT_SILENCE
        if first and claims and given.get("p_silent") is not None:
            yield "silent", given["p_silent"], silent, run
        if not edge["target"]:
            continue
        answers = not silent and decision["counterpart"] in (edge["target"], *(given.get("passages") or ()))
        if first and given.get("match") is not None:
            yield "match", given["match"], answers, run
        if answers and given.get("probability") is not None:
            p = given["probability"]
            yield "diverge", p if given["label"] == "DIVERGE" else 1 - p, decision["decision"] == "DIVERGE", run


def fit(what: What, found: Sequence[Observation]) -> Fitted:
    """A source's decisions stay in one fold; their order changes nothing."""
    found = sorted(found, key=lambda o: (o.source, o.p, o.holds))
    holds = sum(o.holds for o in found)
    counted = Fitted(what, holds, len(found) - holds)
    if min(counted.holds, counted.fails) < MINIMUM:
        return _kept(counted, why=f"{MINIMUM} of each are needed")
    odds = np.array([[log_odds(o.p)] for o in found])
    truth = np.array([float(o.holds) for o in found])
    folds = StratifiedGroupKFold(FOLDS, shuffle=True, random_state=0)
    held_out = np.zeros(len(found))
    for train, test in folds.split(odds, truth, [o.source for o in found]):
        held_out[test] = _fitted(odds[train], truth[train]).predict_proba(odds[test])[:, 1]
    before = _brier(np.array([o.p for o in found]), truth)
    after = _brier(held_out, truth)
    whole = _fitted(odds, truth)
    recalibration = Recalibration(float(whole.intercept_[0]), float(whole.coef_[0, 0]))
    if after >= before:
        return _kept(counted, before, after, why="no better on held-out folds")
    if recalibration.slope <= 0:
        return _kept(counted, before, after, why="the decisions rank the other way round")
    return _kept(counted, before, after, recalibration)


def _kept(
    counted: Fitted, before: float | None = None, after: float | None = None, found: Recalibration | None = None, why: str = ""
) -> Fitted:
    return Fitted(counted.what, counted.holds, counted.fails, before, after, found, why)


def _fitted(odds: Numbers, truth: Numbers) -> Any:
    return LogisticRegression(C=1.0).fit(odds, truth)  # the penalty keeps few decisions from a slope without end


def _brier(p: Numbers, truth: Numbers) -> float:
    return float(np.mean((p - truth) ** 2))


def calibration_rows(fitted: Sequence[Fitted]) -> dict[What, dict[str, float]]:
    """What is kept, as the file holds it."""
    return {
        f.what: {
            "intercept": round(f.recalibration.intercept, 4),
            "slope": round(f.recalibration.slope, 4),
            "holds": f.holds,
            "fails": f.fails,
            "brier_before": round(f.before or 0.0, 4),
            "brier_after": round(f.after or 0.0, 4),
        }
        for f in fitted
        if f.recalibration is not None
    }
