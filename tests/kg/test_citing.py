"""References to the provisions they name: what a reader follows from one provision to another."""

from __future__ import annotations

import pytest

from kg.references import Resolver
from kg.stores import GraphStore, Row
from tests.kg.small_graph import Draft, add_documents, build


def _places() -> list[Row]:
    out: list[Row] = []

    def add(document: str, level: str, *citations: str, date: str = "2025") -> None:
        for citation in citations:
            row = {"id": f"{citation}@{date}", "citation": citation, "document": document, "level": level}
            place = next((earlier["order"] for earlier in out if earlier["citation"] == citation), len(out))
            out.append({**row, "order": place, "valid_from": date})

    for part in (10, 12, 640):
        add(f"p{part}", "part", f"21 CFR part {part}")
    add("p10", "section", "21 CFR 10.1", "21 CFR 10.20", "21 CFR 10.30")
    add("p10", "paragraph", "21 CFR 10.30(d)", "21 CFR 10.30(e)", "21 CFR 10.30(f)")
    add("law", "条", *(f"《甲法》第{n}条" for n in "一二三四五"))
    add("law", "款", "《甲法》第二条第一款")
    add("mdr", "article", "MDR Article 9", "MDR Article 10", "MDR Article 11")
    add("p10", "section", "21 CFR 10.20", date="2026")
    add("p10", "subpart", "21 CFR part 10 subpart B", "21 CFR part 10 subpart D-F")
    add("law", "项", "《甲法》第五条第一款第（一）项", "《甲法》第五条第一款第（二）项", "《甲法》第五条第一款第（三）项")
    add("mdr", "annex-section", f"{IX} 2.2", "Regulation (EU) 2017/745 Annex VI Part A 1")
    add("mdr", "point", f"{IX} 2.2(c)", "Regulation (EU) 2017/745 Article 52(14)(b)")
    add("mdr", "paragraph", "Regulation (EU) 2017/745 Article 52(4)")
    add("act505", "section", "21 U.S.C. 355")
    out[-1]["order"] = 0
    add("act505", "paragraph", "21 U.S.C. 355(b)", "21 U.S.C. 355(b)(1)")
    add("p10", "section", "21 CFR 10.99", "21 CFR 10.20", date="2024")
    for row in out[-2:]:
        row["valid_to"] = "2025"
    return out


IX = "Regulation (EU) 2017/745 Annex IX"
DOCUMENTS: list[Row] = [
    {"id": "law", "title": "中华人民共和国甲法", "number": None, "valid_from": "2025"},
    {"id": "gmp", "title": "器械规范（2014年版）", "number": None, "work": "CN:器械规范", "valid_from": "2015"},
    {"id": "trial", "title": "审批办法（试行）", "number": None, "valid_from": "2015"},
    {"id": "act505", "title": "New drugs", "number": "FD&C Act 505", "valid_from": "2025"},
    {"id": "old", "title": "Devices", "number": "Directive 93/42/EEC", "valid_from": "1993"},
    {"id": "ir", "title": "Bodies", "number": "Implementing Regulation (EU) No 920/2013", "valid_from": "2013"},
    {"id": "mdr", "title": "Regulation on devices", "number": "Regulation (EU) 2017/745", "valid_from": "2025"},
]


@pytest.mark.parametrize(
    ("target", "expected", "why"),
    [
        ("21 CFR 10.30(e)", ["21 CFR 10.30(e)@2025"], "the very provision"),
        ("21 CFR 10.20", ["21 CFR 10.20@2026"], "the version that came into force last"),
        ("21 CFR part 12", ["21 CFR part 12@2025"], "a part is a provision"),
        ("21 CFR 10.30(e)(2)(i)", ["~21 CFR 10.30(e)@2025"], "deeper than the graph goes: the nearest above, not exact"),
        ("《甲法》第二条第（三）项", ["~《甲法》第二条@2025"], "an item without its paragraph"),
        ("《甲法》第二条第一款", ["《甲法》第二条第一款@2025"], "款"),
        ("《甲法》", ["law"], "a whole law by its short title"),
        ("《中华人民共和国甲法》", ["law"], "by its full title"),
        ("Regulation (EU) 2017/745", ["mdr"], "an act by its number"),
        ("21 CFR 10.30(d)..(f)", [f"21 CFR 10.30({x})@2025" for x in "def"], "a range of paragraphs"),
        ("21 CFR 10.1..10.30", ["21 CFR 10.1@2025", "21 CFR 10.20@2026", "21 CFR 10.30@2025"], "a range of sections"),
        ("《甲法》第二条..第四条", [f"《甲法》第{n}条@2025" for n in "二三四"], "a range of 条"),
        ("MDR Article 9..11", [f"MDR Article {n}@2025" for n in (9, 10, 11)], "a range that shares its word"),
        ("21 CFR parts 11..640", ["21 CFR part 12@2025", "21 CFR part 640@2025"], "a range of parts over documents"),
        ("21 CFR parts 640..11", [], "a range that runs backwards"),
        ("21 CFR parts 1..99999", [], "a range without bounds"),
        ("21 CFR 10.30..99.9", [], "an end that is not there"),
        ("Regulation (EU) 2017/745 Annex IX Section 2.2(c)", [f"{IX} 2.2(c)@2025"], "a section of an annex"),
        ("Regulation (EU) 2017/745 Annex IX Chapter I Section 2.2", [f"{IX} 2.2@2025"], "sections count on through chapters"),
        ("Regulation (EU) 2017/745 Annex VI Part A Section 1", ["Regulation (EU) 2017/745 Annex VI Part A 1@2025"], "parts"),
        (
            "Regulation (EU) 2017/745 Article 52(14) subparagraph 1 (b)",
            ["Regulation (EU) 2017/745 Article 52(14)(b)@2025"],
            "points are numbered through in their paragraph",
        ),
        (
            "Regulation (EU) 2017/745 Article 52(4) subparagraph 2",
            ["~Regulation (EU) 2017/745 Article 52(4)@2025"],
            "a subparagraph that is no node",
        ),
        ("Council Directive 93/42/EEC", ["old"], "with its issuer"),
        ("Commission Implementing Regulation (EU) No 920/2013", ["ir"], "with its issuer and kind"),
        ("《甲法》第五条第（二）项", ["《甲法》第五条第一款第（二）项@2025"], "the only 款 left out"),
        ("《甲法》第五条第二项", ["《甲法》第五条第一款第（二）项@2025"], "and without brackets"),
        ("《中华人民共和国甲法》第二条", ["《甲法》第二条@2025"], "with the state's name"),
        ("《甲法（2018修正）》第二条", ["《甲法》第二条@2025"], "with a version"),
        (
            "《甲法》第五条第（一）项..第（三）项",
            [f"《甲法》第五条第一款第（{n}）项@2025" for n in "一二三"],
            "a range of items without their 款",
        ),
        ("《器械规范》", ["gmp"], "a title with its year"),
        ("《审批办法》", ["trial"], "a title on trial"),
        ("21 CFR part 10 subpart E", ["21 CFR part 10 subpart D-F@2025"], "one heading for several subparts"),
        ("FD&C Act 505", ["act505"], "a section of the Act"),
        ("FD&C Act 505(b)(1)", ["21 U.S.C. 355(b)(1)@2025"], "the Act by its own numbers"),
        ("FD&C Act 505(b)(9)", ["~21 U.S.C. 355(b)@2025"], "deeper than the graph goes"),
        ("21 CFR 10.99", ["21 CFR 10.99@2024"], "not in force any more: the last that was"),
        ("FD&C Act 999", [], "not in the graph"),
        ("《乙法》第一条", [], "another law"),
        ("", [], "unresolved by the reader"),
        ("..", [], "nothing on either side"),
        ("(a)(b)(c)", [], "steps without a place"),
    ],
)
def test_resolving(target: str, expected: list[str], why: str) -> None:
    ends = Resolver(_places(), DOCUMENTS).resolve(target)
    ordered = [end.id if end.exact else f"~{end.id}" for end in ends]
    assert sorted(ordered) == sorted(expected), why


def test_a_range_of_very_many_is_not_followed() -> None:
    rows = [
        {"id": f"s{i}", "citation": f"21 CFR 1.{i}", "document": "p1", "level": "section", "order": i, "valid_from": ""}
        for i in range(500)
    ]
    resolver = Resolver(rows, [])
    assert len(resolver.resolve("21 CFR 1.0..1.199")) == 200
    assert resolver.resolve("21 CFR 1.0..1.200") == []


def test_references_in_the_graph_stay_countable_and_follow_what_is_added(store: GraphStore) -> None:
    build(store)
    cites = (
        "MATCH (p:Provision)-[r:CITES]->(e) WHERE p.valid_to IS NULL "
        "RETURN r.target AS target, labels(e)[0] AS label, e.id AS id, r.resolved AS resolved ORDER BY target, id"
    )
    assert [tuple(row.values()) for row in store.run(cites)] == [
        ("21 CFR 1.1", "Citation", "21 CFR 1.1", False),
        ("21 CFR 900.1..900.2", "Provision", "US:21 CFR 900.1@2026-01-01", True),
        ("21 CFR 900.1..900.2", "Provision", "US:21 CFR 900.2@2025-01-01", True),
        ("21 CFR 900.2", "Provision", "US:21 CFR 900.2@2025-01-01", True),
        ("《药品管理法》", "Citation", "《药品管理法》", False),
    ]
    part = Draft("21CFR1", "2025-01-01", "US", "Part 1", "us/part-1.xml").add("21 CFR 1.1", "section", "General.")
    law = Draft("药品管理法", "2019-12-01", "CN", "中华人民共和国药品管理法", "cn/law.html", "zh").add(
        "《药品管理法》第一条", "条", "总则。"
    )
    add_documents(store, [part, law])
    rows = {row["target"]: (row["label"], row["resolved"]) for row in store.run(cites)}
    assert rows["21 CFR 1.1"] == ("Provision", True)
    assert rows["《药品管理法》"] == ("Document", True)
    assert store.run("MATCH (c:Citation) RETURN c.id AS id") == []
