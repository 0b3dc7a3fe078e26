"""Elements of eCFR and CFR XML as blocks of a section: which tag is a paragraph, which a note, which a table."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from ingest.us.inline import lines_of, plain_text, text_of
from ingest.us.section import Block
from kg.findings import finding
from kg.records import Finding

_PARAGRAPHS = frozenset({"P", "P1", "P2", "P-1", "P-2"})
_FLUSH = frozenset({"FP", "FP-1", "FP-2", "FP1-2", "FP2-3", "FRP", "FP-DASH", "P-DASH"})
_HEADINGS = frozenset({"HD1", "HD2", "HD3", "HD", "TCAP", "DOCKETHD"})
_KINDS = {
    "CONTENTS": "meta",
    "EAR": "meta",
    "CITA": "history",
    "AUTH": "authority",
    "SECAUTH": "authority",
    "SOURCE": "source",
    "APPRO": "meta",
    "BCAP": "history",
    "XREF": "note",
    "EDNOTE": "note",
    "EFFDNOT": "note",
    "NOTE": "note",
    "CROSSREF": "note",
    "FTNT": "footnote",
    "EXTRACT": "extract",
    "BOXTXT": "extract",
    "STARS": "note",
}


def blocks_of(
    element: etree._Element, findings: list[Finding], file: str, place: str, heads: frozenset[str] = frozenset({"HEAD"})
) -> Iterator[Block]:
    """The blocks of a section; the first of each of its `heads` is left to the caller."""
    seen: set[str] = set()
    if element.text and not element.text.isspace():
        yield Block("p", " ".join(element.text.split()))
    for child in element:
        tag = child.tag
        if tag == "P":
            yield Block("p", text_of(child))
        elif tag in heads and tag not in seen:
            seen.add(tag)
        elif isinstance(tag, str):
            yield block_of(child, findings, file, place)
        if child.tail and not child.tail.isspace():
            yield Block("p", " ".join(child.tail.split()))


def block_of(child: etree._Element, findings: list[Finding], file: str, place: str) -> Block:
    """One element as a block; what has no kind of its own is a note, so that nothing is lost."""
    tag = child.tag
    if tag in _PARAGRAPHS:
        return Block("p", text_of(child))
    if tag in _FLUSH:
        return Block("flush", text_of(child))
    if tag in ("DIV", "GPOTABLE", "TABLE"):
        return _table(child)
    if tag in _HEADINGS:
        return Block("heading", plain_text(child))
    if tag == "XREF":
        findings.append(finding("I020", file, plain_text(child), place=place))
    elif tag == "EFFDNOT":
        findings.append(finding("I021", file, plain_text(child)[:160], place=place))
    kind = _KINDS.get(str(tag), "note")
    return Block(kind, lines_of(child) if kind == "extract" else plain_text(child))


def _table(element: etree._Element) -> Block:
    captions = [plain_text(caption) for caption in element.iter("CAPTION", "TTITLE", "TDESC")]
    rows = [[plain_text(cell) for cell in row if isinstance(cell.tag, str)] for row in element.iter("TR", "BOXHD", "ROW")]
    # Footnotes of the table stand below its rows.
    rows.extend([plain_text(note)] for note in element.iter("TNOTE", "SIGDAT"))
    return Block("table", "\n".join(captions), rows)
