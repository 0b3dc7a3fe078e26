"""A faulty item is a wrong score for every model: each fault must be told, whatever the rest of the file holds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from qa.validation import validate_files

GOOD: dict[str, Any] = {
    "id": "US_211_001",
    "type": "Monolingual",
    "lang": "EN",
    "question": "Within how many days must the sponsor report?",
    "choices": ["A. 7 days", "B. 15 days", "C. 30 days", "D. 60 days"],
    "answer": "B",
    "source": "21 CFR Part 312",
}
FOUR = ["A. 7日", "B. 15日", "C. 30日", "D. 60日"]


def codes(tmp_path: Path, *rows: dict[str, Any] | str | bytes, known: set[str] | None = None) -> list[str]:
    lines = [row if isinstance(row, bytes) else (row if isinstance(row, str) else json.dumps(row)).encode() for row in rows]
    path = tmp_path / "items.jsonl"
    path.write_bytes(b"\n".join(lines) + b"\n")
    return [found.code for found in validate_files([path], known).issues]


@pytest.mark.parametrize(
    ("change", "expected", "why"),
    [
        ({}, [], "a sound item has no issue"),
        ({"choices": GOOD["choices"][:3]}, ["D6-COUNT"], "three options"),
        ({"choices": [*GOOD["choices"], "E. 90 days"]}, ["D6-COUNT"], "five options"),
        ({"answer": "E"}, ["D3-LETTER"], "an answer beyond the options"),
        ({"answer": "D", "choices": GOOD["choices"][:3]}, ["D3-OPTION", "D6-COUNT"], "an answer whose option is missing"),
        ({"answer": "15 days"}, ["D3-LETTER"], "the option's text in place of its letter"),
        ({"question": "  "}, ["D2-QUESTION"], "an empty question"),
        ({"lang": "CN", "question": "", "choices": FOUR}, ["D2-QUESTION"], "an empty Chinese question"),
        ({"question": "Within how many days must the"}, ["D2-CUT"], "a question that breaks off"),
        ({"choices": ["A. 7 days", "B. 15 days", "C. ", "D. 60 days"]}, ["D2-OPTION"], "an empty option"),
        ({"choices": ["A. 7 days", "B. 15 days", "C. 15 Days.", "D. 60 days"]}, ["D2-SAME"], "one option twice"),
        ({"choices": ["A. 7 days", "C. 15 days", "B. 30 days", "D. 60 days"]}, ["D3-LABEL"], "labels out of order"),
        ({"id": "XX_1"}, ["D4-ID"], "an unknown prefix"),
        ({"id": "PA_P_1"}, ["D4-ID"], "the prefix of another type"),
        ({"type": "Multilingual"}, ["D4-TYPE"], "an unknown type"),
        ({"lang": "CN"}, ["D4-LANG"], "English text that says it is Chinese"),
        ({"question": "申办者应当在多少日内报告？"}, ["D4-LANG"], "Chinese text that says it is English"),
        (
            {"question": "申办者应当在多少日内向FDA报告？", "lang": "CN", "choices": FOUR},
            [],
            "Chinese text with a Latin abbreviation is Chinese",
        ),
        (
            {
                "lang": "CN",
                "question": "申办者应当怎样报告？",
                "choices": [f"{x}. report it in {x} working days to the agency" for x in "ABCD"],
            },
            ["D4-SCRIPT"],
            "question and options in two scripts",
        ),
        ({"source": ""}, ["D5-SOURCE"], "no source"),
        ({"type": "Comparative", "id": "CO_P_1", "source_us": "Part 312"}, ["D5-SOURCE"], "a comparison with one side"),
        ({"question": 5}, ["D1-TYPE"], "a number as a question"),
        ({"choices": "A. 7 days"}, ["D1-TYPE"], "options as one text"),
    ],
)
def test_each_fault_has_its_code(tmp_path: Path, change: dict[str, Any], expected: list[str], why: str) -> None:
    assert codes(tmp_path, {**GOOD, **change}) == expected, why


def test_a_missing_field_is_named(tmp_path: Path) -> None:
    assert codes(tmp_path, {k: v for k, v in GOOD.items() if k != "answer"}) == ["D1-MISSING"]


def test_one_broken_line_among_many_stops_nothing(tmp_path: Path) -> None:
    rows: list[dict[str, Any] | str | bytes] = [
        {**GOOD, "id": f"US_{n}", "question": f"Which duty number {n * 7919} is this one?"} for n in range(2000)
    ]
    rows[1000] = '{"id": "US_broken", '
    rows[1500] = b'{"id": "US_\xff"}'
    assert [c for c in codes(tmp_path, *rows) if c != "D7-NEAR"] == ["D0-JSON", "D0-ENCODING"]


def test_marks_and_line_ends_of_other_systems_are_told_and_read(tmp_path: Path) -> None:
    path = tmp_path / "items.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(GOOD).encode() + b"\r\n")
    report = validate_files([path])
    assert [found.code for found in report.issues] == ["D0-BOM", "D0-CRLF"]
    assert report.passed == 1


def test_duplicates_and_contradictions_between_items(tmp_path: Path) -> None:
    other = {**GOOD, "id": "US_211_002"}
    assert codes(tmp_path, GOOD, GOOD) == ["D7-ID", "D7-SAME"]
    assert codes(tmp_path, GOOD, other) == ["D7-SAME"]
    assert set(codes(tmp_path, GOOD, {**other, "answer": "C"})) == {"D7-SAME", "D7-CONTRADICTION"}
    assert codes(tmp_path, GOOD, {**other, "question": "Within how many days must a sponsor report?"}) == ["D7-NEAR"]


def test_a_source_that_is_nowhere_is_told(tmp_path: Path) -> None:
    assert codes(tmp_path, GOOD, known={"21 CFR Part 312"}) == []
    assert codes(tmp_path, GOOD, known={"21 CFR Part 211"}) == ["D5-UNKNOWN"]
