"""Coverage by instrument: a user would lose sight of whole laws that the other side does not answer."""

from __future__ import annotations

import pytest

from align.coverage import Coverage, Level, coverage, coverage_rows, outcomes
from kg.queries import run_query
from kg.stores import GraphStore
from tests.kg.small_graph import build

PART = "US:21CFR900"


@pytest.fixture
def graph(store: GraphStore) -> GraphStore:
    build(store)
    return store


def numbers(row: Coverage) -> tuple[int, ...]:
    return row.demands, row.agree, row.differ, row.weak, row.not_found, row.silent, row.untold


@pytest.mark.parametrize(
    ("target", "expected", "share", "where", "why"),
    [
        ("CN", (3, 0, 2, 0, 1, 0, 0), 2 / 3, (("不良事件办法", 2),), "two answered, one without a counterpart"),
        ("EU", (3, 1, 0, 0, 0, 1, 1), 1 / 2, (("Regulation (EU) 2099/1", 1),), "what can't be told is not in the share"),
    ],
)
def test_each_demand_counts_once_as_what_became_of_it(
    graph: GraphStore, target: str, expected: tuple[int, ...], share: float, where: tuple[tuple[str, int], ...], why: str
) -> None:
    [row] = coverage(graph, "US", target)
    assert (row.key, numbers(row), row.share, row.where) == (PART, expected, share, where), why


@pytest.mark.parametrize(
    ("state", "expected", "why"),
    [("unverified", (0, 2), "a weak match is no answer"), ("reviewed", (2, 0), "unless a person has settled that it is one")],
)
def test_a_weak_match_answers_nothing_unless_it_was_settled(
    graph: GraphStore, state: str, expected: tuple[int, int], why: str
) -> None:
    graph.write(
        "MATCH (:Provision)-[a:ALIGNED_WITH]->() SET a.match_level = 'low', a.state = $state",
        state=state,
    )
    [row] = coverage(graph, "US", "CN")
    assert (row.answered, row.weak) == expected, why


def test_a_subject_of_which_no_demand_is_answered_is_named(graph: GraphStore) -> None:
    graph.write("MERGE (c:Concept {id: 'recall'}) SET c.label_en = 'recall'")
    graph.write(
        "MATCH (:Provision {jurisdiction: 'US'})-[:STATES]->(o:Obligation) MATCH (c:Concept {id: 'recall'}) "
        "MERGE (o)-[:CONCERNS]->(c)"
    )
    graph.write("MATCH (:Provision)-[a:ALIGNED_WITH]->() SET a.match_level = 'low'")
    [row] = coverage(graph, "US", "CN")
    assert (row.share, row.lacking, row.unnamed) == (0.0, (("recall", 3),), ("recall",))
    [subject] = coverage(graph, "US", "CN", "subject")
    assert (subject.key, subject.demands, subject.unnamed) == ("recall", 3, ("recall",))


@pytest.mark.parametrize(("level", "keys"), [("instrument", {PART}), ("chapter", {PART}), ("subject", set())])
def test_a_document_without_chapters_is_one_row(graph: GraphStore, level: Level, keys: set[str]) -> None:
    assert {row.key for row in coverage(graph, "US", "CN", level)} == keys


def test_the_law_of_another_day(graph: GraphStore) -> None:
    [row] = coverage(graph, "US", "CN", as_of="2025-06-01")
    assert numbers(row) == (1, 0, 0, 0, 1, 0, 0), "the other two came into force later"


def test_nothing_aligned_gives_no_rows(store: GraphStore) -> None:
    assert coverage(store, "US", "CN") == []


def test_the_named_query_counts_the_same(graph: GraphStore) -> None:
    [row] = coverage(graph, "US", "CN")
    [shown] = run_query(graph, "coverage_by_instrument", fewest=1)
    assert tuple(shown[n] for n in ("demands", "agree", "differ", "weak", "not_found", "silent", "untold")) == numbers(row)
    assert shown["share"] == row.share
    assert len(outcomes(graph, "US", "CN")) == row.demands


def test_rows_for_programs_hold_the_share(graph: GraphStore) -> None:
    [row] = coverage_rows(coverage(graph, "US", "CN"))
    assert (row["answered"], row["share"]) == (2, 2 / 3)
