"""The named queries give the generators what is in force and nothing else; the commands end as scripts expect."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from kg.queries import run_query
from kg.stores import GraphStore
from qa.generation import generate
from qa.graph import read_graph, write_items_to_graph
from qa.items import write_items
from qa.validation import validate_files
from regkg.cli import app
from tests.kg.small_graph import build
from tests.qa.made_graph import made_graph


def test_a_graph_is_read_as_it_is_in_force(embedded_store: GraphStore) -> None:
    build(embedded_store)
    graph = read_graph(embedded_store)
    assert {source.jurisdiction for source in graph.sources.values()} == {"US", "CN", "EU"}
    assert graph.places
    assert all(key in graph.places for key in graph.duties)
    assert any(duty.measures for duty in graph.all_duties())
    assert {edge.label for edge in graph.edges} <= {"AGREE", "DIVERGE"}
    assert graph.edges
    assert {state for *_, state in graph.silences} <= {"judged", "reviewed"}
    assert "US:21 CFR 900.1(a)@2025-01-01" not in graph.places, "an older version is no source of questions"


def test_validate_ends_with_1_for_a_fault_and_0_without(tmp_path: Path) -> None:
    write_items(tmp_path / "good.jsonl", generate(made_graph()).items)
    (tmp_path / "bad.jsonl").write_text('{"id": "X"}\n', encoding="utf-8")
    run = CliRunner()
    assert run.invoke(app, ["qa", "validate", str(tmp_path / "good.jsonl")]).exit_code == 0
    bad = run.invoke(app, ["qa", "validate", str(tmp_path / "bad.jsonl"), "--json"])
    assert bad.exit_code == 1
    assert '"D1-MISSING"' in bad.stdout


def test_items_stand_in_the_graph_once_and_name_their_provisions(embedded_store: GraphStore) -> None:
    made = made_graph()
    embedded_store.apply_schema()
    embedded_store.write(
        "MERGE (p:Provision {id: row.id}) SET p.citation = row.citation",
        [{"id": place.id, "citation": place.citation} for place in made.places.values()],
    )
    every = generate(made).items
    for items in (every, every, every[1:]):
        write_items_to_graph(embedded_store, items)
    rows = run_query(embedded_store, "qa_items")
    left = {item.id: item for item in every[1:]}
    assert [row["id"] for row in rows] == sorted(left)
    assert all(sorted(row["provisions"]) == sorted({q.citation for q in left[row["id"]].evidence}) for row in rows)
    assert all(bool(row["edges"]) == (row["type"] != "Monolingual") for row in rows)


@pytest.mark.corpus
def test_the_published_parallel_items_have_no_fault(corpus: Path) -> None:
    report = validate_files([corpus / "sino-us-drugqa" / "Parallel.jsonl"])
    assert (report.records, report.passed) == (548, 548)
