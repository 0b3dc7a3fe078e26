"""Export: what a researcher reads without a graph database, in the formats of docs/formats.md."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from kg.errors import UsageError
from kg.export import export_jsonl, export_tables
from kg.stores import GraphStore
from tests.kg.small_graph import add_documents, build, us_part


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_provisions_with_their_full_text_and_tree(store: GraphStore, tmp_path: Path) -> None:
    add_documents(store, [us_part("2025-01-01")])
    written = export_jsonl(store, tmp_path, [{"source": "a", "label": "SILENT"}])
    assert written == {
        "documents.jsonl": 1,
        "provisions.jsonl": 6,
        "obligations.jsonl": 3,
        "references.jsonl": 3,
        "verdicts.jsonl": 1,
    }
    rows = {row["citation"]: row for row in _lines(tmp_path / "provisions.jsonl")}
    assert list(rows)[:3] == ["21 CFR part 900", "21 CFR 900.1", "21 CFR 900.1(a)"], "in the order of the page"
    assert rows["21 CFR 900.1"]["n_children"] == 2
    assert rows["21 CFR 900.1(b)"]["full_text"] == "The sponsor has these duties:\nKeep a copy of each report."
    assert rows["21 CFR 900.1(b)"]["parent"] == rows["21 CFR 900.1"]["id"]
    assert rows["21 CFR 900.1"]["full_text"].endswith("(b) Keep a copy of each report.")
    assert rows["21 CFR part 900"]["parent"] is None
    assert {row["file"] for row in rows.values()} == {"us/part-900.xml"}


def test_obligations_carry_their_quantities_and_references_their_ends(store: GraphStore, tmp_path: Path) -> None:
    build(store)
    export_jsonl(store, tmp_path)
    obligations = {row["id"]: row for row in _lines(tmp_path / "obligations.jsonl")}
    quantity = obligations["US:21 CFR 900.1(a)@2026-01-01#o1"]["quantities"][0]
    assert (quantity["comparator"], quantity["value"], quantity["unit"]) == ("<=", 30.0, "day")
    references = {(row["source"], row["target"]): row for row in _lines(tmp_path / "references.jsonl")}
    ranged = references["US:21 CFR 900.4@2026-01-01", "21 CFR 900.1..900.2"]
    assert ranged["resolved"] is True
    assert ranged["ends"] == ["US:21 CFR 900.1@2026-01-01", "US:21 CFR 900.2@2025-01-01"]
    law = references["CN:《不良事件办法》第一条@2024-05-01", "《药品管理法》"]
    assert (law["resolved"], law["ends"]) == (False, [])


def test_a_provision_that_versions_share_is_written_once(embedded_store: GraphStore, tmp_path: Path) -> None:
    build(embedded_store)
    export_jsonl(embedded_store, tmp_path)
    rows = _lines(tmp_path / "provisions.jsonl")
    assert len({row["id"] for row in rows}) == len(rows) == 12
    shared = next(row for row in rows if row["id"] == "US:21 CFR 900.1(b)@2025-01-01")
    assert (shared["document"], shared["parent"]) == ("US:21CFR900@2026-01-01", "US:21 CFR 900.1@2026-01-01")


@pytest.mark.neo4j
def test_both_stores_write_the_same_bytes(embedded_store: GraphStore, neo4j_store: GraphStore, tmp_path: Path) -> None:
    for name, store in (("a", embedded_store), ("b", neo4j_store)):
        build(store)
        export_jsonl(store, tmp_path / name)
    for path in sorted((tmp_path / "a").iterdir()):
        assert path.read_bytes() == (tmp_path / "b" / path.name).read_bytes(), path.name


@pytest.mark.parametrize("format_", ["csv", "parquet"])
def test_tables(store: GraphStore, tmp_path: Path, format_: str) -> None:
    build(store)
    written = export_tables(store, tmp_path, format_)
    assert written[f"nodes_Provision.{format_}"] == 12
    assert written[f"edges_STATES.{format_}"] == 8
    path = tmp_path / f"nodes_Provision.{format_}"
    frame = pd.read_csv(path) if format_ == "csv" else pd.read_parquet(path)
    row = frame[frame["id"] == "US:21 CFR 900.2@2025-01-01"].iloc[0]
    assert row["heading"] == "Definitions"
    assert (json.loads(row["path"]) if format_ == "csv" else list(row["path"])) == ["21 CFR 900.2"]


def test_a_table_of_an_earlier_graph_does_not_stay(embedded_store: GraphStore, tmp_path: Path) -> None:
    build(embedded_store)
    export_tables(embedded_store, tmp_path / "out", "csv")
    embedded_store.clear()
    assert export_tables(embedded_store, tmp_path / "out", "csv") == {}
    assert list((tmp_path / "out").iterdir()) == []


def test_an_unknown_format_is_wrong_use(embedded_store: GraphStore, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="known: csv, parquet"):
        export_tables(embedded_store, tmp_path, "xml")
