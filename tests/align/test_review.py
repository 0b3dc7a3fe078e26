"""A person's decision counts over rules, survives a rebuild, can be taken back, and lapses when a text changes."""

from __future__ import annotations

from typing import Any

import pytest

from align.gap_register import gaps
from align.review import Decision, record, reviews, settle, withdraw
from align.worklist import open_pairs, read_case
from kg.doctor import examine
from kg.runs import start_run
from kg.staleness import mark_searched
from kg.stores import GraphStore
from tests.kg.small_graph import add_documents, add_verdicts, build, cn_rule, us_part

A26 = "US:21 CFR 900.1(a)@2026-01-01"
B25 = "US:21 CFR 900.1(b)@2025-01-01"
CN1, CN2 = "CN:《不良事件办法》第一条@2024-05-01", "CN:《不良事件办法》第二条@2024-05-01"

_EDGES = """
MATCH (p:Provision {id: $id})-[a:ALIGNED_WITH]->(q:Provision {jurisdiction: 'CN'}) RETURN q.id AS target, properties(a) AS a
UNION ALL
MATCH (p:Provision {id: $id})-[a:SILENT_IN]->(q:Jurisdiction {id: 'CN'}) RETURN q.id AS target, properties(a) AS a
"""


def edges(store: GraphStore, provision: str) -> list[tuple[str, dict[str, Any]]]:
    rows = store.run(_EDGES, {"id": provision})
    return sorted((row["target"], dict(row["a"])) for row in rows)


@pytest.fixture
def graph(store: GraphStore) -> GraphStore:
    build(store)
    store.write("MATCH (:Provision)-[a:ALIGNED_WITH]->() SET a.state = 'unverified'")
    return store


def decide(store: GraphStore, label: str, counterpart: str = "", reviewer: str = "Ann", source: str = A26, **more: Any) -> str:
    with start_run(store, "verify", "test") as run:
        [key] = record(store, [Decision(source, "CN", label, reviewer, counterpart, **more)], run.id)  # type: ignore[arg-type]
    return key


def test_a_decision_takes_the_place_of_what_rules_inferred_and_says_who_and_when(graph: GraphStore) -> None:
    decide(graph, "SILENT", note="another matter")
    [(target, edge)] = edges(graph, A26)
    assert target == "CN"
    assert (edge["state"], edge["verified_by"], edge["reason"]) == ("reviewed", "Ann", "another matter")
    assert edge["verified_at"]
    assert not [row for row in examine(graph) if row["code"] == "G005" and row["state"] == "bad"], "its run is there"


def test_a_silence_that_turns_out_answered(graph: GraphStore) -> None:
    decide(graph, "DIVERGE", CN2, source=B25, differs_in=("timeline",))
    [(target, edge)] = edges(graph, B25)
    assert (target, edge["label"], edge["rank"], edge["differs_in"]) == (CN2, "DIVERGE", 1, ["timeline"])


def test_taken_back_it_leaves_no_trace(graph: GraphStore) -> None:
    before = edges(graph, A26)
    first = decide(graph, "SILENT")
    second = decide(graph, "AGREE", CN2)
    withdraw(graph, [second])
    assert [target for target, _ in edges(graph, A26)] == ["CN"], "the earlier decision is in force again"
    withdraw(graph, [first])
    assert edges(graph, A26) == before
    assert reviews(graph) == []


def test_a_rebuild_of_the_alignment_does_not_undo_it(graph: GraphStore) -> None:
    decide(graph, "SILENT")
    decided = edges(graph, A26)
    # as the align stage writes: over the edges that are there, state and all
    add_verdicts(graph)
    graph.write("MATCH (:Provision)-[a:SILENT_IN]->() WHERE a.review IS NOT NULL SET a.state = 'unverified'")
    assert len(edges(graph, A26)) == 2
    settle(graph)
    assert edges(graph, A26) == decided
    settle(graph)
    assert edges(graph, A26) == decided, "done twice it changes nothing"


def test_a_changed_text_makes_it_stale_and_gives_the_rules_back(graph: GraphStore) -> None:
    decide(graph, "AGREE", CN1)
    assert edges(graph, A26)[0][1]["label"] == "AGREE"
    graph.write("MATCH (p:Provision {id: $id}) SET p.version_hash = 'other'", id=CN1)
    done = settle(graph)
    assert [row["reviewer"] for row in done.stale] == ["Ann"]
    [(_, edge)] = edges(graph, A26)
    assert (edge["label"], edge["state"]) == ("DIVERGE", "unverified")
    assert [row["stale"] for row in reviews(graph)] == [True]


def test_a_new_version_of_the_source_is_unverified_again(store: GraphStore) -> None:
    add_documents(store, [us_part("2025-01-01", source="us/part-900_2025.xml"), cn_rule()])
    old = "US:21 CFR 900.1(a)@2025-01-01"
    decide(store, "AGREE", CN1, source=old)
    add_documents(store, [us_part("2026-01-01", deadline=30, renumbered=True, source="us/part-900_2026.xml")])
    assert len(settle(store).stale) == 1
    assert edges(store, old) == []


def test_a_person_wins_over_a_model_and_disagreement_is_told(graph: GraphStore) -> None:
    decide(graph, "DIVERGE", CN1, "Ann", differs_in=("timeline",))
    decide(graph, "SILENT", reviewer="some-model", kind="model")
    [(target, edge)] = edges(graph, A26)
    assert (target, edge["state"], edge["disputed"]) == (CN1, "reviewed", False)
    decide(graph, "SILENT", reviewer="Ben")
    [(target, edge)] = edges(graph, A26)
    assert (target, edge["verified_by"], edge["disputed"]) == ("CN", "Ben", True)
    assert settle(graph).disputed == [(A26, "CN")]


def test_what_is_open_is_listed_silences_first_and_shown_whole(graph: GraphStore) -> None:
    assert [(pair[0], label) for pair, label in open_pairs(graph, "US", "CN")] == [
        (B25, "SILENT"),
        (A26, "DIVERGE"),
        ("US:21 CFR 900.4@2026-01-01", "DIVERGE"),
    ]
    case = read_case(graph, (A26, "CN"), "DIVERGE", {}, 10)
    assert case is not None
    assert case.source.text.startswith("The sponsor has these duties:\nThe sponsor shall report"), "with its lead-in"
    assert [c.id for c in case.candidates] == [CN1]
    decide(graph, "SILENT")
    assert (A26, "CN") not in [pair for pair, _ in open_pairs(graph)], "what is settled is not asked again"


def test_a_register_line_whose_text_changed_says_so_until_it_is_judged_again(graph: GraphStore) -> None:
    decide(graph, "SILENT", source=B25)
    assert not any(gap.stale for gap in gaps(graph, "US", "CN"))
    mark_searched(graph, ["CN"])
    settle(graph)
    assert {gap.source: gap.stale for gap in gaps(graph, "US", "CN") if gap.stale} == {
        B25: "texts of CN changed after this search"
    }, "bringing reviews in line does not make it fresh"
