"""DOC files (Word 97-2003): the main text by the piece table of the WordDocument stream, [MS-DOC] 2.4.1 and 2.8.35."""

from __future__ import annotations

import io
import re
import struct

import olefile

from ingest.cn.lines import Line, Page, tidy
from ingest.source import Source, Unreadable
from kg.findings import finding

_FIELD = re.compile(r"\x13[^\x13-\x15]*\x14?|\x15")
"""A field's instruction (PAGE, HYPERLINK): 0x13 instruction 0x14 result 0x15."""
_FC_CLX, _LCB_CLX, _CCP_TEXT = 0x01A2, 0x01A6, 0x004C


def is_legacy_word(source: Source) -> bool:
    """An OLE2 file with a WordDocument stream."""
    if source.data[:8] != b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1":
        return False
    try:
        with olefile.OleFileIO(io.BytesIO(source.data)) as ole:
            return bool(ole.exists("WordDocument"))
    except Exception:  # noqa: BLE001 - olefile raises many kinds for a damaged file; it is then no Word file
        return False


def read_legacy_word(source: Source) -> Page:
    """The paragraphs and table rows of the main text. Raises Unreadable (I017 damaged, I007 encrypted)."""
    try:
        with olefile.OleFileIO(io.BytesIO(source.data)) as ole:
            stream = ole.openstream("WordDocument").read()
            flags = struct.unpack_from("<H", stream, 0x0A)[0]
            if flags & 0x0100:
                raise Unreadable(finding("I007", source.name))
            table = ole.openstream("1Table" if flags & 0x0200 else "0Table").read()
        text = _main_text(stream, table)
    except (OSError, struct.error, ValueError, IndexError) as error:
        raise Unreadable(finding("I017", source.name, error)) from None
    return Page(tuple(_lines(text)))


def _main_text(stream: bytes, table: bytes) -> str:
    start, length = struct.unpack_from("<II", stream, _FC_CLX)
    count = struct.unpack_from("<i", stream, _CCP_TEXT)[0]
    clx = table[start : start + length]
    at = 0
    while at < len(clx) and clx[at] == 1:  # Prc: formatting, skipped
        at += 3 + struct.unpack_from("<H", clx, at + 1)[0]
    if at >= len(clx) or clx[at] != 2:
        raise ValueError("no piece table")
    size = struct.unpack_from("<I", clx, at + 1)[0]
    plc = clx[at + 5 : at + 5 + size]
    pieces = (len(plc) - 4) // 12
    bounds = struct.unpack_from(f"<{pieces + 1}I", plc, 0)
    out = []
    for i in range(pieces):
        characters = min(bounds[i + 1], count) - bounds[i]
        if characters <= 0:
            break
        place = struct.unpack_from("<I", plc, 4 * (pieces + 1) + 8 * i + 2)[0]
        if place & 0x40000000:
            begin = (place & 0x3FFFFFFF) // 2
            out.append(stream[begin : begin + characters].decode("cp1252", errors="replace"))
        else:
            out.append(stream[place : place + 2 * characters].decode("utf-16-le", errors="replace"))
    return "".join(out)


def _lines(text: str) -> list[Line]:
    """Paragraphs end on 0x0D, cells on 0x07; a row ends on two."""
    text = _FIELD.sub("", text)
    out: list[Line] = []
    for block in re.split(r"(?<=\x07)\x07", text):
        if "\x07" in block:
            lead, _, rest = block.rpartition("\r") if "\r" in block.split("\x07", 1)[0] else ("", "", block)
            out.extend(_paragraphs(lead))
            cells = tuple(tidy(cell.replace("\r", " ")) for cell in rest.rstrip("\x07").split("\x07"))
            row = " ".join(cell for cell in cells if cell)
            if row:
                out.append(Line(row, cells=cells))
        else:
            out.extend(_paragraphs(block))
    return out


def _paragraphs(text: str) -> list[Line]:
    return [Line(t) for t in (tidy(p) for p in re.split(r"[\r\x0b\x0c\n]", text)) if t]
