"""People's decisions calibrate the next alignment's probabilities: a user would lose figures that mean what they say."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from align.calibrating import MINIMUM, Observation, calibration_rows, fit, observations
from align.calibration import (
    Recalibration,
    calibration_parameters,
    calibration_path,
    recalibrated,
    remove_calibration,
    write_calibration,
)
from align.graph_input import input_digest
from align.review import Decision, record, settle
from kg.errors import SettingsError
from kg.runs import start_run
from kg.settings import settings
from kg.stores import GraphStore
from tests.kg.small_graph import build

A26 = "US:21 CFR 900.1(a)@2026-01-01"
R26 = "US:21 CFR 900.4@2026-01-01"
B25 = "US:21 CFR 900.1(b)@2025-01-01"
CN1, CN2 = "CN:《不良事件办法》第一条@2024-05-01", "CN:《不良事件办法》第二条@2024-05-01"
ROW = {"diverge": {"intercept": -1.0, "slope": 0.5}}


@pytest.fixture(autouse=True)
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A workspace of the test's own, and nothing kept of it."""
    monkeypatch.setenv("REGKG_WORKSPACE", str(tmp_path / "workspace"))
    settings.cache_clear()
    remove_calibration()
    yield
    remove_calibration()
    settings.cache_clear()


def drawn(true_share: float, n: int = 60) -> list[Observation]:
    """Probabilities of .9 and .3 of which `true_share` and a tenth hold."""
    high = [Observation(f"h{i}", 0.9, i < true_share * n) for i in range(n)]
    return high + [Observation(f"l{i}", 0.3, i < 0.1 * n) for i in range(n)]


@pytest.mark.parametrize(
    ("found", "kept", "why"),
    [
        (drawn(0.5), True, "rules that are too sure are held back"),
        (drawn(0.9, 200)[:180] + [Observation(f"x{i}", 0.9, False) for i in range(MINIMUM)], False, "right as they are"),
        (drawn(0.5, 10), False, "too few decisions"),
        ([Observation(f"s{i}", 0.9, True) for i in range(100)], False, "decisions of one kind only"),
        ([Observation(f"s{i}", 0.8 if i % 2 else 0.2, not i % 2) for i in range(100)], False, "the other way round"),
    ],
)
def test_kept_only_where_it_helps_on_held_out_folds(found: list[Observation], kept: bool, why: str) -> None:
    fitted = fit("diverge", found)
    assert (fitted.recalibration is not None) == kept, why
    assert bool(fitted.why) != kept
    if fitted.recalibration is not None:
        assert fitted.before is not None
        assert fitted.after is not None
        assert fitted.after < fitted.before
        assert fitted.recalibration.apply(0.9) == pytest.approx(0.5, abs=0.1)
    assert fit("diverge", found[::-1]).recalibration == fitted.recalibration, "the order of decisions changes nothing"


def test_applied_part_of_the_run_and_taken_away(embedded_store: GraphStore) -> None:
    build(embedded_store)
    before = input_digest(embedded_store, "use")
    assert recalibrated(0.9, "diverge") == 0.9
    write_calibration(ROW)  # type: ignore[arg-type]
    assert recalibrated(0.9, "diverge") < 0.9
    assert recalibrated(0.9, "match") == 0.9
    assert input_digest(embedded_store, "use") != before, "an alignment is done again"
    assert json.loads(calibration_parameters()["calibration"]) == ROW
    assert remove_calibration()
    assert recalibrated(0.9, "diverge") == 0.9
    assert input_digest(embedded_store, "use") == before
    assert not remove_calibration()


@pytest.mark.parametrize("text", ["", "[]", '{"match": {"slope": 1}}', '{"match": {"intercept": 0, "slope": -1}}'])
def test_a_file_that_is_none_is_one_sentence(text: str) -> None:
    calibration_path().parent.mkdir(parents=True)
    calibration_path().write_text(text)
    with pytest.raises(SettingsError, match=r"calibration\.json"):
        recalibrated(0.5, "match")


@pytest.mark.parametrize("p", [0.0, 0.001, 0.3, 0.5, 0.97, 1.0])
def test_undone_it_gives_the_first_probability(p: float) -> None:
    r = Recalibration(-0.7, 0.6)
    assert r.undo(r.apply(p)) == pytest.approx(p, abs=0.001)


def test_what_people_decided_against_what_rules_gave(store: GraphStore) -> None:
    build(store)
    kept = Recalibration(-1.0, 0.5)
    store.write("MATCH (:Provision)-[a:ALIGNED_WITH]->() SET a.state = 'unverified', a.match = 0.25")
    write_calibration(ROW)  # type: ignore[arg-type]
    with start_run(store, "align", "later", calibration_parameters()) as run:
        store.write("MATCH (:Provision {id: $id})-[a:ALIGNED_WITH]->() SET a.run = $run", id=R26, run=run.id)
    decisions = [
        Decision(A26, "CN", "AGREE", "Ann", CN1),
        Decision(R26, "CN", "DIVERGE", "Ann", CN2, ("modality",)),
        Decision(B25, "CN", "AGREE", "Ann", CN1),
        Decision(B25, "EU", "SILENT", "m", kind="model"),
    ]
    with start_run(store, "verify", "test") as run:
        record(store, decisions, run.id)
    settle(store)
    found = observations(store)
    assert found["match"] == [Observation(A26, 0.25, True), Observation(R26, 0.25, True)]
    assert found["silent"] == [Observation(B25, 0.75, False)]
    assert [(o.source, round(o.p, 4), o.holds) for o in found["diverge"]] == [
        (A26, 0.8, False),
        (R26, round(kept.undo(0.7), 4), True),
    ]
    assert calibration_rows([fit(what, given) for what, given in found.items()]) == {}, "too little"
