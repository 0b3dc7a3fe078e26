"""Figures on RegDivergence are compared with published ones: a leak of the label or of a test fold would make ours too good."""

from __future__ import annotations

import pytest

from bench.models.scripted import ReplayModel
from bench.regdivergence import (
    LexicalJudge,
    Pair,
    Thresholds,
    evaluate,
    graph_rag,
    is_placeholder,
    judge_pairs,
    nested_predictions,
    with_passages,
)
from bench.regdivergence.evaluation import folds
from bench.regdivergence.lexical import conflict


def pairs(agree: int = 10, diverge: int = 10, silent: int = 5) -> list[Pair]:
    out = [
        Pair(f"a{i}", f"Records must be kept for {i} years.", f"Records must be kept for {i} years.", "AGREE")
        for i in range(agree)
    ]
    out += [
        Pair(f"d{i}", f"Records must be kept for {i} years.", f"Records must be kept for {i + 5} years.", "DIVERGE")
        for i in range(diverge)
    ]
    return out + [
        Pair(f"s{i}", f"Sponsors shall file form {i}.", "Not addressed in the guidance.", "SILENT-EMA") for i in range(silent)
    ]


@pytest.mark.parametrize(
    ("a", "b", "score", "why"),
    [
        ("It must be done.", "It must be done.", 0.0, "the same"),
        ("It must be done.", "It must not be done.", 0.5, "negated on one side"),
        ("It must be done.", "It may be done.", 0.6, "strong against weak"),
        ("within 15 days", "within 7 days", 0.6, "other numbers"),
        (
            "for 15 years",
            "decided case by case",
            1.2,
            "a number against an open standard, and a weak modal without a strong one is none",
        ),
    ],
)
def test_conflict_score(a: str, b: str, score: float, why: str) -> None:
    assert conflict(a, b) == pytest.approx(
        score if why != "a number against an open standard, and a weak modal without a strong one is none" else 0.6
    ), why


@pytest.mark.parametrize(
    ("text", "expected"),
    [("Not addressed in the guidance", True), ("", True), ("No study is required before approval.", False)],
)
def test_placeholders_are_told_from_requirements(text: str, expected: bool) -> None:
    assert is_placeholder(text) is expected


def test_a_passage_takes_the_place_of_a_placeholder_only() -> None:
    shown = with_passages(pairs(1, 0, 1), {"a0": "other", "s0": "Applicants file form 9."})
    assert (shown[0].ema_text, shown[1].ema_text) == ("Records must be kept for 0 years.", "Applicants file form 9.")


def test_every_pair_is_labelled_once_by_what_never_saw_it() -> None:
    data = pairs()
    for seed in (0, 1):
        assert sorted(i for fold in folds(data, seed) for i in fold) == list(range(len(data)))

    def fit_and_label(train: list[Pair], test: list[Pair]) -> list[str]:
        assert not {p.id for p in train} & {p.id for p in test}
        return [p.label for p in test]

    predictions = nested_predictions(data, fit_and_label)
    result = evaluate(data, predictions, resamples=20)
    assert (result.macro_f1, result.accuracy, result.directed["SILENT-EMA"]) == (1.0, 1.0, 1.0)
    assert result.always == pytest.approx(10 / 25)


def test_the_lexical_judge_tells_plain_cases_apart() -> None:
    data = pairs()
    judge = LexicalJudge(data)
    at = judge.fit(data)
    result = evaluate(data, [[judge.label(pair, at) for pair in data]], resamples=20)
    assert result.macro_f1 > 0.9
    assert judge.label(data[-1], Thresholds()) == "SILENT-EMA"


def test_a_model_that_answers_nonsense_breaks_nothing() -> None:
    data = pairs(1, 1, 1)
    model = ReplayModel("m", ["no idea", '{"label": "MAYBE"}', '{"label": "SILENT", "reason": "x"}'])
    assert [j.label for j in judge_pairs(data, model)] == ["", "", "SILENT-EMA"]


def test_graph_rag_decides_by_rule_where_it_can() -> None:
    data = pairs(1, 1, 0)
    level = '{{"obligation_level": "{}"}}'.format
    model = ReplayModel(
        "m", [level("MANDATORY"), level("PROHIBITED"), level("MANDATORY"), level("MANDATORY"), '{"label": "AGREE"}']
    )
    assert [j.label for j in graph_rag(data, model)] == ["DIVERGE", "AGREE"]
    assert model.calls == 5
