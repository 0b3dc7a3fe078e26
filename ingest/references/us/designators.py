"""Lists of paragraphs and numbers as citations write them: (a)(1)(i) through (iii), (b)(1), (f), or (g).

A shortened item takes its beginning from the item before: after 502(f)(1) an "and (2)" is 502(f)(2), and after 802(b)(1) an
"or (g)" is 802(g), because the kind of the first designator tells its level.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_DESIGNATOR = r"\(\s?(?:[0-9]{1,3}|[a-z]{1,6}|[A-Z]{1,5})\s?\)"
CHAIN = re.compile(rf"(?:{_DESIGNATOR}\s?)*{_DESIGNATOR}")  # (a)(1), (a) (2): 21 CFR 211.170(a)(1)
_INNER = re.compile(r"[0-9A-Za-z]+")
# Between two items of a list: a comma, a conjunction, or both; "or in", "and under" and the like repeat the preposition.
AND = re.compile(
    r"\s*(?:[,;]\s*(?:and/or|and|or|&|nor|but not)?|and/or|and|or|&|nor|but not)\s+(?:(?:in|under|to|of|with|by)\s+)?|\s*,\s*",
)
TO = re.compile(r"\s*(?:,?\s*(?:through|thru|to)\s+|\s?[–—-]\s?(?=[(\d§]))")
_REAL_SECTION = r"\d{1,4}\.\d{1,5}[a-z]{0,2}"
SECTION = re.compile(_REAL_SECTION + r"(?![\d.]*\d)(?!\s?percent)")  # 211.84, 524.1044g
NUMBER = re.compile(r"\d{1,4}[A-Za-z]{0,5}(?:-\d{1,2}[a-z]?(?!\d))?(?![\w.]*\d)")  # 505, 505A, 360bbb-3, 355-1
PART = re.compile(
    r"\d{1,4}(?!\.\d|\d|:|,\d{3}|\s?(?:percent|per|mg|days?|years?|months?|hours?|CFR|FR|U\.? ?S\.? ?C|Stat)\b|[A-Za-z%])"
)

_ROMAN = frozenset("ivxl")


@dataclass(frozen=True, slots=True)
class Item:
    """One item of a list: a number ("" where only paragraphs are listed), its paragraphs, and the end of a range.

    `last` is what stands after "through", as written: "1.368", "(h)", "(e)(1)(vi)"; "" for a single item.
    """

    number: str
    chain: tuple[str, ...]
    last: str = ""

    @property
    def cited(self) -> str:
        """The item as targets write it: `802(b)(1)`, `1.326..1.368`, `(d)..(h)`."""
        return self.number + "".join(f"({d})" for d in self.chain) + (f"..{self.last}" if self.last else "")


def read_chain(text: str, position: int) -> tuple[tuple[str, ...], int]:
    """The designators at `position`, perhaps after one blank, and where they end; none leaves the position."""
    start = position + 1 if text[position : position + 1] == " " else position
    found = CHAIN.match(text, start)
    if found is None:
        return (), position
    return tuple(_INNER.findall(found.group())), found.end()


def _kinds(designator: str, depth: int = -1) -> set[str]:
    """What a designator can be; where its depth is known, (i) is a letter at the first level and a numeral at the third."""
    if designator.isdigit():
        return {"1"}
    if designator.isupper():
        return {"A"}
    kinds = {"a"} if len(set(designator)) == 1 else set()
    if set(designator) <= _ROMAN:
        kinds.add("i")
    if len(kinds) > 1 and depth >= 0:
        return {"a"} if depth == 0 else {"i"}
    return kinds


def complete(chain: tuple[str, ...], before: tuple[str, ...]) -> tuple[str, ...]:
    """A shortened chain with the levels that it shares with the item before it."""
    first = chain[0]
    if before and first == before[0]:
        return chain
    for depth in range(len(before) - 1, -1, -1):
        if _kinds(before[depth], depth) & _kinds(first):
            return before[:depth] + chain
    return chain


def read_paragraphs(text: str, position: int, number: str = "", before: tuple[str, ...] = ()) -> tuple[list[Item], int]:
    """A list of paragraphs from `position`: "(a)(1) through (3), (b), and (c)". Empty where none begins there."""
    chain, end = read_chain(text, position)
    if not chain:
        return [], position
    chain = complete(chain, before) if before else chain
    items: list[Item] = []
    while True:
        last, end = _read_last(text, end)
        items.append(Item(number, chain, last))
        shared = tuple(_INNER.findall(last)) if last.startswith("(") else chain
        joined = AND.match(text, end)
        if joined is None:
            return items, end
        following, after = read_chain(text, joined.end())
        if not following or after == joined.end():
            return items, end
        chain, end = complete(following, complete(shared, chain)), after


def _read_last(text: str, position: int) -> tuple[str, int]:
    joined = TO.match(text, position)
    if joined is None:
        return "", position
    chain, end = read_chain(text, joined.end())
    return ("".join(f"({d})" for d in chain), end) if chain else ("", position)


def read_numbers(text: str, position: int, pattern: re.Pattern[str], sign: re.Pattern[str]) -> tuple[list[Item], int]:
    """A list of numbered units with their paragraphs: "502(a), 502(f)(1) and (2), and 505", "1.326 through 1.368".

    `sign` may stand before each number ("§ "). Returns the items and where the list ends.
    """
    items: list[Item] = []
    end = position
    start = position
    while True:
        found = _numbered(text, start, pattern, sign)
        if found is None:
            return items, end
        number, after = found
        chain, after = read_chain(text, after)
        joined = TO.match(text, after)
        if joined is not None:
            upper = _numbered(text, joined.end(), pattern, sign)
            if upper is not None:
                last, after = upper
                upper_chain, after = read_chain(text, after)
                last += "".join(f"({d})" for d in upper_chain)
                items.append(Item(number, chain, last))
                end = after
                separator = AND.match(text, end)
                if separator is None:
                    return items, end
                start = separator.end()
                continue
        if chain:
            more, end = _paragraphs_of(text, number, chain, after)
            items.extend(more)
        else:
            items.append(Item(number, ()))
            end = after
        separator = AND.match(text, end)
        if separator is None:
            return items, end
        start = separator.end()


def _paragraphs_of(text: str, number: str, chain: tuple[str, ...], end: int) -> tuple[list[Item], int]:
    last, end = _read_last(text, end)
    items = [Item(number, chain, last)]
    shared = tuple(_INNER.findall(last)) if last else chain
    joined = AND.match(text, end)
    if joined is not None and text[joined.end() : joined.end() + 1] == "(":
        more, after = read_paragraphs(text, joined.end(), number, complete(shared, chain))
        if more:
            return items + more, after
    return items, end


def _numbered(text: str, position: int, pattern: re.Pattern[str], sign: re.Pattern[str]) -> tuple[str, int] | None:
    marked = sign.match(text, position)
    found = pattern.match(text, marked.end() if marked else position)
    return (found.group(), found.end()) if found else None
