"""Chinese legal text cut into list blocks, sentences, segments (between ；) and clauses (between ，), by offset.

Marks inside paired brackets and quotation marks do not cut: 《药品、医疗器械，…》 is one name. One pass over the text, so the
time is linear in its length.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from typing import NamedTuple


class Span(NamedTuple):
    """Half-open offsets into a text."""

    start: int
    end: int


class Block(NamedTuple):
    """A sentence, or a lead-in (`span`) with the list items that follow it (`items`, without their markers)."""

    span: Span
    items: tuple[Span, ...]
    top: int = 0
    """How many of the items stand at the level of the first: 1. below （一） is not counted."""


_PAIRS = {"（": "）", "(": ")", "《": "》", "〈": "〉", "“": "”", "「": "」", "『": "』", "【": "】", "〔": "〕", "[": "]"}
_CLOSERS = frozenset(_PAIRS.values())
_BRACKETS = re.compile("[" + re.escape("".join(_PAIRS) + "".join(_CLOSERS)) + "]")
_LONGEST_BRACKET = 400
"""A pair further apart is a typing error, and the marks inside cut again."""

_SENTENCE_END = re.compile(r"[。！？\n]")
_SEGMENT_END = re.compile(r"[；;]")
_CLAUSE_END = re.compile(r"[，：]|,(?!\d{3})|:(?!\d)")
_MARKER = re.compile(r"[（(](?:[一二三四五六七八九十百]{1,4}|\d{1,2})[)）][ 　]*|[①-⑳][ 　]*|(?<!\d)\d{1,2}[.．、](?!\d)[ 　]*")
"""（一） of a 项, （1） and 1. of a 目, ① of some notices."""
_BEFORE_MARKER = re.compile(r"[：:；;。\n][\s　]*(?:和|或者|以及|及)?[\s　]*\Z")


class Marks:
    """The cutting marks of one text that stand outside brackets, as sorted offsets by rank."""

    __slots__ = ("_hidden_ends", "_hidden_starts", "clause", "segment", "sentence", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._hidden_starts, self._hidden_ends = _bracketed(text)
        self.sentence = self._outside(_SENTENCE_END)
        self.segment = self._outside(_SEGMENT_END)
        self.clause = self._outside(_CLAUSE_END)

    def _outside(self, mark: re.Pattern[str]) -> list[int]:
        return [m.start() for m in mark.finditer(self.text) if not self.hidden(m.start())]

    def hidden(self, position: int) -> bool:
        """Whether `position` lies inside a bracket."""
        i = bisect_right(self._hidden_starts, position) - 1
        return i >= 0 and position < self._hidden_ends[i]

    def cut(self, span: Span, marks: list[int]) -> list[Span]:
        """`span` cut at `marks`, each part trimmed of white space and of the mark, empty parts left out."""
        parts = []
        start = span.start
        for i in range(bisect_left(marks, span.start), bisect_left(marks, span.end)):
            parts.append(Span(start, marks[i]))
            start = marks[i] + 1
        parts.append(Span(start, span.end))
        return [part for part in (trim(self.text, p) for p in parts) if part.end > part.start]

    def blocks(self) -> list[Block]:
        """Sentences and lists of the text in order."""
        text = self.text
        found: list[Block] = []
        lead: Span | None = None
        items: list[Span] = []
        kinds: list[str] = []
        start = 0
        ends = [*self.sentence, len(text)]
        markers = self._markers()
        next_marker = 0

        def close() -> None:
            nonlocal lead, items, kinds
            if lead is not None:
                found.append(Block(lead, tuple(items), kinds.count(kinds[0]) if kinds else 0))
            lead, items, kinds = None, [], []

        for end in ends:
            while next_marker < len(markers) and markers[next_marker].start < start:
                next_marker += 1
            inside = []
            while next_marker < len(markers) and markers[next_marker].start < end:
                inside.append(markers[next_marker])
                next_marker += 1
            head = trim(text, Span(start, inside[0].start if inside else end))
            if head.end > head.start:
                close()
                lead = head
            elif lead is None and inside:
                lead = Span(start, start)
            for i, marker in enumerate(inside):
                stop = inside[i + 1].start if i + 1 < len(inside) else end
                item = trim(text, Span(marker.end, stop))
                if item.end > item.start:
                    items.append(item)
                    kinds.append(_kind_of_marker(text[marker.start : marker.end]))
            start = end + 1
        close()
        return found

    def _markers(self) -> list[Span]:
        """Item markers at the start of the text or after a mark that ends a lead-in or an item."""
        found = []
        for m in _MARKER.finditer(self.text):
            before = self.text[max(0, m.start() - 12) : m.start()]
            if not before.strip() or _BEFORE_MARKER.search(before):
                found.append(Span(*m.span()))
        return found


def _kind_of_marker(marker: str) -> str:
    bracketed = marker[0] in "（("
    return ("(" if bracketed else "") + ("1" if any(c.isdigit() for c in marker) else "一")


def _bracketed(text: str) -> tuple[list[int], list[int]]:
    """Starts and ends of the outermost bracketed stretches."""
    stack: list[tuple[str, int]] = []
    pairs: list[tuple[int, int]] = []
    for m in _BRACKETS.finditer(text):
        mark = m.group()
        if mark in _PAIRS:
            stack.append((_PAIRS[mark], m.start()))
            del stack[:-20]
        else:
            # A closing mark of another kind than the last opener closes the nearest opener of its kind.
            for depth in range(len(stack) - 1, -1, -1):
                if stack[depth][0] == mark:
                    if m.start() - stack[depth][1] <= _LONGEST_BRACKET:
                        pairs.append((stack[depth][1], m.start()))
                    del stack[depth:]
                    break
    starts: list[int] = []
    ends: list[int] = []
    for begin, finish in sorted(pairs):
        if ends and begin < ends[-1]:
            continue
        starts.append(begin)
        ends.append(finish)
    return starts, ends


def trim(text: str, span: Span) -> Span:
    """`span` without white space and without marks that end a clause at its edges."""
    start, end = span
    while start < end and text[start] in " \t\r\n\u3000\u00a0；;，,。：:、":
        start += 1
    while end > start and text[end - 1] in " \t\r\n\u3000\u00a0；;，,。：:、":
        end -= 1
    return Span(start, end)
