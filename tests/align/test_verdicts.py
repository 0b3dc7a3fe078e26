"""Verdicts: what a user would lose is a difference that is there, or the words that show it."""

from __future__ import annotations

import pytest

from align.demand import Demand, from_text
from align.fields import compare
from align.sanity import SWAPPED
from align.verdict import all_differences, judge, matches
from tests.align.test_candidates import verdicts


def demand(text: str, lang: str = "en") -> Demand:
    return from_text(text, lang)


@pytest.mark.parametrize(
    ("left", "right", "rule", "spans", "why"),
    [
        (
            ("The sponsor shall report the event within 7 calendar days.", "en"),
            ("The sponsor shall report the event within 15 days.", "en"),
            "times differ",
            ("7", "15"),
            "two deadlines for one act",
        ),
        (
            ("The sponsor shall report the event within 15 calendar days.", "en"),
            ("申办者应当报告该事件。", "zh"),
            "time on one side",
            ("15", ""),
            "a deadline on one side only",
        ),
        (
            ("The manufacturer shall validate the process.", "en"),
            ("The manufacturer should validate the process.", "en"),
            "shall against should",
            ("shall", "should"),
            "a duty against a recommendation",
        ),
        (
            ("The investigator shall obtain consent.", "en"),
            ("The competent authority shall obtain consent.", "en"),
            "authority on one side",
            ("investigator", "competent authority"),
            "another actor",
        ),
    ],
)
def test_a_difference_names_its_field_and_quotes_both_sides(
    left: tuple[str, str], right: tuple[str, str], rule: str, spans: tuple[str, str], why: str
) -> None:
    found = {d.rule: d for d in compare(demand(*left), demand(*right))}
    assert rule in found, why
    assert spans[0] in found[rule].source, why
    assert spans[1] in found[rule].target, why


@pytest.mark.parametrize(
    ("text", "lead_in", "role", "why"),
    [
        ("The manufacturer shall keep records.", "", "company", "who does it"),
        ("Distributors shall be inspected each year.", "", "", "whom it is done to owes nothing"),
        ("Distributors shall be inspected by the Agency each year.", "", "authority", "who does it stands behind by"),
        ("The applicant shall be notified by FDA.", "", "authority", "whom it is done to stands first"),
        ("the name of the drug;", "The sponsor shall record:", "sponsor", "who owes the items of a list"),
        (
            "the number of the patent;",
            "days after FDA was told. The following is required:",
            "",
            "who is named in an earlier sentence of the lead-in does not owe the item",
        ),
    ],
)
def test_the_actor_is_who_owes_it(text: str, lead_in: str, role: str, why: str) -> None:
    assert from_text(text, "en", lead_in).role == role, why


def test_swapping_the_sides_swaps_the_spans_alone() -> None:
    a = demand("The sponsor shall report within 7 days, unless the agency waives it.")
    b = demand("The applicant may report within 30 days.")
    assert [d.swapped() for d in compare(b, a)] == list(compare(a, b))


REPORT = "The sponsor shall report each serious event within 15 days."
KEEP = "The sponsor shall keep records of the trial for two years."
LABEL = "The label should name the batch."


@pytest.mark.parametrize(
    ("left", "right", "why"),
    [
        ((REPORT,), (KEEP, LABEL), "one demand against a longer passage"),
        ((REPORT, KEEP, LABEL), (KEEP, REPORT), "the same demands in another order"),
        ((LABEL, LABEL.replace("should", "shall")), (KEEP, REPORT.replace("15", "7")), "ties and a deadline"),
        (("Take 5 samples from 10 lots.",), ("Take 5 samples from 20 lots.", "Take 3 samples."), "several limits of one unit"),
        (("",), (REPORT, KEEP), "nothing against something"),
    ],
)
def test_swapping_the_sides_of_a_verdict_swaps_it(left: tuple[str, ...], right: tuple[str, ...], why: str) -> None:
    a, b = [demand(t) for t in left], [demand(t) for t in right]
    there, back = judge(a, b, 0.9, 0.3, 0.5, {}), judge(b, a, 0.3, 0.9, 0.5, {})
    assert (there.label, there.probability, there.differs_in) == (back.label, back.probability, back.differs_in), why
    assert SWAPPED[there.relation] == back.relation
    assert [d.swapped() for d in there.differences] == list(back.differences)


@pytest.mark.parametrize(
    ("left", "right", "label", "why"),
    [
        ((KEEP,), (REPORT, KEEP, LABEL), "AGREE", "a part is not blamed for what the rest of a long passage says"),
        ((REPORT, KEEP), (KEEP, REPORT), "AGREE", "the order of demands says nothing"),
        ((REPORT,), (KEEP, REPORT.replace("15", "7")), "DIVERGE", "a deadline is found in another sentence"),
    ],
)
def test_each_demand_is_held_against_its_own_counterpart(
    left: tuple[str, ...], right: tuple[str, ...], label: str, why: str
) -> None:
    assert judge([demand(t) for t in left], [demand(t) for t in right], 1.0, 1.0, 1.0, {}).label == label, why


def test_two_duties_of_one_clause_are_told_apart_by_their_cue() -> None:
    may, should = demand("The monitor may visit the site."), demand("The monitor should visit the site.")
    assert matches([may, should], [should, may], {})[0][0].cue == matches([may, should], [should, may], {})[0][1].cue
    assert all_differences(matches([may, should], [should, may], {})) == ()


def test_equal_texts_agree_and_are_equivalent() -> None:
    a = demand("Written procedures shall be established for the cleaning and maintenance of equipment.")
    verdict = judge([a], [a], covered=1.0, covers=1.0, cosine=1.0, weight={})
    assert (verdict.label, verdict.relation, verdict.differs_in) == ("AGREE", "equivalent", ())


@pytest.mark.parametrize("text", ["", " ", "\n\n", "。", "(a)", "x" * 100_000, "应当" * 20_000])
def test_odd_texts_are_read_without_a_fault(text: str) -> None:
    assert compare(demand(text), demand(text, "zh")) is not None


def test_the_planted_deadline_differs(two_sides) -> None:  # type: ignore[no-untyped-def]
    found = verdicts(two_sides, "US", "CN")["9001.10"].compared[0].verdict
    assert found.label == "DIVERGE"
    assert "timeline" in found.differs_in


def test_a_lead_in_that_was_cut_still_tells_who_must_and_how_strictly() -> None:
    told = from_text(
        "a list of records;",
        "en",
        "of the means named above, adopt:",
        governing="The Commission may, by one of the means named above, adopt:",
    )
    assert (told.role, told.cue, told.quote[:14]) == ("authority", "may", "The Commission")


@pytest.mark.parametrize(
    ("text", "lang", "periods", "exceptions", "why"),
    [
        ("处三年以下有期徒刑。", "zh", 0, 0, "a punishment is no time by which something is due"),
        ("He shall be imprisoned for not more than 3 years.", "en", 0, 0, "a punishment"),
        ("Records shall be kept for 3 years.", "en", 1, 0, "a time"),
        ("It measures therapy other than the test device.", "en", 0, 0, "which therapy is meant"),
        ("Each device, other than a custom-made device, shall bear a label.", "en", 0, 1, "an exception"),
    ],
)
def test_times_and_exceptions_are_told_from_what_looks_like_them(
    text: str, lang: str, periods: int, exceptions: int, why: str
) -> None:
    told = from_text(text, lang)
    assert (len(told.periods), len(told.exceptions)) == (periods, exceptions), why


def test_an_exception_that_stands_in_another_sentence_is_on_both_sides() -> None:
    left = [demand("The maker shall label each device, unless the authority has exempted it.")]
    right = [demand("The maker shall label each device."), demand("A label is not needed, except where the device is sterile.")]
    assert "exception on one side" not in {d.rule for d in judge(left, right, 1.0, 1.0, 0.9, {}).differences}


def test_a_time_that_stands_in_another_sentence_is_on_both_sides() -> None:
    here = [demand("The sponsor shall report the event within 15 days.")]
    there = [demand("The sponsor shall report the event."), demand("The committee shall answer within 60 days.")]
    for a, b in ((here, there), (there, here)):
        rules = {d.rule for d in judge(a, b, 0.5, 0.5, 0.5, {}).differences}
        assert "time on one side" not in rules, "a reader would find the other time and trust nothing more"
    assert "time on one side" in {d.rule for d in judge(here, there[:1], 0.5, 0.5, 0.5, {}).differences}
