"""Review decides what is released: a lenient rule here puts faulty items into every later score."""

from __future__ import annotations

import pytest

from bench.review_agreement import agreement, residual_error
from qa.items import Item
from qa.pools import Pool, Rating, pool_of
from qa.review import Disposition, draw_cohorts, hamilton, reconcile

GOOD: dict[str, Rating] = {"C1": "2", "C2": "2", "C3": "2", "C4": "2", "C5": "NA"}


@pytest.mark.parametrize(
    ("change", "item_type", "expected", "why"),
    [
        ({}, "Monolingual", Pool.NEGATIVE, "no concern; C5 does not apply"),
        ({}, "Comparative", Pool.TECHNICAL, "a comparison without its C5 was not screened"),
        ({"C5": "2"}, "Comparative", Pool.NEGATIVE, "no concern"),
        ({"C1": "1"}, "Monolingual", Pool.NEGATIVE, "borderline is not material"),
        ({"C3": "0"}, "Monolingual", Pool.POSITIVE, "a material defect"),
        ({"C3": "U"}, "Monolingual", Pool.UNABLE, "could not be told"),
        ({"C3": "U", "C4": "0"}, "Monolingual", Pool.POSITIVE, "a defect comes before doubt"),
        ({"C5": "0"}, "Monolingual", Pool.NEGATIVE, "C5 does not apply"),
    ],
)
def test_pools(change: dict[str, Rating], item_type: str, expected: Pool, why: str) -> None:
    assert pool_of({**GOOD, **change}, item_type) is expected, why


def test_a_screener_that_said_nothing_is_no_pass() -> None:
    assert pool_of(None, "Parallel") is Pool.TECHNICAL


def test_hamilton_over_six_strata_sums_to_the_sample() -> None:
    """The first paper's six strata of 10,919 screen-negative items; their exact sizes are not published, the sum is."""
    strata = {"M EN": 3300, "M CN": 3200, "C EN": 1950, "C CN": 1969, "P EN": 252, "P CN": 248}
    assert sum(strata.values()) == 10_919
    shares = hamilton(strata, 500)
    assert sum(shares.values()) == 500
    assert all(abs(shares[name] - 500 * size / 10_919) < 1 for name, size in strata.items())
    assert hamilton({"a": 3, "b": 2}, 500) == {"a": 3, "b": 2}, "no more than there are"
    assert hamilton({"b": 1, "a": 1}, 1) == {"b": 0, "a": 1}, "equal remainders go by name"


def items(count: int) -> list[Item]:
    types = ("Monolingual", "Comparative", "Parallel")
    return [Item(f"I{n:05d}", types[n % 3], ("EN", "CN")[n % 2], "?", (), "A") for n in range(count)]


def test_the_cohorts_of_the_paper() -> None:
    every = items(806 + 10_919 + 126 + 8)
    pools = {}
    for position, item in enumerate(every):
        pools[item.id] = (
            Pool.POSITIVE
            if position < 806
            else Pool.UNABLE
            if position < 932
            else Pool.TECHNICAL
            if position < 940
            else Pool.NEGATIVE
        )
    cohorts = draw_cohorts(every, pools)
    assert (len(cohorts.a), len(cohorts.b), len(cohorts.c), cohorts.reviewed) == (806, 500, 126, 1432)
    assert draw_cohorts(every[::-1], pools) == cohorts, "the order of the items changes nothing"


def test_the_release_of_the_paper() -> None:
    """12 format-invalid, 405 material, 2 unable, 8 technical: 427 of 11,871 excluded, 11,444 released."""
    bad, unsure = {**GOOD, "C1": "0"}, {**GOOD, "C1": "U"}
    outcomes = [Disposition.FORMAT] * 12
    outcomes += [reconcile(Pool.POSITIVE, bad, [bad, GOOD], "Monolingual")] * 405
    outcomes += [reconcile(Pool.UNABLE, unsure, [unsure, unsure], "Monolingual")] * 2
    outcomes += [reconcile(Pool.TECHNICAL, None, [], "Monolingual")] * 8
    outcomes += [reconcile(Pool.NEGATIVE, GOOD, [GOOD, GOOD], "Monolingual")] * 1025
    outcomes += [reconcile(Pool.NEGATIVE, GOOD, [], "Monolingual")] * 10_419
    excluded = [outcome for outcome in outcomes if not outcome.released]
    assert (len(outcomes), len(excluded), len(outcomes) - len(excluded)) == (11_871, 427, 11_444)


@pytest.mark.parametrize(
    ("pool", "reviews", "expected", "why"),
    [
        (Pool.POSITIVE, [], Disposition.UNABLE, "doubted and never reviewed is not released"),
        (Pool.UNABLE, [], Disposition.UNABLE, "unable and never reviewed is not released"),
        (Pool.POSITIVE, [GOOD, GOOD], Disposition.PASS, "both reviewers clear it"),
        (Pool.NEGATIVE, [GOOD, {**GOOD, "C2": "1"}], Disposition.BORDERLINE, "one minor concern"),
        (Pool.NEGATIVE, [GOOD, {**GOOD, "C2": "0"}], Disposition.MATERIAL, "one reviewer is enough"),
        (Pool.UNABLE, [{**GOOD, "C1": "U"}, GOOD], Disposition.BORDERLINE, "one of them could tell"),
    ],
)
def test_reconciliation(pool: Pool, reviews: list[dict[str, Rating]], expected: Disposition, why: str) -> None:
    assert reconcile(pool, GOOD, reviews, "Monolingual") is expected, why


def test_agreement_leaves_out_what_could_not_be_rated() -> None:
    pairs = [(GOOD, GOOD)] * 8 + [(GOOD, {**GOOD, "C1": "0"})] * 2 + [({**GOOD, "C1": "U"}, GOOD)]
    found = agreement(pairs)
    assert (found["C1"].n, found["C1"].exact, found["C1"].pabak) == (10, 0.8, pytest.approx(0.6))
    assert "C5" not in found


def test_the_residual_error_of_the_paper() -> None:
    share, interval = residual_error(18, 500)
    assert (share, *interval) == pytest.approx((0.036, 0.0229, 0.0562), abs=5e-5)
