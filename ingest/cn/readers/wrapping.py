"""Joining hard-wrapped lines into paragraphs, where a text is wrapped at all."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

_STOP = re.compile(r"[。；：！？;:”）)】]$")
_BROKEN_NUMBER = re.compile(r"第[一二三四五六七八九十百千零〇0-9]*$")
_WIDEST = 70
"""A line of more characters is a paragraph, not a wrapped line."""
_SLACK = 4.0
"""A wrapped line may fall short of the width by this: Latin words and punctuation that may not begin a line."""


def _measure(line: str) -> float:
    """The width of a line in Han characters; ASCII counts half."""
    return sum(0.5 if c.isascii() else 1.0 for c in line)


def wrap_width(lines: Sequence[str]) -> float | None:
    """The width at which `lines` are wrapped, None where they are paragraphs.

    Wrapped text has many lines of about the greatest width that end within a sentence, and hardly any line beyond it.
    """
    lengths = sorted(_measure(line) for line in lines)
    if len(lengths) < 8:
        return None
    width = lengths[int(0.99 * (len(lengths) - 1))]
    if not 12 < width < _WIDEST:
        return None
    broken = sum(_measure(line) >= width - _SLACK and not _STOP.search(line) for line in lines)
    return width if broken >= max(4, len(lines) // 20) else None


def unwrap(lines: Sequence[str], begins: Callable[[str], bool]) -> list[str]:
    """The paragraphs of `lines` ("" is a blank line). `begins` tells a line that opens a paragraph of its own."""
    filled = [line for line in lines if line]
    width = wrap_width(filled)
    paragraphs: list[list[str]] = []
    above = ""
    for line in filled:
        broken = bool(_BROKEN_NUMBER.search(above))
        goes_on = broken or (width is not None and bool(above) and runs_on(above, width))
        if goes_on and (broken or not begins(line)):
            paragraphs[-1].append(line)
        else:
            paragraphs.append([line])
        above = line
    return [join(paragraph) for paragraph in paragraphs]


def runs_on(line: str, width: float) -> bool:
    """A full line that ends within a sentence; at the very margin a semicolon ends no paragraph either."""
    measure = _measure(line)
    return measure >= width - _SLACK and (not _STOP.search(line) or (measure >= width - 1 and line.endswith(("；", "”", "）"))))


def join(lines: Sequence[str]) -> str:
    """The lines of one paragraph as one: a blank between Latin words, nothing between Han characters."""
    parts = [lines[0]]
    for before, after in pairwise(lines):
        latin = before[-1:].isascii() and after[:1].isascii() and (before[-1:].isalpha() or after[:1].isalpha())
        parts.append(f" {after}" if latin else after)
    return "".join(parts)
