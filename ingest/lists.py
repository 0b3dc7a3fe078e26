"""How the marks of nested lists follow one another: (a) (b) (i) (ii) 1. 2. - and bullets.

A mark alone does not tell its depth: (i) follows (h) or opens a list under it. `Outline.place` decides from what is open.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Generic, TypeVar

_ROMAN_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_SHAPE = re.compile(r"(?P<open>[‘'\"“(]*)(?P<core>\d+|[A-Za-z]+)(?P<letter>(?<=\d)[a-z]{1,2})?(?P<close>[).]*)")


def roman(text: str) -> int | None:
    """The value of a small or capital Roman numeral up to 99 in its usual spelling, else None: `iiii` and `ic` are none."""
    lower = text.lower()
    if not lower or set(lower) - set(_ROMAN_VALUES):
        return None
    total = 0
    for here, after in zip(lower, [*lower[1:], ""], strict=False):
        value = _ROMAN_VALUES[here]
        total += -value if after and _ROMAN_VALUES[after] > value else value
    return total if to_roman(total) == lower else None


def to_roman(number: int) -> str:
    """1 to 399 in small Roman numerals."""
    out = []
    for value, letters in ((100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")):
        count, number = divmod(number, value)
        out.append(letters * count)
    return "".join(out)


def letters(text: str) -> int | None:
    """The place of a letter mark: a is 1, z 26, aa (one letter repeated) 27; None for other words."""
    lower = text.lower()
    if not lower.isascii() or not lower.isalpha() or len(set(lower)) != 1 or len(lower) > 3:
        return None
    return ord(lower[0]) - 96 + 26 * (len(lower) - 1)


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a mark: a list style ("roman)", "A.", "•") and its place in the list; 0 for bullets."""

    style: str
    place: int


def readings(mark: str) -> list[Reading]:
    """All ways to read a mark, the likelier first. Marks inserted later ((ia), (3a)) have the place of the one before."""
    shape = _SHAPE.fullmatch(mark)
    if not shape:
        return [Reading(mark, 0)]
    core, close = shape["core"], shape["close"][:1]  # (a) and a) are one style: printers mix them in one list
    if core.isdigit():
        return [Reading("1" + close, int(core))]
    case = "A" if core.isupper() else "a"
    found = []
    if (place := letters(core)) is not None:
        found.append(Reading(case + close, place))
    if (place := roman(core)) is not None:
        found.append(Reading(("I" if core.isupper() else "i") + close, place))
    if not found:  # (ia), (ca): inserted after (i), (c)
        before = core[:-1]
        if (place := roman(before)) is not None and len(before) > 1:
            found.append(Reading(("I" if core.isupper() else "i") + close, place))
        if len(core) == 2:
            found.append(Reading(case + close, ord(core[0].lower()) - 96))
    return found or [Reading("?" + close, 0)]


T = TypeVar("T")


@dataclass
class _Open(Generic[T]):
    reading: Reading
    item: T
    depth: int
    leads: bool
    """Its text ends in a colon, so a list may open under it."""


class Outline(Generic[T]):
    """The lists that are open at a point of a text; an item is whatever the caller hangs on a mark."""

    def __init__(self) -> None:
        self.open: list[_Open[T]] = []
        self._chosen = Reading("", 0)

    def clear(self) -> None:
        self.open.clear()

    @property
    def deepest(self) -> T | None:
        return self.open[-1].item if self.open else None

    def close_to(self, depth: int) -> None:
        """Closes the items that the layout shows to be deeper than `depth`."""
        while self.open and self.open[-1].depth > depth:
            self.open.pop()

    def parent(self, mark: str, depth: int = 0) -> T | None:
        """Closes what `mark` ends and returns the item that it stands under, None at the top; call `push` next.

        `depth` > 0 is known from the layout and decides.
        """
        ways = readings(mark)
        self._chosen = next((w for w in ways if w.place <= 1), ways[0])
        if depth:
            self.close_to(depth)
            if self.open and self.open[-1].depth == depth:
                last = self.open.pop()
                self._chosen = next((w for w in ways if w.style == last.reading.style), self._chosen)
            return self.deepest
        opens = any(w.place <= 1 for w in ways)
        if not (
            opens
            and self.open
            and self.open[-1].leads
            and all(w.style != self.open[-1].reading.style for w in ways if w.place <= 1)
        ):
            for wanted in (_follows, _later) if not opens else (_follows,):
                for index in range(len(self.open) - 1, -1, -1):
                    found = next((w for w in ways if wanted(self.open[index].reading, w)), None)
                    if found:
                        self._chosen = found
                        del self.open[index:]
                        return self.deepest
        return self.deepest

    def push(self, item: T, text: str, depth: int = 0) -> None:
        """Opens the mark of the last `parent` as the deepest item."""
        self.open.append(_Open(self._chosen, item, depth, leads_on(text)))

    def continues(self, text: str) -> None:
        """More text of the deepest item."""
        if self.open:
            self.open[-1].leads = leads_on(text)


def leads_on(text: str) -> bool:
    """Whether a text announces a list."""
    return text.rstrip().endswith((":", ":-", ": —"))


def _follows(before: Reading, after: Reading) -> bool:
    return before.style == after.style and (after.place == before.place + 1 or after.place == 0)


def _later(before: Reading, after: Reading) -> bool:
    """A list with gaps or with a mark that was inserted or printed twice."""
    return before.style == after.style and after.place >= before.place
