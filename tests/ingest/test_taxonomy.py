"""Domains and subdomains: a filter by topic must find the chapter on labels in a law on everything, and say why."""

from __future__ import annotations

import pytest

from ingest.taxonomy import DOMAINS, SUBDOMAINS, classified, topic_of
from kg.records import Document, ParsedDocument, Provision

REGISTRATION, MANUFACTURING, LABELS = "Registration and Approval", "Manufacturing and Quality", "Labeling and Packaging"
GENERAL, MARKET = "General Administration", "Post-market Surveillance"


def document(title: str, lang: str, *rows: tuple[str, str, str, str]) -> ParsedDocument:
    """Rows of (id, parent, heading, text) below a document of this title."""
    jurisdiction = "CN" if lang == "zh" else "US"
    level = {"zh": "条", "en": "section"}[lang]
    made = [
        Provision(
            key, "d", key, (key,), "章" if key.startswith("c") else level, text, lang, jurisdiction, i, parent or None, heading
        )
        for i, (key, parent, heading, text) in enumerate(rows)
    ]
    return ParsedDocument(Document("d", jurisdiction, title, "statute", True, lang, "f", "0" * 64), tuple(made))


@pytest.mark.parametrize(
    ("jurisdiction", "title", "domain", "subdomain", "evidence"),
    [
        ("US", "21 CFR Part 820 — Quality", "Medical_Devices", MANUFACTURING, "part 820, by the rule for 820"),
        ("CN", "医疗器械注册演示办法", "Medical_Devices", REGISTRATION, "its title says 医疗器械注册"),
        ("CN", "演示法", "Other", GENERAL, "no rule names it"),
    ],
)
def test_a_document_has_one_topic_and_the_reason(
    jurisdiction: str, title: str, domain: str, subdomain: str, evidence: str
) -> None:
    topic = topic_of(jurisdiction, title)
    assert (topic.domain, topic.subdomain, topic.evidence) == (domain, subdomain, evidence)
    assert topic.domain in DOMAINS
    assert topic.subdomain in SUBDOMAINS


@pytest.mark.parametrize(
    ("title", "lang", "heading", "text", "expected", "why"),
    [
        ("演示药品管理法", "zh", "第四章 药品生产", "", ("Drugs", MANUFACTURING), "the chapter names the activity"),
        ("演示药品管理法", "zh", "第九章 药品标签与说明书", "", ("Drugs", LABELS), "two words for one activity"),
        ("演示药品管理法", "zh", "第三章 生产许可", "", None, "two activities: nothing is decided"),
        ("演示药品管理法", "zh", "第一章 总则", "", None, "a general heading says nothing"),
        ("演示药品管理法", "zh", "第八章 医疗器械", "", None, "a law on drugs stays one on drugs"),
        (
            "演示法",
            "zh",
            "",
            "生产、销售假药的，处三年以下有期徒刑。",
            ("Drugs", GENERAL),
            "its own words, in a law that no rule knows",
        ),
        ("演示法", "zh", "", "药品监督管理部门应当公开信息。", None, "the name of an authority is no subject"),
        ("演示法", "zh", "", "食品、药品的销售者应当负责。", None, "two domains"),
        ("21 CFR Part 211 — Practice", "en", "Packaging and labeling operations", "", ("Drugs", LABELS), "a heading"),
        ("21 CFR Part 1 — Enforcement", "en", "Import of cosmetics", "", ("Cosmetics", GENERAL), "a domain in a general part"),
        (
            "21 CFR Part 1 — Enforcement",
            "en",
            "",
            "The label of a drug is short.",
            None,
            "its text decides nothing: a rule knows it",
        ),
    ],
)
def test_a_provision_has_its_own_topic_only_where_its_words_say_so(
    title: str, lang: str, heading: str, text: str, expected: tuple[str, str] | None, why: str
) -> None:
    parsed = classified(document(title, lang, ("0", "", title, ""), ("1", "0", heading, text)))
    own = parsed.topics.get("1")
    assert (own and (own.domain, own.subdomain)) == expected, why
    assert own is None or own.evidence, why


def test_what_stands_below_a_heading_has_its_topic() -> None:
    rows = (
        ("0", "", "演示药品管理法", ""),
        ("c1", "", "第五章 召回", ""),
        ("1", "c1", "", "应当停止。"),
        ("2", "1", "", "应当报告。"),
        ("c2", "", "第六章 附则", ""),
    )
    topics = classified(document("演示药品管理法", "zh", *rows)).topics
    assert {key: topic.subdomain for key, topic in topics.items()} == {"d": GENERAL, "c1": MARKET, "1": MARKET, "2": MARKET}
    assert topics["2"].evidence == "the heading “第五章 召回” says 召回"
