"""What pages carry besides the text: running heads, page numbers, line numbers of drafts."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, replace

from ingest.lists import roman
from ingest.pdf.lines import Line, Page
from kg.text import collapse, count_characters

_EDGE = 0.15
"""Share of a page's height, at its top and at its bottom, in which a running head may stand."""
_PAGE_WORDS = re.compile(r"[-–—\s]*(?:page\s*)?#(?:\s*(?:of|/|\()\s*\d+\)?)?[-–—\s]*", re.IGNORECASE)
_INTEGER = re.compile(r"(?<![\d.])\d{1,4}(?![\d.]\d|\d)")


@dataclass(frozen=True, slots=True)
class Removed:
    """Lines that belong to the pages and not to the text."""

    lines: int = 0
    characters: int = 0
    examples: tuple[str, ...] = ()


def without_heads(pages: list[Page]) -> tuple[list[Page], Removed]:
    """The pages without running heads and page numbers.

    A line near the top or bottom edge is one when its words stand there on at least three pages (two, of at most five), or
    when they do but for a number that grows with the page.
    """
    seen: dict[str, set[int]] = defaultdict(set)
    keys: dict[int, list[str]] = {}
    for page in pages:
        for line in page.lines:
            if _at_edge(line, page) and any(c.isalnum() for c in line.text):
                keys[id(line)] = list(_keys(line))
                for key in keys[id(line)]:
                    seen[key].add(page.number)
    enough = 2 if len(pages) <= 5 else 3
    heads = {key for key, on in seen.items() if len(on) >= enough}
    out: list[Page] = []
    removed: list[str] = []
    for page in pages:
        kept = []
        for line in page.lines:
            mine = keys.get(id(line), [])
            if any(key in heads for key in mine) or _is_page_number(line, mine):
                removed.append(line.text)
            else:
                kept.append(line)
        out.append(replace(page, lines=tuple(kept)))
    common: Counter[str] = Counter()
    original: dict[str, str] = {}
    for text in removed:
        shape = re.sub(r"\d+", "#", collapse(text))
        common[shape] += 1
        original.setdefault(shape, text)
    examples = tuple(original[shape] for shape, _ in sorted(common.items(), key=lambda pair: (-pair[1], pair[0]))[:3])
    return out, Removed(len(removed), sum(count_characters(text) for text in removed), examples)


def _at_edge(line: Line, page: Page) -> bool:
    middle = (line.y0 + line.y1) / 2
    return middle > (1 - _EDGE) * page.height or middle < _EDGE * page.height


def _keys(line: Line) -> list[str]:
    """The line's words, and its words with each number replaced by its distance from the page's number."""
    text = collapse(line.text).lower()
    found = [text]
    found += [f"{text[: n.start()]}#{text[n.end() :]}\x00{int(n[0]) - line.page}" for n in _INTEGER.finditer(text)]
    if value := roman(text):
        found.append(f"roman\x00{value - line.page}")
    return found


def _is_page_number(line: Line, keys: list[str]) -> bool:
    """A lone number near the edge that is about the page's own, where the document is too short for counting."""
    for key in keys[1:]:
        words, _, distance = key.partition("\x00")
        if _PAGE_WORDS.fullmatch(words) and abs(int(distance)) <= 2:
            return True
    return False


_NUMBERED = re.compile(r"(\d{1,4})(?:\s+|$)")


def without_line_numbers(pages: list[Page]) -> tuple[list[Page], int]:
    """The pages without the line numbers that drafts print in the left margin, and how many there were.

    On such a page most lines begin with a number one above that of the line before, and these numbers end at one place.
    """
    runs = [_run(page) for page in pages]
    if sum(bool(run) for run in runs) < max(1, 0.3 * len(pages)):
        return pages, 0
    out: list[Page] = []
    for page, run in zip(pages, runs, strict=True):
        lines = []
        for index, line in enumerate(page.lines):
            rest = line.text[run[index] :] if index in run else line.text
            if rest:
                lines.append(replace(line, text=rest))
        out.append(replace(page, lines=tuple(lines)))
    return out, sum(len(run) for run in runs)


def _run(page: Page) -> dict[int, int]:
    """Where on a page the line numbers end, by the index of the line; empty where the page has none."""
    found = {index: m for index, line in enumerate(page.lines) if (m := _NUMBERED.match(line.text))}
    run = _longest_run([(index, int(m[1])) for index, m in found.items()])
    if len(run) < 5 or len(run) < 0.5 * len(found):
        return {}
    return {index: found[index].end() for index in run}


def _longest_run(numbered: list[tuple[int, int]]) -> set[int]:
    """Indices of the longest chain of lines whose numbers go up by one."""
    best: dict[int, tuple[int, int | None]] = {}
    last_with: dict[int, int] = {}
    for index, number in numbered:
        before = last_with.get(number - 1)
        best[index] = (best[before][0] + 1 if before is not None else 1, before)
        last_with[number] = index
    if not best:
        return set()
    end: int | None = max(best, key=lambda i: best[i][0])
    chain = set()
    while end is not None:
        chain.add(end)
        end = best[end][1]
    return chain
