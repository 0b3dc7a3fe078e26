"""Evidence decides what a comparison shows: the wrong arm, a leaked answer or a missing side makes it worthless."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench.arms import ARMS, BUDGET, cut, evidence_for, other_items
from bench.questions import read_questions
from bench.reach import holds, reached_document, reached_provision, same_document
from bench.retrieval import read_question
from bench.retrieval.question import split_clauses
from bench.runs.plan import text_tokens
from kg.errors import UsageError
from qa.items import Item, Quote


def item(key: str, question: str, lang: str = "EN", **more: object) -> Item:
    choices = ("A. yes", "B. no", "C. perhaps", "D. never")
    return Item(key, "Monolingual", lang, question, choices, "A", **more)  # type: ignore[arg-type]


ASKED = [
    item("en", "How long does US law require a manufacturer to keep a reserve sample of each batch?"),
    item("zh", "美国法规要求生产企业将每批药品的留样保存多长时间？", "CN"),
    item("both", "Compare the annual product quality review in China with that in the United States."),
    item("drawn", "Who approves the trial protocol?", source_us="PART_9100SAMPLE.txt"),
]


@pytest.mark.parametrize("arm", ARMS)
def test_every_arm_stays_within_the_budget(graph: str, arm: str) -> None:
    with evidence_for(arm, ASKED, graph) as evidence:
        shown = [evidence(each) for each in ASKED]
    assert all(text_tokens(each.text) <= BUDGET for each in shown)
    assert any(each.text for each in shown) == (arm != "flat")


def test_a_chinese_question_finds_us_law_and_the_index_is_made_once(graph: str) -> None:
    with evidence_for("graph", ASKED, graph) as evidence:
        english, chinese, both = (evidence(each) for each in ASKED[:3])
    assert english.provisions[0].startswith("US:21CFR9100.16"), english.provisions
    assert any(p.startswith("US:21CFR9100.16") for p in chinese.provisions[:4]), chinese.provisions
    assert {p.split(":")[0] for p in both.provisions} == {"US", "CN"}, "both sides, and no third one"
    assert "verdict" in both.text or "no counterpart" in both.text
    made = {path: path.stat().st_mtime_ns for path in Path(graph).parent.glob("retrieval-*/*")}
    with evidence_for("passages", ASKED[:1], graph):
        pass
    assert made == {path: path.stat().st_mtime_ns for path in Path(graph).parent.glob("retrieval-*/*")}


def test_the_oracle_shows_the_items_own_quotations_without_a_graph() -> None:
    quote = Quote("US:21CFR9.1@2026-01-01", "21 CFR 9.1", "US", "Keep it for two years.")
    asked = item("q", "How long?", evidence=(quote,))
    with evidence_for("oracle", [asked], "/nonexistent/graph") as evidence:
        found = evidence(asked)
    assert "Keep it for two years." in found.text
    assert reached_provision(asked, found.provisions) is True


def test_shuffled_never_shows_an_item_its_own_evidence() -> None:
    asked = [item(str(n), "Question?", "EN" if n % 2 else "CN") for n in range(7)]
    others = other_items(asked)
    assert all(a.id != b.id for a, b in zip(asked, others, strict=True))
    assert sum(a.lang == b.lang for a, b in zip(asked, others, strict=True)) >= 5
    assert [o.id for o in other_items(asked)] == [o.id for o in others]


@pytest.mark.parametrize(
    ("question", "lang", "sides"),
    [
        ("What must a US sponsor do?", "EN", ("US",)),
        ("Give us the period.", "EN", ("US", "CN", "EU")),
        ("Does China's law agree with the EU's?", "EN", ("CN", "EU")),
        ("中美两国的规定有何不同？", "CN", ("US", "CN")),
        ("在欧盟，申办者应当何时报告？", "CN", ("EU",)),
    ],
)
def test_a_question_tells_whose_law_it_is_about(question: str, lang: str, sides: tuple[str, ...]) -> None:
    assert read_question(item("q", question, lang), ("US", "CN", "EU")).sides == sides


def test_clauses_belong_to_the_side_they_name() -> None:
    text = "China requires a licence, renewed yearly, while US law asks for a notice. Which is right?"
    assert [(c.text, sorted(c.sides)) for c in split_clauses(text)] == [
        ("China requires a licence", ["CN"]),
        ("renewed yearly", ["CN"]),
        ("while US law asks for a notice.", ["US"]),
        ("Which is right?", []),
    ]


@pytest.mark.parametrize(
    ("shown", "gold", "expected"),
    [
        ("US:21CFR9.1(a)@2026-01-01", "US:21CFR9.1@2020-01-01", True),
        ("US:21CFR9.1@2026-01-01", "US:21CFR9.1(a)(2)@2026-01-01", True),
        ("US:21CFR9.1@2026-01-01", "US:21CFR9.12@2026-01-01", False),
        ("CN:某办法@2020-01-01/第三条", "CN:某办法@2020-01-01/第三条/第一款", True),
        ("CN:某办法@2020-01-01/第十条", "CN:某办法@2020-01-01/第十一条", False),
    ],
)
def test_reach_counts_the_provision_and_what_stands_in_it(shown: str, gold: str, expected: bool) -> None:
    assert holds(shown, gold) is expected


@pytest.mark.parametrize(
    ("name", "title", "expected"),
    [
        ("PART_9100SAMPLE_RULES.txt", "21 CFR Part 9100 — Sample rules", True),
        ("PART_91OTHER.txt", "21 CFR Part 9100 — Sample rules", False),
        ("演示药品管理办法（2021年第1号令）.txt", "演示药品管理办法", True),
        ("演示法.txt", "演示法实施条例", False),
    ],
)
def test_published_source_names_find_their_document(name: str, title: str, expected: bool) -> None:
    assert same_document(name, title) is expected


def test_document_reach_needs_every_source() -> None:
    asked = item("q", "?", source_us="PART_9100X.txt", source_cn="演示药品管理办法.txt")
    assert reached_document(asked, ["21 CFR Part 9100 — X"]) is False
    assert reached_document(asked, ["21 CFR Part 9100 — X", "演示药品管理办法"]) is True
    assert reached_document(item("q", "?"), ["x"]) is None


def test_a_bare_question_is_enough_and_a_bad_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "q.jsonl"
    path.write_text(json.dumps({"question": "何时报告？"}, ensure_ascii=False) + "\n", encoding="utf-8")
    assert (read_questions(path)[0].id, read_questions(path)[0].lang) == ("1", "CN")
    path.write_text('{"id": "x"}\n', encoding="utf-8")
    with pytest.raises(UsageError, match="line 1"):
        read_questions(path)


def test_a_long_provision_is_cut_visibly() -> None:
    assert cut("word " * 1000, 100).endswith("…")
    assert text_tokens(cut("字" * 1000, 100)) <= 102
