"""Exported verdicts say what the graph says: a researcher would otherwise count what a person has decided against."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from align.candidate_file import CandidateWriter, candidate_path, candidate_table
from align.judging import SourceVerdict
from align.review import Decision, record, withdraw
from align.verdict_rows import stored_verdicts
from kg.runs import last_complete, start_run
from kg.settings import settings
from kg.stores import GraphStore
from tests.kg.small_graph import build

A26 = "US:21 CFR 900.1(a)@2026-01-01"
R26 = "US:21 CFR 900.4@2026-01-01"
B25 = "US:21 CFR 900.1(b)@2025-01-01"
CN1, CN2 = "CN:《不良事件办法》第一条@2024-05-01", "CN:《不良事件办法》第二条@2024-05-01"


@pytest.fixture
def graph(store: GraphStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[GraphStore]:
    """The small graph, undecided, with the candidate lists of its run for two sources."""
    monkeypatch.setenv("REGKG_WORKSPACE", str(tmp_path / "workspace"))
    settings.cache_clear()
    build(store)
    store.write("MATCH (:Provision)-[a:ALIGNED_WITH|SILENT_IN]->() SET a.state = 'unverified'")
    run = last_complete(store, "align")
    assert run is not None
    with CandidateWriter(candidate_path(store, settings(), run["id"])) as writer:
        ranking = ((CN1, 3.0), (CN2, 2.0))
        writer.write(
            candidate_table(
                [
                    SourceVerdict(A26, "CN", "DIVERGE", "intersects", 0.25, (), ranking, ()),
                    SourceVerdict(B25, "CN", "SILENT", "none", 0.75, (), ((CN2, 1.0),), ()),
                ]
            )
        )
    yield store
    settings.cache_clear()


def lines(store: GraphStore) -> dict[str, tuple[object, ...]]:
    names = ("label", "state", "relation", "reviewers", "p_silent")
    return {
        row["source"]: (*(row[name] for name in names), [(c["id"], c["score"]) for c in row["candidates"]])
        for row in stored_verdicts(store)
    }


def test_decisions_stand_in_the_place_of_what_rules_found(graph: GraphStore) -> None:
    before = lines(graph)
    assert before[A26] == ("DIVERGE", "unverified", "intersects", 0, 0.25, [(CN1, 3.0), (CN2, 2.0)])
    with start_run(graph, "verify", "t") as run:
        keys = record(
            graph,
            [
                Decision(A26, "CN", "AGREE", "Ann", CN2),
                Decision(A26, "CN", "AGREE", "Ben", CN2),
                Decision(A26, "CN", "SILENT", "m", kind="model"),
                Decision(B25, "CN", "DIVERGE", "m", CN1, ("timeline",), kind="model"),
                Decision(R26, "CN", "SILENT", "Ann"),
            ],
            run.id,
        )
    assert lines(graph) == {
        A26: ("AGREE", "reviewed", "equivalent", 2, 0.25, [(CN2, 2.0), (CN1, 3.0)]),
        B25: ("DIVERGE", "judged", "intersects", 1, 0.75, [(CN1, None), (CN2, 1.0)]),
        R26: ("SILENT", "reviewed", "none", 1, None, []),
    }, "two persons count, the model beside them does not; a source that rules had no list of is there too"
    withdraw(graph, keys)
    assert lines(graph) == before
