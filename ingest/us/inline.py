"""Running text of XML elements, with italics kept as control characters, and tables as rows of cells."""

from __future__ import annotations

from lxml import etree

from ingest.us.segments import ITALIC_OFF, ITALIC_ON, plain

_ITALIC_TAGS = frozenset({"I", "i", "em"})
_BREAKING = frozenset(
    {"br", "BR", "P", "LI", "HED", "PSPACE", "TR", "TD", "TH", "FP", "HEAD", "ROW", "ENT", "TTITLE", "BOXHD", "CHED"}
)
_SILENT = frozenset({"PRTPAGE", "FTREF", "img", "GPH", "GID"})


def text_of(element: etree._Element) -> str:
    """The element's text with single spaces and italics marked."""
    if len(element) == 0:
        return _single_spaced(element.text or "")
    parts: list[str] = []
    _collect(element, parts)
    return _single_spaced("".join(parts))


def _single_spaced(text: str) -> str:
    """As `kg.text.collapse`; most paragraphs are in order already, and looking is cheaper than building anew."""
    text = text.strip()
    if "\n" in text or "  " in text or "\t" in text or "\xa0" in text:
        return " ".join(text.split())
    return text


def _collect(element: etree._Element, parts: list[str]) -> None:
    if element.text:
        parts.append(element.text)
    for child in element:
        tag = child.tag
        if not isinstance(tag, str):  # a processing instruction or an entity that was left alone
            pass
        elif tag in _ITALIC_TAGS or (tag == "E" and child.get("T") == "03"):
            parts.append(ITALIC_ON)
            _collect(child, parts)
            parts.append(ITALIC_OFF)
        elif tag in _BREAKING:
            parts.append(" ")
            _collect(child, parts)
            parts.append(" ")
        elif tag == "FR" and parts and parts[-1][-1:].isdigit():
            parts.append(" ")  # 1<FR>1/2</FR> is one and a half
            _collect(child, parts)
        elif tag in _SILENT and len(child) == 0 and not child.text:
            pass
        else:
            _collect(child, parts)
        if child.tail:
            parts.append(child.tail)


def plain_text(element: etree._Element) -> str:
    """The element's text with single spaces."""
    return plain(text_of(element))


def lines_of(element: etree._Element) -> str:
    """The element's text with each block-level child on a line of its own."""
    lines = [" ".join((element.text or "").split())]
    for child in element:
        if isinstance(child.tag, str):
            lines.append(plain_text(child))
        lines.append(" ".join((child.tail or "").split()))
    return "\n".join(line for line in lines if line)
