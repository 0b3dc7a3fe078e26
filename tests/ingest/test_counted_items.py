"""Items below a lead-in: contents of one act are counted in it, acts are obligations of their own. Otherwise a table of duties
would show a report of nine fields as a report of nothing, or as nine duties."""

from __future__ import annotations

import pytest

from ingest.extraction import extract, extract_document
from kg.records import Document, ParsedDocument, Provision


def parsed(lang: str, lead_in: str, items: tuple[str, ...]) -> ParsedDocument:
    jurisdiction = "CN" if lang == "zh" else "US"
    level = "条" if lang == "zh" else "section"
    made = [Provision("1", "d", "1", ("1",), level, lead_in, lang, jurisdiction, 0)]
    made += [
        Provision(f"1{i}", "d", f"1{i}", ("1", str(i)), "item", text, lang, jurisdiction, i, "1")
        for i, text in enumerate(items, 1)
    ]
    return ParsedDocument(Document("d", jurisdiction, "t", "rule", True, lang, "f", "0" * 64), tuple(made))


@pytest.mark.parametrize(
    ("lang", "lead_in", "items", "counts", "why"),
    [
        ("en", "The report shall contain:", ("The name;", "The date; and", "The dose."), [3], "contents"),
        ("en", "The sponsor shall submit the following:", ("A protocol.", "A summary."), [2], "objects"),
        (
            "en",
            "The sponsor shall keep a log. It must submit reports to:",
            ("FDA; and", "The board."),
            [0, 2],
            "of the last act",
        ),
        ("en", "The sponsor shall keep a log.", ("The name.", "The date."), [0], "the sentence is whole"),
        ("zh", "申请人应当提交下列材料：", ("申请表；", "证明文件。"), [2], "objects"),
        ("zh", "标签应当载明下列事项：", ("名称；", "规格；", "批号。"), [3], "contents"),
    ],
)
def test_contents_are_counted(lang: str, lead_in: str, items: tuple[str, ...], counts: list[int], why: str) -> None:
    found = extract_document(parsed(lang, lead_in, items))
    assert [o.n_items for o in found["1"].obligations] == counts, why


def test_items_that_are_acts_are_not_counted() -> None:
    found = extract_document(parsed("en", "The sponsor shall do the following:", ("Keep records;", "Submit reports.")))
    assert all(o.n_items == 0 for value in found.values() for o in value.obligations)
    assert [len(found[key].obligations) for key in ("11", "12")] == [1, 1]


@pytest.mark.parametrize(
    ("lead_in", "items", "expected", "why"),
    [
        ("企业应当履行下列义务：", ("建立档案；", "培训员工。"), [0, 1, 1], "the items are the duties"),
        ("任何人不得有下列行为：", ("伪造记录；", "拒绝检查。"), [0, 1, 1], "so are prohibitions"),
        ("企业应当保存记录，并履行下列义务：", ("建立档案；",), [1, 1], "another act stands before"),
        ("申请人应当提交下列材料：", ("申请表；", "证明文件。"), [1, 0, 0], "objects of one act"),
        ("下列药品不得作为制剂：", ("中药注射剂；", "毒性药品。"), [1, 0, 0], "objects of a prohibition, whatever comes first"),
        ("禁止下列行为：", ("伪造记录；", "拒绝检查。"), [0, 1, 1], "acts that a bare cue forbids"),
        ("企业应当履行下列义务：", (), [1], "nothing below it"),
    ],
)
def test_a_chinese_lead_in_has_no_duty_beside_its_items(
    lead_in: str, items: tuple[str, ...], expected: list[int], why: str
) -> None:
    found = extract_document(parsed("zh", lead_in, items))
    counts = [len(found[key].obligations) if key in found else 0 for key in ("1", *(f"1{i}" for i in range(1, len(items) + 1)))]
    assert counts == expected, why


def test_a_bare_text_counts_only_its_own_items() -> None:
    assert extract("The report shall contain:", "en").obligations[0].n_items == 0
