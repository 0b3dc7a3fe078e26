"""The text layer of a PDF as visual lines with their places and sizes, read by PDFium.

PDFium gives characters in reading order, with line ends where the text moves down or a raised mark interrupts it. Pieces that
stand at one height are put together again; raised small digits become superscript characters (System¹), so that a footnote
mark never looks like a number and 10⁶ keeps its meaning.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

import pypdfium2 as pdfium
from pypdfium2 import raw

from ingest.source import Source, Unreadable
from kg.findings import finding

_SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
AT_LINE_END = "\u2010"
"""Stands for a hyphen over which PDFium joined two lines; `ingest.pdf.hyphens` tells whether it is part of the word."""
# Symbol and Wingdings bullets come as private-use characters, in old files as box drawing (U+2556).
_GLYPHS = dict.fromkeys("\uf0b7\uf0a7\uf076\uf0d8\uf0fc\uf0a8\uf02d\uf06e\uf071\uf0be╖■▪●➢❖\uf0e0", "•")
_TABLE = str.maketrans(
    {**_GLYPHS, "\ufffe": AT_LINE_END, "\x02": AT_LINE_END, "\ufeff": "", "\u200b": "", "\x00": "", "\xad": "-", "\ufffd": "�"}
    | {chr(c): "" for c in range(1, 9) if c != 2}
)
_WORD_START = re.compile(r"(?<!\S)\S")
_BLANKS = re.compile(r"[ \t\r\u00a0]+")
_BULLETS = frozenset("•◦○▪■–—−-*o✓►·")
_PASSWORD_ERROR = 4


@dataclass(frozen=True, slots=True)
class Line:
    """One visual line: text, page (from 1), the box in points from the page's lower left corner, type size and weight.

    `height` is the height of the type's full box: proportional to its size, comparable within a document.
    """

    text: str
    page: int
    x0: float
    x1: float
    y0: float
    y1: float
    height: float
    bold: bool


@dataclass(frozen=True, slots=True)
class Page:
    """A page's lines in reading order."""

    number: int
    width: float
    height: float
    lines: tuple[Line, ...]


def open_pdf(source: Source) -> pdfium.PdfDocument:
    """Raises Unreadable: I007 for a password, I017 for what PDFium can't open."""
    try:
        return pdfium.PdfDocument(source.data)
    except pdfium.PdfiumError as error:
        protected = getattr(error, "err_code", None) == _PASSWORD_ERROR or "password" in str(error).lower()
        raise Unreadable(finding("I007", source.name) if protected else finding("I017", source.name, error)) from None


def read_pages(document: pdfium.PdfDocument) -> Iterator[Page]:
    """The pages one by one; what a broken page holds is empty."""
    for index in range(len(document)):
        try:
            page = document[index]
            text_page = page.get_textpage()
        except pdfium.PdfiumError:
            yield Page(index + 1, 0.0, 0.0, ())
            continue
        width, height = page.get_size()
        yield Page(index + 1, width, height, tuple(_join_pieces(list(_pieces(text_page, index + 1)))))
        text_page.close()
        page.close()


class _Boxes:
    """Boxes of single characters."""

    def __init__(self, handle: raw.FPDF_TEXTPAGE) -> None:
        self.handle = handle
        self.rect = raw.FS_RECTF()
        self.name = ctypes.create_string_buffer(128)
        self.flags = ctypes.c_int()

    def box(self, index: int) -> tuple[float, float, float, float]:
        """x0, y0, x1, y1 of the full type box."""
        if not raw.FPDFText_GetLooseCharBox(self.handle, index, self.rect):
            return (0.0, 0.0, 0.0, 0.0)
        return (self.rect.left, self.rect.bottom, self.rect.right, self.rect.top)

    def bold(self, index: int) -> bool:
        """By the font's weight, or by its name where the file gives no weight."""
        if raw.FPDFText_GetFontWeight(self.handle, index) >= 600:
            return True
        length = raw.FPDFText_GetFontInfo(self.handle, index, self.name, len(self.name), self.flags)
        return 0 < length <= len(self.name) and b"bold" in self.name.raw[:length].lower()


def _characters(handle: raw.FPDF_TEXTPAGE) -> str:
    count = raw.FPDFText_CountChars(handle)
    if count <= 0:
        return ""
    get = raw.FPDFText_GetUnicode
    codes = [get(handle, index) for index in range(count)]
    return "".join(chr(code) if code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd" for code in codes)


def _pieces(text_page: pdfium.PdfTextPage, number: int) -> Iterator[Line]:
    handle = text_page.raw
    text = _characters(handle)
    boxes = _Boxes(handle)
    start = 0
    for part in text.split("\n"):
        for offset, content in _unwrapped(boxes, part.rstrip(), start):
            lead = len(content) - len(content.lstrip())
            if content.strip("\r \t\u00a0\x00"):
                yield _piece(boxes, content, start + offset, lead, number)
        start += len(part) + 1


def _unwrapped(boxes: _Boxes, content: str, start: int) -> list[tuple[int, str]]:
    """PDFium misses some line ends; one shows where a word begins to the left of and below the word before it."""
    cuts = [0]
    before: tuple[float, float] | None = None
    for found in _WORD_START.finditer(content):
        x0, y0, _, y1 = boxes.box(start + found.start())
        if before is not None and x0 < before[0] and (y0 + y1) / 2 < before[1]:
            cuts.append(found.start())
        before = (x0, y0)
    return [(a, content[a:b].rstrip()) for a, b in zip(cuts, [*cuts[1:], len(content)], strict=True)]


def _piece(boxes: _Boxes, content: str, start: int, lead: int, number: int) -> Line:
    first = next((i for i, c in enumerate(content) if c.isalpha()), lead)
    x0, y0, _, y1 = boxes.box(start + lead)
    _, base, _, top = boxes.box(start + first)
    x1 = boxes.box(start + len(content) - 1)[2]
    height = top - base
    raised = []
    if any(c.isdigit() for c in content):
        characters = list(content)
        for index, c in enumerate(content):
            if c.isdigit() and c.isascii():
                _, low, _, high = boxes.box(start + index)
                if (first != lead or content[lead].isalpha()) and high - low < 0.8 * height and low > base + 0.05 * height:
                    characters[index] = c.translate(_SUPERSCRIPT)
                    raised.append(index)
        content = "".join(characters)
    last = next((i for i in range(len(content) - 1, first, -1) if content[i].isalpha()), first)
    bold = all(boxes.bold(start + i) for i in (first, last))
    return Line(content.translate(_TABLE), number, x0, x1, min(y0, base), max(y1, top), height, bold)


def _join_pieces(pieces: list[Line]) -> list[Line]:
    """Pieces of one visual line as one line: those that overlap in height and follow to the right."""
    out: list[Line] = []
    for piece in pieces:
        if out and _beside(out[-1], piece):
            before = out[-1]
            text = piece.text
            if piece.height < 0.8 * before.height and piece.y0 > before.y0 + 0.05 * before.height and text.strip().isdigit():
                text = text.translate(_SUPERSCRIPT)
            head = before.text
            if before.height < 0.8 * piece.height and before.y0 > piece.y0 and head.strip().isdigit():
                head = head.translate(_SUPERSCRIPT)
            wide = piece.x0 - before.x1 > 0.15 * max(piece.height, before.height)
            space = " " if wide and not head.endswith(" ") and not text.startswith(" ") else ""
            out[-1] = replace(
                before,
                text=head + space + text,
                x1=max(piece.x1, before.x1),
                y0=min(piece.y0, before.y0),
                y1=max(piece.y1, before.y1),
                height=max(piece.height, before.height),
                bold=before.bold and piece.bold,
            )
        else:
            out.append(piece)
    clean = [replace(line, text=_BLANKS.sub(" ", line.text).strip()) for line in out]
    return _with_bullets([line for line in clean if line.text])


def _with_bullets(lines: list[Line]) -> list[Line]:
    """Bullets that the file draws in a column of their own, put before the lines that they stand beside."""
    lone = [i for i, line in enumerate(lines) if line.text in _BULLETS]
    taken: set[int] = set()
    marks: dict[int, int] = {}
    for i in lone:
        if i + 1 < len(lines) and i + 1 not in lone and _level(lines[i], lines[i + 1]):
            continue
        beside = [j for j, line in enumerate(lines) if j not in lone and _level(lines[i], line) and line.x0 >= lines[i].x1 - 2]
        if beside and (nearest := min(beside, key=lambda j: lines[j].x0)) not in marks:
            marks[nearest] = i
            taken.add(i)
    out = []
    for j, line in enumerate(lines):
        if j in marks:
            bullet = lines[marks[j]]
            out.append(replace(line, text=f"{bullet.text} {line.text}", x0=bullet.x0))
        elif j not in taken:
            out.append(line)
    return out


def _level(left: Line, right: Line) -> bool:
    return min(left.y1, right.y1) - max(left.y0, right.y0) > 0.5 * min(left.y1 - left.y0, right.y1 - right.y0)


def _beside(left: Line, right: Line) -> bool:
    overlap = min(left.y1, right.y1) - max(left.y0, right.y0)
    return overlap > 0.5 * min(left.height, right.height, left.y1 - left.y0) and right.x0 >= left.x1 - 2.0
