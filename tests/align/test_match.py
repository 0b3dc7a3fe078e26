"""Matches: what a user would lose is the difference between the nearest rule and a counterpart."""

from __future__ import annotations

from pathlib import Path

import pytest

from align.match import RESTATES
from tests.align.conftest import CN, US, build, document
from tests.align.test_candidates import verdicts

RIVERS = {
    "第一条": "地方人民政府应当组织清理河道内的垃圾。",
    "第二条": "禁止在湖泊保护范围内围湖造地。",
    "第三条": "船舶应当在港口停泊时接通岸电。",
}


def test_the_nearest_rule_of_another_subject_is_no_counterpart(vector_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("align.evidence.SMALL_CORPUS", 0)  # read these few provisions as if they were the whole law
    corpus = build(
        [
            document("US", "en", "Part 9003 — Manufacture of drug products", US, "section"),
            document("CN", "zh", "河湖保护条例", RIVERS, "条"),
        ],
        vector_folder,
    )
    assert {v.label for v in verdicts(corpus, "CN", "US").values()} == {"SILENT"}


def test_a_counterpart_is_likelier_than_the_rest(vector_folder: Path) -> None:
    corpus = build(
        [
            document("US", "en", "Part 9001 — Manufacture of drug products", US, "section"),
            document("CN", "zh", "药品生产管理办法", {"第九条": CN["第二条"], **RIVERS}, "条"),
        ],
        vector_folder,
    )
    first, second, *_ = verdicts(corpus, "US", "CN")["9001.20"].compared
    assert first.unit.endswith("第九条")
    assert first.match > second.match


def test_the_words_of_a_demand_in_another_law_are_its_counterpart(vector_folder: Path) -> None:
    corpus = build(
        [
            document("US", "en", "Part 9001 — Manufacture of drug products", US, "section"),
            document(
                "EU", "en", "Regulation on manufacture", {**US, "extra": "Member States shall appoint a committee."}, "article"
            ),
        ],
        vector_folder,
    )
    for v in verdicts(corpus, "US", "EU").values():
        assert v.compared[0].match >= RESTATES, "nobody doubts a text that reads the same"
        assert v.label != "SILENT"
