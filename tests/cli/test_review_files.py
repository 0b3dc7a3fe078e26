"""Adjudication by spreadsheet: what a reviewer fills in comes into force, and nothing else does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from align.gap_register import gaps
from align.review import Decision, record, reviews
from align.review_sheet import COLUMNS, read_sheet, sheet_rows
from align.worklist import disagreeing
from kg.errors import UsageError
from kg.runs import start_run
from kg.stores import GraphStore
from regkg.agreement import agreement
from regkg.report.review_file import read_review_file, write_review_file
from tests.kg.small_graph import build

A26 = "US:21 CFR 900.1(a)@2026-01-01"
B25 = "US:21 CFR 900.1(b)@2025-01-01"


@pytest.fixture
def graph(embedded_store: GraphStore) -> GraphStore:
    build(embedded_store)
    embedded_store.write("MATCH (:Provision)-[a:ALIGNED_WITH]->() SET a.state = 'unverified'")
    return embedded_store


def filled(graph: GraphStore, path: Path, **by_source: dict[str, str]) -> list[dict[str, Any]]:
    """The sheet of US->CN written, filled in by source, and read back."""
    rows = sheet_rows(graph, gaps(graph, "US", "CN"), {})
    for row in rows:
        row.update(by_source.get({A26: "a", B25: "b"}.get(row["source"], ""), {}))
    write_review_file(rows, path)
    return read_review_file(path)


@pytest.mark.parametrize("ending", ["xlsx", "csv"])
def test_a_sheet_comes_back_as_it_was_filled_in(graph: GraphStore, tmp_path: Path, ending: str) -> None:
    rows = filled(
        graph,
        tmp_path / f"r.{ending}",
        a={"decision": "accept", "reviewer": "Ann"},
        b={"decision": "agree", "new_counterpart": "《不良事件办法》第一条", "note": "= the same"},
    )
    sheet = read_sheet(graph, rows, "Ben")
    assert [(d.source, d.label, d.reviewer, d.differs_in) for d in sheet.decisions] == [
        (A26, "DIVERGE", "Ann", ("timeline",)),
        (B25, "AGREE", "Ben", ()),
    ]
    assert (sheet.stale, sheet.wrong, sheet.blank) == ([], [], 1)
    with start_run(graph, "verify", "sheet") as run:
        record(graph, sheet.decisions, run.id)
    assert {row["reviewer"] for row in reviews(graph)} == {"Ann", "Ben"}
    assert {g.state for g in gaps(graph, "US", "CN", agreements=True)} == {"unverified", "reviewed"}


def test_a_row_whose_text_changed_since_the_export_is_stale_and_not_applied(graph: GraphStore, tmp_path: Path) -> None:
    rows = filled(graph, tmp_path / "r.xlsx", a={"decision": "accept"}, b={"decision": "accept"})
    graph.write("MATCH (p:Provision {citation: '《不良事件办法》第一条'}) SET p.version_hash = 'other'")
    graph.write("MATCH (p:Provision {id: $id}) SET p.version_hash = 'other'", id=B25)
    sheet = read_sheet(graph, rows, "Ann")
    assert sheet.decisions == []
    assert len(sheet.stale) == 2
    assert "counterpart's text has changed" in sheet.stale[0]
    assert "source's text has changed" in sheet.stale[1]


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ({"decision": "yes"}, "write accept"),
        ({"decision": "reject"}, "reject a silence"),
        ({"decision": "AGREE"}, "needs a new counterpart"),
        ({"decision": "AGREE", "new_counterpart": "第九百条"}, "no provision"),
        (
            {"decision": "DIVERGE", "new_counterpart": "《不良事件办法》第一条", "new_differs_in": "colour"},
            "differs in 'colour'",
        ),
    ],
)
def test_what_cannot_be_read_is_told_with_its_row(graph: GraphStore, tmp_path: Path, row: dict[str, str], says: str) -> None:
    sheet = read_sheet(graph, filled(graph, tmp_path / "r.csv", b=row), "Ann")
    assert sheet.decisions == []
    [told] = sheet.wrong
    assert says in told
    assert "21 CFR 900.1(b)" in told


def test_law_never_becomes_a_formula(graph: GraphStore, tmp_path: Path) -> None:
    row = {name: "x" for name, _, _ in COLUMNS} | {"text": "=HYPERLINK(1)"}
    write_review_file([row], tmp_path / "r.xlsx")
    cell = openpyxl.load_workbook(tmp_path / "r.xlsx")["Review"]["G2"]
    assert (cell.value, cell.data_type) == ("=HYPERLINK(1)", "s") or cell.data_type != "f"
    write_review_file([row], tmp_path / "r.csv")
    assert "'=HYPERLINK(1)" in (tmp_path / "r.csv").read_text(encoding="utf-8-sig")


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("r.xlsx", b"no zip", "not a readable XLSX"),
        ("r.csv", b"\xff\xfe\x00", "not a CSV"),
        ("r.csv", b"a,b\n1,2\n", "no column"),
        ("r.txt", b"", "ends in .xlsx or .csv"),
    ],
)
def test_a_file_that_is_no_sheet_is_refused(tmp_path: Path, name: str, content: bytes, says: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(UsageError, match=says):
        read_review_file(tmp_path / name)


def test_agreement_of_two_reviewers() -> None:
    def row(n: int, who: str, decision: str) -> dict[str, Any]:
        inferred = [{"target": "CN:x", "properties": {"rank": 1, "label": "AGREE"}}]
        replaced = json.dumps(inferred) if who == "Ben" else ""
        place = {"source": str(n), "jurisdiction": "CN"}
        return {**place, "reviewer": who, "decision": decision, "time": who, "stale": False, "replaced": replaced}

    rows = [row(n, "Ann", d) for n, d in enumerate(["AGREE", "AGREE", "SILENT", "SILENT"])]
    rows += [row(n, "Ben", d) for n, d in enumerate(["AGREE", "SILENT", "SILENT", "SILENT"])]
    found = {row["reviewers"]: row for row in agreement(rows)}
    assert (found["Ann / Ben"]["verdicts"], found["Ann / Ben"]["same"]) == (4, 3)
    assert found["Ann / Ben"]["kappa"] == pytest.approx(0.5)
    assert {name: row["same"] for name, row in found.items()} == {"Ann / Ben": 3, "rules / Ann": 2, "rules / Ben": 1}


def test_what_a_model_decided_against_the_rules_stands_first(graph: GraphStore) -> None:
    with start_run(graph, "verify", "model") as run:
        record(graph, [Decision(source, "CN", "SILENT", "m", kind="model") for source in (A26, B25)], run.id)
    against = disagreeing(graph, "US", "CN")
    assert {pair: (told.rules, told.model) for pair, told in against.items()} == {(A26, "CN"): ("DIVERGE", "SILENT")}
    assert disagreeing(graph, topic="no such topic") == {}
    rows = sheet_rows(graph, gaps(graph, "US", "CN"), {}, rules_said={p: told.rules for p, told in against.items()})
    assert {row["source"]: row["rules_said"] for row in rows}[A26] == "DIVERGE"
    with start_run(graph, "verify", "person") as run:
        record(graph, [Decision(A26, "CN", "SILENT", "Ann")], run.id)
    assert disagreeing(graph, "US", "CN") == {}, "a person has read it"


def test_a_sheet_of_an_earlier_version_is_still_read(graph: GraphStore, tmp_path: Path) -> None:
    filled(graph, tmp_path / "r.csv")
    lines = (tmp_path / "r.csv").read_text(encoding="utf-8-sig").replace("Rules said", "Unknown")
    (tmp_path / "r.csv").write_text(lines, encoding="utf-8-sig")
    assert len(read_review_file(tmp_path / "r.csv")) == 3
