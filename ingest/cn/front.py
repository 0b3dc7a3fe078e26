"""What stands before the first marker: titles, orders, history notes, tables of contents; and what a text says of itself."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ingest.cn.lines import Line, close_up
from ingest.cn.numerals import NUMERAL, to_int

TITLE_WORDS = (
    "法典|法|条例|实施细则|细则|办法|规定|规则|规范|决定|解释|意见|通知|公告|通告|指南|指导原则|原则|程序|目录|要点|制度|标准|方案"
    "|修正案|规程|准则|要求|清单|附录|批复|命令|函|纲要|计划|名单|说明|指引|技术审查|独立软件"
)
_VERSION = r"(?:\s*[（(〔\[][^（）()]{1,40}[）)〕\]])*"
_TITLE = re.compile(rf"^[^。；;！？]{{2,120}}?(?:{TITLE_WORDS}){_VERSION}$")
_NOT_A_TITLE = re.compile(r"^(?:[（(“\"]|根据|依据|附[件：:]|第|现|为|各|来源|索引|发布|目\s*录$)|[：:，,]$|^.{0,20}[：:]")
# 2019年8月26日, ２０００年１月１日, 一九九三年一月一日
_DATE = re.compile(
    rf"(?P<y>[0-9０-９]{{4}}|[〇○零一二三四五六七八九]{{4}})\s*年\s*(?P<m>{NUMERAL})\s*月\s*(?P<d>{NUMERAL})\s*日"
)
_ADOPTED = re.compile(r"通过|公布|发布|修订|修正|修改|批准|令第|印发|审议")
# 主席令第三十一号, 国务院令第739号, 国家市场监督管理总局令第47号, 公告2022年第28号, 国办发〔2021〕2号
_ORDER = re.compile(
    rf"(?P<name>(?:中华人民共和国)?[\u4e00-\u9fff、]{{0,24}}令)\s*[（(]?\s*第\s*(?P<n>{NUMERAL}(?:\s*{NUMERAL})*)\s*号"
)
_NOTICE_NUMBER = re.compile(
    r"(?P<name>[\u4e00-\u9fff]{0,20}(?:公告|通告))?\s*[（(]?\s*(?P<y>[12][0-9]{3})\s*年\s*第\s*(?P<n>[0-9]{1,4})\s*号(?P<kind>公告|通告|令)?"
)
_LETTER_NUMBER = re.compile(r"[\u4e00-\u9fff]{2,14}\s*[〔\[（(【]\s*[12][0-9]{3}\s*[〕\]）)】]\s*(?:第\s*)?[0-9]{1,4}\s*号")
_FORCE = re.compile(
    rf"(?:本[\u4e00-\u9fff]{{1,8}}|现予[公发]布)[^。]{{0,20}}?自\s*(?P<when>{_DATE.pattern}|[\u4e00-\u9fff]{{0,4}}(?:公布|发布|印发|颁布)之日)\s*起?\s*(?:施行|实施|生效|执行)"
)
_FILE_DATE = re.compile(r"(?<!\d)(?P<y>19\d\d|20\d\d)-(?P<m>\d\d)-(?P<d>\d\d)(?!\d)")


def iso(found: re.Match[str]) -> str | None:
    """The ISO date of a match with groups y, m and d; None for a date that no calendar has."""
    year, month, day = (to_int(found[g]) for g in ("y", "m", "d"))
    if year is None or month is None or day is None or not (1900 < year < 2100 and 1 <= month <= 12 and 1 <= day <= 31):
        return None
    return f"{year:04d}-{month:02d}-{day:02d}"


def dates_in(text: str) -> list[str]:
    return [date for date in map(iso, _DATE.finditer(text)) if date]


def file_date(name: str) -> str | None:
    """The date in a file's name: 药品管理法(2019-08-26).md."""
    found = _FILE_DATE.search(name.rsplit("/", 1)[-1])
    return iso(found) if found else None


def is_title(line: Line) -> bool:
    """A line that could be the title of a law or a notice."""
    text = close_up(line.text)
    return bool(_TITLE.match(text)) and not _NOT_A_TITLE.search(text) and not line.cells


@dataclass(frozen=True, slots=True)
class Front:
    """The lines before the first marker, sorted. `title` is joined from its lines; `meta` are title, orders and notes;
    `preamble` are the sentences that lead into the text."""

    title: str
    meta: tuple[str, ...]
    preamble: tuple[str, ...]


_HISTORY = re.compile(r"^\s*[（(]?\s*(?:\*\s*)?(?:根据\s*)?(?:[12０-９0-9]{4}|[〇○零一二三四五六七八九]{4})\s*年")
_PREAMBLE_END = re.compile(r"[。：:”]\s*$")


def read_front(lines: Sequence[Line], stated_title: str) -> Front:
    """Sorts the lines before the first marker. The title is the last one before the text, since an order or a letter may
    come first; a notice keeps its own."""
    at = -1
    for i, line in enumerate(lines):
        if is_title(line):
            at = i
    title, first = "", at
    if at >= 0:
        title = close_up(lines[at].text)
        while first > 0 and lines[first].centred and lines[first - 1].centred and _joins(lines[first - 1], lines[first]):
            first -= 1
            title = close_up(lines[first].text) + title
    else:
        heads = [line.text for line in lines if line.heading == 1]
        title = close_up(heads[0]) if heads else stated_title
    meta = [line.text for line in lines[: at + 1]]
    preamble: list[str] = []
    for line in lines[at + 1 :]:
        text = line.text
        sentence = (
            len(text) > 25 and _PREAMBLE_END.search(text) and not _HISTORY.search(text) and not text.startswith(("（", "("))
        )
        (preamble if sentence or preamble else meta).append(text)
    return Front(title or stated_title, tuple(meta), tuple(preamble))


def _joins(upper: Line, lower: Line) -> bool:
    return not is_title(upper) and bool(re.match(r"^[^。：:（(〔0-9]{4,}$", upper.text)) and "令" not in upper.text[-3:]


@dataclass(frozen=True, slots=True)
class Identity:
    """What a text says of itself. `version` is the date of its latest adoption or revision, `in_force` the day it takes effect."""

    title: str
    number: str | None
    version: str | None
    in_force: str | None
    signed: str | None


def read_identity(front: Front, tail: Sequence[str], body_end: Sequence[str], before_title: int = 0) -> Identity:
    """From the front matter, the signature lines (`tail`) and the last paragraphs of the text (`body_end`)."""
    adopted: list[str] = []
    number: str | None = None
    notes = " ".join(front.meta)
    for note in front.meta:
        if _ADOPTED.search(note) or _HISTORY.search(note) or _DATE.fullmatch(note.strip()):
            adopted.extend(dates_in(_before_force(note)))
    number = _number(notes)
    signed = [d for line in tail for d in dates_in(line)]
    version = max(adopted) if adopted else (max(signed) if signed else None)
    in_force = None
    for text in (*body_end, *front.meta):
        found = _FORCE.search(text)
        if found:
            dates = dates_in(found["when"])
            in_force = dates[0] if dates else version
    if in_force is None:
        found = re.search(r"自\s*(?P<when>" + _DATE.pattern + r")\s*起\s*施行", notes)
        in_force = dates_in(found["when"])[0] if found and dates_in(found["when"]) else None
    return Identity(front.title, number, version, in_force, max(signed) if signed else None)


def _before_force(note: str) -> str:
    """The note without the day it takes effect, which is not a version: 公布 自2011年3月1日起施行."""
    return re.sub(r"自\s*" + _DATE.pattern + r"\s*起", "", note)


def _number(notes: str) -> str | None:
    orders = [re.sub(r"\s", "", m.group(0)).replace("（", "").replace("(", "") for m in _ORDER.finditer(notes)]
    if orders:
        return orders[-1]
    found = _LETTER_NUMBER.search(notes)
    if found:
        return re.sub(r"\s", "", found.group(0))
    found = _NOTICE_NUMBER.search(notes)
    return re.sub(r"[\s（(]", "", found.group(0)) if found else None
