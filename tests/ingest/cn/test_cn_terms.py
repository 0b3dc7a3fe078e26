"""Defined terms of Chinese texts: a missed one leaves its uses without a meaning, a wrong scope spreads it too far."""

from __future__ import annotations

import pytest

from ingest.terms.zh import find_terms

CASES = [
    ("本法所称药品，是指用于预防疾病的物质。", "《药品管理法》第二条第二款", "", [("药品", "《药品管理法》")], "本法所称"),
    (
        "本办法所称抗肿瘤药物,是指抑制肿瘤的药物。",
        "《演示办法》第二条",
        "",
        [("抗肿瘤药物", "《演示办法》")],
        "half-width comma",
    ),
    (
        "前款所称行政行为，包括授权组织的行为。",
        "《行政复议法》第二条第二款",
        "",
        [("行政行为", "《行政复议法》第二条")],
        "scope is the article",
    ),
    (
        "本章所称战时，是指国家宣布进入战争状态时。",
        "《刑法》第四百五十一条",
        "",
        [("战时", "《刑法》本章")],
        "scope is the chapter",
    ),
    (
        "药品上市许可持有人是指取得药品注册证书的企业。",
        "《药品管理法》第三十条",
        "",
        [("药品上市许可持有人", "《药品管理法》")],
        "plain",
    ),
    (
        "监查，是指申办者选派人员对试验进行检查。",
        "《规范》第六十三条第（一）项",
        "本规范下列用语的含义是：",
        [("监查", "《规范》")],
        "item",
    ),
    (
        "批\n一定数量的产品。",
        "《规范》第四条第（二）项",
        "本规范下列术语的含义是：",
        [("批", "《规范》")],
        "term and meaning on two lines",
    ),
    ("承担职责的部门（以下称药品监督管理部门）负责监督。", "《法》第八条", "", [("药品监督管理部门", "《法》")], "short name"),
    ("企业应当建立制度，指定专人负责。", "《法》第九条", "", [], "指定 defines nothing"),
    ("本规范是指导企业的技术文件。", "《规范》第一条", "", [], "the document is no term"),
    ("（一）拒绝检查的；", "《法》第九条第（一）项", "有下列情形之一的：", [], "no glossary"),
]


@pytest.mark.parametrize(("text", "citation", "lead_in", "expected", "why"), CASES, ids=[case[4] for case in CASES])
def test_terms(text: str, citation: str, lead_in: str, expected: list[tuple[str, str]], why: str) -> None:
    found = find_terms(text, citation, lead_in)
    assert [(t.term, t.scope) for t in found] == expected, why
    assert all(text[t.start : t.end] == t.term for t in found)
