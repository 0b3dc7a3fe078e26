"""Tables of contents: found by their dotted leaders, kept as one provision of no force."""

from __future__ import annotations

import re
from dataclasses import replace

from ingest.pdf.lines import Page
from ingest.pdf.marks import mark_of

_DOTTED = re.compile(r"(?:\.\s?){4,}\s*(?:\d{1,3}|[ivx]{1,5})?\s*$|…{2,}")
_TITLE = re.compile(r"(?:table of\s+)?contents", re.IGNORECASE)
_NUMBER_AT_END = re.compile(r"\S\s+(?:\d{1,3}|[ivxl]{1,5})$")
_REACH = 3
"""A heading may wrap over this many lines before the one with the leader."""


def without_contents(pages: list[Page]) -> tuple[list[Page], list[str]]:
    """The pages without the table of contents, and its lines."""
    taken: dict[int, set[int]] = {}
    texts: list[str] = []
    open_since = 0
    for page in pages:
        lines = page.lines
        dotted = [i for i, line in enumerate(lines) if _DOTTED.search(line.text)]
        title = next((i for i, line in enumerate(lines) if _TITLE.fullmatch(line.text.strip())), None)
        mine: set[int] = set()
        if len(dotted) >= 2 or (dotted and open_since == page.number - 1):
            start = title if title is not None and title < dotted[0] else dotted[0]
            if title is None:
                start = 0 if open_since == page.number - 1 and dotted[0] <= _REACH else dotted[0]
            last = start
            for i in dotted:
                if i < start:
                    continue
                if i - last > _REACH + 1 and i != dotted[0]:
                    mine.add(i)
                else:
                    mine.update(range(last, i + 1))
                last = i
            while last + 1 < len(lines) and re.search(r"\S\d{1,3}$", lines[last + 1].text) and mark_of(lines[last + 1].text):
                last += 1  # an entry so long that no room is left for dots
                mine.add(last)
            open_since = page.number
        elif title is not None:
            numbered = [i for i in range(title + 1, len(lines)) if _NUMBER_AT_END.search(lines[i].text)]
            if len(numbered) >= 3 and len(numbered) >= 0.5 * (len(lines) - title - 1):
                mine.update(range(title, numbered[-1] + 1))
                open_since = page.number
        taken[page.number] = mine
        texts += [lines[i].text for i in sorted(mine)]
    out = [replace(p, lines=tuple(line for i, line in enumerate(p.lines) if i not in taken[p.number])) for p in pages]
    return out, texts


def entries(texts: list[str]) -> frozenset[str]:
    """The headings that a table of contents lists, without leaders, page numbers, marks and white space."""
    out, run = set(), ""
    for text in texts:
        run += text
        if _DOTTED.search(text) or _NUMBER_AT_END.search(text):
            out.add(bare(re.sub(r"[.\s…]*(?:\d{1,3}|[ivx]{1,5})?\s*$", "", run)))
            run = ""
    return frozenset(entry for entry in out if len(entry) > 3)


def bare(text: str) -> str:
    """A heading for comparing: small letters, no white space, raised digits or dots at the end."""
    return re.sub(r"[\s⁰¹²³⁴⁵⁶⁷⁸⁹]+|[.\s]+$", "", text).lower()
