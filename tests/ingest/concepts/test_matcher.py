"""Concepts are found where the text names them, whole words only, the longest phrase first."""

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.concepts import ConceptMatcher, Lexicon, concept_weights, concepts_of, find_concepts, lexicon, read_lexicon
from ingest.concepts.lexicon import COLUMNS

_ROWS = (
    ("drug", "object", "drug", "", "", "drug", "药品", "medicinal product", ""),
    ("trial", "activity", "trial", "", "", "clinical trial", "临床试验", "", ""),
    ("ind", "record", "trial", "", "", "IND | investigational new drug application", "临床试验申请", "", "not equivalent"),
    ("site", "actor", "trial", "", "", "clinical trial institution", "临床试验机构", "", ""),
    ("irb", "actor", "trial", "", "", "IRB", "伦理委员会", "", ""),
    ("ship", "activity", "gmp", "", "", "~ship", "发运", "", ""),
    ("hct", "object", "blood", "", "", "human cells, tissues | 510(k)", "人体组织", "", ""),
    ("authority", "actor", "authority", "", "", "regulatory authority", "药品监督管理部门", "", ""),
    ("bureau", "actor", "authority", "authority", "provincial", "state authority", "省级药品监督管理部门", "", ""),
    ("nothing", "none", "none", "", "", "subject to", "水平", "", ""),
    ("subject", "actor", "trial", "", "", "subject", "受试者", "", ""),
    ("water", "object", "gmp", "", "", "water", "水", "", ""),
)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    path = tmp_path_factory.mktemp("lexicon") / "small.tsv"
    path.write_text("\n".join("\t".join(row) for row in (COLUMNS, *_ROWS)) + "\n", encoding="utf-8")
    return read_lexicon(path)


@pytest.mark.parametrize(
    ("text", "lang", "expected", "why"),
    [
        ("Drugs were shipped.", "en", [("drug", "Drugs"), ("ship", "shipped")], "plural and verb form"),
        ("the clinical trial institution", "en", [("site", "clinical trial institution")], "the longest phrase only"),
        ("A clinical-trial of it", "en", [("trial", "clinical-trial")], "a hyphen joins"),
        ("a clinical, trial", "en", [], "a comma parts"),
        ("An IND or an ind", "en", [("ind", "IND")], "an abbreviation needs its capitals"),
        ("IRBs and third", "en", [("irb", "IRBs")], "no match inside a word"),
        ("human cells, tissues and a 510(k)", "en", [("hct", "human cells, tissues"), ("hct", "510(k)")], "marks as written"),
        ("subject to water", "en", [("water", "water")], "a phrase that only looks like a concept"),
        ("the medicinal products", "en", [("drug", "medicinal products")], "EU wording"),
        ("开展临床 试验\n申请", "zh", [("ind", "临床 试验\n申请")], "blanks in Chinese text do not part a word"),
        ("技术水平和水", "zh", [("water", "水")], "水平 is not 水"),
        ("药品临床试验机构", "zh", [("drug", "药品"), ("site", "临床试验机构")], "the longest phrase only"),
        ("", "en", [], "nothing in nothing"),
        ("İ 药品", "zh", [("drug", "药品")], "a capital with a longer small letter moves no offset"),
    ],
)
def test_finds(small: Lexicon, text: str, lang: str, expected: list[tuple[str, str]], why: str) -> None:
    found = [(m.concept, text[m.start : m.end]) for m in ConceptMatcher(small).find(text, lang)]
    assert found == expected, why


def test_what_is_named_by_the_way_counts_less(small: Lexicon) -> None:
    """Without this a longer entry would hide the shorter one from the ranking, and each new entry would cost recall."""
    weights = ConceptMatcher(small).weights("clinical trial institution; state authority", "en")
    assert weights["site"] == weights["bureau"] == 1.0
    assert 0 < weights["trial"] < 1
    assert 0 < weights["authority"] < 1


def test_broader_concepts_are_concerned_too() -> None:
    found = concepts_of("省级药品监督管理部门应当检查", "zh")
    assert found[:2] == ("provincial-drug-authority", "drug-authority")
    assert len(found) == len(set(found))


@given(st.text(alphabet="drug clinical trial IND,.（药品临床试验 \n机构)s-'", max_size=60), st.sampled_from(["en", "zh"]))
def test_matches_are_in_order_and_in_the_text(text: str, lang: str) -> None:
    end = 0
    spans = dict.fromkeys((m.start, m.end) for m in find_concepts(text, lang))
    for start, stop in spans:
        assert end <= start < stop <= len(text)
        end = stop


def test_both_languages_meet_in_one_concept() -> None:
    """What alignment lives on: a requirement said in English and in Chinese names the same concepts."""
    english = set(concepts_of("The marketing authorization holder shall recall the drug product and notify wholesalers.", "en"))
    chinese = set(concepts_of("药品上市许可持有人应当召回药品，并通知批发企业。", "zh"))
    assert {"marketing-authorization-holder", "recall", "drug", "notification", "distributor"} <= english & chinese


def test_linear_in_the_text() -> None:
    """A 2 MB paragraph without a full stop does not hang."""
    for text, lang in (
        ("the sponsor shall notify clinical investigators of " * 40_000, "en"),
        ("药品上市许可持有人应当召回 药品" * 100_000, "zh"),
    ):
        began = time.perf_counter()
        assert find_concepts(text, lang)
        assert time.perf_counter() - began < 30


def test_weights_know_only_concepts_of_the_lexicon() -> None:
    assert set(concept_weights("药品生产企业应当建立批记录", "zh")) <= set(lexicon().by_id)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("only\tthree\tcells", "3 cells"),
        ("\t".join(("x", "thing", "", "", "", "x", "某", "", "")), "is no kind"),
        ("\t".join(("x", "object", "", "nowhere", "", "x", "某", "", "")), "broader concept nowhere"),
    ],
)
def test_a_wrong_line_is_told_with_its_place(tmp_path: Path, line: str, message: str) -> None:
    path = tmp_path / "wrong.tsv"
    path.write_text("\t".join(COLUMNS) + "\n" + line + "\n", encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        read_lexicon(path)
