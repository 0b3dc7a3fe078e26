"""eCFR XML in every shape: DIV1 (title) to DIV9 (appendix), whole titles, single parts and fragments of parts.

The shapes differ in what stands around the DIVs and in attributes: the versioner's raw download, its processed form with
`hierarchy_metadata`, and GPO's bulk data with `NODE` and a table of contents. One document is one part (DIV5).
"""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator

from lxml import etree

from ingest.source import Source, Unreadable
from ingest.us.blocks import block_of, blocks_of
from ingest.us.inline import plain_text
from ingest.us.node import Node
from ingest.us.part import PART_HEAD, SECTION_HEAD, SUBPART_HEAD, PartHead, finish_part, reserved_or, split_head, version_date
from ingest.us.section import attached, fill_section
from kg.findings import finding
from kg.records import Finding, ParsedDocument

_RECOGNISED = re.compile(r"<(?:ECFR|DLPSTEXTCLASS|DIV[1-9] N=)")


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
    # The collector finds nothing to free among tens of thousands of small objects that all stay, and takes long to look.
    collecting = gc.isenabled()
    gc.disable()
    try:
        documents = [_part(part, source, title or _title_of_part(part), _chapter_of(part), date) for part in parts]
    finally:
        if collecting:
            gc.enable()
    yield from documents


def _chapter_of(part: etree._Element) -> str:
    return next((a.get("N") or "" for a in part.iterancestors("DIV3")), "")


def _title_number(root: etree._Element) -> str:
    top = root if root.tag == "DIV1" else root.find(".//DIV1")
    if top is None:
        return ""
    # GPO numbers the volumes of a title in N; the title stands in NODE ("21:1").
    return top.get("NODE", "").split(":")[0] or top.get("N", "")


def _title_of_part(part: etree._Element) -> str:
    found = re.search(r"(\d+) CFR", part.get("hierarchy_metadata", ""))
    return found.group(1) if found else ""


def _part(part: etree._Element, source: Source, title: str, chapter: str, date: str | None) -> ParsedDocument:
    number = part.get("N", "").removeprefix("PART ").strip()
    marker, heading = split_head(PART_HEAD, _head_text(part))
    node = Node(f"Part {number}", "part", marker=marker, heading=heading, role=reserved_or(heading, "heading"))
    findings: list[Finding] = []
    _fill_division(node, part, findings, source.name)
    raw = str(etree.tostring(part, method="text", encoding="unicode", with_tail=False))
    facts = PartHead(title=title, number=number, heading=heading, chapter=chapter, date=date, dialect="ecfr")
    return finish_part(source, facts, node, raw, findings)


def _fill_division(node: Node, element: etree._Element, findings: list[Finding], file: str) -> None:
    """The children of a part, a subpart or a subject group. A subject group is a heading and no step of any path."""
    for child in element:
        tag = child.tag
        if tag == "DIV8":
            node.children.append(_section(child, findings, file))
        elif tag == "HEAD":
            continue
        elif tag == "DIV6":
            marker, heading = split_head(SUBPART_HEAD, _head_text(child))
            label = f"Subpart {child.get('N', '').removeprefix('Subpart ')}".strip()
            cite = f"part {node.label.split()[-1]} subpart {label.split()[-1]}"
            below = Node(label, "subpart", cite, marker=marker, heading=heading, role=reserved_or(heading, "heading"))
            _fill_division(below, child, findings, file)
            node.children.append(below)
        elif tag == "DIV7":
            node.children.append(Node("", "subject-group", heading=_head_text(child), role="heading", attached=True))
            _fill_division(node, child, findings, file)
        elif tag == "DIV9":
            node.children.append(_appendix(child, findings, file))
        elif isinstance(tag, str):
            block = block_of(child, findings, file, "")
            if block.text:
                node.children.append(attached(block.kind if block.kind not in ("p", "flush") else "note", block.text))
        if child.tail and not child.tail.isspace():
            node.children.append(attached("note", " ".join(child.tail.split())))


def _head_text(element: etree._Element) -> str:
    head = next(element.iterchildren("HEAD"), None)
    return plain_text(head) if head is not None else ""


def _section(element: etree._Element, findings: list[Finding], file: str) -> Node:
    number = element.get("N", "").lstrip("§ ").strip()
    marker, heading = split_head(SECTION_HEAD, _head_text(element))
    node = Node(f"§ {number}", "section", number, marker=marker, heading=heading)
    if heading.rstrip(". ").endswith("[Reserved]"):
        node.role, node.level = "reserved", "section"
    fill_section(node, blocks_of(element, findings, file, number))
    return node


def _appendix(element: etree._Element, findings: list[Finding], file: str) -> Node:
    name = element.get("N", "").strip() or "Appendix"
    node = Node(name, "appendix", name, heading=_head_text(element))
    fill_section(node, blocks_of(element, findings, file, name))
    return node
