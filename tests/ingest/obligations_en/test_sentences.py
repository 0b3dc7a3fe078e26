"""A sentence cut in two loses its condition; two run together mix their subjects."""

from __future__ import annotations

import pytest

from ingest.sentences import split_sentences
from ingest.sentences.en import list_items


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Keep it. Send it.", ["Keep it.", "Send it."]),
        ("See sec. 505(k) of the Act. Then report.", ["See sec. 505(k) of the Act.", "Then report."]),
        ("Notes (e.g. the name) are kept by A. Smith.", ["Notes (e.g. the name) are kept by A. Smith."]),
        ("It is 5.5 mg. The rest is lost.", ["It is 5.5 mg.", "The rest is lost."]),
        ("It says “Stop.” The user must stop.", ["It says “Stop.”", "The user must stop."]),
        (
            "(a) the one; (b) the other; The acts shall be adopted.",
            ["(a) the one; (b) the other;", "The acts shall be adopted."],
        ),
        ("One line\n\nAnother line", ["One line", "Another line"]),
        ("  ", []),
    ],
)
def test_sentences(text: str, expected: list[str]) -> None:
    assert [text[start:end] for start, end in split_sentences(text, "en")] == expected


def test_chinese_sentences_end_at_their_mark() -> None:
    text = "企业应当报告。不得隐瞒。"
    assert [text[start:end].rstrip("。") for start, end in split_sentences(text, "zh")] == ["企业应当报告", "不得隐瞒"]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("as follows: (1) one; (2) two; and (3) three", 3),
        ("as follows: (a) one: (i) deep; (ii) deeper; (b) two", 2),
        ("paragraphs (a), (b), and (c) of this section", 0),
        ("under § 50.1(a) or (b)(2) of this part", 0),
    ],
)
def test_list_items_are_told_from_citations(text: str, count: int) -> None:
    assert len(list_items(text)) == count
