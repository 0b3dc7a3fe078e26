"""Lists within an article, a section or an annex: which item stands under which, and which paragraphs are 款."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ingest.building import Node
from ingest.cn.markers import DECIMAL_RANK, Marker
from ingest.cn.numerals import to_han
from ingest.cn.tables import add_table

_ENDED = re.compile(r"[。；;：:！？.）)】”\"]\s*$")
_HEADING_KIND = "#"


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph with the marker that it begins with, None for an unmarked one, or the rows of a table.

    `depth` is its heading depth, 0 for none; `quoted` tells that it stands in a quotation of another text.
    """

    text: str
    marker: Marker | None = None
    depth: int = 0
    rows: tuple[tuple[str, ...], ...] = ()
    quoted: bool = False


@dataclass(slots=True)
class _Open:
    marker: Marker
    node: Node
    depth: int


def heading_marker(text: str) -> Marker:
    """The marker of a heading without a number: its words are its label."""
    return Marker(_HEADING_KIND, DECIMAL_RANK, text, 0, 0, "", text)


def _quoted(text: str) -> bool:
    return text.startswith(("“", "‘", '"'))


def _runs_in(previous: str) -> bool:
    """A short line without a stop is the heading of the paragraph that follows: 企业负责人."""
    return 0 < len(previous) <= 20 and not _ENDED.search(previous)


def split_paragraphs(blocks: list[Block]) -> list[list[Block]]:
    """The blocks of an article in groups, one for each 款.

    An unmarked paragraph opens a 款 unless it goes on with what an item began: the next item carries the count on, the item
    broke off without a stop (a term whose meaning stands in the next paragraph), or it is quoted text.
    """
    groups: list[list[Block]] = []
    last: dict[str, int] = {}
    previous = ""
    unclosed = 0
    for i, block in enumerate(blocks):
        if block.marker is not None or block.rows:
            if not groups:
                groups.append([])
            groups[-1].append(block)
            if block.marker is not None:
                last[block.marker.kind] = block.marker.number
            previous = block.marker.rest if block.marker else ""
        else:
            goes_on = bool(groups) and (
                block.quoted
                or _quoted(block.text)
                or _runs_in(previous)
                or unclosed > 0
                or (bool(last) and _continues(blocks, i, last, previous))
            )
            if not goes_on and not (groups and not previous and not last and not any(b.text for b in groups[-1])):
                groups.append([])
                last = {}
            groups[-1].append(block)
            previous = block.text
        unclosed = max(0, unclosed + block.text.count("“") - block.text.count("”"))
    return groups


def _continues(blocks: list[Block], i: int, last: dict[str, int], previous: str) -> bool:
    for later in blocks[i + 1 :]:
        if later.marker is not None:
            if last.get(later.marker.kind) == later.marker.number - 1:
                return True
            break
    return not _ENDED.search(previous)


def arrange_article(article: Node, blocks: list[Block]) -> None:
    """Hangs an article's paragraphs and items under it: 款 only where there is more than one."""
    groups = split_paragraphs(blocks)
    if len(groups) <= 1:
        for group in groups:
            nest(article, group, in_article=True)
        return
    for number, group in enumerate(groups, 1):
        nest(article.add(Node(f"第{to_han(number)}款", "款")), group, in_article=True)


def nest(top: Node, blocks: list[Block], *, in_article: bool) -> None:
    """Hangs `blocks` under `top`: items by their markers, unmarked paragraphs to what is open, tables as nodes."""
    stack: list[_Open] = []
    for block in blocks if in_article else promote_headings(blocks, annex=top.level == "附件"):
        if block.rows:
            add_table(stack[-1].node if stack else top, block.rows)
        elif block.marker is None:
            if not block.text:
                continue
            if stack or top.level != "document":
                (stack[-1].node if stack else top).write(block.text)
            else:
                _loose(top).write(block.text)
        else:
            _make_room(stack, block.marker, block.depth)
            parent = stack[-1].node if stack else top
            node = parent.add(_item(block.marker, parent, in_article))
            stack.append(_Open(block.marker, node, block.depth))


_HEADS_A_LIST = re.compile(r"(?:说明|备注|注|注解|注释|填表说明)\s*[：:]?$|[^。；：，,:;！？、]{1,25}$")


def promote_headings(blocks: list[Block], *, annex: bool) -> list[Block]:
    """Unmarked short lines that head a list beginning anew: 第二类 between the lists of a schedule, 说明：after them."""
    out: list[Block] = []
    seen: set[str] = set()
    for i, block in enumerate(blocks):
        following = blocks[i + 1].marker if i + 1 < len(blocks) else None
        if block.marker is None and not block.rows and following is not None and following.number == 1:
            anew = following.kind in seen or (annex and following.kind != "1.1")
            if anew and _HEADS_A_LIST.match(block.text):
                out.append(Block(block.text, heading_marker(block.text), 9))
                continue
        elif block.marker is not None:
            seen.add(block.marker.kind)
        out.append(block)
    return out


def _loose(top: Node) -> Node:
    """A node for paragraphs that stand directly in the document, between or after its parts."""
    if top.children and top.children[-1].level == "段":
        return top.children[-1]
    number = sum(child.level == "段" for child in top.children) + 1
    return top.add(Node(f"第{to_han(number)}段", "段"))


def _make_room(stack: list[_Open], marker: Marker, depth: int) -> None:
    """Closes what `marker` ends, so that the top of `stack` is its parent."""
    if marker.kind == _HEADING_KIND:
        while stack and not (0 < stack[-1].depth < depth):
            stack.pop()
        return
    if marker.kind == "1.1":
        _make_room_decimal(stack, marker)
        return
    while depth and stack and stack[-1].marker.kind == _HEADING_KIND and stack[-1].depth >= depth:
        stack.pop()
    for i in range(len(stack) - 1, -1, -1):
        if stack[i].marker.kind == marker.kind:
            above = stack[i + 1 :]
            headed = any(o.marker.kind == _HEADING_KIND for o in above)
            decimal = any(o.marker.kind == "1.1" for o in above)
            follows = marker.number == stack[i].marker.number + 1
            if (headed or decimal) and not follows and not (depth and depth <= stack[i].depth):
                return
            del stack[i:]
            return
    opens_below = marker.number == 1 and stack and stack[-1].marker.rest.endswith(("：", ":"))
    while stack and not opens_below and stack[-1].marker.rank > marker.rank:
        stack.pop()


def _make_room_decimal(stack: list[_Open], marker: Marker) -> None:
    for i in range(len(stack) - 1, -1, -1):
        label = stack[i].marker.label.rstrip(".")
        if stack[i].marker.kind in ("1.1", "1.") and marker.label.startswith(label + "."):
            del stack[i + 1 :]
            return
    for i, entry in enumerate(stack):
        if entry.marker.kind == "1.1":
            del stack[i:]
            return
    while stack and stack[-1].marker.kind in ("1.", "（1）", "①"):
        stack.pop()


def _item(marker: Marker, parent: Node, in_article: bool) -> Node:
    level, label = {
        "一、": ("项" if in_article else "条款", marker.label),
        "（一）": ("项", f"第{marker.label}项" if in_article else marker.label),
        "1.": ("目", f"第{marker.number}目" if in_article else marker.label),
        "（1）": ("子目", marker.label),
        "①": ("细目", marker.label),
        "1.1": ("条款", marker.label),
        _HEADING_KIND: ("标题", marker.label),
    }[marker.kind]
    if marker.kind == "1." and in_article and parent.level in ("条", "款"):
        level, label = "项", f"第{marker.number}项"
    if marker.kind == _HEADING_KIND:
        return Node(label, level, heading=marker.rest)
    return Node(label, level, marker=marker.printed, texts=[marker.rest] if marker.rest else [])
