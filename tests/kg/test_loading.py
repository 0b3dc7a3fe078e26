"""Loading: idempotent, complete after kill -9, the same whatever the order of the files."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kg import load
from kg.records import Extraction
from kg.stores import GraphStore, open_store
from tests.kg.small_graph import Draft, add_documents, build, duty, snapshot, us_part


def test_the_small_graph_is_as_designed(store: GraphStore) -> None:
    """A data engineer finds the labels, relationships and keys of the design."""
    build(store)
    counts = {row["l"]: row["n"] for row in store.run("MATCH (n) RETURN labels(n)[0] AS l, count(*) AS n")}
    assert counts == {
        "Jurisdiction": 3,
        "Authority": 3,
        "Source": 4,
        "Document": 4,
        "Provision": 12,
        "Obligation": 8,
        "Quantity": 3,
        "Concept": 1,
        "DefinedTerm": 1,
        "Citation": 2,
        "Run": 2,
    }
    quantity = store.run(
        "MATCH (p:Provision {citation: '21 CFR 900.1(a)'})-[:STATES]->(o:Obligation)-[:LIMITS]->(q:Quantity) "
        "RETURN q.id AS id, q.value AS value, q.value_text AS text, p.valid_from AS since ORDER BY since"
    )
    assert quantity == [
        {"id": "US:21 CFR 900.1(a)@2025-01-01#o1q1", "value": 15.0, "text": "15", "since": "2025-01-01"},
        {"id": "US:21 CFR 900.1(a)@2026-01-01#o1q1", "value": 30.0, "text": "30", "since": "2026-01-01"},
    ]


def test_full_text_is_stored_for_units_that_have_parts_only(embedded_store: GraphStore) -> None:
    add_documents(embedded_store, [us_part("2025-01-01")])
    rows = embedded_store.run("MATCH (p:Provision) WHERE p.full_text IS NOT NULL RETURN p.citation AS c, p.full_text AS t")
    assert [row["c"] for row in rows] == ["21 CFR 900.1"]
    assert "(b) Keep a copy" in rows[0]["t"]


def test_loading_again_changes_nothing(store: GraphStore) -> None:
    draft = us_part("2025-01-01")
    add_documents(store, [draft])
    before = snapshot(store)
    add_documents(store, [draft])
    assert snapshot(store) == before


def test_a_changed_file_leaves_nothing_of_its_old_reading(store: GraphStore) -> None:
    """A reader that got better must not leave the obligations that the worse one found."""
    old = us_part("2025-01-01")
    old.add("21 CFR 900.9", "section", "Gone in the new reading.", "21 CFR part 900", Extraction(obligations=(duty("A", "b"),)))
    new = us_part("2025-01-01", deadline=20)
    new.found = {key: value for key, value in new.found.items() if not key.endswith("900.1(b)@2025-01-01")}
    add_documents(store, [old], "1" * 64)
    add_documents(store, [new], "2" * 64)
    changed = snapshot(store)
    store.clear()
    add_documents(store, [new], "2" * 64)
    assert changed == snapshot(store)


def test_a_vanished_file_goes_with_all_that_it_held(store: GraphStore) -> None:
    other = Draft("21CFR800", "2025-01-01", "US", "Other", "us/part-800.xml").add(
        "21 CFR part 800", "part", "", heading="Other"
    )
    add_documents(store, [other])
    before = snapshot(store)
    add_documents(store, [us_part("2025-01-01")])
    load.remove_sources(store, ["us/part-900.xml"])
    load.link(store)
    nodes, edges = snapshot(store)
    assert {key for key in nodes if key[0] != "Concept"} == set(before[0])
    assert edges == before[1]


def test_a_source_is_known_as_complete_only_when_it_is(store: GraphStore) -> None:
    load.begin_sources(store, [("us/a.xml", "1")], "v1")
    assert not load.known_sources(store)["us/a.xml"].is_current("1", "v1")
    load.complete_source(store, "us/a.xml", ["d2", "d1", "d1"], [])
    known = load.known_sources(store)["us/a.xml"]
    assert known.documents == ("d1", "d2")
    assert known.is_current("1", "v1")
    assert not known.is_current("2", "v1")
    assert not known.is_current("1", "v2")


def _versions() -> list[Draft]:
    return [
        us_part("2024-01-01", source="us/2024.xml"),
        us_part("2025-01-01", deadline=30, source="us/2025.xml"),
        us_part("2026-01-01", renumbered=True, source="us/2026.xml"),
    ]


def test_the_order_in_which_versions_are_loaded_does_not_show(store: GraphStore) -> None:
    """Someone who adds last year's text to this year's graph gets the graph of one who began with it."""
    drafts = _versions()
    graphs = []
    for order in ([0, 1, 2], [2, 1, 0], [0, 2, 1], [1, 0, 2]):
        store.clear()
        for i in order:
            add_documents(store, [drafts[i]])
        graphs.append(snapshot(store))
    assert all(graph == graphs[0] for graph in graphs)


@pytest.mark.parametrize("gone", [0, 1, 2])
def test_a_version_taken_out_leaves_the_graph_of_the_others(embedded_store: GraphStore, gone: int) -> None:
    drafts = _versions()
    add_documents(embedded_store, drafts)
    load.remove_sources(embedded_store, [drafts[gone].source])
    load.link(embedded_store)
    without = snapshot(embedded_store)
    embedded_store.clear()
    add_documents(embedded_store, [draft for i, draft in enumerate(drafts) if i != gone])
    assert without == snapshot(embedded_store)


def test_unchanged_text_keeps_its_node_and_changed_text_opens_a_new_one(store: GraphStore) -> None:
    add_documents(store, _versions())
    rows = store.run(
        "MATCH (p:Provision) WHERE p.citation STARTS WITH '21 CFR 900.1' OR p.citation STARTS WITH '21 CFR 900.3' "
        "OR p.citation STARTS WITH '21 CFR 900.4' RETURN p.id AS id, p.valid_from AS a, p.valid_to AS b ORDER BY id"
    )
    assert [(row["id"], row["a"], row["b"]) for row in rows] == [
        ("US:21 CFR 900.1(a)@2024-01-01", "2024-01-01", "2025-01-01"),
        ("US:21 CFR 900.1(a)@2025-01-01", "2025-01-01", "2026-01-01"),
        ("US:21 CFR 900.1(a)@2026-01-01", "2026-01-01", None),
        ("US:21 CFR 900.1(b)@2024-01-01", "2024-01-01", None),
        ("US:21 CFR 900.1@2024-01-01", "2024-01-01", "2025-01-01"),
        ("US:21 CFR 900.1@2025-01-01", "2025-01-01", "2026-01-01"),
        ("US:21 CFR 900.1@2026-01-01", "2026-01-01", None),
        ("US:21 CFR 900.3@2024-01-01", "2024-01-01", "2026-01-01"),
        ("US:21 CFR 900.4@2026-01-01", "2026-01-01", None),
    ]
    kinds = store.run(
        "MATCH (n)-[r:SUPERSEDES]->(o) RETURN n.citation AS new, o.citation AS old, r.kind AS kind ORDER BY new, o.id"
    )
    assert [(row["new"], row["old"], row["kind"]) for row in kinds] == [
        ("21 CFR 900.1", "21 CFR 900.1", "amended_within"),
        ("21 CFR 900.1", "21 CFR 900.1", "amended_within"),
        ("21 CFR 900.1(a)", "21 CFR 900.1(a)", "amended"),
        ("21 CFR 900.1(a)", "21 CFR 900.1(a)", "amended"),
        ("21 CFR 900.4", "21 CFR 900.3", "renumbered"),
    ]


def test_a_part_as_of_each_version_is_whole(store: GraphStore) -> None:
    """HAS_PROVISION gives every document all of its provisions, shared or not, with one parent each."""
    add_documents(store, _versions())
    for date in ("2024-01-01", "2025-01-01", "2026-01-01"):
        members = store.run(
            "MATCH (:Document {id: $d})-[:HAS_PROVISION]->(p) RETURN count(p) AS n", {"d": f"US:21CFR900@{date}"}
        )
        assert members == [{"n": 6}]
        parents = store.run(
            "MATCH (d:Document {id: $d})-[:HAS_PROVISION]->(c:Provision)<-[:HAS_CHILD]-(p:Provision)<-[:HAS_PROVISION]-(d) "
            "RETURN c.id AS child, count(p) AS parents",
            {"d": f"US:21CFR900@{date}"},
        )
        assert sorted(row["parents"] for row in parents) == [1] * 5


_CHILD = """
import sys
from tests.kg.small_graph import Draft, duty, days
from kg import load
from kg.records import Extraction, Reference
from kg.runs import start_run
from kg.stores import open_store

def drafts():
    for part in range(12):
        draft = Draft(f"21CFR{part}", "2025-01-01", "US", f"Part {part}", f"us/{part % 3}.xml")
        draft.add(f"21 CFR part {part}", "part", "", heading="Part")
        for i in range(60):
            citation = f"21 CFR {part}.{i}"
            found = Extraction(
                obligations=(duty("The sponsor", f"do {i}", "MANDATORY", days(i + 1), actor="actor:sponsor"),),
                references=(Reference("x", f"21 CFR {part}.{(i + 1) % 70}", "internal"),),
            )
            draft.add(citation, "section", f"The sponsor shall do {i}.", f"21 CFR part {part}", found)
        yield draft

with open_store(sys.argv[1]) as store:
    store.apply_schema()
    print("open", flush=True)
    made = list(drafts())
    with start_run(store, "ingest", "killed") as run:
        load.begin_sources(store, [(f"us/{i}.xml", "1") for i in range(3)], "1")
        for draft in made:
            load.load_documents(store, [draft.parsed()], draft.found, {}, run)
        load.link(store)
        for i in range(3):
            load.complete_source(store, f"us/{i}.xml", [d.document for d in made if d.source == f"us/{i}.xml"], [])
        print("done", flush=True)
"""


def _start(address: str) -> subprocess.Popen[str]:
    here = Path(__file__).resolve().parent
    environment = {**os.environ, "PYTHONPATH": f"{here.parents[1]}"}
    return subprocess.Popen([sys.executable, "-c", _CHILD, address], env=environment, stdout=subprocess.PIPE, text=True)


def _load_undisturbed(address: str) -> float:
    """Loads, and tells how many seconds it took."""
    process = _start(address)
    assert process.stdout is not None
    process.stdout.readline()
    began = time.monotonic()
    assert process.wait(timeout=100) == 0
    return time.monotonic() - began


def _load_killed(address: str, seconds: float) -> bool:
    """Ends a load by kill -9 after some seconds; whether it was still loading."""
    process = _start(address)
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(seconds)
    process.send_signal(signal.SIGKILL)
    return "done" not in process.communicate()[0]


@pytest.mark.slow
def test_killed_in_the_middle_and_loaded_again_equals_an_undisturbed_load(tmp_path: Path) -> None:
    """kill -9 at several moments, each followed by the same load: nothing is missing, nothing is double."""
    took = _load_undisturbed(str(tmp_path / "whole"))
    with open_store(str(tmp_path / "whole")) as store:
        whole = snapshot(store)
    assert len(whole[0]) > 2000
    killed = str(tmp_path / "killed")
    for share in (0.15, 0.4, 0.7):
        if _load_killed(killed, took * share):
            with open_store(killed) as store:
                states = [known.state for known in load.known_sources(store).values()]
                assert "loading" in states or not states, "what is half loaded must be seen as such"
    _load_undisturbed(killed)
    with open_store(killed) as store:
        assert snapshot(store) == whole


@pytest.mark.slow
@pytest.mark.neo4j
def test_a_client_of_neo4j_that_is_killed_leaves_what_the_next_completes(neo4j_store: GraphStore, neo4j_address: str) -> None:
    """The server stays; what the killed client had not committed is rolled back, and the next load makes it whole."""
    took = _load_undisturbed(neo4j_address)
    whole = snapshot(neo4j_store)
    assert len(whole[0]) > 2000
    neo4j_store.clear()
    cut = 0
    for share in (0.15, 0.4, 0.7):
        if _load_killed(neo4j_address, took * share):
            cut += 1
            states = [known.state for known in load.known_sources(neo4j_store).values()]
            assert "loading" in states or not states, "what is half loaded must be seen as such"
    assert cut, "no load was cut off: they were too quick"
    _load_undisturbed(neo4j_address)
    assert snapshot(neo4j_store) == whole


def test_the_same_documents_in_any_batches_give_one_graph(embedded_store: GraphStore) -> None:
    drafts = _versions()
    graphs = []
    for batches in ([[0, 1, 2]], [[0], [1, 2]], [[2], [0, 1]]):
        embedded_store.clear()
        for batch in batches:
            add_documents(embedded_store, [drafts[i] for i in batch])
        graphs.append(snapshot(embedded_store))
    assert all(a == b for a, b in itertools.pairwise(graphs))
