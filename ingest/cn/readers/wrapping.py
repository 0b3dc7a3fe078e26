"""Joining hard-wrapped lines into paragraphs, where a text is wrapped at all."""

from __future__ import annotations

import re
import statistics
from collections.abc import Callable, Sequence

_STOP = re.compile(r"[。；：！？.:;”）)】]$")
_WIDE = 12


def is_wrapped(lines: Sequence[str]) -> bool:
    """True where most of the long lines end in the middle of a sentence."""
    long = [line for line in lines if len(line) > _WIDE]
    if len(long) < 8:
        return False
    broken = sum(not _STOP.search(line) for line in long)
    width = statistics.median(len(line) for line in long)
    return broken / len(long) > 0.4 and width < 60


def unwrap(lines: Sequence[str], begins: Callable[[str], bool]) -> list[str]:
    """The paragraphs of `lines` ("" is a blank line). `begins` tells a line that opens a paragraph of its own."""
    if not is_wrapped([line for line in lines if line]):
        return [line for line in lines if line]
    width = _full_width([line for line in lines if line])
    out: list[str] = []
    open_line = False
    for line in lines:
        if not line:
            continue
        if open_line and out and not begins(line):
            out[-1] = out[-1] + (" " if out[-1][-1:].isascii() and line[:1].isascii() and out[-1][-1:].isalpha() else "") + line
        else:
            out.append(line)
        open_line = (_measure(line) >= width and not _STOP.search(line)) or (
            _measure(line) >= width + 1 and not line.endswith(("。", "；", "："))
        )
    return out


def _measure(line: str) -> float:
    return sum(0.5 if c.isascii() else 1.0 for c in line)


def _full_width(lines: Sequence[str]) -> float:
    """The length from which a line counts as full: a little under the 90th percentile."""
    lengths = sorted(_measure(line) for line in lines if len(line) > _WIDE)
    return lengths[int(0.9 * (len(lengths) - 1))] - 3.5
