"""Matches: what a user would lose is the difference between the nearest rule and a counterpart."""

from __future__ import annotations

from pathlib import Path

from align.match import match_model
from tests.align.conftest import CN, US, build, document
from tests.align.test_candidates import verdicts

RIVERS = {
    "第一条": "地方人民政府应当组织清理河道内的垃圾。",
    "第二条": "禁止在湖泊保护范围内围湖造地。",
    "第三条": "船舶应当在港口停泊时接通岸电。",
}


def test_the_nearest_rule_of_another_subject_is_no_counterpart(vector_folder: Path) -> None:
    corpus = build(
        [
            document("US", "en", "Part 9003 — Manufacture of drug products", US, "section"),
            document("CN", "zh", "河湖保护条例", RIVERS, "条"),
        ],
        vector_folder,
    )
    found = verdicts(corpus, "CN", "US")
    assert {v.label for v in found.values()} == {"SILENT"}
    assert all(c.match < match_model("cross-language").floor for v in found.values() for c in v.compared)


def test_a_counterpart_is_likelier_than_the_rest(vector_folder: Path) -> None:
    corpus = build(
        [
            document("US", "en", "Part 9001 — Manufacture of drug products", US, "section"),
            document(
                "CN",
                "zh",
                "药品生产管理办法",
                {"第二条": "药品生产企业应当为每批药品建立批生产记录并予以保存。", **RIVERS},
                "条",
            ),
        ],
        vector_folder,
    )
    first, second, *_ = verdicts(corpus, "US", "CN")["9001.20"].compared
    assert first.match > second.match
