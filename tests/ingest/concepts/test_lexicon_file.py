"""The lexicon that is shipped keeps its own rules, so that a careless line is caught before it costs recall."""

import re
from collections import Counter
from pathlib import Path

import pytest

from ingest.concepts import lexicon, read_lexicon
from ingest.concepts.coverage import coverage
from ingest.concepts.lexicon import COLUMNS
from ingest.concepts.lint import lint

_CHINESE = re.compile(r"[\u4e00-\u9fff]")


def test_size() -> None:
    """Recall has no plateau in the number of concepts; losing entries is losing counterparts."""
    assert len(lexicon().concepts) >= 1500


def test_ids_are_kebab_case() -> None:
    assert [c.id for c in lexicon().concepts if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", c.id)] == []


def test_each_side_is_in_its_language() -> None:
    wrong = [c.id for c in lexicon().concepts if any(_CHINESE.search(v) for v in (*c.en, *c.eu))]
    wrong += [c.id for c in lexicon().concepts if any(not _CHINESE.search(v) and not v.isupper() for v in c.zh)]
    assert wrong == []


def test_only_actors_have_a_level() -> None:
    assert [c.id for c in lexicon().concepts if c.level and c.kind != "actor"] == []


def test_few_ambiguous_phrases_and_no_one_sided_entry() -> None:
    faults = Counter(problem.fault for problem in lint(lexicon()))
    assert faults["one-sided"] == faults["duplicate"] == 0
    assert faults["ambiguous"] <= 40  # such as 再评价, which drug and device law both use


@pytest.mark.parametrize(
    ("fault", "rows"),
    [
        ("ambiguous", ["a\tobject\tx\t\t\tone\t甲\t\t", "b\tobject\tx\t\t\tone | two\t乙\t\t"]),
        ("duplicate", ["a\tobject\tx\t\t\tone\t甲某\t\t", "b\tobject\tx\t\t\tone\t乙某\t\t"]),
        ("one-sided", ["a\tobject\tx\t\t\tone\t\t\t"]),
        ("short", ["a\tobject\tx\t\t\tone\t水\t\t"]),
    ],
)
def test_lint_finds(tmp_path: Path, fault: str, rows: list[str]) -> None:
    path = tmp_path / "faulty.tsv"
    path.write_text("\n".join(("\t".join(COLUMNS), *rows)) + "\n", encoding="utf-8")
    assert fault in {problem.fault for problem in lint(read_lexicon(path))}


def test_lint_over_texts(tmp_path: Path) -> None:
    path = tmp_path / "l.tsv"
    path.write_text(
        "\n".join(("\t".join(COLUMNS), "a\tobject\tx\t\t\tone\t甲某\t\t", "b\tobject\tx\t\t\ttwo\t乙某\t\t")) + "\n",
        encoding="utf-8",
    )
    found = {(p.fault, p.concepts[0]) for p in lint(read_lexicon(path), [("en", "one"), ("en", "one")])}
    assert {("frequent", "a"), ("unused", "b")} <= found


def test_coverage_tells_thin_instruments_first() -> None:
    found = coverage(
        lexicon(), [("thick", "en", "drug product"), ("thin", "en", "lorem ipsum dolor drug"), ("none", "en", " ")]
    )
    assert [c.instrument for c in found] == ["thin", "thick"]
    assert found[1].covered == 1.0
