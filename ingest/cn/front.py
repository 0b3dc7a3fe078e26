"""What stands before the first marker: titles, orders, history notes, tables of contents; and what a text says of itself."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
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
# 主席令第三十一号, 国务院令第739号, 海关总署第4号令; the name begins after a date, a bracket or a blank
_ORDER = re.compile(
    rf"(?:^|[日\s（(，。；》])(?P<name>[\u4e00-\u9fff〇○、]{{1,40}}?)(?:令\s*[（(]?\s*第\s*(?P<n>{NUMERAL}(?:\s*{NUMERAL})*)\s*号"
    rf"|第\s*(?P<m>{NUMERAL})\s*号令)"
)
# 国办发〔2021〕2号
_LETTER_NUMBER = re.compile(r"[\u4e00-\u9fff]{2,14}\s*[〔\[（(【]\s*[12][0-9]{3}\s*[〕\]）)】]\s*(?:第\s*)?[0-9]{1,4}\s*号")
# （2024年第38号）, 2017年第28号通告
_NOTICE_NUMBER = re.compile(
    r"(?P<who>[\u4e00-\u9fff]{2,20}[局委部署院厅会])?\s*(?P<y>[12][0-9]{3})\s*年\s*第?\s*(?P<n>[0-9]{1,4})\s*号"
)
_ISSUER = re.compile(r"^(?P<who>[\u4e00-\u9fff、 ]{2,40}?)关于")
# 本法自2019年12月1日起施行; 本办法自公布之日起施行
_FORCE = re.compile(
    rf"(?:本[\u4e00-\u9fff]{{1,8}}|现予[公发]布)[^。]{{0,20}}?自\s*(?P<when>{_DATE.pattern}|[\u4e00-\u9fff]{{0,4}}(?:公布|发布|印发|颁布)之日)"
    r"\s*起?\s*(?:施行|实施|生效|执行)"
)
# 2022年1月1日 施行; 自2020年3月1日起施行, of a note
_EFFECTIVE = re.compile(rf"(?P<when>{_DATE.pattern})\s*起?\s*(?:施行|实施)")
_PLAIN_DATE = re.sub(r"\?P<\w+>", "?:", _DATE.pattern)
# 自2011年3月1日起施行; 2022年1月1日 施行; 实施日期：1999年12月25日: the day of effect is no version
_TAKES_EFFECT = re.compile(
    rf"自\s*{_PLAIN_DATE}\s*起|(?:实施|施行)日期\s*[：:]\s*{_PLAIN_DATE}|{_PLAIN_DATE}\s*起?\s*(?:施行|实施)(?!日期)"
)
_ISO_DATE = re.compile(r"(?P<y>19\d\d|20\d\d)-(?P<m>\d\d)-(?P<d>\d\d)")
_FILE_DATE = re.compile(r"(?<!\d)(?P<y>19\d\d|20\d\d)-(?P<m>\d\d)-(?P<d>\d\d)(?!\d)")


def iso(found: re.Match[str]) -> str | None:
    """The ISO date of a match with groups y, m and d; None for a date that no calendar has."""
    year, month, day = (to_int(found[g]) for g in ("y", "m", "d"))
    if year is None or month is None or day is None or not (1900 < year < 2100 and 1 <= month <= 12 and 1 <= day <= 31):
        return None
    return f"{year:04d}-{month:02d}-{day:02d}"


def dates_in(text: str) -> list[str]:
    found = (*_DATE.finditer(text), *_ISO_DATE.finditer(text))
    return [date for date in map(iso, found) if date]


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
    """The lines before the first marker, sorted. `title` is joined from its lines; `meta` are title, orders, notes and
    signatures; `preamble` are the sentences that lead into the text."""

    title: str
    meta: tuple[str, ...]
    preamble: tuple[str, ...]
    late: tuple[str, ...] = ()
    """Signatures that follow the preamble, where the text has nothing else."""


_PREAMBLE_END = re.compile(r"[。：:”]\s*$")


def read_front(lines: Sequence[Line], stated_title: str, closing: Container[int] = ()) -> Front:
    """Sorts the lines before the first marker. The title is the last one before the text, since an order or a letter may
    come first; a notice keeps its own. `closing` are indexes of signature lines, for a text without any marker."""
    at = max((i for i, line in enumerate(lines) if is_title(line)), default=-1)
    heads = [i for i, line in enumerate(lines) if line.heading == 1]
    if at < 0 and heads:
        at = heads[0]
    title, first = "", at
    if at >= 0:
        title = close_up(lines[at].text)
        while first > 0 and lines[first].centred and lines[first - 1].centred and _joins(lines[first - 1]):
            first -= 1
            title = close_up(lines[first].text) + title
    meta = [line.text for line in lines[: at + 1]]
    preamble: list[str] = []
    late: list[str] = []
    for i, line in enumerate(lines[at + 1 :], at + 1):
        text = line.text
        if i in closing:
            (late if preamble else meta).append(text)
        elif (
            preamble
            or text.endswith("如下：")
            or (len(text) > 25 and _PREAMBLE_END.search(text) and not text.startswith(("（", "(")))
        ):
            preamble.append(text)
        else:
            meta.append(text)
    if _ORDER_HEAD.fullmatch(title):
        promulgated = _PROMULGATES.search(" ".join(preamble))
        title = promulgated["name"] if promulgated else title
    return Front(title or stated_title, tuple(meta), tuple(preamble), tuple(late))


# 中国证券监督管理委员会公告: the head of an order, not the title of what it promulgates
_ORDER_HEAD = re.compile(r"[\u4e00-\u9fff]{4,20}(?:公告|令)")
_PROMULGATES = re.compile(r"(?:现予|现将|现)?公布《(?P<name>[^《》]+(?:《[^《》]*》[^《》]*)*)》")


def _joins(upper: Line) -> bool:
    """A centred line that the title goes on from: no title by itself, no order, no note."""
    return (
        not is_title(upper)
        and bool(re.match(r"^[^。：:（(〔0-9]{4,}$", upper.text))
        and not re.search(r"令$|公告$", upper.text)
    )


@dataclass(frozen=True, slots=True)
class Identity:
    """What a text says of itself: `version` is the date of its latest adoption or revision, `in_force` the day of effect."""

    title: str
    number: str | None
    version: str | None
    in_force: str | None


def read_identity(front: Front, tail: Sequence[str], body_end: Sequence[str], stated: Sequence[str] = ()) -> Identity:
    """From the front matter, the signature lines (`tail`), the last paragraphs of the text (`body_end`) and notes that a
    record keeps beside the text (`stated`)."""
    notes = [*(note for note in front.meta if note != front.title), *stated]
    adopted = [d for note in notes if _ADOPTED.search(note) for d in dates_in(_TAKES_EFFECT.sub("", note))]
    adopted += [d for note in notes if _DATE.fullmatch(note.strip("（）() ")) for d in dates_in(note)]
    if not adopted:  # dates by themselves: a list of all versions may stand above the note that tells which this is
        adopted = [note.strip() for note in notes if _ISO_DATE.fullmatch(note.strip())]
    signed = [d for line in (*tail, *front.late) for d in dates_in(line)]
    version = max(adopted or signed, default=None)
    return Identity(
        front.title, _number(" ".join((*stated, *front.meta)), front.title), version, _in_force(notes, body_end, version)
    )


def _in_force(notes: Sequence[str], body_end: Sequence[str], version: str | None) -> str | None:
    for text in reversed(body_end):
        found = _FORCE.search(text)
        if found:
            dates = dates_in(found["when"])
            return dates[0] if dates else version
    for text in notes:
        found = _EFFECTIVE.search(text)
        if found:
            return next(iter(dates_in(found["when"])), None)
    return None


def _number(notes: str, title: str) -> str | None:
    """The latest order's number, else the letter's, else the notice's with its issuer: 国家药监局公告2022年第28号."""
    orders = list(_ORDER.finditer(notes))
    if orders:
        found = orders[-1]
        name = re.sub(r"^.*[年月].*日", "", found["name"])  # 一九九九年六月十八日国家药品监督管理局令
        return re.sub(r"\s", "", f"{name}令第{found['n'] or found['m']}号")
    letter = _LETTER_NUMBER.search(notes)
    if letter:
        return re.sub(r"\s", "", letter.group(0))
    notice = _NOTICE_NUMBER.search(notes)
    if notice is None:
        return None
    issuer = _ISSUER.match(title)
    kind = re.search(r"公告|通告", notes)
    who = issuer["who"].strip() if issuer else notice["who"] or ""
    return f"{who}{kind.group(0) if kind else ''}{notice['y']}年第{notice['n']}号"
