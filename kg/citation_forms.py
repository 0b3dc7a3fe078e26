"""One form for citations that are written in several: what a text calls a provision, and how the tree numbers it.

Only for comparison; a citation as written that is in the graph wins over a form of it.
"""

from __future__ import annotations

import re

# Commission Directive 2003/12/EC, Council Directive 93/42/EEC and Directive 93/42/EEC
_ISSUER = re.compile(
    r"\b(?:European Parliament and Council|Commission|Council)\s+(?=\w+ (?:\(|No |\d|Regulation|Directive|Decision))"
)
# Commission Implementing Regulation (EU) No 920/2013
_ACT_KIND = re.compile(r"\b(?:Implementing|Delegated)\s+(?=Regulation|Directive|Decision)")
_NUMBER_SIGN = re.compile(r"(?<=\)) No (?=\d)")  # Regulation (EU) No 536/2014
_SECTION = re.compile(r" Section (?=\d)")  # Annex IX Section 2.2(c) is Annex IX 2.2(c) in the tree
_SPACED_POINT = re.compile(r"(?<=\d) (?=\([a-z]{1,4}\))")  # subparagraph 1 (b)
_SUBPARAGRAPH = re.compile(r" subparagraph \d+(?=\()")  # points of a subparagraph are numbered through in their paragraph
_CHAPTER = re.compile(r"(?<=Annex) ([IVXL]+) Chapter [IVXL]+(?= \d)")  # sections that count on through the chapters of an annex

_STATE = re.compile(r"(?<=《)中华人民共和国")
_VERSION = re.compile(
    r"\s*[（(][^（）()]{0,30}(?:版|年|修订|修正|试行|暂行|稿)[^（）()]{0,10}[）)](?=》|$)"
)  # 规范（2014年版）, 办法（试行）, 条例(2020修订)
_HALF_WIDTH = str.maketrans("()", "（）")
_ITEM = re.compile(r"第（?([一二三四五六七八九十百零]+)）?(?=项)")  # 第(二)项 and 第二项 are 第（二）项
_FIRST_PARAGRAPH = re.compile(r"第一款(?=第（)")  # 第十二条第（二）项 where the 条 has one 款 with items


def canonical(citation: str) -> str:
    """Equal for two ways to write one citation. Idempotent."""
    if "《" in citation or "第" in citation:
        text = _VERSION.sub("", _STATE.sub("", citation)).translate(_HALF_WIDTH)
        return _FIRST_PARAGRAPH.sub("", _ITEM.sub(r"第（\1）", text))
    text = _NUMBER_SIGN.sub(" ", _ACT_KIND.sub("", _ISSUER.sub("", citation)))
    return _SUBPARAGRAPH.sub("", _SPACED_POINT.sub("", _SECTION.sub(" ", text)))


def without_chapter(citation: str) -> str:
    """Annex IX Chapter I 2.1 as Annex IX 2.1."""
    return _CHAPTER.sub(r" \1", citation)


def law_name(title: str) -> str:
    """《中华人民共和国药品管理法》, 中华人民共和国药品管理法 and 药品管理法（2019修订） as 药品管理法.

    Titles in Latin letters as `canonical` has them.
    """
    inner = title[1:-1] if title.startswith("《") and title.endswith("》") and title.count("《") == 1 else title
    if not inner.isascii():
        return _VERSION.sub("", inner.removeprefix("中华人民共和国")).strip()
    return canonical(inner)
