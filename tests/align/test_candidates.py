"""Candidates: what a user would lose is the right counterpart among those that are shown."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from align.candidates import PairIndex, shown_order
from align.corpus import AlignCorpus
from align.judging import SourceVerdict, judge_direction
from tests.align.conftest import CN, US, build, document


def verdicts(corpus: AlignCorpus, source: str, target: str) -> dict[str, SourceVerdict]:
    a, b = sorted((source, target))
    pair = PairIndex.build(corpus, corpus.sides[a], corpus.sides[b])
    found = judge_direction(corpus, pair, corpus.sides[source], corpus.sides[target])
    return {v.source.rpartition(":")[2]: v for v in found}


@pytest.mark.parametrize(
    ("source", "expected", "why"),
    [
        ("9001.10", "第一条", "a report of a serious adverse event"),
        ("9001.20", "第二条", "batch production records"),
        ("9001.40", "第三条", "cleaning and maintenance of equipment"),
    ],
)
def test_the_counterpart_in_the_other_language_comes_first(
    two_sides: AlignCorpus, source: str, expected: str, why: str
) -> None:
    assert verdicts(two_sides, "US", "CN")[source].ranking[0][0].endswith(expected), why


def test_both_directions_find_the_same_pair(two_sides: AlignCorpus) -> None:
    assert verdicts(two_sides, "CN", "US")["第一条"].ranking[0][0].endswith("9001.10")


def test_every_source_gets_every_unit_while_there_are_fewer_than_fifty(two_sides: AlignCorpus) -> None:
    assert {len(v.ranking) for v in verdicts(two_sides, "US", "CN").values()} == {len(CN)}


def test_the_order_of_the_documents_changes_nothing(two_sides: AlignCorpus, vector_folder: Path) -> None:
    turned = build(
        [
            document("CN", "zh", "药品生产管理办法", CN, "条"),
            document("US", "en", "Part 9001 — Manufacture of drug products", US, "section"),
        ],
        vector_folder,
    )
    one, other = verdicts(two_sides, "US", "CN"), verdicts(turned, "US", "CN")
    assert [(k, v.ranking, v.label) for k, v in one.items()] == [(k, v.ranking, v.label) for k, v in other.items()]


def test_a_copy_of_a_law_is_no_second_counterpart(vector_folder: Path) -> None:
    corpus = build(
        [
            document("US", "en", "Part 9001 — Manufacture of drug products", US, "section"),
            document("CN", "zh", "药品生产管理办法", CN, "条"),
            document("CN", "zh", "药品生产管理办法", CN, "条", name="2"),
        ],
        vector_folder,
    )
    assert len(corpus.sides["CN"].targets) == len(CN)
    assert sum(len(others) for others in corpus.sides["CN"].copies.values()) == len(CN)


def test_a_side_with_one_provision_and_a_source_without_concepts_are_searched(vector_folder: Path) -> None:
    corpus = build(
        [
            document("US", "en", "Odds and ends", {"1.1": "Xyzzy shall be plugh."}, "section"),
            document("EU", "en", "Odds and ends", {"1": "The plugh must be xyzzy."}, "article"),
        ],
        vector_folder,
    )
    found = verdicts(corpus, "US", "EU")
    assert [len(v.ranking) for v in found.values()] == [1]
    assert all(np.isfinite(score) for v in found.values() for _, score in v.ranking)


@pytest.mark.parametrize(
    ("instruments", "most", "expected", "why"),
    [
        ([7, 7, 7, 3, 7, 3, 3], 2, [0, 1, 3, 5, 2, 4, 6], "the rest of either comes behind, in its order"),
        ([7, 7, 7], 2, [0, 1, 2], "one instrument alone stays as it is"),
        ([7, 7, 3], 0, [0, 1, 2], "no limit"),
        ([], 2, [], "no candidates"),
    ],
)
def test_one_instrument_does_not_fill_the_first_page(instruments: list[int], most: int, expected: list[int], why: str) -> None:
    rows = np.array([instruments, instruments], np.int64)
    assert shown_order(rows, most).tolist() == [expected, expected], why


def test_among_those_that_read_alike_one_that_demands_comes_before_one_that_tells(vector_folder: Path) -> None:
    corpus = build(
        [
            document("US", "en", "Records", {"1.1": "The manufacturer shall keep batch records for six years."}, "section"),
            document(
                "EU",
                "en",
                "Records",
                {
                    "1": "This article is about the manufacturer and about batch records kept for six years.",
                    "2": "The manufacturer shall keep batch records for six years, and so on, about this article.",
                },
                "article",
            ),
        ],
        vector_folder,
    )
    (found,) = verdicts(corpus, "US", "EU").values()
    assert [c.parts["demands"] for c in found.compared] == [1.0, 0.0]
    assert found.ranking[0][0].endswith("2")
