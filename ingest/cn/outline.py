"""From lines to a tree: 编 章 节 条, annexes, and the lists within them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ingest.building import Node
from ingest.cn.lines import Line, close_up
from ingest.cn.markers import (
    ARTICLE_RANK,
    GROUP_RANK,
    LIST_RANK,
    Annex,
    Marker,
    annex_head,
    article_marker,
    group_marker,
    list_marker,
)
from ingest.cn.nesting import Block, arrange_article, heading_marker, nest
from ingest.cn.numerals import to_han

ANNEX_RANK = -1
_GAP = 20
"""Articles may be left out of a chunk; a leap further than this is another law quoted, as in amendments."""


@dataclass(slots=True)
class _Group:
    rank: int
    node: Node
    blocks: list[Block] = field(default_factory=list)
    article: bool = False
    quoting: bool = False


class Outline:
    """Takes lines in order and grows `root`. Nothing of a line is dropped: it becomes a marker, a heading or a paragraph."""

    def __init__(self, *, unspaced: bool = False) -> None:
        """`unspaced`: the text puts no blank after 第X条, so that only the count tells an article from a reference."""
        self._unspaced = unspaced
        self.root = Node("", "document")
        self._stack = [_Group(-9, self.root)]
        self._last = (0, 0)
        self._table: list[tuple[str, ...]] = []
        self.articles: set[str] = set()

    def feed(self, line: Line) -> None:
        if line.cells:
            self._table.append(line.cells)
            return
        self._end_table()
        marker = group_marker(line.text)
        quoting = self._stack[-1].article and self._quotes_next()
        if marker and not quoting:
            self._open_group(marker)
            return
        marker = article_marker(line.text)
        if marker and self._accepts(marker) and not (quoting and marker.number > self._last[0] + 1):
            self._open_article(marker)
            return
        annex = annex_head(line)
        if annex and not (annex.colon and not line.heading and not annex.rest):
            self._open_annex(annex)
            return
        item = list_marker(line.text)
        here = self._stack[-1]
        if item is None and line.bullet and here.article:
            item = self._bullet(line.text, here)
        if here.node.level == "落款":
            self._pop_to(ANNEX_RANK)
            here = self._stack[-1]
        if item:
            here.blocks.append(Block(item.rest, item, line.heading))
        elif line.heading and not here.article:
            here.blocks.append(Block(line.text, heading_marker(close_up(line.text)), line.heading))
        elif not here.blocks and not here.article and here.rank == ANNEX_RANK and not here.node.heading:
            here.node.heading = line.text
        else:
            here.blocks.append(Block(line.text, quoted=here.quoting))

    @staticmethod
    def _bullet(text: str, here: _Group) -> Marker:
        """The item of a list whose numbers were lost in the markup: it takes the next one of its list."""
        number = 1
        if here.blocks and here.blocks[-1].marker is not None and here.blocks[-1].marker.kind == "（一）":
            number = here.blocks[-1].marker.number + 1
        return Marker("（一）", LIST_RANK["（一）"], f"（{to_han(number)}）", number, 0, "", text)

    def close_with(self, line: Line) -> None:
        """A line of the signature, a date or a list of attachments: kept beside the text, demanding nothing."""
        self._end_table()
        here = self._stack[-1]
        if here.node.level != "落款":
            self._pop_to(ANNEX_RANK)
            here = self._push(ANNEX_RANK, Node("落款", "落款", role="meta"))
        here.node.write(line.text)

    def _quotes_next(self) -> bool:
        """True after 内容如下：, where a chapter and articles of another text are quoted."""
        here = self._stack[-1]
        if here.blocks and re.search(r"(?:如下|内容为|修改为)\s*[：:]$", here.blocks[-1].text or ""):
            here.quoting = True
        return here.quoting

    def finish(self) -> Node:
        self._end_table()
        while self._stack:
            self._hang(self._stack.pop())
        return self.root

    def _accepts(self, marker: Marker) -> bool:
        number, sub = self._last
        if (marker.number, marker.sub) in ((number + 1, 0), (number, sub + 1)):
            return True
        if not marker.spaced:
            return self._unspaced and number < marker.number <= number + 3
        return not number or marker.number <= number + _GAP

    def _open_group(self, marker: Marker) -> None:
        rank, level = marker.rank, marker.kind
        if not marker.number and any(group.node.level == "编" for group in self._stack):
            rank, level = GROUP_RANK["编"], "编"  # 附则 after the last 编 stands beside it, not in it
        self._pop_to(rank)
        node = Node(marker.label, level, marker=marker.printed, heading=close_up(marker.rest), role="heading")
        self._push(rank, node)

    def _open_article(self, marker: Marker) -> None:
        self._pop_to(ARTICLE_RANK)
        out_of_order = marker.number != 1 and (marker.number, marker.sub) <= self._last
        self._last = (marker.number, marker.sub) if not out_of_order else self._last
        node = Node(marker.label, "条", marker=marker.printed.strip(), role="note" if out_of_order else "body")
        group = self._push(ARTICLE_RANK, node)
        group.article = True
        group.blocks.append(Block(marker.rest))
        self.articles.add(marker.label)

    def _open_annex(self, annex: Annex) -> None:
        self._pop_to(ANNEX_RANK)
        self._last = (0, 0)
        self._push(ANNEX_RANK, Node(annex.label, "附件", marker=annex.printed, heading=annex.rest))

    def _push(self, rank: int, node: Node) -> _Group:
        self._stack[-1].node.add(node)
        self._stack.append(_Group(rank, node))
        return self._stack[-1]

    def _pop_to(self, rank: int) -> None:
        """Closes all groups of `rank` and below; what stands directly in the one that stays is hung up first."""
        while len(self._stack) > 1 and self._stack[-1].rank >= rank:
            self._hang(self._stack.pop())
        self._hang(self._stack[-1])

    def _hang(self, group: _Group) -> None:
        blocks, group.blocks = group.blocks, []
        if group.article:
            arrange_article(group.node, blocks)
            if group.node.role == "note":
                for node in group.node.walk():
                    node.role = "note"
        elif blocks:
            nest(group.node, blocks, in_article=False)

    def _end_table(self) -> None:
        if self._table:
            self._stack[-1].blocks.append(Block("", rows=tuple(self._table)))
            self._table = []
