"""Footnotes: the lines in smaller type at the end of a page that begin with the next note's number."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from ingest.pdf.lines import Line, Page

_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_MARK = re.compile(r"([⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}|\d{1,3}|[*†‡]{1,3})(?:\s+|(?=[A-Z“‘(]))")


@dataclass
class Note:
    """A footnote: its mark as printed, its text, the page it stands on."""

    mark: str
    lines: list[str]
    page: int


def body_height(pages: Iterable[Page]) -> float:
    """The type height that most characters have."""
    counts: Counter[float] = Counter()
    for page in pages:
        for line in page.lines:
            counts[round(line.height * 2) / 2] += len(line.text)
    return counts.most_common(1)[0][0] if counts else 0.0


def without_notes(pages: list[Page], body: float) -> tuple[list[Page], list[Note]]:
    """The pages without their footnotes, and the notes in order."""
    out: list[Page] = []
    notes: list[Note] = []
    last = 0
    for page in pages:
        start = _small_tail(page.lines, body)
        kept, found, last = _split(page.lines, start, last, notes)
        notes.extend(found)
        out.append(replace(page, lines=tuple(kept)))
    return out, notes


def _small_tail(lines: tuple[Line, ...], body: float) -> int:
    """Index of the first of the small lines at the end of the page; a line of two characters may be larger."""
    index = len(lines)
    while index and (lines[index - 1].height < 0.95 * body or len(lines[index - 1].text) <= 2):
        index -= 1
    return index


def _split(lines: tuple[Line, ...], start: int, last: int, before: list[Note]) -> tuple[list[Line], list[Note], int]:
    found: list[Note] = []
    kept = list(lines[:start])
    for line in lines[start:]:
        mark = _MARK.match(line.text)
        number = int(mark[1].translate(_DIGITS)) if mark and mark[1][0] not in "*†‡" else None
        if mark and (number is None or number == last + 1 or (number == 1 and not found)):
            found.append(Note(mark[1], [line.text[mark.end() :]], line.page))
            last = number if number is not None else last
        elif found:
            found[-1].lines.append(line.text)
        elif before and line.page == before[-1].page + 1 and line.text[:1].islower() and not _ended(before[-1]):
            before[-1].lines.append(line.text)
        else:
            kept.append(line)
    return kept, found, last


def _ended(note: Note) -> bool:
    return note.lines[-1].rstrip().endswith((".", "!", "?", ")"))
