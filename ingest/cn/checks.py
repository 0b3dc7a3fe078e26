"""What a reader of the graph must know of a Chinese text: that it breaks off, that articles are missing, that a notice came
without its norm, that the metadata names another law."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ingest.cn.lines import Page
from ingest.cn.naming import bare_title
from ingest.cn.numerals import NUMERAL, to_han, to_int
from kg.findings import finding
from kg.records import Finding, Provision

_NUMBER = re.compile(rf"第({NUMERAL})条(?:之({NUMERAL}))?$")
_ORDER_HEAD = re.compile(r"[\u4e00-\u9fff]{2,20}(?:令|公告|通告)(?:[（(].*)?$")
_WHOLE = re.compile(r"[。！？：；.）)】”\"》]\s*$")
_PROMULGATES = re.compile(r"(?:印发|公布|发布)[^。]{0,10}《|制定了?《|的通知$")


def check(provisions: Sequence[Provision], file: str, title: str, page: Page) -> Iterator[Finding]:
    """I041 to I045, where they hold."""
    articles = [p for p in provisions if p.level == "条"]
    yield from _broken_off(provisions, articles, file, title)
    numbers = {number for number, _ in map(_number, (p for p in articles if p.role != "note"))}
    if numbers:
        missing = sorted(set(range(min(numbers), max(numbers) + 1)) - numbers)
        if min(numbers) > 1:
            missing = [*range(1, min(numbers)), *missing] if min(numbers) < 30 else missing
        if missing:
            yield finding("I042", file, _spans(missing))
    for article in articles:
        if article.role == "note":
            yield finding("I043", file, article.path[-1])
    stated, told = bare_title(page.stated_title), bare_title(title)
    if stated and told and not _ORDER_HEAD.match(stated) and told not in stated and stated not in told:
        yield finding("I044", file, page.stated_title, title)
    text = "\n".join(p.text for p in provisions)
    units = any(p.level in ("条", "条款", "项") for p in provisions)
    if page.attachments and not units and _PROMULGATES.search(f"{title}\n{text}"):
        yield finding("I045", file, ", ".join(page.attachments[:3]))


def _number(article: Provision) -> tuple[int, int]:
    found = _NUMBER.match(article.path[-1])
    return (to_int(found[1]) or 0, (to_int(found[2]) if found[2] else 0) or 0) if found else (0, 0)


def _broken_off(provisions: Sequence[Provision], articles: Sequence[Provision], file: str, title: str) -> Iterator[Finding]:
    """The text ends within a sentence, or begins within one, or a law has no article that puts it in force."""
    if not articles:
        return
    annexed = {p.id for p in provisions if p.level == "附件"}
    inside: list[Provision] = []
    for p in provisions:
        if p.parent in annexed:
            annexed.add(p.id)
        elif p.level in ("条", "款", "项", "目", "子目") and p.text and p.role != "note":
            inside.append(p)
    if inside and not _WHOLE.search(inside[-1].text):
        yield finding(
            "I041",
            file,
            f"the last provision ends on “{inside[-1].text[-12:]}”",
        )
    elif not title.endswith("修正案") and not any(re.search(r"施行|实施|生效|废止|执行|解释", p.text) for p in inside[-12:]):
        yield finding("I041", file, "no article at its end puts it in force")


def _spans(numbers: Sequence[int]) -> str:
    """7, 9 to 12 as 第七条, 第九条至第十二条."""
    spans: list[list[int]] = []
    for number in numbers:
        if spans and spans[-1][1] == number - 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    named = [f"第{to_han(a)}条" if a == b else f"第{to_han(a)}条至第{to_han(b)}条" for a, b in spans]
    return "、".join(named[:8]) + (" …" if len(named) > 8 else "")
