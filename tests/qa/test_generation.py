"""An item whose wrong option is true, or whose answer can be guessed, spoils every score that is made with it."""

from __future__ import annotations

import re

import pytest

from ingest.quantities import find_quantities
from ingest.taxonomy import DOMAINS, SUBDOMAINS, topic_of
from qa.generation import candidates, generate, leaks
from qa.generation.cloze import blanked, ends_well
from qa.generation.facts import times_in
from qa.generation.numerals import amount, han, numeral_of, same_amount
from qa.generation.selection import ASKED_BEFORE, GUESSED, HALVES, MORE_THAN_WANTED, OTHER_LANGUAGE
from qa.graph import undated
from qa.items import LETTERS, Item
from qa.validation import validate_items
from tests.qa.made_graph import made_graph


@pytest.mark.parametrize(
    ("text", "lang", "value", "expected"),
    [
        ("The firm must report within 5 working days.", "en", 10, "within 10 working days"),
        ("The firm must report within five days.", "en", 10, "within ten days"),
        ("The firm must keep it for 1 year.", "en", 3, "for 3 years"),
        ("应当在十五日内报告。", "zh", 30, "三十日内"),
        ("应当保存至少5年。", "zh", 2, "至少2年"),
    ],
)
def test_the_same_words_with_another_number(text: str, lang: str, value: float, expected: str) -> None:
    numeral = numeral_of(find_quantities(text, lang)[0], lang)
    assert numeral is not None
    written = numeral.with_value(value) or ""
    assert written.endswith(expected) or expected in written


def test_chinese_numerals() -> None:
    assert [han(n) for n in (5, 10, 15, 20, 105, 110, 2000)] == ["五", "十", "十五", "二十", "一百零五", "一百一十", "二千"]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("within 7 days", "within 1 week", True),
        ("within 12 months", "within 1 year", True),
        ("within 30 days", "within 45 days", False),
    ],
)
def test_amounts_that_are_equal_after_conversion_are_one(one: str, other: str, same: bool) -> None:
    sizes = [amount(find_quantities(f"The firm must report {text}.", "en")[0]) for text in (one, other)]
    assert sizes[0] is not None
    assert sizes[1] is not None
    assert same_amount(sizes[0], sizes[1]) is same


@pytest.mark.parametrize(
    ("sentence", "part", "expected", "why"),
    [
        ("Report in 5 days.", "5 days", "Report in ____.", "it stands once"),
        ("In 5 days and 5 days.", "5 days", None, "it stands twice"),
        ("Report in 15 days.", "5 days", None, "it is inside another number"),
        ("Not over 2.5 days.", "5 days", None, "it is the end of a decimal"),
    ],
)
def test_a_blank_hides_one_whole_part(sentence: str, part: str, expected: str | None, why: str) -> None:
    assert blanked(sentence, part) == expected, why


@pytest.mark.parametrize(
    ("sentence", "lang", "expected", "why"),
    [
        ("The sponsor shall keep the records of each trial for two years after approval.", "en", True, "a whole sentence"),
        (
            "Must keep the records of each trial for two years after the approval of it.",
            "en",
            False,
            "a list item without its head",
        ),
        (
            "It shall be kept for two years after the product was approved by the agency.",
            "en",
            False,
            "points to the one before",
        ),
        ("申办者应当在获知后七日内向药品监督管理部门报告。", "zh", True, "a whole sentence"),
        ("前款规定的申办者应当在获知后七日内向药品监督管理部门报告。", "zh", False, "points to the one before"),
        ("将第五条修改为：“申办者应当在获知后七日内报告。”", "zh", False, "an amendment"),
    ],
)
def test_only_sentences_that_stand_by_themselves_are_asked_about(sentence: str, lang: str, expected: bool, why: str) -> None:
    assert ends_well(sentence, lang) is expected, why


@pytest.mark.parametrize(
    ("text", "lang", "count"),
    [
        ("within 7 days, and annually thereafter", "en", 2),
        ("promptly", "en", 1),
        ("the sample", "en", 0),
        ("十五日内，并每年", "zh", 2),
        ("立即", "zh", 1),
    ],
)
def test_every_time_of_a_provision_is_seen(text: str, lang: str, count: int) -> None:
    assert times_in(text, lang) == count


def test_an_id_outlives_a_consolidation() -> None:
    assert undated("CN:办法@2025-06-01/第四条#o1q1") == "CN:办法/第四条#o1q1"
    assert undated("US:21CFR312.32(c)@2026-01-29#o1") == "US:21CFR312.32(c)#o1"


def test_every_type_in_both_languages_and_nothing_that_validation_refuses() -> None:
    items = generate(made_graph()).items
    assert {(i.type, i.lang) for i in items} >= {
        ("Monolingual", "EN"),
        ("Monolingual", "CN"),
        ("Comparative", "EN"),
        ("Comparative", "CN"),
        ("Parallel", "EN"),
        ("Parallel", "CN"),
    }
    report = validate_items(items)
    assert not report.faulty, [i.message for i in report.issues]
    assert all(
        i.evidence and i.derived_from and i.explanation and i.category in DOMAINS and i.subdomain in SUBDOMAINS for i in items
    )


def test_what_is_not_taken_is_told_with_its_reason() -> None:
    made = generate(made_graph(), most={"Monolingual": 3, "Comparative": 3, "Parallel": 1})
    reasons = {MORE_THAN_WANTED, ASKED_BEFORE, GUESSED, OTHER_LANGUAGE, HALVES}
    assert sum(n for why, n in made.dropped.items() if why in reasons) == sum(made.candidates.values()) - len(made.items)
    assert made.dropped[MORE_THAN_WANTED]


def _days(option: str) -> list[int]:
    return [int(n) for n in re.findall(r"\d+", option)]


def test_the_values_of_both_sides_are_right_in_one_option_only() -> None:
    compared = [c.item for c in candidates(made_graph()) if c.item.kind == "values"]
    assert {i.lang for i in compared} == {"EN", "CN"}
    for item in compared:
        us_first = item.option("A").startswith(("US", "美国"))
        right = [7, 15] if us_first else [15, 7]
        assert _days(item.option(item.answer)) == right
        assert [_days(item.option(letter)) for letter in LETTERS].count(right) == 1


def test_the_shorter_limit_is_told_by_the_words_of_both() -> None:
    for us, cn, shorter in ((7, "十五", "US"), (30, "十五", "Chinese"), (15, "十五", "same")):
        item = next(c.item for c in candidates(made_graph(us, cn)) if c.item.kind == "shorter" and c.item.lang == "EN")
        wanted = shorter if "shorter" in item.question or shorter == "same" else {"US": "Chinese", "Chinese": "US"}[shorter]
        assert wanted in item.option(item.answer), item.question


def test_limits_that_are_near_each_other_are_not_compared() -> None:
    """28 days and one month: which is shorter hangs on the month."""
    assert not [c for c in candidates(made_graph(14, "十五")) if c.item.kind == "shorter"]


def test_parallel_items_come_in_pairs() -> None:
    pairs: dict[str, list[Item]] = {}
    for item in (c.item for c in candidates(made_graph())):
        if item.type == "Parallel":
            pairs.setdefault(item.other["pair"], []).append(item)
    assert pairs
    assert all(sorted(i.lang for i in both) == ["CN", "EN"] for both in pairs.values())


def test_equal_graph_and_seed_give_equal_items() -> None:
    one, again, other = generate(made_graph(), 1).items, generate(made_graph(), 1).items, generate(made_graph(), 2).items
    assert one == again
    assert {i.id for i in one} & {i.id for i in other}, "ids don't hang on the seed"


def test_guessers_are_counted() -> None:
    item = Item("US_1", "Monolingual", "EN", "Which word?", ("A. word", "B. a much longer option", "C. x", "D. y"), "A")
    assert {leak.guesser: leak.share for leak in leaks([item])}["longest option"] == 0.0
    assert {leak.guesser: leak.share for leak in leaks([item])}["lexical"] == 1.0


@pytest.mark.parametrize(
    ("jurisdiction", "title", "domain", "subdomain"),
    [
        ("US", "21 CFR Part 211 — Current Good Manufacturing Practice", "Drugs", "Manufacturing and Quality"),
        ("US", "21 CFR Part 58 — Good Laboratory Practice", "Drugs", "Non-clinical Studies"),
        ("US", "21 CFR Part 803 — Medical Device Reporting", "Medical_Devices", "Post-market Surveillance"),
        ("US", "21 CFR Part 1304 — Records", "Controlled_Substances", "Post-market Surveillance"),
        ("US", "21 CFR Part 701 — Cosmetic Labeling", "Cosmetics", "Labeling and Packaging"),
        ("US", "21 CFR Part 16 — Hearings", "General_FDA", "General Administration"),
        ("CN", "麻醉药品和精神药品管理条例", "Controlled_Substances", "General Administration"),
        ("CN", "药物临床试验质量管理规范", "Drugs", "Clinical Trials and Good Clinical Practice"),
        ("CN", "化妆品监督管理条例", "Cosmetics", "General Administration"),
        ("CN", "医疗器械不良事件监测和再评价管理办法", "Medical_Devices", "Post-market Surveillance"),
        ("CN", "某市燃气条例", "Other", "General Administration"),
    ],
)
def test_topics(jurisdiction: str, title: str, domain: str, subdomain: str) -> None:
    topic = topic_of(jurisdiction, title)
    assert (topic.domain, topic.subdomain) == (domain, subdomain)
