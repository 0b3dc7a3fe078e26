"""`regkg coverage`: which laws the other side does not answer, on the screen, for a program and as a file."""

from __future__ import annotations

import json
from pathlib import Path

import openpyxl
import pytest

from tests.cli.conftest import Command

pytestmark = pytest.mark.slow


def test_a_row_an_instrument_with_where_its_counterparts_stand(small: Path, command: Command) -> None:
    done = command("coverage", "--from", "US", "--to", "CN", "--fewest", "1", "--store", "graph")
    assert done.returncode == 0, done.stderr
    head, row = (line.split("\t") for line in done.stdout.splitlines())
    assert dict(zip(head, row, strict=True)) == {
        "what": "Event reports",
        "demands": "3",
        "share": "66 %",
        "a/d/w/n": "0/2/0/1",
        "where": "不良事件办法 (2)",
    }
    assert "unverified" in done.stderr, "what the share is worth is said"


def test_every_direction_for_a_program_and_as_a_spreadsheet(small: Path, command: Command) -> None:
    done = command("coverage", "--fewest", "1", "--json", "--out", "out/coverage.xlsx", "--store", "graph")
    assert done.returncode == 0, done.stderr
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(r["source"], r["target"], r["demands"], r["share"]) for r in rows] == [
        ("US", "CN", 3, 2 / 3),
        ("US", "EU", 3, 0.5),
    ]
    sheet = openpyxl.load_workbook(small / "out/coverage.xlsx")["Coverage"]
    assert [sheet.cell(1, 1).value, sheet.cell(2, 3).value, sheet.cell(2, 4).value] == ["From", "Event reports", 3]


def test_the_gap_report_holds_it_too(small: Path, command: Command) -> None:
    done = command("gaps", "--from", "US", "--to", "CN", "--xlsx", "g.xlsx", "--html", "g.html", "--store", "graph")
    assert done.returncode == 0, done.stderr
    assert openpyxl.load_workbook(small / "g.xlsx")["By instrument"].cell(2, 3).value == "Event reports"
    assert "By instrument" in (small / "g.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--level", "word"], "unknown level"),
        (["--from", "XX"], "unknown jurisdiction"),
        (["--out", "coverage.pdf"], ".xlsx"),
        (["--as-of", "yesterday"], "is no date"),
    ],
)
def test_wrong_use_is_one_sentence(small: Path, command: Command, arguments: list[str], says: str) -> None:
    done = command("coverage", *arguments, "--store", "graph")
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr
