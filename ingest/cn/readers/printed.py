"""PDF printed from a browser: the text layer by lines, wrapped lines joined, running heads and page numbers left out."""

from __future__ import annotations

import re
from collections import Counter

import pypdfium2 as pdfium

from ingest.cn.lines import Line, Page, tidy
from ingest.cn.parts import structural
from ingest.cn.readers.wrapping import unwrap
from ingest.source import Source, Unreadable
from kg.findings import finding

_FURNITURE = re.compile(
    r"^(?:https?://\S+(?:\s+\d+/\d+)?|file:/\S+|\d{1,4}\s*/\s*\d{1,4}|[—\-]?\s*\d{1,4}\s*[—\-]?|\d{4}/\d{1,2}/\d{1,2}\s.*)$"
)

_BULLET = re.compile(r"^[*•·]\s*(?=第)")


def read_lines(source: Source, pages: int | None = None) -> list[list[str]]:
    """The lines of each page, of the first `pages` only where given. Raises Unreadable (I006, I007, I017)."""
    try:
        document = pdfium.PdfDocument(source.data)
    except pdfium.PdfiumError as error:
        code = "I007" if "password" in str(error).lower() else "I017"
        raise Unreadable(finding(code, source.name, *(() if code == "I007" else (error,)))) from None
    try:
        out = []
        for number in range(len(document) if pages is None else min(pages, len(document))):
            page = document[number]
            text_page = page.get_textpage()
            out.append([tidy(line) for line in text_page.get_text_bounded().replace("\r", "").split("\n")])
            text_page.close()
            page.close()
    finally:
        document.close()
    return out


def read_printed(source: Source) -> Page:
    """The paragraphs of the PDF."""
    pages = read_lines(source)
    if not any(line for page in pages for line in page):
        raise Unreadable(finding("I006", source.name))
    heads = Counter(line for page in pages for line in {*page[:2], *page[-2:]} if line)
    repeated = {line for line, times in heads.items() if times > max(2, len(pages) // 2)} if len(pages) > 2 else set()
    everything = [line for page in pages for line in page if line]
    lines = [line for line in everything if not _FURNITURE.match(line) and line not in repeated]
    left_out = tuple(line for line in everything if _FURNITURE.match(line) or line in repeated)
    return Page(tuple(Line(t) for t in unwrap([_BULLET.sub("", line) for line in lines], _begins) if t), left_out=left_out)


def _begins(text: str) -> bool:
    return structural(Line(text)) is not None
