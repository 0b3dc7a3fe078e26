"""Answers that are known beforehand, over real texts: a user would lose all trust in a tool that fails one of these."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from align.embeddings import UseEmbedder, VectorCache
from align.sanity import moved, same_text, swaps, twins, twins_of, verdicts
from regkg.sanity import COPIES, Compared, compared, versions
from tests.align.conftest import US, build, document

Load = Callable[[str], Compared]


@pytest.fixture(scope="module")
def vectors(vector_folder: Path) -> VectorCache:
    return VectorCache(vector_folder, UseEmbedder(1))


@pytest.fixture(scope="module")
def copies(corpus: Path, vectors: VectorCache) -> Load:
    @cache
    def given(name: str) -> Compared:
        return compared(corpus, COPIES[name], vectors)

    return given


FLOORS = [
    # (copies, direction, twin first, twin AGREE, why not all)
    ("E6(R2), EMA and ICH", "EU", 0.98, 0.99, "three bullets of 3.1.2 whose words stand nearly the same in another clause"),
    ("E6(R2), EMA and ICH", "US", 0.99, 0.99, ""),
    ("Q7, FDA and ICH", "EU", 0.88, 0.93, "bullets of one line are split between two numbered paragraphs of one heading"),
    ("Q7, FDA and ICH", "US", 0.95, 0.96, "a numbered paragraph is a part of a longer section, which sets times elsewhere"),
    ("Q10 and itself", "EU", 1.0, 1.0, ""),
    ("Q10 and itself", "US", 1.0, 1.0, ""),
    ("part 820 and itself", "EU", 1.0, 0.97, "two sections as wholes, each held against one paragraph of its twin"),
    ("part 820 and itself", "US", 1.0, 1.0, ""),
]


@pytest.mark.parametrize(("name", "source", "first", "agree", "why"), FLOORS)
@pytest.mark.corpus
@pytest.mark.slow
def test_two_copies_of_one_text_find_each_other_and_agree(
    copies: Load, name: str, source: str, first: float, agree: float, why: str
) -> None:
    both = copies(name)
    target = "US" if source == "EU" else "EU"
    found = twins(both.corpus, source, target, both.there if source == "EU" else both.back)
    assert found.n >= 80, "too few to tell anything"
    assert found.first / found.n >= first, found.misses[:5]
    assert found.agree / found.first >= agree, found.misses[:5]


@pytest.mark.parametrize("name", ["Q10 and itself", "part 820 and itself"])
@pytest.mark.corpus
@pytest.mark.slow
def test_the_same_words_are_equivalent_and_differ_in_nothing(copies: Load, name: str) -> None:
    both = copies(name)
    same = [*same_text(both.corpus, "EU", "US", both.there), *same_text(both.corpus, "US", "EU", both.back)]
    assert len(same) > 150
    wrong = [v for v in same if (v.label, v.relation, v.compared[0].verdict.differences) != ("AGREE", "equivalent", ())]
    assert wrong == []


@pytest.mark.parametrize("name", COPIES)
@pytest.mark.corpus
@pytest.mark.slow
def test_swapping_the_sides_swaps_relation_and_spans_of_a_pair(copies: Load, name: str) -> None:
    pairs = copies(name).swapped()
    assert len(pairs) > 100
    assert [(p.source, p.target, p.wrong) for p in pairs if p.wrong] == []


@pytest.mark.corpus
@pytest.mark.slow
def test_two_versions_of_a_part_differ_where_supersedes_says(corpus: Path, vectors: VectorCache) -> None:
    found = versions(corpus, vectors)
    for kind in ("amended", "new"):
        assert found[kind], kind
        assert [v.source for v in found[kind] if v.relation == "equivalent"] == [], f"{kind}, so not the same"
    assert {v.label for v in found["renumbered"]} == {"AGREE"}


@pytest.mark.corpus
@pytest.mark.slow
def test_the_order_of_files_changes_nothing(corpus: Path, vectors: VectorCache) -> None:
    given = [*COPIES["part 820 and itself"], *COPIES["Q10 and itself"]]
    one, other = compared(corpus, given, vectors), compared(corpus, given[::-1], vectors)
    assert one.there == other.there
    assert one.back == other.back


def test_a_twin_is_told_by_words_alone(vector_folder: Path) -> None:
    texts = {**US, "9001.50": "Too short."}
    parsed = document("US", "en", "Part 9001", texts, "section")
    both = build([parsed, moved(parsed, "EU")], vector_folder)
    found = twins_of(both.sides["US"], range(len(texts)), both.sides["EU"])
    assert {both.sides["US"].passages[row].citation: set(units) for row, units in found.items()} == {
        citation: {f"EU:1:{citation}"} for citation in US
    }, "each finds its own, and what is too short to be told apart finds none"


def test_a_made_up_copy_agrees_with_itself_either_way(vector_folder: Path) -> None:
    parsed = document("US", "en", "Part 9001 — Manufacture of drug products", US, "section")
    both = build([parsed, moved(parsed, "EU")], vector_folder)
    there, back = verdicts(both, "EU", "US"), verdicts(both, "US", "EU")
    assert {(v.label, v.relation) for v in (*there, *back)} == {("AGREE", "equivalent")}
    assert not [pair for pair in swaps(there, back) if pair.wrong]


def test_a_changed_deadline_shows_in_both_directions(vector_folder: Path) -> None:
    parsed = document("US", "en", "Part 9001 — Manufacture of drug products", US, "section")
    copy = moved(parsed, "EU")
    changed = replace(copy, provisions=tuple(replace(p, text=p.text.replace("15", "7")) for p in copy.provisions))
    both = build([parsed, changed], vector_folder)
    for a, b in (("US", "EU"), ("EU", "US")):
        assert [v.label for v in verdicts(both, a, b)] == ["DIVERGE", "AGREE", "AGREE", "AGREE"], (a, b)
