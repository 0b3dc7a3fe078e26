"""Paragraph depth: the most plausible outline for the markers of a whole section.

A marker alone does not tell its depth: (i) follows (h) or opens a list of Roman numerals, (1) after (A) is a new level where it
is italic, and old FDA outlines use italic lower-case letters below Roman numerals. So the markers of a section are read
together: a search over all outlines that the markers allow finds the one of least cost, where a marker that continues a
list by one or opens the level that belongs below its parent costs nothing, and gaps, repeats and odd levels cost more.

Most sections have only one outline without cost, and are settled in one pass; the search is for the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from ingest.us.designators import CAPITAL, CAPITAL_ROMAN, DIGIT, LETTER, ROMAN, TERM, Reading

PLAIN, ITALIC = 0, 1
_ROOT = ("", PLAIN)

_Below = dict[tuple[str, int], dict[tuple[str, int], float]]

_BELOW: _Below = {
    _ROOT: {(LETTER, PLAIN): 0, (TERM, PLAIN): 0, (DIGIT, PLAIN): 0.2, (ROMAN, PLAIN): 0.8, (CAPITAL, PLAIN): 0.8},
    (LETTER, PLAIN): {(DIGIT, PLAIN): 0, (TERM, PLAIN): 0.2, (ROMAN, PLAIN): 0.8, (CAPITAL, PLAIN): 0.9, (DIGIT, ITALIC): 0.9},
    (DIGIT, PLAIN): {(ROMAN, PLAIN): 0, (LETTER, ITALIC): 0.4, (CAPITAL, PLAIN): 0.8, (LETTER, PLAIN): 0.9, (TERM, PLAIN): 0.4},
    (ROMAN, PLAIN): {(CAPITAL, PLAIN): 0, (LETTER, ITALIC): 0, (DIGIT, PLAIN): 0.9, (DIGIT, ITALIC): 0.6, (TERM, PLAIN): 0.4},
    (CAPITAL, PLAIN): {(DIGIT, ITALIC): 0, (DIGIT, PLAIN): 0.4, (ROMAN, PLAIN): 0.9, (LETTER, ITALIC): 0.8, (TERM, PLAIN): 0.4},
    (LETTER, ITALIC): {(DIGIT, ITALIC): 0, (DIGIT, PLAIN): 0.4, (ROMAN, ITALIC): 0.8},
    (DIGIT, ITALIC): {(ROMAN, ITALIC): 0, (LETTER, ITALIC): 0.8, (CAPITAL, PLAIN): 0.9, (ROMAN, PLAIN): 0.5},
    (ROMAN, ITALIC): {(CAPITAL, ITALIC): 0, (CAPITAL, PLAIN): 0.3, (LETTER, ITALIC): 0.5, (DIGIT, ITALIC): 0.8},
    (CAPITAL, ITALIC): {(DIGIT, ITALIC): 0.4, (DIGIT, PLAIN): 0.5},
    (TERM, PLAIN): {(DIGIT, PLAIN): 0, (LETTER, PLAIN): 0.2, (ROMAN, PLAIN): 0.3, (CAPITAL, PLAIN): 0.6},
}
"""What opens below what, and at what cost: (a)(1)(i)(A)(1)(i) with italics from the fifth level (Document Drafting Handbook),
the old FDA outline (a)(1)(i)(a)(1)(i) with italics from the fourth, and terms with lists of their own."""

_BELOW_IN_STATUTES: _Below = {
    _ROOT: {(LETTER, PLAIN): 0, (DIGIT, PLAIN): 0.1, (CAPITAL, PLAIN): 0.8},
    (LETTER, PLAIN): {(DIGIT, PLAIN): 0, (CAPITAL, PLAIN): 0.6},
    (DIGIT, PLAIN): {(CAPITAL, PLAIN): 0, (LETTER, PLAIN): 0.9},
    (CAPITAL, PLAIN): {(ROMAN, PLAIN): 0},
    (ROMAN, PLAIN): {(CAPITAL_ROMAN, PLAIN): 0},
    (CAPITAL_ROMAN, PLAIN): {(LETTER, PLAIN): 0},
}
"""The Code's own outline: (a)(1)(A)(i)(I)(aa), the last in doubled letters."""

Scheme = Literal["regulation", "statute"]
_SCHEMES: dict[Scheme, _Below] = {"regulation": _BELOW, "statute": _BELOW_IN_STATUTES}

_ODD = 2.0  # a level that does not belong below its parent
_SAME_ABOVE = 1.5  # a level of a kind that is open above: (1) below (1)
_NOT_FIRST = 3.0  # a list that begins in the middle
_GAP = 2.0  # a list that skips
_BACK = 4.0  # a list that repeats or goes back
_STYLE = 1.0  # italics differ within a list
_LONELY = 0.4  # a list of one
_UNANNOUNCED = 0.3  # a list opens and the text before does not end in a colon or dash
_UNANSWERED = 0.3  # the text before announces a list and none opens
_SAME_PARAGRAPH = 4.0  # the second of two stacked markers is no child of the first
_LEFT_THE_LINE = 1.0  # a list that runs on within a paragraph goes on in the next
_WIDTH, _MARGIN = 12, 5.0


class Mark(Protocol):
    """One marker of a section, in order, with what is known of its place; `ingest.us.segments.Segment` is one.

    `italic` is None where the source does not keep italics. `last` is the end of a range, "(a)-(f)". `stacked` markers
    stand right after another one, "(e)(1)". `announced` tells whether the text before ends in a colon or a dash.
    """

    readings: tuple[Reading, ...]
    italic: bool | None
    last: tuple[Reading, ...]
    stacked: bool
    announced: bool
    inline: bool


Level = tuple[str, int, int, bool, bool]
"""Of an open list: kind, italic or plain, place reached, whether it holds one item only, whether it runs within a line."""
Stack = tuple[Level, ...]


def depths(marks: Sequence[Mark], scheme: Scheme = "regulation") -> list[int]:
    """The depth of each mark, 0 for the first level below the section."""
    below = _SCHEMES[scheme]
    found = _only_outline(marks, below)
    return found if found is not None else _search(marks, below)


def _only_outline(marks: Sequence[Mark], below: _Below) -> list[int] | None:
    """The outline without gaps, repeats or odd levels, where each mark has exactly one such place; None otherwise."""
    stack: list[tuple[str, int, int]] = []
    out: list[int] = []
    for mark in marks:
        italic = mark.italic
        if italic is None or mark.inline:
            return None
        style = ITALIC if italic else PLAIN
        place, value, kind = -1, 0, ""
        for kind_read, value_read in mark.readings:
            for depth, (open_kind, open_style, reached) in enumerate(stack):
                if open_kind == kind_read and open_style == style and (value_read == reached + 1 or kind_read == TERM):
                    if place >= 0 or mark.stacked:
                        return None
                    place, value, kind = depth, value_read, kind_read
            if value_read == 1:
                parent = stack[-1][:2] if stack else _ROOT
                if below.get(parent, {}).get((kind_read, style)) == 0:
                    if place >= 0 or any(level[0] == kind_read and level[1] == style for level in stack):
                        return None
                    place, value, kind = len(stack), value_read, kind_read
        if place < 0:
            return None
        if mark.last:
            value = next((v for k, v in mark.last if k == kind), value)
        del stack[place:]
        stack.append((kind, style, value))
        out.append(place)
    return out


@dataclass(slots=True)
class _State:
    cost: float
    stack: Stack
    before: _State | None
    depth: int


def _search(marks: Sequence[Mark], below: _Below) -> list[int]:
    states = [_State(0.0, (), None, -1)]
    for mark in marks:
        best: dict[Stack, _State] = {}
        for state in states:
            for cost, stack, depth in _places(state.stack, mark, below):
                total = state.cost + cost
                known = best.get(stack)
                if known is None or total < known.cost:
                    best[stack] = _State(total, stack, state, depth)
        ranked = sorted(best.values(), key=lambda s: s.cost)
        limit = ranked[0].cost + _MARGIN
        states = [s for s in ranked[:_WIDTH] if s.cost <= limit]
    final: _State | None = min(states, key=lambda s: s.cost + _LONELY * sum(level[3] for level in s.stack))
    out: list[int] = []
    while final is not None and final.before is not None:
        out.append(final.depth)
        final = final.before
    return out[::-1]


def _places(stack: Stack, mark: Mark, scheme: _Below) -> list[tuple[float, Stack, int]]:
    """Every place that a mark can take below an open outline, with its cost: continue a list, or open one."""
    out: list[tuple[float, Stack, int]] = []
    # How italics count: unknown italics fit anything.
    styles = (PLAIN, ITALIC) if mark.italic is None else (ITALIC,) if mark.italic else (PLAIN,)
    for kind, value in mark.readings:
        end = next((v for k, v in mark.last if k == kind), value) if mark.last else value
        closing = mark.stacked * _SAME_PARAGRAPH + mark.announced * _UNANSWERED
        for depth in range(len(stack) - 1, -1, -1):
            open_kind, open_style, reached, _, inline = stack[depth]
            if open_kind == kind:
                if kind == TERM or value == reached + 1:
                    cost = closing
                elif value > reached:
                    cost = closing + _GAP + min(value - reached, 10) * 0.1
                else:
                    cost = closing + _BACK
                if open_style not in styles:
                    cost += _STYLE
                if inline != mark.inline:
                    cost += _LEFT_THE_LINE
                out.append((cost, (*stack[:depth], (kind, open_style, end, False, inline)), depth))
            closing += _LONELY * stack[depth][3]
        below = scheme.get((stack[-1][0], stack[-1][1]) if stack else _ROOT, {})
        for style in styles:
            cost = below.get((kind, style), _ODD)
            if mark.italic is None and style == ITALIC:
                cost += 0.1
            if value != 1 and kind != TERM:
                cost += _NOT_FIRST
            if any(level[0] == kind and level[1] == style for level in stack):
                cost += _SAME_ABOVE
            if not mark.announced and not mark.stacked:
                cost += _UNANNOUNCED
            out.append((cost, (*stack, (kind, style, end, end == value and kind != TERM, mark.inline)), len(stack)))
    return out
