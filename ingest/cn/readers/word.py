"""Word files: DOCX paragraphs and tables, and DOCX whose body is an altChunk: an MHT or HTML part shown in its place."""

from __future__ import annotations

import email
import email.policy
import io
import zipfile
from email.message import EmailMessage

from lxml import etree

from ingest.cn.lines import Line, Page, tidy
from ingest.cn.readers.web import read_web
from ingest.source import Source, Unreadable
from kg.findings import finding

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_MOST = 64 << 20
"""A part that unpacks to more is refused: no legal text is that long."""


def is_word(source: Source) -> bool:
    """A zip with a Word document in it."""
    if source.data[:4] != b"PK\x03\x04":
        return False
    try:
        with zipfile.ZipFile(io.BytesIO(source.data)) as archive:
            return "word/document.xml" in archive.namelist()
    except (zipfile.BadZipFile, ValueError, OSError):
        return False


def read_word(source: Source) -> Page:
    """The paragraphs of the body, each altChunk in its place. Raises Unreadable (I004, I008)."""
    try:
        with zipfile.ZipFile(io.BytesIO(source.data)) as archive:
            root = _xml(archive, "word/document.xml", source)
            targets = _targets(archive, source)
            body = root.find(f"{_W}body")
            lines: list[Line] = []
            title = ""
            for element in body if body is not None else ():
                if element.tag == f"{_W}p":
                    lines.extend(_paragraph(element))
                elif element.tag == f"{_W}tbl":
                    lines.extend(_table(element))
                elif element.tag == f"{_W}altChunk":
                    page = _chunk(archive, targets.get(element.get(f"{_R}id") or "", ""), source)
                    lines.extend(page.lines)
                    title = title or page.stated_title
    except (zipfile.BadZipFile, KeyError, NotImplementedError, RuntimeError, EOFError) as error:
        raise Unreadable(finding("I004", source.name, error)) from None
    return Page(tuple(lines), stated_title=title)


def _read(archive: zipfile.ZipFile, name: str, source: Source) -> bytes:
    if archive.getinfo(name).file_size > _MOST:
        raise Unreadable(finding("I015", source.name, f"{_MOST >> 20} MB unpacked"))
    try:
        return archive.read(name)
    except (zipfile.BadZipFile, OSError, ValueError, EOFError) as error:
        raise Unreadable(finding("I004", source.name, error)) from None
    except Exception as error:  # noqa: BLE001 - zlib.error has no base of its own worth importing
        raise Unreadable(finding("I004", source.name, error)) from None


def _xml(archive: zipfile.ZipFile, name: str, source: Source) -> etree._Element:
    return Source(source.name, _read(archive, name, source)).xml()


def _targets(archive: zipfile.ZipFile, source: Source) -> dict[str, str]:
    name = "word/_rels/document.xml.rels"
    if name not in archive.namelist():
        return {}
    out = {}
    for relation in _xml(archive, name, source):
        target = relation.get("Target") or ""
        out[relation.get("Id") or ""] = target.lstrip("/") if target.startswith("/") else f"word/{target}"
    return out


def _chunk(archive: zipfile.ZipFile, name: str, source: Source) -> Page:
    if name not in archive.namelist():
        return Page(())
    data = _read(archive, name, source)
    if data[:512].lower().find(b"mime-version") >= 0:
        message = email.message_from_bytes(data, policy=email.policy.default)
        for part in message.walk():
            if isinstance(part, EmailMessage) and part.get_content_type() == "text/html":
                content = part.get_payload(decode=True)
                return read_web(Source(name, content if isinstance(content, bytes) else b"").text)
        return Page(())
    return read_web(Source(name, data).text)


def _text(element: etree._Element) -> str:
    blanks = {f"{_W}tab": " ", f"{_W}br": "\n", f"{_W}cr": "\n"}
    parts = element.iter(f"{_W}t", *blanks)
    return "".join(blanks.get(str(part.tag)) or part.text or "" for part in parts)


def _paragraph(element: etree._Element) -> list[Line]:
    style = element.find(f"{_W}pPr/{_W}pStyle")
    name = (style.get(f"{_W}val") or "") if style is not None else ""
    depth = int(name[-1]) if name.lower().startswith("heading") and name[-1].isdigit() else 1 if name.lower() == "title" else 0
    place = element.find(f"{_W}pPr/{_W}jc")
    centred = place is not None and place.get(f"{_W}val") == "center"
    return [Line(tidy(text), heading=depth, centred=centred) for text in _text(element).split("\n") if tidy(text)]


def _table(element: etree._Element) -> list[Line]:
    out = []
    for row in element.iter(f"{_W}tr"):
        cells = tuple(tidy(" ".join(_text(p) for p in cell.iter(f"{_W}p"))) for cell in row.findall(f"{_W}tc"))
        text = " ".join(cell for cell in cells if cell)
        if text:
            out.append(Line(text, cells=cells))
    return out
