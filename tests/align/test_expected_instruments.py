"""Expected instruments: what a user would lose is a silence that is none, since the law was never loaded."""

from __future__ import annotations

from pathlib import Path

import pytest

from align.expected_instruments import ANY, InstrumentGaps, expected_instruments
from align.object_class import CLASSES
from ingest.taxonomy import SUBDOMAINS
from kg.records import JURISDICTIONS
from tests.align.conftest import build, document
from tests.align.test_candidates import verdicts

TOBACCO = {
    "9002.10": "A retailer must not sell cigarettes through a vending machine.",
    "9002.20": "Each cigarette package shall bear the rotational warning statement of the quarter.",
}
GENERAL = {
    "第一条": "药品上市许可持有人应当在获知严重不良反应之日起7日内报告。",
    "第二条": "设备应当制定清洁和维护的操作规程。",
}


def test_every_row_can_fire() -> None:
    for row in expected_instruments():
        assert row.jurisdiction in JURISDICTIONS, row
        assert row.products <= {*CLASSES, ANY}, row
        assert row.subdomain == "*" or row.subdomain in SUBDOMAINS, row
        assert row.name, row
        assert row.words is None or row.words.pattern == row.words.pattern.lower(), "looked for in small letters"


@pytest.mark.parametrize(
    ("other", "state", "lacking", "why"),
    [
        ("药品生产管理办法", "not_in_corpus", ("烟草专卖法",), "no tobacco law was loaded"),
        ("中华人民共和国烟草专卖法", "unverified", (), "it was loaded, and says nothing of the kind"),
    ],
)
def test_a_silence_names_the_law_that_was_not_there_to_be_searched(
    vector_folder: Path, other: str, state: str, lacking: tuple[str, ...], why: str
) -> None:
    corpus = build(
        [
            document("US", "en", "Part 9002 — Sale of cigarettes and smokeless tobacco", TOBACCO, "section"),
            document("CN", "zh", other, GENERAL, "条"),
        ],
        vector_folder,
    )
    silent = [v for v in verdicts(corpus, "US", "CN").values() if v.label == "SILENT"]
    assert silent, why
    assert {(v.state, v.lacking) for v in silent} == {(state, lacking)}, why


@pytest.mark.parametrize(
    ("title", "there", "why"),
    [
        ("Regulation (EC) No 1223/2009 on cosmetic products", True, "the law itself"),
        ("Regulation (EU) 2017/745 on medical devices, amending Regulation (EC) No 1223/2009", False, "a law that amends it"),
    ],
)
def test_a_law_that_is_only_named_in_a_title_is_not_there(title: str, there: bool, why: str) -> None:
    cosmetics = next(row for row in expected_instruments() if row.jurisdiction == "EU" and row.products == {"cosmetic"})
    assert cosmetics.is_document(document("EU", "en", title, {}, "article").document) is there, why


def test_the_closest_rows_name_the_law(vector_folder: Path) -> None:
    texts = {
        "9005.10": "The label of a medical device shall bear a unique device identifier.",
        "9005.20": "The manufacturer of a medical device shall keep complaint files.",
    }
    corpus = build(
        [
            document(
                "CN",
                "zh",
                "医疗器械规则",
                {"第一条": "医疗器械标签应当载明唯一标识。", "第二条": "医疗器械企业应当记录投诉。"},
                "条",
            ),
            document("US", "en", "Part 9005 — Medical devices", texts, "section"),
        ],
        vector_folder,
    )
    side = corpus.sides["CN"]
    gaps = InstrumentGaps(corpus.documents.values(), {"US:1"}, frozenset(), "US")
    named = [gaps.lacking(p, int(c)).absent for p, c in zip(side.passages, side.classes, strict=True)]
    assert named[0] == ("21 CFR part 830",), "a demand on identifiers, by its words"
    assert named[1] != named[0], "a demand on complaints, by the subdomain"
