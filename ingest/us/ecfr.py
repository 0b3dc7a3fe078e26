"""eCFR XML in every shape: DIV1 (title) to DIV9 (appendix), whole titles, single parts and fragments of parts.

The shapes differ in what stands around the DIVs and in attributes: the versioner's raw download, its processed form with
`hierarchy_metadata`, and GPO's bulk data with `NODE` and a table of contents. One document is one part (DIV5).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree

from ingest.source import Source, Unreadable
from ingest.us.inline import lines_of, plain_text, text_of
from ingest.us.node import Node
from ingest.us.part import PartHead, finish_part, version_date
from ingest.us.section import Block, attached, fill_section
from kg.findings import finding
from kg.records import Finding, ParsedDocument, ProvisionRole

_RECOGNISED = re.compile(r"<(?:ECFR|DLPSTEXTCLASS|DIV[1-9] N=)")
_PARAGRAPHS = frozenset({"P", "P1", "P2", "P-1", "P-2"})
_FLUSH = frozenset({"FP", "FP-1", "FP-2", "FP1-2", "FP2-3", "FRP", "FP-DASH", "P-DASH"})
_HEADINGS = frozenset({"HD1", "HD2", "HD3", "TCAP", "DOCKETHD"})
_KINDS = {
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
}
_SECTION_HEAD = re.compile(r"(§§?\s*\S+)\s*(.*)", re.DOTALL)
_PART_HEAD = re.compile(r"((?:PART|Part)\s+\S+?\s*(?:[—–-]+\s*)?)(?=[^\s—–-]|$)(.*)", re.DOTALL)
_DIVISION_HEAD = re.compile(r"((?:SUBPART|Subpart|SUBPARTS|Subparts)\s+[^\s—–\[]+\s*(?:[—–-]+\s*)?)(.*)", re.DOTALL)


def recognises(source: Source) -> bool:
    return _RECOGNISED.search(source.head) is not None and source.head.lstrip("\ufeff \r\n\t").startswith("<")


def parse(source: Source) -> Iterator[ParsedDocument]:
    root = source.xml()
    title = _title_number(root)
    amended = root.findtext(".//AMDDATE") or ""
    date = version_date(source.name, amended)
    parts = [root] if root.tag == "DIV5" else list(root.iter("DIV5"))
    if not parts:
        raise Unreadable(finding("I008", source.name, "it holds no part"))
    for part in parts:
        chapter = next((a.get("N") or "" for a in part.iterancestors("DIV3")), "")
        yield _part(part, source, title or _title_of_part(part), chapter, date)


def _title_number(root: etree._Element) -> str:
    top = root if root.tag == "DIV1" else root.find(".//DIV1")
    return top.get("N", "") if top is not None else ""


def _title_of_part(part: etree._Element) -> str:
    found = re.search(r"(\d+) CFR", part.get("hierarchy_metadata", ""))
    return found.group(1) if found else ""


def _part(part: etree._Element, source: Source, title: str, chapter: str, date: str | None) -> ParsedDocument:
    number = part.get("N", "").removeprefix("PART ").strip()
    marker, heading = _head(_PART_HEAD, _head_text(part))
    node = Node(f"Part {number}", "part", marker=marker, heading=heading, role=_role(heading))
    findings: list[Finding] = []
    _fill_division(node, part, findings, source.name)
    raw = str(etree.tostring(part, method="text", encoding="unicode", with_tail=False))
    facts = PartHead(title=title, number=number, heading=heading, chapter=chapter, date=date, dialect="ecfr")
    return finish_part(source, facts, node, raw, findings)


def _head(pattern: re.Pattern[str], head: str) -> tuple[str, str]:
    found = pattern.match(head)
    return (found.group(1).strip(), found.group(2).strip()) if found else ("", head)


def _role(heading: str) -> ProvisionRole:
    return "reserved" if heading.strip("[]. ").lower() == "reserved" else "heading"


def _fill_division(node: Node, element: etree._Element, findings: list[Finding], file: str) -> None:
    """The children of a part, a subpart or a subject group. A subject group is a heading and no step of any path."""
    for child in element:
        tag = child.tag
        if tag == "DIV8":
            node.children.append(_section(child, findings, file))
        elif tag == "HEAD":
            continue
        elif tag == "DIV6":
            marker, heading = _head(_DIVISION_HEAD, _head_text(child))
            label = f"Subpart {child.get('N', '').removeprefix('Subpart ')}".strip()
            cite = f"part {node.label.split()[-1]} subpart {label.split()[-1]}"
            below = Node(label, "subpart", cite, marker=marker, heading=heading, role=_role(heading))
            _fill_division(below, child, findings, file)
            node.children.append(below)
        elif tag == "DIV7":
            node.children.append(Node("", "subject-group", heading=_head_text(child), role="heading", attached=True))
            _fill_division(node, child, findings, file)
        elif tag == "DIV9":
            node.children.append(_appendix(child, findings, file))
        elif isinstance(tag, str):
            block = _block(child, findings, file, "")
            if block.text:
                node.children.append(attached(block.kind if block.kind not in ("p", "flush") else "note", block.text))
        _stray(node, child)


def _stray(node: Node, child: etree._Element) -> None:
    if child.tail and not child.tail.isspace():
        node.children.append(attached("note", " ".join(child.tail.split())))


def _head_text(element: etree._Element) -> str:
    head = element.find("HEAD")
    return plain_text(head) if head is not None else ""


def _section(element: etree._Element, findings: list[Finding], file: str) -> Node:
    number = element.get("N", "").lstrip("§ ").strip()
    marker, heading = _head(_SECTION_HEAD, _head_text(element))
    node = Node(f"§ {number}", "section", number, marker=marker, heading=heading)
    if heading.rstrip(". ").endswith("[Reserved]"):
        node.role, node.level = "reserved", "section"
    fill_section(node, _blocks(element, findings, file, number))
    return node


def _appendix(element: etree._Element, findings: list[Finding], file: str) -> Node:
    name = element.get("N", "").strip() or "Appendix"
    node = Node(name, "appendix", name, heading=_head_text(element))
    fill_section(node, _blocks(element, findings, file, name))
    return node


def _blocks(element: etree._Element, findings: list[Finding], file: str, place: str) -> Iterator[Block]:
    headed = False
    if element.text and not element.text.isspace():
        yield Block("p", " ".join(element.text.split()))
    for child in element:
        tag = child.tag
        if tag == "P":
            yield Block("p", text_of(child))
        elif tag == "HEAD" and not headed:
            headed = True
        elif isinstance(tag, str):
            yield _block(child, findings, file, place)
        if child.tail and not child.tail.isspace():
            yield Block("p", " ".join(child.tail.split()))


def _block(child: etree._Element, findings: list[Finding], file: str, place: str) -> Block:
    tag = child.tag
    if tag in _PARAGRAPHS:
        return Block("p", text_of(child))
    if tag in _FLUSH:
        return Block("flush", text_of(child))
    if tag == "DIV":
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
    captions = [plain_text(caption) for caption in element.iter("CAPTION")]
    rows = [[plain_text(cell) for cell in row] for row in element.iter("TR")]
    return Block("table", "\n".join(captions), rows)
