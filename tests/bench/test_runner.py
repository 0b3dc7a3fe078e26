"""A run costs money and days: no answer may be paid for twice, none lost, none counted that was not given."""

from __future__ import annotations

import json
import multiprocessing
import os
import time
from pathlib import Path

import pytest

from bench.models import ModelFault, RateLimited
from bench.models.scripted import ReplayModel, ScriptedModel
from bench.protocol import read_answer
from bench.runs import CostCeiling, Log, Price, make_plan, prediction_rows, run
from bench.runs.plan import Evidence
from qa.items import Item


def item(number: int, answer: str = "A") -> Item:
    choices = tuple(f"{letter}. option {letter} of {number}" for letter in "ABCD")
    return Item(f"X_{number:05d}", "Monolingual", "EN", f"Question {number}?", choices, answer)


def plan(count: int, arm: str = "flat") -> tuple:
    return make_plan([item(n) for n in range(count)], arm, lambda _: Evidence()).tasks


@pytest.mark.parametrize(
    ("reply", "letter", "valid", "why"),
    [
        ('{"answer": "B", "justification": "x"}', "B", True, "the form asked for"),
        ('```json\n{"answer": "B"}\n```', "B", True, "in a code fence"),
        ('{"answer": "C. option C"}', "C", True, "letter with the option's text"),
        ('{"answer": "Both A and B"}', "", False, "two answers are none"),
        ('{"answer": "A and B"}', "", False, "two answers are none"),
        ('{"answer": "E"}', "", False, "no such option"),
        ('{"answer": "A"} {"answer": "B"}', "", False, "two objects that differ"),
        ('{"answer": ', "", False, "cut off"),
        ("The answer is B.", "", False, "no object"),
        ("I can't help with that.", "", False, "a refusal"),
        ('{"answer": null}', "", False, "no letter"),
        ('{"answer": ["A"]}', "", False, "a list"),
        ("", "", False, "nothing"),
    ],
)
def test_reading_an_answer(reply: str, letter: str, valid: bool, why: str) -> None:
    got = read_answer(reply)
    assert (got.letter, got.valid) == (letter, valid), why


def test_a_second_run_asks_nothing_again(tmp_path: Path) -> None:
    tasks = plan(20)
    log = Log(tmp_path / "log.jsonl")
    assert run(tasks, ScriptedModel("always-A"), log).asked == 20
    log.close()
    again = Log(tmp_path / "log.jsonl")
    assert run(tasks, ScriptedModel("always-A"), again).asked == 0


def test_faults_are_tried_again_and_final_ones_are_not(tmp_path: Path) -> None:
    good = '{"answer": "A"}'
    model = ReplayModel(
        "m", [RateLimited("429", 0.0), ModelFault("500", passing=True), "not json", good, ModelFault("401", passing=False)]
    )
    log = Log(tmp_path / "log.jsonl")
    tasks = plan(2)
    outcome = run(tasks, model, log, concurrency=1, first_wait=0.0)
    assert (model.calls, outcome.failed) == (5, 1)
    rows = prediction_rows(tasks, "m", log)
    assert [(r["valid"], r["correct"]) for r in rows] == [(True, True), (False, False)], "a failed call is there, and wrong"


def test_an_answer_that_never_becomes_readable_counts_as_wrong(tmp_path: Path) -> None:
    model = ReplayModel("m", ['{"answer": "Both A and B"}'] * 6)
    log = Log(tmp_path / "log.jsonl")
    tasks = plan(1)
    run(tasks, model, log, concurrency=1, first_wait=0.0)
    assert model.calls == 6, "one call and five retries"
    assert prediction_rows(tasks, "m", log)[0]["valid"] is False


def test_the_ceiling_stops_the_run_and_the_next_goes_on(tmp_path: Path) -> None:
    log = Log(tmp_path / "log.jsonl")
    tasks = plan(50)
    price = Price(1e6, 1e6)
    with pytest.raises(CostCeiling, match="to go"):
        run(tasks, ScriptedModel("always-A"), log, concurrency=1, price=price, ceiling=600.0)
    made = len(log.calls)
    assert 0 < made < 50
    assert run(tasks, ScriptedModel("always-A"), log).skipped == made


def _run_in_child(path: str) -> None:
    log = Log(Path(path))
    run(plan(2000), ScriptedModel("gold-80"), log, progress=lambda _, done, __: os._exit(9) if done == 700 else None)


def test_killed_in_the_middle_the_table_is_the_same(tmp_path: Path) -> None:
    tasks = plan(2000)
    child = multiprocessing.get_context("spawn").Process(target=_run_in_child, args=(str(tmp_path / "a.jsonl"),))
    child.start()
    child.join()
    with (tmp_path / "a.jsonl").open("a") as file:
        file.write('{"item": "X_0')  # what a kill in the middle of a line leaves
    broken = Log(tmp_path / "a.jsonl")
    assert len(broken.calls) == 700
    assert run(tasks, ScriptedModel("gold-80"), broken).asked == 1300
    whole = Log(tmp_path / "b.jsonl")
    run(tasks, ScriptedModel("gold-80"), whole)
    assert prediction_rows(tasks, "scripted:gold-80", broken) == prediction_rows(tasks, "scripted:gold-80", whole)


@pytest.mark.slow
def test_the_whole_release_runs_in_a_minute_and_the_log_stays_small(tmp_path: Path) -> None:
    started = time.monotonic()
    log = Log(tmp_path / "log.jsonl")
    run(plan(11_444), ScriptedModel("always-A"), log)
    assert time.monotonic() - started < 60
    assert max(len(json.dumps(line)) for line in (tmp_path / "log.jsonl").read_text().splitlines()) < 3000
