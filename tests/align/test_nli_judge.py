"""A cross-encoder's probabilities count only where they are sure and the texts were wholly read; one that can't tell pairs
apart verifies nothing."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from align.case_judge import ControlsFailed, judge_cases
from align.cross_encoder import Reading
from align.nli_judge import CONTROLS, WINDOW, Read, check_controls, judge_by_nli, judge_case, windows
from align.review import reviews
from align.worklist import Case, Text
from kg.stores import GraphStore
from tests.align.conftest import cases

YES, NO, OTHER, UNSURE = Reading(0.9, 0.05, 0.05), Reading(0.05, 0.05, 0.9), Reading(0.05, 0.9, 0.05), Reading(0.4, 0.4, 0.2)
SURER, SURER_NO = Reading(0.97, 0.02, 0.01), Reading(0.01, 0.0, 0.99)
CUT = Reading(0.05, 0.9, 0.05, cut=True)
_CONTROL = {
    (text, demand): {"AGREE": YES, "DIVERGE": NO, "SILENT": OTHER}[label]
    for (_, demand), candidates in CONTROLS
    for _, text, label in candidates
}


def text(body: str, key: str, lang: str = "en") -> Text:
    return Text(key, key, "", body, lang, f"hash of {key}", "d")


def says(readings: Sequence[Reading]) -> Read:
    """Reads the control pairs right, and other pairs in turn as `readings`."""
    left = iter(readings)
    return lambda pairs: [_CONTROL.get(pair) or next(left) for pair in pairs]


@pytest.mark.parametrize(
    ("readings", "label", "counterpart", "why"),
    [
        ([OTHER, YES, SURER], "AGREE", "c2", "the surest that entails the demand"),
        ([SURER_NO, YES, OTHER], "AGREE", "c1", "one that says the same settles it, whatever else contradicts"),
        ([OTHER, NO, SURER_NO], "DIVERGE", "c2", "the surest that contradicts"),
        ([OTHER, OTHER, OTHER], "SILENT", "", "all are neutral"),
        ([OTHER, UNSURE, OTHER], None, "", "one that is not sure leaves it open"),
        ([OTHER, CUT, OTHER], None, "", "a text whose end was not read can't be called silent"),
    ],
)
def test_what_the_readings_of_the_candidates_come_to(
    readings: list[Reading], label: str | None, counterpart: str, why: str
) -> None:
    case = Case(text("Keep it.", "US:s"), "EU", "SILENT", tuple(text("It is kept.", f"c{n}") for n in range(len(readings))))
    found = judge_case(case, says(readings))
    if label is None:
        assert found is None, why
        return
    assert found is not None
    assert (found.label, found.counterpart) == (label, counterpart), why
    assert "entailment" in found.note, "the figures are kept with the decision"


@pytest.mark.parametrize("candidates", [(), (text("  ", "c0"),)])
def test_without_a_text_to_read_nothing_is_decided(candidates: tuple[Text, ...]) -> None:
    assert judge_case(Case(text("Keep it.", "US:s"), "EU", "SILENT", candidates), says([])) is None


@pytest.mark.parametrize(("lang", "sentence"), [("en", "The sponsor shall keep each record. "), ("zh", "申办者应当保存记录。")])
def test_a_long_candidate_is_read_to_its_end(lang: str, sentence: str) -> None:
    """Else what answers at the end of a section would be called silent."""
    whole = text(sentence * 200, "c", lang)
    found = list(windows(whole))
    assert "".join("".join(found).split()) == "".join(whole.text.split())
    assert max(map(len, found)) <= WINDOW[lang]
    last = judge_case(Case(text("Keep it.", "s"), "EU", "SILENT", (whole,)), says([OTHER] * (len(found) - 1) + [YES]))
    assert last is not None and last.label == "AGREE"


@pytest.mark.parametrize("always", [YES, NO, OTHER, UNSURE, CUT])
def test_one_that_says_the_same_of_everything_verifies_nothing(unverified: GraphStore, always: Reading) -> None:
    with pytest.raises(ControlsFailed, match="nothing was verified"):
        judge_cases(unverified, cases(unverified), judge_by_nli(lambda pairs: [always] * len(pairs), {"en", "zh"}), "nli:m")
    assert reviews(unverified) == []


def test_one_that_reads_no_chinese_may_judge_english_alone() -> None:
    def english(pairs: Sequence[tuple[str, str]]) -> list[Reading]:
        return [_CONTROL[pair] if "".join(pair).isascii() else UNSURE for pair in pairs]

    check_controls(english, {"en"})
    with pytest.raises(ControlsFailed, match="nothing sure"):
        check_controls(english, {"en", "zh"})


def test_its_decisions_are_kept_as_judged_by_its_name(unverified: GraphStore) -> None:
    report = judge_cases(unverified, cases(unverified), judge_by_nli(says([NO, OTHER]), {"en", "zh"}), "nli:m", lambda: "abc")
    assert report.labels == {"DIVERGE": 1, "SILENT": 1}
    assert report.undecided == 1, "the silence without candidates"
    edges = unverified.run(
        "MATCH (p:Provision)-[a:ALIGNED_WITH|SILENT_IN]->() WHERE a.review IS NOT NULL "
        "RETURN a.state AS state, a.verified_by AS by, a.label AS label, a.differs_in AS differs ORDER BY label"
    )
    assert {(edge["state"], edge["by"]) for edge in edges} == {("judged", "nli:m abc")}
    [differs] = [edge["differs"] for edge in edges if edge["label"] == "DIVERGE"]
    assert differs in (["timeline"], ["modality"]), "the rules' field, which the cross-encoder does not contradict"
