"""A reader must see why a sentence came out as it did: each part marked where it stands."""

from __future__ import annotations

import pytest

from ingest.explaining import explain


@pytest.mark.parametrize(
    ("text", "lang", "expected"),
    [
        (
            "If a death occurs, the sponsor must notify FDA within 7 days.",
            "en",
            {("If a death occurs", "CONDITION"), ("the sponsor", "SUBJECT"), ("must", "CUE"), ("within 7 days", "QUANTITY")},
        ),
        (
            "申办者应当自获知之日起七日内报告死亡事件。",
            "zh",
            {("申办者", "SUBJECT"), ("应当", "CUE")},
        ),
        ("Device means an instrument.", "en", set()),
    ],
)
def test_parts_are_marked_where_they_stand(text: str, lang: str, expected: set[tuple[str, str]]) -> None:
    explained = explain(text, lang)
    marked = {(text[start:end], label) for start, end, label in explained.marks()}
    assert expected <= marked
    assert expected or not marked


def test_a_notebook_gets_a_picture_of_the_spans() -> None:
    page = explain("The sponsor shall notify FDA within 7 days.", "en")._repr_html_()
    assert "sponsor" in page
    assert "SUBJECT" in page
