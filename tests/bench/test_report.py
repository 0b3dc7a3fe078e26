"""A report is what gets published: its tables must be those of the runs, and say what they do not show."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from bench.models.scripted import ScriptedModel
from bench.report import read_runs, write_report
from bench.report.cautions import Constant, cautions
from bench.report.tables import latex, wide
from bench.runs import Log, make_plan, prediction_rows, run, write_predictions
from bench.runs.evidence_file import write_evidence
from bench.runs.plan import Evidence
from bench.tables import folded, overall, pairwise
from kg.errors import UsageError
from qa.items import Item

ITEMS = [
    Item(
        f"X_{n:03d}",
        "Comparative" if n % 4 == 0 else "Monolingual",
        "CN" if n % 3 == 0 else "EN",
        f"Question {n} <b>?",
        ("A. one", "B. two & three", "C. four", "D. five"),
        "ABCD"[n % 4],
        category="Drugs" if n % 2 else "Devices",
        derived_from=(f"US:21CFR9.{n}@2026-01-01",),
    )
    for n in range(40)
]


def shown_to(item: Item) -> Evidence:
    """Every second item is shown its own provision."""
    n = int(item.id[2:])
    return Evidence(
        f"provision of {n} <script>alert(1)</script>", (f"US:21CFR9.{n if n % 2 else n + 100}@2026-01-01",), ("A title",)
    )


@pytest.fixture
def folders(tmp_path: Path) -> list[Path]:
    out = []
    for rule, arm in (("gold-80", "graph"), ("always-A", "flat")):
        folder = tmp_path / f"{rule}-{arm}"
        tasks = make_plan(ITEMS, arm, shown_to if arm == "graph" else lambda _: Evidence()).tasks
        model = ScriptedModel(rule)
        log = Log(folder / "log.jsonl")
        run(tasks, model, log)
        log.close()
        write_evidence(folder / "evidence.jsonl", tasks)
        write_predictions(folder / "predictions.jsonl", prediction_rows(tasks, model.name, log))
        out.append(folder)
    return out


def test_reach_stands_beside_accuracy(folders: list[Path]) -> None:
    rows = {row["run"]: row for row in overall(read_runs(folders).predictions).to_dict("records")}
    assert rows["scripted:gold-80 / graph"]["reach"] == pytest.approx(0.5)
    assert rows["scripted:always-A / flat"]["accuracy"] == pytest.approx(0.25)


def test_the_page_stands_alone_and_keeps_texts_as_texts(folders: list[Path], tmp_path: Path) -> None:
    page = write_report(read_runs(folders), ITEMS, tmp_path / "report").read_text(encoding="utf-8")
    assert not re.findall(r"""(?:src|href)=["'](?:https?:)?//""", page), "no network"
    assert "<script>alert(1)" not in page and "provision of 1 &lt;script&gt;" in page
    assert page.count("<svg") >= 4
    assert "fewer than 30 items" in page and "a control only" in page
    names = {path.name for path in (tmp_path / "report").rglob("*.*")}
    assert {
        "overall.csv",
        "overall.tex",
        "pairwise.tex",
        "type_language.csv",
        "domain.tex",
        "overall.svg",
        "overall.png",
    } <= names


def test_the_wide_table_has_the_papers_shape(folders: list[Path]) -> None:
    table = wide(read_runs(folders).predictions, ("type", "lang"))
    assert list(table.columns) == ["by", "group", "n", "scripted:always-A / flat", "scripted:gold-80 / graph"]
    assert list(table["group"]) == ["Monolingual", "Comparative", "EN", "CN"]
    assert r"\begin{tabular}" in latex(table, "A & B") and r"A \& B" in latex(table, "A & B")


def test_a_lopsided_key_and_a_constant_answer_are_told() -> None:
    items = [replace(item, answer="A" if n < 28 else "B") for n, item in enumerate(ITEMS)]
    rows = [
        {"id": i.id, "model": "m", "arm": "flat", "repeat": 0, "answer": "A", "valid": True, "correct": i.answer == "A"}
        for i in items
    ]
    constant = Constant.of(items, {item.id for item in items})
    assert constant == Constant("A", 0.7)
    told = " ".join(cautions(overall(rows), pairwise(rows), {}, rows, constant))
    assert "A is the right answer of 70.0% of the items" in told
    assert "m / flat: not shown to be better" in told and "m / flat (A in 100.0%)" in told


def test_rare_labels_are_shown_together_and_none_is_lost() -> None:
    labels = ["Drugs"] * 30 + ["x", "y", "z"] * 3 + [""]
    rows = [{"id": str(n), "category": label} for n, label in enumerate(labels)]
    counts = Counter(row["category"] for row in folded(rows, "category"))
    assert counts == {"Drugs": 30, "Other (3 labels)": 9, "": 1}
    few = rows[:30] + rows[30:31]
    assert folded(few, "category") == few, "one rare label keeps its name"


def test_a_folder_without_predictions_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="regkg bench run"):
        read_runs([tmp_path])


def test_a_report_needs_nothing_but_predictions(folders: list[Path], tmp_path: Path) -> None:
    lines = (folders[0] / "predictions.jsonl").read_text(encoding="utf-8").splitlines()[:5]
    (tmp_path / "alone.jsonl").write_text("\n".join(lines), encoding="utf-8")
    write_report(read_runs([tmp_path / "alone.jsonl"]), [], tmp_path / "out")
    assert json.loads(lines[0])["id"] == "X_000"
