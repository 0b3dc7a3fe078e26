"""Expected instruments: what a user would lose is a silence that is none, since the law was never loaded."""

from __future__ import annotations

from pathlib import Path

import pytest

from align.expected_instruments import ANY, expected_instruments
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
