"""How a Chinese document is named: its work across versions, its kind and force, its authority, its citations."""

from __future__ import annotations

import re
from typing import Literal

from ingest.building import Node
from ingest.cn.lines import close_up

Kind = Literal["statute", "regulation", "rule", "guidance", "annex", "notice"]

_STATE = "中华人民共和国"
# （2010年修订）, (2015修正), （主席令第二十一号）, （2025年第22号公告）: which version it is, not which law; （试行） stays
_VERSION_WORDS = re.compile(r"\s*[（(〔\[][^（）()〔〕]*(?:[0-9]{4}|修订|修正|令第|号|版)[^（）()〔〕]*[）)〕\]]")
# 附录 - 独立软件, 实施 《: blanks and dashes beside Han characters that only the page's maker put there
_SPREAD = re.compile(r"(?<=[\u3400-\u9fff])\s*-\s*(?=[\u3400-\u9fff])|\s+(?=[《》（）])|(?<=[《》（）])\s+")
_KINDS: tuple[tuple[str, Kind, bool], ...] = (
    (r"(?:指导原则|指南|要点|指引|原则|要点及判定原则)$", "guidance", False),
    (r"(?:公告|通告|通知|意见|决定|函|批复|命令)$", "notice", True),
    (r"(?:条例|国务院.*特别规定)$|条例实施细则$|法实施(?:条例|细则|办法)$|实施《.*法》办法$", "regulation", True),
    (r"(?:(?<!办)法|法典|修正案)$", "statute", True),
    (r"(?:目录|清单|名单)$", "annex", True),
)


def bare_title(title: str) -> str:
    """The title without 中华人民共和国 and without the words that only tell the version."""
    text = _SPREAD.sub("", _VERSION_WORDS.sub("", close_up(title)).strip())
    return re.sub(rf"^《?{_STATE}(?=.)", "", text).strip("《》 ") if not text.startswith(f"{_STATE}主席令") else text


def file_title(name: str) -> str:
    """A title from a file's name, where the text has none: 药品注册管理办法_2020_第10-30条_partial.txt."""
    stem = re.sub(r"\.(?:zh\.)?[a-z]{2,4}$", "", name.rsplit("/", 1)[-1])
    return re.split(r"_|[（(][0-9]{4}", stem)[0].strip() or stem


def work_key(title: str) -> str:
    return "CN:" + re.sub(r"\s+", "", bare_title(title))


def kind_and_force(title: str, number: str | None) -> tuple[Kind, bool]:
    """The kind by the last word of the title, and whether it binds. 办法 by order of the State Council is a regulation."""
    name = re.sub(r"\s*[（(][^（）()]*[）)]$", "", bare_title(title))
    for pattern, kind, binding in _KINDS:
        if re.search(pattern, name):
            return kind, binding and not name.endswith("意见")
    if number and "国务院令" in number:
        return "regulation", True
    return "rule", True


_AUTHORITIES = (
    (r"全国人民代表大会|主席令", "NPC"),
    (r"最高人民法院|最高人民检察院", "SPC"),
    (r"国家药品监督管理局|国家药监局|国家食品药品监督管理|食品药品监管总局|药监局", "NMPA"),
    (r"国家市场监督管理总局|市场监管总局", "SAMR"),
    (r"卫生健康委|卫生部|国家卫生和计划生育|卫生计生委|国卫|卫医", "NHC"),
    (r"国务院", "State Council"),
)
_BY_KIND = {"statute": "NPC", "regulation": "State Council"}


def authority(title: str, notes: str, number: str | None, kind: Kind, end: str = "") -> str | None:
    """Who issued it: from the number, the title, then the notes and, at the `end` of the text, who may interpret it; a law by
    its kind; None where nothing tells."""
    for text in (number or "", title if kind != "statute" else ""):
        for pattern, name in _AUTHORITIES:
            if re.search(pattern, text):
                return name
    if kind in _BY_KIND:
        local = re.match(r"[\u4e00-\u9fff]{2,8}?(?:省|市|自治区)", title)
        return local.group(0) if local else _BY_KIND[kind]
    for pattern, name in _AUTHORITIES:
        if re.search(pattern, notes):
            return name
    interpreter = re.search(r"由(?P<who>[\u4e00-\u9fff、]{2,40}?)(?:负责)?解释", end)
    for pattern, name in _AUTHORITIES if interpreter else ():
        if interpreter and re.search(pattern, interpreter["who"]):
            return name
    return None


class Citer:
    """Gives a node's citation: 《药品管理法》第九十八条第二款第（三）项. An article and a
    clause with a decimal number are cited without what groups them, save an annex; anything else with what it stands in."""

    def __init__(self, title: str) -> None:
        self.top = f"《{bare_title(title)}》"

    def __call__(self, node: Node, above: str) -> str:
        if not above:
            return self.top
        decimal = node.level == "条款" and "." in node.label.rstrip(".")
        if node.level != "条" and not decimal:
            return above + node.label
        for parent in node.up():
            if parent.level == "附件":
                return self.top + parent.label + node.label
        return self.top + node.label
