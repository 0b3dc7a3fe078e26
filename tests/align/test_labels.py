"""Labels of our own: a label that is read wrongly, or outlives its text, teaches the judge a falsehood."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from align.labels import ANSWERS, FIELDS, read_labels, text_hash, write_labels
from regkg.labelling import Asked, draw_sources, gather, write_sheets
from tests.align.conftest import build, document

ASKED = [
    Asked(n, "US->CN", f"US:1:{n}", "aaaaaaaaaaaa", (("CN:法/第一条", "bbbbbbbbbbbb"), ("CN:法/第二条", "cccccccccccc")))
    for n in (1, 2)
]


def answered(folder: Path, name: str, *lines: object) -> None:
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    (folder / f"{name}-01.answers.jsonl").write_text(text, encoding="utf-8")


@pytest.fixture
def sheets(tmp_path: Path) -> Path:
    write_sheets([(asked, f"## {asked.n}\n") for asked in ASKED], tmp_path, twice=4)
    return tmp_path


def test_answers_become_labels_with_the_second_reading_beside_them(sheets: Path) -> None:
    answered(sheets, "sheet", {"n": 1, "answers": [["answers", "time"], ["no", ""]]})
    answered(sheets, "again", {"n": 1, "answers": [["topic", ""], ["no", ""]]})
    labels, faults = gather(sheets)
    assert faults == []
    assert [(x.target, x.answer, x.field, x.again) for x in labels] == [
        ("CN:法/第一条", "answers", "time", "topic"),
        ("CN:法/第二条", "no", "", "no"),
    ]
    write_labels(labels, sheets / "labels.tsv")
    assert read_labels(sheets / "labels.tsv") == labels


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("not json", "a line that was cut"),
        ({"n": 1}, "no answers"),
        ({"n": 7, "answers": [["no", ""]]}, "a demand that was not asked"),
        ({"n": 1, "answers": [["perhaps", ""]]}, "an answer that there is not"),
        ({"n": 1, "answers": [["answers", "colour"]]}, "a field that there is not"),
        ({"n": 1, "answers": [["no", ""]] * 6}, "more answers than candidates"),
    ],
)
def test_a_line_that_is_no_answer_is_told_and_stops_nothing(sheets: Path, line: object, why: str) -> None:
    answered(sheets, "sheet", line, {"n": 2, "answers": [["no", ""], ["no", ""]]})
    labels, faults = gather(sheets)
    assert {x.source for x in labels} == {"US:1:2"}, why
    assert len(faults) == 1, why
    assert faults[0].startswith("sheet-01.answers.jsonl:1:"), why


def test_white_space_is_no_change_of_text_and_a_word_is() -> None:
    assert text_hash(["The sponsor  shall\nreport."]) == text_hash(["The sponsor shall report."])
    assert text_hash(["The sponsor shall report."]) != text_hash(["The sponsor should report."])


def test_instruments_come_in_turn_and_what_is_shut_out_never(vector_folder: Path) -> None:
    texts = {
        f"{n}.{k}": f"The sponsor of clinical investigation {n} shall keep records of kind {k} for two years."
        for n in "12"
        for k in "123"
    }
    parts = [{key: text for key, text in texts.items() if key.startswith(n)} for n in "12"]
    side = build(
        [document("US", "en", f"Part {n} — Trials", part, "section", n) for n, part in zip("12", parts, strict=True)],
        vector_folder,
    ).sides["US"]
    rows = draw_sources(side, 2, set(), random.Random(1))
    assert len({side.passages[row].part for row in rows}) == 2
    shut_out = {side.passages[row].unit for row in rows}
    assert not shut_out & {side.passages[row].unit for row in draw_sources(side, 4, shut_out, random.Random(1))}


def test_the_labels_of_the_package_hold_answers_and_no_text() -> None:
    labels = read_labels()
    assert len({(x.source, x.target.split(":")[0]) for x in labels}) >= 600
    assert sum(bool(x.again) for x in labels) >= 500, "100 demands were read twice"
    for x in labels:
        assert x.answer in ANSWERS and x.field in FIELDS, x
        assert not x.field or x.answer == "answers", x
        assert len(x.source_text) == len(x.target_text) == 12, x
        assert max(map(len, (x.source, x.target))) < 300, "a citation, not a text"
