"""Annual CFR XML: whole volumes (CFRDOC) and single parts (CFRGRANULE). Front matter and indexes of a volume are no law.

Other than in the eCFR a section has SECTNO and SUBJECT, italics are `<E T="03">`, tables are GPOTABLE, and a part carries its
own table of contents, which is kept as a note of the part.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree

from ingest.source import Source, Unreadable
from ingest.us.blocks import block_of, blocks_of
from ingest.us.inline import plain_text
from ingest.us.node import Node
from ingest.us.part import PART_HEAD, SUBPART_HEAD, PartHead, finish_part, reserved_or, split_head, version_date, written_date
from ingest.us.section import attached, fill_section
from kg.findings import finding
from kg.records import Finding, ParsedDocument

_RECOGNISED = re.compile(r"<(?:CFRDOC|CFRGRANULE)[\s>]")
_SECTION_HEADS = frozenset({"SECTNO", "SUBJECT"})


def recognises(source: Source) -> bool:
    return _RECOGNISED.search(source.head) is not None


def parse(source: Source) -> Iterator[ParsedDocument]:
    root = source.xml()
    title = _title(root)
    date = _date(root, source.name)
    parts = list(root.iter("PART"))
    if not parts:
        raise Unreadable(finding("I008", source.name, "it holds no part"))
    for part in parts:
        chapter = next((_chapter_number(c) for c in part.iterancestors("CHAPTER")), "") or _granule_chapter(root)
        yield _part(part, source, title, chapter, date)


def _title(root: etree._Element) -> str:
    for path in (".//CFRTITLE", ".//TITLENUM", ".//TITLEHD/HD"):
        found = re.search(r"\d+", root.findtext(path) or "")
        if found:
            return found.group()
    return ""


def _date(root: etree._Element, name: str) -> str | None:
    """The date of revision that the text states ("Revised as of January 1, 2024"); else what the file name says."""
    for path in (".//FDSYS/DATE", ".//REVISED", ".//DATE"):
        found = root.find(path)
        stated = written_date(plain_text(found)) if found is not None else None
        if stated:
            return stated
    return version_date(name)


def _chapter_number(chapter: etree._Element) -> str:
    found = re.search(r"CHAPTER ([IVXL]+)", " ".join("".join(map(str, chapter.itertext())).split()[:40]), re.IGNORECASE)
    return found.group(1) if found else ""


def _granule_chapter(root: etree._Element) -> str:
    headings = [parent.get("HEADING", "") for parent in root.iter("PARENT")]
    return next((h.split()[-1] for h in headings if h.upper().startswith("CHAPTER ")), "")


def _part(part: etree._Element, source: Source, title: str, chapter: str, date: str | None) -> ParsedDocument:
    head = part.find("HD") if part.find("HD") is not None else part.find("RESERVED")
    marker, heading = split_head(PART_HEAD, plain_text(head) if head is not None else "")
    number = re.search(r"\d+[a-z]?(?:[–-]\d+)?", marker or (part.findtext("EAR") or ""))
    name = number.group() if number else "?"
    node = Node(f"Part {name}", "part", marker=marker, heading=heading, role=reserved_or(heading, "heading"))
    findings: list[Finding] = []
    _fill(node, part, head, findings, source.name, name)
    raw = str(etree.tostring(part, method="text", encoding="unicode", with_tail=False))
    facts = PartHead(title, name, heading, chapter, date, "cfr-annual")
    return finish_part(source, facts, node, raw, findings)


def _fill(
    node: Node, element: etree._Element, head: etree._Element | None, findings: list[Finding], file: str, part: str
) -> None:
    for child in element:
        tag = child.tag
        if child is head or not isinstance(tag, str):
            pass
        elif tag == "SECTION":
            node.children.append(_section(child, findings, file))
        elif tag == "SUBPART":
            own = child.find("HD") if child.find("HD") is not None else child.find("RESERVED")
            marker, heading = split_head(SUBPART_HEAD, plain_text(own) if own is not None else "")
            letter = marker.removeprefix("Subparts").removeprefix("Subpart").strip(" —–-") or "?"
            label = f"Subpart {letter}"
            role = reserved_or(heading, "heading")
            below = Node(label, "subpart", f"part {part} subpart {letter}", marker=marker, heading=heading, role=role)
            _fill(below, child, own, findings, file, part)
            node.children.append(below)
        elif tag in ("SUBJGRP", "SUBPTGRP", "SIDEHED"):
            own = child.find("HD")
            if own is not None:
                node.children.append(Node("", "subject-group", heading=plain_text(own), role="heading", attached=True))
            _fill(node, child, own, findings, file, part)
        elif tag == "APPENDIX":
            node.children.append(_appendix(child, findings, file, part))
        else:
            block = block_of(child, findings, file, "")
            if block.text:
                node.children.append(attached(block.kind if block.kind not in ("p", "flush") else "note", block.text))
            elif block.rows:
                fill_section(node, [block])
        if child.tail and not child.tail.isspace():
            node.children.append(attached("note", " ".join(child.tail.split())))


def _section(element: etree._Element, findings: list[Finding], file: str) -> Node:
    sign, subject = element.find("SECTNO"), element.find("SUBJECT")
    marker = plain_text(sign) if sign is not None else ""
    number = marker.lstrip("§ ").rstrip(". ")
    heading = plain_text(subject) if subject is not None else ""
    node = Node(f"§ {number}", "section", number or "section", marker=marker, heading=heading)
    heads = _SECTION_HEADS
    reserved = element.find("RESERVED")
    if reserved is not None and subject is None:
        node.heading, heads = plain_text(reserved), heads | {"RESERVED"}
    if node.heading.rstrip(". ").endswith("[Reserved]"):
        node.role = "reserved"
    fill_section(node, blocks_of(element, findings, file, number, heads))
    return node


def _appendix(element: etree._Element, findings: list[Finding], file: str, part: str) -> Node:
    head = element.find("HD")
    heading = plain_text(head) if head is not None else ""
    found = re.match(r"(?:APPENDIX|Appendix)\s+(\S+)", heading)
    name = f"Appendix {found.group(1).rstrip('—–-,.') if found else ''}".strip() + f" to part {part}"
    node = Node(name, "appendix", name, heading=heading)
    fill_section(node, blocks_of(element, findings, file, name, frozenset({"HD"})))
    return node
