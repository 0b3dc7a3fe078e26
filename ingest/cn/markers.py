"""The line grammar: what a line begins with, from 第一编 to ①.

Every marker has a kind. Kinds are ranked as Chinese drafting ranks them: 编 分编 章 节 条, then 一、（一）1.（1）①. Decimal
numbers (2.1.1) carry their own depth.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from ingest.cn.lines import Line, close_up
from ingest.cn.numerals import NUMERAL, to_han, to_int

GROUP_RANK = {"部分": 0, "编": 1, "分编": 2, "章": 3, "节": 4}
ARTICLE_RANK = 5
LIST_RANK = {"一、": 7, "（一）": 8, "1.": 9, "（1）": 10, "①": 11}
DECIMAL_RANK = 6

_SPREAD = r"[ \u3000]*"
_N = rf"(?P<n>{NUMERAL}(?:{_SPREAD}{NUMERAL})*)"
# 第 一 章, 第一部 分范围和原则 (the blank slipped into the word)
_GROUP = re.compile(rf"第{_SPREAD}{_N}{_SPREAD}(?P<unit>分{_SPREAD}编|部{_SPREAD}分|编|章|节)(?P<rest>.*)", re.DOTALL)
_ARTICLE = re.compile(
    rf"第{_SPREAD}{_N}{_SPREAD}条(?:{_SPREAD}之(?P<sub>[一二三四五六七八九十]{{1,3}}))?(?P<rest>.*)", re.DOTALL
)
_UNNUMBERED = re.compile(r"(?:附\s*则|总\s*则|分\s*则|序\s*言)")
_BRACKETED = re.compile(rf"[（(]\s*(?P<n>{NUMERAL})\s*[）)](?P<rest>.*)", re.DOTALL)
_HAN_DOT = re.compile(r"(?P<n>[一二三四五六七八九十]{1,3})\s*[、．.](?P<rest>.*)", re.DOTALL)
# 1. 1． 1、 but not 1.5毫升 nor 1.2.3; 1．1—苯基—2—丙酮 is item 1 of a schedule
_DIGIT_DOT = re.compile(r"(?P<n>[0-9０-９]{1,3})\s*(?:[.．](?![0-9０-９])|．(?=[0-9][—，])|、)(?P<rest>.*)", re.DOTALL)
_CIRCLED = re.compile(r"(?P<n>[\u2460-\u2473])(?P<rest>.*)", re.DOTALL)
# 2.1.1 and *1.1.2, ※2.9 of inspection lists; not 1.5倍, which has no blank and a unit
_DECIMAL = re.compile(
    r"(?P<star>[*※★▲]*)\s*(?P<n>[0-9０-９]{1,2}(?:[.．][0-9０-９]{1,3}){1,5})[.．]?(?![0-9０-９%％])(?P<rest>.*)", re.DOTALL
)
_ANNEX = re.compile(
    rf"(?P<head>附{_SPREAD}(?P<unit>件|表|录|图|(?=[\s：:0-9０-９]|$)){_SPREAD}(?P<n>(?:[0-9０-９]{{1,2}}|[一二三四五六七八九十]{{1,3}})"
    rf"(?:[-－—.][0-9０-９]{{1,2}})*)?){_SPREAD}(?P<rest>.*)",
    re.DOTALL,
)
_SENTENCE = re.compile(r"[。；;，,：:]")
# 第三章的规定, 第二节和第三节: a reference, not the head of a chapter
_CONTINUES = re.compile(rf"的|中的|、|[至和及与]第|第{NUMERAL}[章节条编]|规定|改为|相应")
# 第二十四条修改为, 第三条、第四条, 第九条规定的: a reference that begins a line, not an article
_NAMED = re.compile(
    rf"\s*(?:[、，,和及与或至到]|的(?!确)|中的|中[“”]|第{NUMERAL}[条款项]|规定|所[称列规]|修改|改为|删[去除]|增加|合并|作为|移[至到]|相应)"
)


_CHANGED = re.compile(rf"\s*(?:[、，,]|的规定|中的|中[“”]|第{NUMERAL}[条款项]|修改为|改为|删[去除]|增加一|相应改)")
"""What even after a blank tells a reference: 第二十四条 修改为."""


@dataclass(frozen=True, slots=True)
class Marker:
    """What a line begins with. `label` is the step of the path, `printed` the marker as it stands, `rest` what follows it."""

    kind: str
    rank: int
    label: str
    number: int
    sub: int
    printed: str
    rest: str
    spaced: bool = False
    """A blank or a bracket stands between marker and text, as where an article begins."""


def group_marker(text: str) -> Marker | None:
    """编, 分编, 章, 节 and 部分 with a short name and nothing of a sentence."""
    if len(text) > 60:
        return None
    found = _GROUP.match(text)
    if found:
        rest = found["rest"].strip()
        unit = re.sub(r"\s", "", found["unit"])
        number = to_int(re.sub(r"\s", "", found["n"]))
        if number is None or len(rest) > 45 or _SENTENCE.search(rest) or _CONTINUES.match(rest):
            return None
        han = to_han(number)
        return Marker(unit, GROUP_RANK[unit], f"第{han}{unit}", number, 0, text[: len(text) - len(rest)].strip(), rest)
    if _UNNUMBERED.fullmatch(text):
        return Marker("章", GROUP_RANK["章"], close_up(text), 0, 0, text, "")
    return None


def article_marker(text: str) -> Marker | None:
    """第X条 and 第X条之X at the beginning of a line; `spaced` False tells that only its place in the count can confirm it."""
    found = _ARTICLE.match(text)
    if not found:
        return None
    number = to_int(re.sub(r"\s", "", found["n"]))
    rest = found["rest"]
    if not number:
        return None
    spaced = not rest or rest[0].isspace() or rest[0] in "【：:"
    if (_CHANGED if spaced else _NAMED).match(rest):
        return None
    sub = to_int(found["sub"]) or 0 if found["sub"] else 0
    label = f"第{to_han(number)}条" + (f"之{to_han(sub)}" if sub else "")
    return Marker("条", ARTICLE_RANK, label, number, sub, text[: len(text) - len(rest)], rest.strip(), spaced)


def list_marker(text: str) -> Marker | None:
    """一、（一）1.（1）① and decimal numbers."""
    found = _BRACKETED.match(text)
    if found:
        number = to_int(found["n"])
        if number is None or number > 200:
            return None
        digits = unicodedata.normalize("NFKC", found["n"]).isdigit() and found["n"][0] not in "〇一二三四五六七八九"
        kind = "（1）" if digits else "（一）"
        label = f"（{number}）" if digits else f"（{to_han(number) if number else found['n']}）"
        return _list(text, kind, label, number, found["rest"])
    found = _DECIMAL.match(text)
    if found:
        numeral = unicodedata.normalize("NFKC", found["n"])
        rest = found["rest"]
        # 2.1.1 may be glued to its text; 1.5 must not read as a quantity
        if numeral.count(".") >= 2 or not rest or rest[0].isspace() or rest[0] in "（(" or _looks_like_clause(rest):
            depth = numeral.count(".")
            last = int(numeral.rsplit(".", 1)[1])
            return Marker("1.1", DECIMAL_RANK, numeral, last, depth, text[: len(text) - len(rest)].strip(), rest.strip())
    for pattern, kind in ((_HAN_DOT, "一、"), (_DIGIT_DOT, "1."), (_CIRCLED, "①")):
        found = pattern.match(text)
        if found:
            number = ord(found["n"]) - 0x245F if kind == "①" else to_int(found["n"])
            if number is None:
                return None
            label = {"一、": to_han(number) + "、", "1.": f"{number}.", "①": found["n"]}[kind]
            return _list(text, kind, label, number, found["rest"])
    return None


def _looks_like_clause(rest: str) -> bool:
    return bool(re.match(r"[\u3400-\u9fff]{2}", rest)) and not re.match(
        r"(?:毫|厘|公|千|万|亿|倍|米|克|升|元|年|个|小时|微)", rest
    )


def _list(text: str, kind: str, label: str, number: int, rest: str) -> Marker:
    return Marker(kind, LIST_RANK[kind], label, number, 0, text[: len(text) - len(rest)].strip(), rest.strip())


@dataclass(frozen=True, slots=True)
class Annex:
    """The head of an annex: 附件1, 附表, 附录. `rest` is what stands on the same line."""

    label: str
    printed: str
    rest: str
    colon: bool


def annex_head(line: Line) -> Annex | None:
    """附件, 附表, 附录 standing alone or before a title; a list of attachments (附件：1. …) is told by its colon."""
    found = _ANNEX.match(line.text)
    if not found:
        return None
    rest = found["rest"]
    colon = rest[:1] in "：:" and bool(rest)
    title = rest.lstrip("：:. ").strip()
    if _SENTENCE.search(title) or len(title) > 50 or (title and not colon and not found["n"] and rest[:1].strip()):
        glued = not line.heading and not colon
        if glued or _SENTENCE.search(title):
            return None
    number = unicodedata.normalize("NFKC", found["n"] or "")
    printed = line.text[: len(line.text) - len(title)].strip()
    return Annex(f"附{found['unit']}{number}", printed, title, colon)
