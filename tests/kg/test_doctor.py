"""The doctor finds each kind of damage: a graph that someone has edited by hand must not pass for whole."""

from __future__ import annotations

import pytest

from kg.doctor import CHECKS, examine
from kg.stores import GraphStore
from tests.kg.small_graph import build

DAMAGE = [
    ("G002", "MATCH (n:Provision {citation: '21 CFR 900.2'}) REMOVE n.text"),
    ("G003", "MATCH (p:Provision {citation: '21 CFR 900.4'})<-[r:HAS_PROVISION]-() DELETE r"),
    ("G004", "MATCH (o:Obligation)<-[r:STATES]-(:Provision {citation: '21 CFR 900.4'}) DELETE r"),
    ("G005", "MATCH (:Provision)-[r:CITES]->() SET r.run = 'ingest:nobody'"),
    ("G006", "MATCH (n:Provision {citation: '21 CFR 900.2'}) SET n.citation = '21 CFR 900.4', n.valid_from = '2026-02-01'"),
    ("G008", "MATCH (s:Source {id: 'eu/act.html'}) SET s.state = 'loading'"),
    ("G009", "MATCH (d:Document {id: 'EU:2099/1@2023-03-01'})-[r:READ_FROM]->() DELETE r"),
    (
        "G010",
        "MATCH (p:Provision {citation: '21 CFR 900.1(b)'}) MATCH (q:Provision {citation: '21 CFR 900.4'}) "
        "CREATE (q)-[:HAS_CHILD]->(p)",
    ),
    ("G011", "MATCH ()-[s:SILENT_IN]->() SET s.state = 'sure'"),
    (
        "G012",
        "MATCH (p:Provision {citation: '21 CFR 900.1(b)'}) MATCH (j:Jurisdiction {id: 'EU'}) "
        "MATCH (r:Run {stage: 'align'}) CREATE (p)-[:SILENT_IN {state: 'unverified', run: r.id}]->(j)",
    ),
    ("G013", "MATCH (r:Run {stage: 'align'}) SET r.state = 'running'"),
]


def test_a_whole_graph_has_no_findings_and_each_damage_is_found(store: GraphStore) -> None:
    build(store)
    assert [row["code"] for row in examine(store) if row["state"] != "ok"] == []
    for _, damage in DAMAGE:
        store.write(damage)
    bad = {row["code"]: row for row in examine(store) if row["state"] == "bad"}
    assert set(bad) == {code for code, _ in DAMAGE}
    assert all(row["found"] >= 1 and row["examples"] and row["remedy"] for row in bad.values())


def test_an_id_that_is_there_twice_and_missing_indexes(embedded_store: GraphStore) -> None:
    """Without the schema both stores take doubles."""
    check = {check.code: check for check in CHECKS}
    embedded_store.write("DROP CONSTRAINT concept_id")
    assert check["G007"].find(embedded_store) == ["Concept.id"]
    embedded_store.write("CREATE (:Concept {id: 'a'}), (:Concept {id: 'a'})")
    assert check["G001"].find(embedded_store) == ["Concept a"]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.code)
def test_an_empty_graph_is_well(embedded_store: GraphStore, check: object) -> None:
    assert [row["state"] for row in examine(embedded_store, [check])] == ["ok"]  # type: ignore[list-item]
