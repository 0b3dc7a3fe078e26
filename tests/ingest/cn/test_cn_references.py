"""References of Chinese texts: what a wrong one costs is an edge to an article that the text does not cite, or none at all."""

from __future__ import annotations

import pytest

from ingest.references.cn import find_references

LAW = "《演示品管理法》第二十条第三款"

CASES: list[tuple[str, str, list[str], str]] = [
    ("违反本法第十二条规定的，责令改正。", LAW, ["《演示品管理法》第十二条"], "本法"),
    ("符合本条例第六条、第七条和第九条规定的", "《演示条例》第八条", [f"《演示条例》第{n}条" for n in "六七九"], "a list"),
    (
        "参照本办法第五十六条至第五十九条的规定",
        "《演示办法》第六十条",
        ["《演示办法》第五十六条..第五十九条"],
        "a range is one target",
    ),
    (
        "本法第四十九条至第五十四条、第六十二条所规定的货值",
        LAW,
        ["《演示品管理法》第四十九条..第五十四条", "《演示品管理法》第六十二条"],
        "a range in a list",
    ),
    ("有前款规定情形的", LAW, ["《演示品管理法》第二十条第二款"], "the paragraph before"),
    ("前两款规定的部门", LAW, ["《演示品管理法》第二十条第一款", "《演示品管理法》第二十条第二款"], "the two before"),
    ("前款第三项规定的情形", LAW, ["《演示品管理法》第二十条第二款第（三）项"], "an item of the paragraph before"),
    ("依照前条的规定处罚", LAW, ["《演示品管理法》第十九条"], "the article before"),
    ("前三条规定的期限", LAW, [f"《演示品管理法》第十{n}条" for n in "七八九"], "three articles before"),
    ("依照前条的规定", "《刑法》第一百二十条之二", ["《刑法》第一百二十条之一"], "before an inserted article"),
    ("前条件成就后，前项目负责人", LAW, [], "前条件 and 前项目 are words"),
    ("依照本条第一款的规定", LAW, ["《演示品管理法》第二十条第一款"], "本条"),
    ("第一款规定的期限", LAW, ["《演示品管理法》第二十条第一款"], "a bare paragraph is of this article"),
    (
        "除第二项外",
        "《演示法》第五条第一款第（四）项",
        ["《演示法》第五条第一款第（二）项"],
        "a bare item is of this paragraph",
    ),
    (
        "符合本办法第十条规定的资料（第七项除外）",
        "《演示办法》第二十一条第一款",
        ["《演示办法》第十条", "《演示办法》第十条第（七）项"],
        "in brackets an item is of the article just cited",
    ),
    (
        "第十二条第（二）项、第（四）项所列",
        LAW,
        ["《演示品管理法》第十二条第（二）项", "《演示品管理法》第十二条第（四）项"],
        "items",
    ),
    (
        "第九条第一款第（一）项至第（三）项",
        LAW,
        ["《演示品管理法》第九条第一款第（一）项..第（三）项"],
        "a range of items",
    ),
    (
        "依照《中华人民共和国药品管理法》第九十八条、第九十九条第二款处罚",
        LAW,
        ["《药品管理法》第九十八条", "《药品管理法》第九十九条第二款"],
        "articles of another law",
    ),
    ("适用《价格法》、《反垄断法》等的规定", LAW, ["《价格法》", "《反垄断法》"], "names alone"),
    ("依照刑法第一百四十二条的规定", LAW, ["《刑法》第一百四十二条"], "a law without brackets"),
    (
        "是否具备专利法第二十二条规定的条件",
        "《专利法实施细则》第五十条",
        ["《专利法》第二十二条"],
        "what precedes is no part of the name",
    ),
    (
        "税法第四条第三项所说的",
        "《个人所得税法实施条例》第十三条",
        ["《个人所得税法》第四条第（三）项"],
        "the short name of the law it serves",
    ),
    ("依照治安管理处罚法的有关规定给予处罚", LAW, ["《治安管理处罚法》"], "a law named after 依照"),
    (
        "根据《演示规则》（以下简称《规则》）。《规则》第三条",
        LAW,
        ["《演示规则》", "《演示规则》第三条"],
        "a short name is resolved",
    ),
    ("《演示条例》（国务院令第739号）第八十一条", LAW, ["《演示条例》第八十一条"], "the order's number may come between"),
    ("取得《药品生产许可证》并填写《演示申请表》", LAW, [], "certificates and forms are no references"),
    ("应当符合GB 9706.1-2020、YY/T 0287的要求", LAW, ["GB 9706.1-2020", "YY/T 0287"], "standards"),
    ("符合《中华人民共和国药典》的要求", LAW, ["《药典》"], "the pharmacopoeia"),
    ("品种由本条例附表列示", "《演示条例》第二条第二款", ["《演示条例》附表"], "a schedule"),
    ("依法给予处分；本法另有规定的除外", LAW, [], "本法 alone cites nothing"),
    ("第一类是风险程度低的器械，第三章另行说明", LAW, ["《演示品管理法》第三章"], "第一类 is no unit, a chapter is"),
    (
        "将《演示绿化条例》第五条第一款修改为：“依法处罚”。第二十四条修改为",
        "《国务院关于修改部分行政法规的决定》一、",
        ["《演示绿化条例》第五条第一款", "《演示绿化条例》第二十四条"],
        "in a decision a bare article is of the act named last",
    ),
    (
        "第四条改为第六条",
        "《国务院关于修改《演示条例》的决定》二、",
        ["《演示条例》第四条", "《演示条例》第六条"],
        "the act in the title",
    ),
    ("将第四十五条第五项删去", "《关于修改《甲条例》等四件法规的决定》一、", [""], "unresolved is kept, not guessed"),
    (
        "违反本规范第三条",
        "药品生产质量管理规范（2010年修订）第五十七条",
        ["《药品生产质量管理规范（2010年修订）》第三条"],
        "a citation without 《》",
    ),
]


@pytest.mark.parametrize(("text", "citation", "targets", "why"), CASES, ids=[case[3] for case in CASES])
def test_targets(text: str, citation: str, targets: list[str], why: str) -> None:
    found = find_references(text, citation)
    assert [r.target for r in found] == targets, why
    assert all(text[r.start : r.end] == r.text for r in found)


KINDS = [
    ("依照本法第三条", "internal"),
    ("依照《价格法》第三条", "statute"),
    ("依照《医疗器械监督管理条例》第三条", "other-title"),
    ("符合GB 4234.1", "external"),
    ("符合《中国药典》", "external"),
]


@pytest.mark.parametrize(("text", "kind"), KINDS)
def test_kinds(text: str, kind: str) -> None:
    assert [r.kind for r in find_references(text, LAW)] == [kind]


def test_the_paragraph_before_is_told_by_the_lines_where_the_citation_names_only_the_article() -> None:
    found = find_references("甲应当申请。\n乙应当备案。\n前款规定的备案应当公开。", "《演示法》第三条")
    assert [r.target for r in found] == ["《演示法》第三条第二款"]


def test_a_paragraph_of_five_megabytes_is_read_in_seconds() -> None:
    text = "违反本法第十条和《药品管理法》的规定，依照前款处罚。" * 60_000
    assert len(find_references(text, LAW)) == 180_000
