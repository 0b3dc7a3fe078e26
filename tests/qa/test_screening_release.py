"""Screening, review, release and refresh: what goes out must rest on the graph as it is today."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from kg.errors import UsageError
from qa.generation import candidates, generate
from qa.items import Item
from qa.pools import Pool, Rating
from qa.refresh import State, refresh
from qa.release import decide, write_release
from qa.review import draw_cohorts
from qa.review.packages import package_rows, read_package, write_package
from qa.screening import GraphScreen, read_ratings, screen
from tests.qa.made_graph import made_graph

ITEMS = generate(made_graph(), types=("Monolingual", "Comparative")).items
DEADLINE = next(i for i in ITEMS if i.kind == "deadline" and i.type == "Monolingual" and i.lang == "EN")
SCREEN = GraphScreen(made_graph())
GOOD = '{"C1": "2", "C2": "2", "C3": "2", "C4": "1", "C5": "NA"}'


def test_generated_items_pass_the_graphs_screen() -> None:
    rated = [screen(item, SCREEN) for item in ITEMS]
    assert {r.pool for r in rated} == {Pool.NEGATIVE}, [r.reasons for r in rated if r.reasons]


@pytest.mark.parametrize(
    ("item", "dimension", "rating", "why"),
    [
        (replace(DEADLINE, answer="ABCD"["BADC".index(DEADLINE.answer)]), "C1", "0", "another option is marked"),
        (replace(DEADLINE, evidence=()), "C1", "U", "no quote to hold it against"),
        (replace(DEADLINE, explanation="So says the law."), "C2", "1", "nothing is quoted"),
        (
            replace(DEADLINE, question=DEADLINE.question + " It is " + DEADLINE.option(DEADLINE.answer)),
            "C4",
            "0",
            "it tells the answer",
        ),
    ],
)
def test_faults_that_the_graph_sees(item: Item, dimension: str, rating: str, why: str) -> None:
    assert SCREEN.rate(item)[0][dimension] == rating, why  # type: ignore[literal-required]


def test_a_comparison_without_its_edge_is_no_comparison() -> None:
    graph = made_graph()
    graph.edges.clear()
    item = next(i for i in ITEMS if i.type == "Comparative")
    assert GraphScreen(graph).rate(item)[0]["C5"] == "0"


def test_a_model_may_only_lower_what_the_graph_rates() -> None:
    said = screen(DEADLINE, SCREEN, lambda s, u: GOOD.replace('"C3": "2"', '"C3": "0"'))
    assert said.pool is Pool.POSITIVE
    assert screen(DEADLINE, SCREEN, lambda s, u: GOOD).pool is Pool.NEGATIVE


def test_a_model_that_gives_no_ratings_is_a_technical_failure_and_every_reply_is_kept() -> None:
    kept: list[str] = []
    rated = screen(DEADLINE, SCREEN, lambda s, u: "I can't say", lambda key, reply: kept.append(reply))
    assert (rated.ratings, rated.pool, len(kept)) == (None, Pool.TECHNICAL, 6)


@pytest.mark.parametrize(
    ("reply", "ok"),
    [(GOOD, True), (f"Here: {GOOD} done", True), ('{"C1": "2"}', False), (GOOD.replace('"1"', '"9"'), False), ("", False)],
)
def test_ratings_are_read_strictly(reply: str, ok: bool) -> None:
    assert (read_ratings(reply, "Monolingual") is not None) is ok


def _screened() -> dict[str, tuple[Pool, dict[str, Rating] | None]]:
    out: dict[str, tuple[Pool, dict[str, Rating] | None]] = {}
    for item in ITEMS:
        rated = screen(item, SCREEN)
        out[item.id] = (rated.pool, dict(rated.ratings or {}))
    return out


@pytest.mark.parametrize("form", ["xlsx", "jsonl"])
def test_a_package_comes_back_as_it_was_rated(tmp_path: Path, form: str) -> None:
    cohorts = draw_cohorts(ITEMS, {key: pool for key, (pool, _) in _screened().items()}, 4)
    rows = [row | dict.fromkeys(("C1", "C2", "C3", "C4"), "2") for row in package_rows({i.id: i for i in ITEMS}, cohorts)]
    rows[0]["C1"] = "0"
    write_package(tmp_path / f"r.{form}", rows)
    back = read_package(tmp_path / f"r.{form}")
    assert len(back) == 4
    assert back[rows[0]["id"]]["C1"] == "0"
    rows[1]["C2"] = "7"
    write_package(tmp_path / f"bad.{form}", rows)
    with pytest.raises(UsageError, match="row 3: C2 is '7'"):
        read_package(tmp_path / f"bad.{form}")


def test_a_release_is_the_same_byte_for_byte_and_says_what_it_holds(tmp_path: Path) -> None:
    bad = ITEMS[0].id
    review: dict[str, dict[str, Rating]] = {bad: {"C1": "0", "C2": "2", "C3": "2", "C4": "2", "C5": "NA"}}
    released = decide(ITEMS, _screened(), [review])
    assert bad not in {i.id for i in released.items}
    assert len(released.items) == len(ITEMS) - 1
    first, second = write_release(tmp_path / "a", released, 1), write_release(tmp_path / "b", released, 1)
    assert first == second
    assert {"README.md", "S1_appendix.md", "counts.tsv", "croissant.json", "data/0-shot/all.jsonl"} <= set(first)
    meta = json.loads((tmp_path / "a" / "croissant.json").read_text(encoding="utf-8"))
    assert {f["sha256"] for f in meta["distribution"]} <= set(first.values())
    used = "openai:m (temperature 0, max_tokens 1024)"
    write_release(tmp_path / "c", released, 1, screeners=[used])
    assert used in (tmp_path / "c" / "S1_appendix.md").read_text(encoding="utf-8"), "what was used, not what a paper used"
    with pytest.raises(UsageError, match="not empty"):
        write_release(tmp_path / "a", released, 1)


def test_an_item_that_was_not_screened_is_not_released() -> None:
    assert not decide(ITEMS, {}, []).items


def _refreshed(graph_days: int, edges: bool = True) -> dict[str, State]:
    graph = made_graph(graph_days)
    if not edges:
        graph.edges.clear()
    new = {c.item.id: c.item for c in candidates(graph)}
    return {change.id: change.state for change in refresh(ITEMS, graph, new)}


def test_refresh_tells_what_holds_and_what_changed() -> None:
    assert set(_refreshed(7).values()) == {State.HOLDS}
    assert _refreshed(10)[DEADLINE.id] is State.ANSWER
    without = _refreshed(7, edges=False)
    assert {without[i.id] for i in ITEMS if i.type != "Monolingual"} == {State.LOST_EDGE}
    assert without[DEADLINE.id] is State.HOLDS


def test_refresh_tells_a_provision_that_is_gone() -> None:
    graph = made_graph()
    for key in [k for k in graph.places if "9312.32" in k]:
        del graph.places[key], graph.duties[key]
    states = {change.id: change.state for change in refresh(ITEMS, graph, {})}
    assert states[DEADLINE.id] is State.LOST_SOURCE
