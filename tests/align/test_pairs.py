"""Bare pairs in the format of RegDivergence-101."""

from __future__ import annotations

import pytest

from align.embeddings import UseEmbedder
from align.judge_pairs import is_placeholder, judge_pairs

RECORDS = "The manufacturer shall keep batch production records for three years after distribution of the batch."


@pytest.mark.parametrize(
    ("fda", "ema", "label", "why"),
    [
        ("", RECORDS, "SILENT-FDA", "an empty side is silent"),
        (RECORDS, "Not addressed in the guidance", "SILENT-EMA", "a side that says so itself"),
        (RECORDS, RECORDS, "AGREE", "equal texts"),
        (RECORDS, RECORDS.replace("three years", "one year"), "DIVERGE", "retention times differ"),
    ],
)
def test_a_pair_gets_the_label_that_a_reader_would_give(fda: str, ema: str, label: str, why: str) -> None:
    (answer,) = judge_pairs([{"id": "1", "fda_text": fda, "ema_text": ema, "label": "never read"}], UseEmbedder(1))
    assert answer["label"] == label, why
    assert answer["explanation"], why


def test_a_long_passage_that_says_not_required_somewhere_is_no_placeholder() -> None:
    assert not is_placeholder(RECORDS * 5 + " Prior approval is not specified in the schedule.")
