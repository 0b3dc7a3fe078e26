"""Cutting a page into works, and each work into front, table of contents, body and closing lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ingest.cn.front import dates_in, is_title
from ingest.cn.lines import Line, close_up
from ingest.cn.markers import Marker, annex_head, article_marker, group_marker, list_marker
from ingest.cn.numerals import NUMERAL

_LEADERS = re.compile(r"[\s.．…·]*[0-9]*$")
_GLUED = re.compile(rf"(?<=[。；”）])\s*(?=第\s*{NUMERAL}\s*条[\s\u3000])")
_DATE_ALONE = re.compile(r"^[（(]?(?:[0-9０-９〇○零一二三四五六七八九十\s]{4,}年[^。；]{3,14}日)[）)]?$")
_SIGNED = re.compile(r"^[^。；：:，,、“”《》（(]{2,30}$")
_CLOSING = re.compile(
    r"^特此(?:公告|通告|通知|函告|函复)[。.]?$|^[（(](?:此件|信息)?公开|^（?信息公开形式|^PAGE\b|^[\u4e00-\u9fff]{2,20}(?:发布|印发|公布)$|^(?:原文链接|相关链接|责任编辑|打印|关闭窗口|扫一扫\S{0,20}|下载\S{0,8})$|\.(?:docx?|pdf|xlsx?|wps)$|^—?\s*[0-9]{1,3}\s*—?$"
)
_ATTACHED = re.compile(r"^附[件表]?\s*[：:]")


def structural(line: Line) -> Marker | None:
    """The marker that a line begins with when nothing is known of what stands before it."""
    article = article_marker(line.text)
    return (
        group_marker(line.text)
        or (article if article and (article.spaced or article.number == 1) else None)
        or list_marker(line.text)
    )


def join_notes(lines: Sequence[Line]) -> list[Line]:
    """Joins a history note in brackets that a page cut into several paragraphs, in the middle of words."""
    out: list[Line] = []
    i = 0
    while i < len(lines):
        line = lines[i]
        if i < 40 and line.text[:1] in "（(" and not list_marker(line.text):
            j, text = i, line.text
            while _unclosed(text) and j + 1 < len(lines) and j - i < 8 and structural(lines[j + 1]) is None:
                j += 1
                text += lines[j].text
            if not _unclosed(text):
                line, i = replace(line, text=text), j
        out.append(line)
        i += 1
    return out


def _unclosed(text: str) -> bool:
    return text.count("（") + text.count("(") > text.count("）") + text.count(")")


def is_unspaced(lines: Sequence[Line]) -> bool:
    """True where most lines that could begin an article put no blank after 第X条."""
    marks = [m.spaced for m in (article_marker(line.text) for line in lines) if m]
    return len(marks) >= 3 and sum(marks) < len(marks) / 2


_GLUED_ANNEX = re.compile(r"(?<=[。；])\s*(?=附(?:件|表|录)\s*(?:[0-9一二三四五六七八九十]{1,2}(?:[-－][0-9]{1,2})?)?\s*$)")


def split_glued(lines: Sequence[Line]) -> list[Line]:
    """Parts an article from the paragraph that it was glued to, where the count misses it at the beginning of a line, and the
    head of an annex from the sentence before it."""
    numbers = {m.number for m in (article_marker(line.text) for line in lines) if m}
    out: list[Line] = []
    for line in lines:
        pieces = _GLUED.split(line.text) if "条" in line.text and not line.cells else [line.text]
        kept = [pieces[0]]
        for piece in pieces[1:]:
            marker = article_marker(piece)
            missing = marker and marker.number not in numbers and marker.number - 1 in numbers
            if missing:
                kept.append(piece)
            else:
                kept[-1] += piece
        if not line.cells:
            kept[-1:] = _GLUED_ANNEX.split(kept[-1])
        out.extend([line] if len(kept) == 1 else [replace(line, text=piece) for piece in kept])
    return out


def split_works(lines: Sequence[Line]) -> list[list[Line]]:
    """A decision and the text that it promulgates anew stand in one file: two works. An annex stays with its document."""
    starts = [0]
    seen_content = False
    since = 0
    for i, line in enumerate(lines):
        article = article_marker(line.text)
        if article and article.number == 1 and article.spaced and seen_content:
            title = _title_above(lines, i, since)
            if title is not None:
                starts.append(title)
        if article or (list_marker(line.text) and not line.cells):
            seen_content, since = True, i
    return [list(lines[a:b]) for a, b in zip(starts, [*starts[1:], len(lines)], strict=True) if b > a]


def _title_above(lines: Sequence[Line], i: int, since: int) -> int | None:
    for j in range(i - 1, max(since, i - 80), -1):
        if is_title(lines[j]) and not group_marker(lines[j].text):
            above = lines[max(0, j - 3) : j]
            return None if any(annex_head(line) for line in above) else j
    return None


def _entry(line: Line) -> str:
    return _LEADERS.sub("", close_up(line.text)).replace(" ", "").replace("\u3000", "")


def contents_span(lines: Sequence[Line]) -> tuple[int, int]:
    """The table of contents as a slice, (0, 0) where there is none: from 目录 to where its first entry comes again."""
    start = next((i for i, line in enumerate(lines[:200]) if close_up(line.text) == "目录"), None)
    if start is None:
        first = next((i for i, line in enumerate(lines[:200]) if group_marker(line.text)), None)
        if first is None:
            return 0, 0
        start, entry = first, first
    else:
        entry = start + 1
    if entry >= len(lines):
        return start, len(lines)
    wanted = _entry(lines[entry])
    for j in range(entry + 1, len(lines)):
        if _entry(lines[j]) == wanted:
            return start, j
        article = article_marker(lines[j].text)
        if article and article.spaced:
            break
    return (start, start + 1) if close_up(lines[start].text) == "目录" else (0, 0)


def body_start(lines: Sequence[Line]) -> int:
    """The index of the first line with a marker; the number of lines where there is none."""
    for i, line in enumerate(lines):
        if line.cells or structural(line):
            return i
        if line.heading > 1 and not annex_head(line) and not is_title(line):
            return i
    return len(lines)


def closing_lines(lines: Sequence[Line], start: int) -> set[int]:
    """Indexes of signatures, dates, lists of attachments and page furniture after the text has begun."""
    closing: set[int] = set()
    i = start
    while i < len(lines):
        text = lines[i].text
        if lines[i].cells or lines[i].heading:
            i += 1
            continue
        if _CLOSING.search(text):
            closing.add(i)
        elif _DATE_ALONE.match(text) and dates_in(text):
            closing.add(i)
            j = i - 1
            while j >= start and i - j <= 4 and _SIGNED.match(lines[j].text) and not structural(lines[j]):
                closing.add(j)
                j -= 1
        elif _ATTACHED.match(text):
            i = _attachments(lines, i, closing)
            continue
        i += 1
    return closing


def _attachments(lines: Sequence[Line], i: int, closing: set[int]) -> int:
    """Adds a list of attachments from `i` on and gives the index after it: 附件：1. … 2. …, titles only."""
    j = i + 1
    while j < len(lines) and j - i < 20:
        text = lines[j].text
        marker = list_marker(text)
        titled = marker is not None and marker.kind == "1." and not text.rstrip().endswith(("。", "；", "："))
        if lines[j].cells or lines[j].heading or not titled or len(text) > 80:
            break
        j += 1
    if j < len(lines) and j == i + 1 and annex_head(lines[j]):
        closing.add(i)
        return j
    annex_follows = j == i + 1 and j < len(lines) and (lines[j].cells or structural(lines[j]) or len(lines) - j > 3)
    if annex_follows and not re.search(r"[：:]\s*[1１]\s*[.．、]", lines[i].text):
        return i + 1
    closing.update(range(i, j))
    return j
