"""A deadline read wrong is a wrong verdict: values, comparators, units and kinds of English quantities."""

from __future__ import annotations

import pytest

from ingest.quantities import find_quantities
from ingest.quantities.units import compare
from kg.records import Quantity


@pytest.mark.parametrize(
    ("text", "kind", "comparator", "value", "unit", "qualifier"),
    [
        ("report within 15 calendar days after receipt", "deadline", "<=", 15, "day", "calendar"),
        ("in no case later than five business days", "deadline", "<=", 5, "day", "working"),
        ("thirty (30) days of receipt of the notice", "deadline", "=", 30, "day", None),
        ("at least 60 days before the change", "deadline", ">=", 60, "day", None),
        ("6 months before expiry", "deadline", ">=", 6, "month", None),
        ("kept for 2 years after the decision", "duration", "=", 2, "year", None),
        ("held for a minimum of 60 days before release", "duration", ">=", 60, "day", None),
        ("shall not exceed five years", "duration", "<=", 5, "year", None),
        ("every 3 years", "frequency", "=", 3, "year", None),
        ("at least every 4 months", "frequency", "<=", 4, "month", None),
        ("at least once a year", "frequency", "<=", 1, "year", None),
        ("at least twice a year", "frequency", ">=", 2, "per_year", None),
        ("renew it annually", "frequency", "=", 1, "year", None),
        ("stored at −25 °C or lower", "threshold", "<=", -25, "°C", None),
        ("above 0,1 % (w/w)", "threshold", ">", 0.1, "percent w/w", None),
        ("no less than one-eighth inch", "threshold", ">=", 0.125, "inch", None),
        ("more than 1 1/2 inches", "threshold", ">", 1.5, "inch", None),
        ("exceed 2 milliequivalents per liter", "threshold", ">", 2, "mEq/L", None),
        ("11.0 grams of protein per deciliter", "threshold", "=", 11, "g/dL", None),
        ("a fee of $1,250", "amount", "=", 1250, "USD", None),
        ("no more than 40 dosage units", "amount", "<=", 40, "dosage unit", None),
        ("at least one reserve device", "threshold", ">=", 1, "device", None),
        ("at least 10 6 CFU/g", "threshold", ">=", 1_000_000, "CFU/g", None),
        ("at least 10⁶ CFU/g", "threshold", ">=", 1_000_000, "CFU/g", None),  # ⁶ is a digit to Python, and no number
        ("not more than 2 × 10⁻³ mg", "threshold", "<=", 0.002, "milligram", None),
        ("by the tenth day of each month", "deadline", "<=", 10, "day_of_month", None),
        ("by March 31, 2027", "deadline", "<=", "2027-03-31", "date", None),
        ("no later than 31 March", "deadline", "<=", "--03-31", "date", None),
    ],
)
def test_quantity(text: str, kind: str, comparator: str, value: float | str, unit: str, qualifier: str | None) -> None:
    found = find_quantities(text, "en")
    assert [(q.kind, q.comparator, q.value, q.unit, q.qualifier) for q in found] == [(kind, comparator, value, unit, qualifier)]
    assert text[found[0].start : found[0].end] == found[0].text


@pytest.mark.parametrize(
    ("text", "low", "high", "unit"),
    [
        ("between 1 and 6 °C", 1, 6, "°C"),
        ("at 20 to 24 °C", 20, 24, "°C"),
        ("between 30 minutes and 10 days", 30, 14400, "minute"),
    ],
)
def test_ranges_are_told_in_one_unit(text: str, low: float, high: float, unit: str) -> None:
    (found,) = find_quantities(text, "en")
    assert (found.comparator, found.value, found.value_high, found.unit) == ("between", low, high, unit)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a 180-day supplement", "names a kind of submission"),
        ("two devices were tested", "a count without a bound"),
        ("§ 211.132 of 21 CFR", "a citation"),
        ("Article 10, paragraph 3", "a citation"),
        ("a lot dated on or after May 2, 1999", "states a fact"),
        ("9" * 400 + " days", "no number of a law"),
    ],
)
def test_no_quantity(text: str, why: str) -> None:
    assert find_quantities(text, "en") == (), why


def test_the_event_that_a_period_counts_from_is_kept() -> None:
    (found,) = find_quantities("notify FDA within 15 days after the sponsor learns of it, in writing", "en")
    assert found.anchor == "after the sponsor learns of it"


def q(comparator: str, value: float, unit: str, kind: str = "deadline", qualifier: str | None = None) -> Quantity:
    return Quantity("", kind, comparator, value, unit, qualifier)


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (q("<=", 15, "day"), q("<=", 15, "day"), "equal"),
        (q("<=", 3, "month"), q("<=", 90, "day"), "near"),
        (q("<=", 1, "year"), q("<=", 12, "month"), "equal"),
        (q("<=", 1, "year"), q("<=", 365, "day"), "near"),
        (q("<=", 24, "hour"), q("<=", 1, "day"), "equal"),
        (q("<=", 7, "day"), q("<=", 15, "day"), "stricter"),
        (q("<=", 15, "day", qualifier="working"), q("<=", 15, "day"), "looser"),
        (q(">=", 5, "year", "duration"), q("=", 2, "year", "duration"), "stricter"),
        (q("<=", 15, "day"), q("<=", 15, "°C"), "incomparable"),
        (q(">=", 5, "percent", "threshold"), q("<=", 5, "percent", "threshold"), "incomparable"),
        (q("<", 5, "percent", "threshold"), q("<=", 5, "percent", "threshold"), "stricter"),
        (q("<=", 50, "°F", "threshold"), q("<=", 10, "°C", "threshold"), "equal"),
        (q("<=", 1, "milligram/tablet", "threshold"), q("<=", 1, "milligram/tablet", "threshold"), "equal"),
    ],
)
def test_compare(a: Quantity, b: Quantity, expected: str) -> None:
    assert compare(a, b) == expected
    mirrored = {"stricter": "looser", "looser": "stricter"}.get(expected, expected)
    assert compare(b, a) == mirrored
