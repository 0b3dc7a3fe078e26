"""Users publish these figures: a wrong formula here is a wrong claim in a paper."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.inter_rater import cohens_kappa
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

from bench.statistics import (
    class_scores,
    cohen_kappa,
    detectable_difference,
    exact_p,
    holm,
    kappa_interval,
    macro_f1,
    matched_pairs,
    mid_p,
    pabak,
    power,
    retest_noise,
    stratified_bootstrap,
    wilson,
)
from bench.tables import overall

COUNTS = st.integers(0, 60)


@pytest.mark.parametrize(
    ("hits", "n", "low", "high", "why"),
    [
        (18, 500, 0.0229, 0.0562, "residual error of cohort B, first paper"),
        (0, 10, 0.0, 0.2775, "no hits still has an upper bound"),
    ],
)
def test_wilson_gives_the_published_interval(hits: int, n: int, low: float, high: float, why: str) -> None:
    assert wilson(hits, n) == pytest.approx((low, high), abs=5e-5), why


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_agrees_with_statsmodels(counts: tuple[int, int]) -> None:
    assert wilson(*counts) == pytest.approx(proportion_confint(*counts, method="wilson"), abs=1e-9)


@pytest.mark.parametrize(
    ("b", "c", "exact", "mid"), [(1, 7, 0.0703, 0.0391), (0, 0, 1.0, 1.0), (5, 5, 1.0, 1 - 252 / 1024), (0, 5, 0.0625, 0.03125)]
)
def test_mcnemar_gives_known_values(b: int, c: int, exact: float, mid: float) -> None:
    assert (exact_p(b, c), mid_p(b, c)) == pytest.approx((exact, mid), abs=5e-5)


@given(COUNTS, COUNTS)
def test_mcnemar_agrees_with_statsmodels_and_is_symmetric(b: int, c: int) -> None:
    if b + c:
        assert exact_p(b, c) == pytest.approx(min(1.0, mcnemar([[0, b], [c, 0]], exact=True).pvalue))
    assert mid_p(b, c) == mid_p(c, b)
    assert 0 <= mid_p(b, c) <= exact_p(b, c) <= 1


@settings(max_examples=40, deadline=None)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_holm_agrees_with_statsmodels(p_values: list[float]) -> None:
    assert holm(p_values) == pytest.approx(list(multipletests(p_values, method="holm")[1]))


RELEASE = 11_444
"""Items of the first paper's release; every rate of its tables has this denominator."""
TABLE_8 = {
    ("GPT", "Gemini"): (1.102, 0.988, 1.229, 0.1488),
    ("Gemini", "DeepSeek"): (1.094, 0.991, 1.207, 0.1488),
    ("GPT", "DeepSeek"): (1.175, 1.067, 1.293, 0.0031),
    ("GPT", "Qwen"): (1.540, 1.398, 1.695, 0.0),
}
"""Odds ratio with interval and adjusted p as printed; 0.0 stands for "< 0.001". The text has no interval of the other two."""


def discordant(value: float, low: float, high: float) -> tuple[int, int]:
    """b and c from a printed odds ratio: b / c is the ratio, and the interval's width tells 1/b + 1/c."""
    c = (1 + 1 / value) / (math.log(high / low) / (2 * 1.959964)) ** 2
    return round(value * c), round(c)


@pytest.mark.parametrize(("value", "low", "high", "_"), TABLE_8.values(), ids=map(" against ".join, TABLE_8))
def test_odds_ratios_of_the_first_paper_follow_from_discordant_counts(value: float, low: float, high: float, _: float) -> None:
    found = matched_pairs(*discordant(value, low, high))
    assert (found.value, *found.interval) == pytest.approx((value, low, high), abs=0.003)


def test_the_marginals_of_the_first_paper_give_the_same_discordant_counts() -> None:
    """b - c is the difference of correct answers: 86.43% and 83.21% of the release for the highest and the lowest model."""
    apart = round(0.8643 * RELEASE) - round(0.8321 * RELEASE)
    b = round(apart * 1.540 / 0.540)
    found = matched_pairs(b, b - apart)
    assert (found.value, *found.interval) == pytest.approx((1.540, 1.398, 1.695), abs=0.005)
    assert (b, b - apart) == pytest.approx(discordant(1.540, 1.398, 1.695), rel=0.05)


def test_mcnemar_and_holm_give_the_first_papers_adjusted_p() -> None:
    """The counts found give each raw p; the two ratios without an interval are further off than the one with p < .001."""
    raw = {pair: mid_p(*discordant(*row[:3])) for pair, row in TABLE_8.items()}
    adjusted = dict(zip([*raw, "x", "y"], holm([*raw.values(), 1e-12, 1e-9]), strict=True))
    for pair, row in TABLE_8.items():
        assert adjusted[pair] == pytest.approx(row[3], abs=0.02 if row[3] > 0.05 else 0.002), pair
    assert adjusted["GPT", "Gemini"] == adjusted["Gemini", "DeepSeek"], "printed as a tie: the step-down maximum carries over"
    assert sum(p < 0.05 for p in adjusted.values()) == 4, "four of six differ"


@pytest.mark.parametrize(("failures", "coverage"), [(0, 1.0), (106, 0.9907), (14, 0.9988), (6, 0.9995)])
def test_coverage_of_the_first_paper_follows_from_its_parsing_failures(failures: int, coverage: float) -> None:
    """Failures stay in the denominator and count as wrong: coverage is told apart from accuracy."""
    rows = [
        {"id": str(n), "model": "m", "arm": "flat", "repeat": 0, "correct": n >= failures, "valid": n >= failures}
        for n in range(RELEASE)
    ]
    table = overall(rows).to_dict("records")[0]
    assert (table["n"], round(table["valid"], 4), round(table["accuracy"], 4)) == (RELEASE, coverage, coverage)


@pytest.mark.parametrize(
    ("agree", "diverge", "silent", "macro"),
    [(0.754, 0.586, 0.640, 0.663), (0.905, 0.805, 0.778, 0.830), (0.279, 0.383, 0.025, 0.233)],
)
def test_macro_f1_of_the_second_paper_is_the_mean_of_its_three_classes(
    agree: float, diverge: float, silent: float, macro: float
) -> None:
    assert (agree + diverge + silent) / 3 == pytest.approx(macro, abs=0.005)


def test_constant_answers_score_as_the_second_papers_class_sizes_say() -> None:
    """42 AGREE, 38 DIVERGE, 21 SILENT: what a method must beat."""
    gold = ["AGREE"] * 42 + ["DIVERGE"] * 38 + ["SILENT"] * 21
    assert macro_f1(gold, ["AGREE"] * 101, ["AGREE", "DIVERGE", "SILENT"]) == pytest.approx(2 * 42 / 143 / 3)


def test_an_odds_ratio_without_one_side_has_no_interval() -> None:
    assert matched_pairs(3, 0).value == math.inf
    assert math.isnan(matched_pairs(0, 0).value)
    assert math.isnan(matched_pairs(3, 0).interval.low)


@given(st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from("ab")), min_size=2, max_size=60))
def test_kappa_agrees_with_statsmodels(pairs: list[tuple[str, str]]) -> None:
    a, b = [x for x, _ in pairs], [y for _, y in pairs]
    kappa = cohen_kappa(a, b)
    if math.isnan(kappa):
        return
    table = np.array([[sum(p == (x, y) for p in pairs) for y in "ab"] for x in "ab"])
    known = cohens_kappa(table)
    assert kappa == pytest.approx(known.kappa)
    if math.isnan(known.std_kappa):  # a variance of 0 that rounds below it there
        return
    interval = kappa_interval(a, b)
    assert interval.low == pytest.approx(known.kappa_low, abs=1e-6)
    assert interval.high == pytest.approx(min(1.0, known.kappa_upp), abs=1e-6)


def test_pabak_gives_the_published_value() -> None:
    assert pabak(0.725) == pytest.approx(0.450)


def test_f1_counts_an_unknown_answer_as_wrong() -> None:
    gold, predicted = ["A", "A", "B", "C"], ["A", "?", "B", "B"]
    scores = class_scores(gold, predicted, ["A", "B", "C"])
    assert scores["A"].f1 == pytest.approx(2 / 3)
    assert scores["B"].precision == 0.5
    assert macro_f1(gold, predicted, ["A", "B", "C"]) == pytest.approx((2 / 3 + 2 / 3 + 0) / 3)


def test_bootstrap_keeps_the_strata_and_is_repeatable() -> None:
    strata = ["x"] * 5 + ["y"] * 95
    share = lambda rows: sum(strata[i] == "x" for i in rows) / len(rows)  # noqa: E731 - one line, used twice
    assert stratified_bootstrap(strata, share, resamples=50) == (0.05, 0.05)
    rate = lambda rows: sum(i % 2 for i in rows) / len(rows)  # noqa: E731
    assert stratified_bootstrap(strata, rate, resamples=50) == stratified_bootstrap(strata, rate, resamples=50)


def test_noise_over_repeats() -> None:
    noise = retest_noise([[True, True, False, False], [True, False, False, False]])
    assert noise.accuracies == (0.5, 0.25)
    assert noise.flips == 0.25
    assert math.isnan(retest_noise([[True]]).deviation)


def test_power_grows_with_the_items_and_names_what_can_be_shown() -> None:
    assert power(0.05, 100, 0.2) < power(0.05, 1000, 0.2) < power(0.05, 11444, 0.2)
    assert power(0.0, 1000, 0.2) < 0.05
    shown = detectable_difference(548, 0.2)
    assert power(shown, 548, 0.2) == pytest.approx(0.8, abs=0.01)
    assert detectable_difference(3, 0.2) == 0.2
