"""Use of defined terms: a reader who follows a term to its definition must land on the one that holds for the text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from ingest.terms.linking import link_terms
from ingest.terms.use import Definition, TermFinder, User, reaches
from kg.records import DefinedTerm, Extraction
from kg.stores import GraphStore
from tests.kg.small_graph import Draft, add_documents, duty, snapshot

PART = "21 CFR part 900"


def defined(term: str, scope: str = PART, key: str = "", provision: str = "p", path: tuple[str, ...] = ()) -> Definition:
    return Definition(key or term, term, scope, provision, path)


@pytest.mark.parametrize(
    ("terms", "text", "used", "why"),
    [
        (("Sponsor",), "Each sponsor shall report.", ("Sponsor",), "in any case"),
        (("Component",), "All components shall be tested.", ("Component",), "in the plural"),
        (("drug", "drug product"), "The drug product shall be sealed.", ("drug product",), "the longest"),
        (("lot",), "A lottery shall not be held.", (), "whole words"),
        (("State",), "The label shall state the name.", (), "a verb is no term"),
        (("State",), "Each State shall appoint one.", ("State",), "the noun is"),
        (("AE",), "The ae of things shall be told.", (), "an abbreviation is told by its capitals"),
        (("AE",), "All AEs shall be told.", ("AE",), "also in the plural"),
        (("Lot", "Lot"), "The lot shall be kept with the lot record.", ("Lot",), "one edge a term"),
    ],
)
def test_english(terms: tuple[str, ...], text: str, used: tuple[str, ...], why: str) -> None:
    assert TermFinder(map(defined, terms), "en").used(User("u", "21 CFR 900.5", text)) == used, why


@pytest.mark.parametrize(
    ("terms", "text", "used", "why"),
    [
        (("演示药",), "企业应当检验演示药。", ("演示药",), "found between other characters"),
        (("持有人", "境外持有人"), "境外持有人应当指定代表。", ("境外持有人",), "the longest"),
        (("药品",), "药品监督管理部门应当公开。", (), "part of a longer word of the lexicon"),
        (("药品",), "企业应当检验药品。", ("药品",), "the word itself"),
    ],
)
def test_chinese(terms: tuple[str, ...], text: str, used: tuple[str, ...], why: str) -> None:
    definitions = [defined(term, "《演示办法》") for term in terms]
    assert TermFinder(definitions, "zh").used(User("u", "《演示办法》第五条", text)) == used, why


@pytest.mark.parametrize(
    ("scope", "path", "citation", "user_path", "expected"),
    [
        (PART, (), "21 CFR 900.7(a)", (), True),
        ("21 CFR 900.3", (), "21 CFR 900.3(a)(1)", (), True),
        ("21 CFR 900.3", (), "21 CFR 900.30", (), False),
        ("21 CFR 900.3(b)", (), "21 CFR 900.3(c)", (), False),
        ("21 CFR part 900 subpart B", (), "21 CFR 900.20", ("Subpart B", "§ 900.20"), True),
        ("21 CFR part 900 subpart B", (), "21 CFR 900.30", ("Subpart C", "§ 900.30"), False),
        ("21 CFR chapter I", (), "21 CFR 900.1", (), True),
        ("《演示办法》", (), "《演示办法》第九条", (), True),
        ("《演示办法》第九条", (), "《演示办法》第九条第二款", (), True),
        ("《演示办法》第九条", (), "《演示办法》第九条之一", (), False),
        ("《演示办法》本章", ("第二章 注册", "第九条"), "《演示办法》第十条", ("第二章 注册", "第十条"), True),
        ("《演示办法》本章", ("第二章 注册", "第九条"), "《演示办法》第三十条", ("第三章 生产", "第三十条"), False),
        ("Regulation (EU) 2099/1", (), "Regulation (EU) 2099/1 Article 7", (), True),
        ("Regulation (EU) 2099/1 Annex I", (), "Regulation (EU) 2099/1 Annex I 2.1", (), True),
        ("Regulation (EU) 2099/1 Annex I", (), "Regulation (EU) 2099/1 Annex II 2.1", (), False),
        ("Regulation (EU) 2099/1 Chapter V", (), "Regulation (EU) 2099/1 Article 52", ("Chapter V", "Article 52"), True),
        ("Regulation (EU) 2099/1 Chapter V", (), "Regulation (EU) 2099/1 Article 62", ("Chapter VI", "Article 62"), False),
    ],
)
def test_a_definition_holds_within_its_scope(
    scope: str, path: tuple[str, ...], citation: str, user_path: tuple[str, ...], expected: bool
) -> None:
    assert reaches(defined("x", scope, path=path), User("u", citation, "", user_path)) is expected


def test_the_narrower_definition_holds_where_both_reach() -> None:
    finder = TermFinder([defined("lot", key="wide"), defined("lot", "21 CFR 900.3", key="narrow")], "en")
    assert finder.used(User("u", "21 CFR 900.3(a)", "The lot shall be kept.")) == ("narrow",)
    assert finder.used(User("u", "21 CFR 900.4", "The lot shall be kept.")) == ("wide",)


def test_a_definition_does_not_use_itself() -> None:
    assert TermFinder([defined("Lot", provision="u")], "en").used(User("u", "21 CFR 900.3", "Lot means a lot.")) == ()


def part(date: str, term: str = "Lot", text: str = "Each lot shall be kept.") -> Draft:
    """A part that defines a term in 900.1 and uses it in 900.2 under an obligation and in 900.3 under none."""
    stated = Extraction(obligations=(duty("", "keep each lot"),))
    return (
        Draft("21CFR900", date, "US", "Lots", f"us/{date}.xml")
        .add(PART, "part", "", heading="Lots")
        .add("21 CFR 900.1", "section", f"{term} means a batch.", PART, Extraction(terms=(DefinedTerm(term, PART, "a batch"),)))
        .add("21 CFR 900.2", "section", text, PART, stated)
        .add("21 CFR 900.3", "section", "A lot is a thing.", PART)
    )


def edges(store: GraphStore) -> list[tuple[str, str]]:
    rows = store.run("MATCH (p:Provision)-[r:USES_TERM]->(t:DefinedTerm) RETURN p.id AS p, t.id AS t ORDER BY p, t")
    return [(row["p"], row["t"]) for row in rows]


LINKED = [("US:21 CFR 900.2@2025-01-01", "US:21 CFR 900.1@2025-01-01#t1")]
WORK = ["US:21CFR900"]


def test_obligations_lead_to_the_terms_they_use(store: GraphStore) -> None:
    add_documents(store, [part("2025-01-01")])
    assert link_terms(store, WORK, "run") == 1
    assert edges(store) == LINKED


def test_linking_again_changes_nothing_and_another_reading_leaves_nothing_stale(store: GraphStore) -> None:
    """A reader that got better must not leave the uses that the worse one found."""
    add_documents(store, [part("2025-01-01")])
    link_terms(store, WORK, "run")
    before = snapshot(store)
    link_terms(store, WORK, "another run")
    assert snapshot(store) == before
    for changed in (part("2025-01-01", term="Batch"), part("2025-01-01", text="Each box shall be kept.")):
        add_documents(store, [changed], "1" * 64)
        link_terms(store, WORK, "run")
        assert edges(store) == []
    add_documents(store, [part("2025-01-01")], "2" * 64)
    link_terms(store, WORK, "run")
    assert edges(store) == LINKED


def _orders() -> Iterator[list[str]]:
    yield from (["2024-01-01", "2025-01-01"], ["2025-01-01", "2024-01-01"])


def test_a_provision_that_two_versions_share_uses_the_terms_of_both(store: GraphStore) -> None:
    """Whatever the order in which the versions were read."""
    found = []
    for order in _orders():
        store.clear()
        for date in order:
            draft = part(date)
            if date == "2025-01-01":  # the definition changed, its use did not
                draft.provisions[1] = replace(draft.provisions[1], text="Lot means a part of a batch.")
            add_documents(store, [draft])
            link_terms(store, WORK, "run")
        found.append(edges(store))
    shared = "US:21 CFR 900.2@2024-01-01"
    assert found[0] == found[1] == [(shared, "US:21 CFR 900.1@2024-01-01#t1"), (shared, "US:21 CFR 900.1@2025-01-01#t1")]
