"""PDF printed from a browser: the text layer by lines, paragraphs by the space between lines, running heads left out."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

import pypdfium2 as pdfium

from ingest.cn.lines import Line, Page, tidy
from ingest.cn.parts import structural
from ingest.cn.readers.wrapping import join, runs_on, unwrap, wrap_width
from ingest.source import Source, Unreadable
from kg.findings import finding

_FURNITURE = re.compile(
    r"^(?:https?://\S+(?:\s+\d+/\d+)?|file:/\S+|\d{1,4}\s*/\s*\d{1,4}|[—-]?\s*\d{1,4}\s*[—-]?|\d{4}/\d{1,2}/\d{1,2}\s.*)$"
)
_BULLET = re.compile(r"^[*•·]\s*(?=第)")
_APART = 1.35
"""Lines of one paragraph stand a line step apart; more than this times the step is the space between paragraphs."""


@dataclass(frozen=True, slots=True)
class _Printed:
    """A line of a page with the height of its first character in points; pages grow downwards in `page`."""

    text: str
    height: float
    page: int


def read_lines(source: Source, pages: int | None = None) -> list[_Printed]:
    """The lines of all pages, of the first `pages` only where given. Raises Unreadable (I007, I017)."""
    try:
        document = pdfium.PdfDocument(source.data)
    except pdfium.PdfiumError as error:
        code = "I007" if "password" in str(error).lower() else "I017"
        raise Unreadable(finding(code, source.name, *(() if code == "I007" else (error,)))) from None
    out: list[_Printed] = []
    try:
        for number in range(len(document) if pages is None else min(pages, len(document))):
            out.extend(_page_lines(document[number], number))
    except pdfium.PdfiumError as error:
        raise Unreadable(finding("I017", source.name, error)) from None
    finally:
        document.close()
    return out


def _page_lines(page: pdfium.PdfPage, number: int) -> list[_Printed]:
    text_page = page.get_textpage()
    at, out = 0, []
    for raw in text_page.get_text_range().split("\r\n"):
        text = tidy(raw)
        if text:
            out.append(_Printed(text, text_page.get_charbox(at + len(raw) - len(raw.lstrip()))[1], number))
        at += len(raw) + 2
    text_page.close()
    page.close()
    return out


def read_printed(source: Source) -> Page:
    """The paragraphs of the PDF. Raises Unreadable (I006, I007, I017)."""
    everything = read_lines(source)
    if not everything:
        raise Unreadable(finding("I006", source.name))
    furniture = _furniture(everything)
    lines = [_Printed(_BULLET.sub("", p.text), p.height, p.page) for p in everything if p.text not in furniture]
    texts = _by_space(lines)
    if texts is None:
        texts = unwrap([p.text for p in lines], lambda text: structural(Line(text)) is not None)
    return Page(tuple(map(Line, texts)), left_out=tuple(p.text for p in everything if p.text in furniture))


def _furniture(lines: list[_Printed]) -> set[str]:
    """Lines that are page numbers or addresses, or that stand at the edge of most pages."""
    pages: dict[int, list[str]] = {}
    for line in lines:
        pages.setdefault(line.page, []).append(line.text)
    edges = Counter(text for page in pages.values() for text in {*page[:2], *page[-2:]})
    repeated = {text for text, times in edges.items() if len(pages) > 2 and times > max(2, len(pages) // 2)}
    return repeated | {line.text for line in lines if _FURNITURE.match(line.text)}


def _by_space(lines: list[_Printed]) -> list[str] | None:
    """Paragraphs by the space between lines; None where the page keeps all lines equally far apart."""
    gaps = [a.height - b.height for a, b in pairwise(lines) if a.page == b.page and a.height > b.height]
    if len(gaps) < 8:
        return None
    step = sorted(gaps)[len(gaps) // 5]
    wide = sum(gap > _APART * step for gap in gaps) / len(gaps)
    width = wrap_width([p.text for p in lines])
    if width is None or not 0.05 < wide < 0.95:
        return None
    paragraphs = [[lines[0].text]]
    for above, line in pairwise(lines):
        goes_on = runs_on(above.text, width) if above.page != line.page else above.height - line.height <= _APART * step
        if goes_on:
            paragraphs[-1].append(line.text)
        else:
            paragraphs.append([line.text])
    return [join(paragraph) for paragraph in paragraphs]
