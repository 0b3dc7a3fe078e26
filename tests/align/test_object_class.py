"""Product classes: what a user would lose is a counterpart that is left out since it seems to be about another product."""

from __future__ import annotations

import pytest

from align.object_class import class_names, classes_of


@pytest.mark.parametrize(
    ("title", "text", "lang", "expected", "why"),
    [
        ("Part 9001 — Labeling of drugs", "The label names the device.", "en", ("drug",), "the title decides"),
        ("Part 9001 — General", "The label names the device.", "en", ("device",), "where it names none, the text does"),
        ("Part 9001 — General", "Records are kept.", "en", (), "a rule for all products"),
        ("Part 9001 — New animal drugs", "", "en", ("veterinary",), "a drug for animals is no human drug"),
        ("Part 9001 — Listing of human drugs and animal drugs", "", "en", ("drug", "veterinary"), "a rule on both"),
        ("兽药管理办法", "", "zh", ("veterinary",), "a drug for animals"),
        ("人用药品与兽药管理办法", "", "zh", ("drug", "veterinary"), "a rule on both"),
    ],
)
def test_classes(title: str, text: str, lang: str, expected: tuple[str, ...], why: str) -> None:
    assert class_names(classes_of(title, text, lang)) == expected, why
