"""English words compare as a reader takes them: one word whatever its number, spelling or form."""

import pytest

from ingest.concepts.words import inflections, is_abbreviation, normal


@pytest.mark.parametrize(
    ("word", "same_as", "why"),
    [
        ("Criteria", "criterion", "irregular plural"),
        ("batches", "batch", "plural in -es"),
        ("facilities", "facility", "plural in -ies"),
        ("authorisation", "authorization", "British spelling, as EU law has it"),
        ("labelled", "labeled", "doubled consonant"),
        ("haemoglobin", "hemoglobin", "British diphthong"),
        ("investigator’s", "investigator", "typographic possessive"),
        ("licence", "license", "the noun in EU law"),
    ],
)
def test_one_word_in_two_forms(word: str, same_as: str, why: str) -> None:
    assert normal(word) == normal(same_as), why


@pytest.mark.parametrize(
    ("one", "other", "why"),
    [
        ("filling", "filing", "filling vials is not filing forms"),
        ("process", "proces", "a final ss is no plural"),
        ("apparatus", "apparatu", "a final us is no plural"),
        ("analysis", "analysi", "a final is is no plural"),
    ],
)
def test_two_words_stay_two(one: str, other: str, why: str) -> None:
    assert normal(one) != normal(other), why


@pytest.mark.parametrize(
    ("verb", "form"),
    [
        ("ship", "shipped"),
        ("store", "storing"),
        ("notify", "notified"),
        ("label", "labelled"),
        ("test", "tested"),
        ("weigh", "weighed"),
    ],
)
def test_verb_forms(verb: str, form: str) -> None:
    assert form in set(inflections(verb))


@pytest.mark.parametrize(("word", "yes"), [("IND", True), ("INDs", True), ("Ind", False), ("A", False), ("ind", False)])
def test_abbreviations_are_told_by_capitals(word: str, yes: bool) -> None:
    assert is_abbreviation(word) is yes
