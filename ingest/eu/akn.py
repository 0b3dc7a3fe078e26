"""Akoma Ntoso 3 and AKN4EU: acts and bills with recitals, chapters, articles, alineas or subparagraphs, points."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree

from ingest.eu.blocks import Block, Part
from ingest.eu.document import parse_act
from ingest.eu.identity import ACT_NAME, Act, act_from_title
from ingest.source import Dialect, Source
from kg.records import ParsedDocument
from kg.text import collapse, count_characters

_DIVISIONS = frozenset({"chapter", "section", "part", "title", "subsection", "tome", "book"})
_FACTS = frozenset({"meta", "references", "proprietary"})
_BLOCKS = frozenset(
    "p list point paragraph alinea subparagraph content intro article num heading indent item block wrapUp".split()
)


def recognises(source: Source) -> bool:
    return b"<akomaNtoso" in source.data[:3000] or b"/akn/3.0" in source.data[:2000]


def _name(element: etree._Element) -> str:
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


class Walker:
    def __init__(self) -> None:
        self.notes: list[Block] = []

    def text(self, element: etree._Element) -> str:
        parts = [element.text or ""]
        for child in element:
            if _name(child) == "authorialNote":
                if note := collapse(" ".join(self.text(p) for p in child)):
                    self.notes.append(Block("note", f"({len(self.notes) + 1}) {note}"))
            elif _name(child):
                parts.append(self.text(child))
            parts.append(child.tail or "")
        return "".join(parts)

    def walk(self, element: etree._Element, part: Part = "text", depth: int = 0) -> Iterator[Block]:
        for child in element:
            yield from self.one(child, part, depth)

    def one(self, element: etree._Element, part: Part, depth: int) -> Iterator[Block]:
        name = _name(element)
        if not name or name in _FACTS:
            return
        if name in {"preface", "coverPage", "longTitle"}:
            part = "title"
        elif name == "preamble":
            part = "front"
        elif name == "conclusions":
            part = "final"
        if name == "recital":
            yield from self._numbered(element, "recital", depth)
        elif name in {"recitals", "citations"}:
            yield from self.walk(element, "front", depth)
        elif name in _DIVISIONS and part != "title":
            yield from self._headed(element, "division", "division-title")
        elif name == "article":
            yield from self._headed(element, "article", "article-title")
        elif name == "paragraph":
            yield from self._paragraph(element, depth)
        elif name in {"point", "indent", "item"}:
            yield from self._numbered(element, "text", depth + 1)
        elif name == "table":
            for row in element.iter("{*}tr"):
                cells = [c for c in (collapse(self.text(cell)) for cell in row) if c]
                if cells:
                    yield Block("row" if part == "text" else part, "\t".join(cells))
        elif not any(
            _name(c) in _BLOCKS or (len(c) and _name(c) not in {"ref", "span", "date", "mref", "authorialNote"})
            for c in element
        ):
            if text := collapse(self.text(element)):
                yield Block(part, text, "", depth)
        else:
            if own := collapse(element.text or ""):
                yield Block(part, own, "", depth)
            yield from self.walk(element, part, depth)

    def _headed(self, element: etree._Element, first: Part, second: Part) -> Iterator[Block]:
        """`num` and `heading`; some converters write the heading as a second `num`."""
        heads = 0
        for child in element:
            if _name(child) in {"num", "heading"} and heads < 3:
                if text := collapse(self.text(child)):
                    yield Block(second if heads else first, text)
                heads += 1
            else:
                yield from self.one(child, "text", 0)

    def _paragraph(self, element: etree._Element, depth: int) -> Iterator[Block]:
        number = next((c for c in element if _name(c) == "num"), None)
        lead = collapse(self.text(number)) if number is not None else ""
        for child in element:
            if child is number:
                continue
            for block in self.one(child, "text", depth):
                if lead and not block.marker:
                    yield Block(block.part, f"{lead} {block.text}", "", block.depth)
                    lead = ""
                    continue
                if lead:
                    yield Block("text", lead, "", depth)
                    lead = ""
                yield block
        if lead:
            yield Block("text", lead, "", depth)

    def _numbered(self, element: etree._Element, part: Part, depth: int) -> Iterator[Block]:
        number = next((c for c in element if _name(c) == "num"), None)
        marker = collapse(self.text(number)) if number is not None else "—"
        first = True
        for child in element:
            if child is number:
                continue
            for block in self.one(child, part, depth):
                yield Block(block.part, block.text, marker, depth) if first and not block.marker else block
                first = False
        if first:
            yield Block(part, "", marker, depth)


def parse(source: Source) -> Iterator[ParsedDocument]:
    root = source.xml()
    walker = Walker()
    listed: list[Block] = []
    for document in root:
        for child in document:
            listed += walker.one(child, "text", 0)
    listed += walker.notes
    alias = root.find(".//{*}FRBRalias[@name='CELEX']")
    title = collapse(" ".join(b.text for b in listed if b.part == "title"))
    act = act_from_title(title) if ACT_NAME.search(title[:200]) else None
    if act is None and alias is not None:
        act = _from_celex(alias.get("value", ""))
    number = root.find(".//{*}FRBRWork/{*}FRBRnumber")
    if number is not None and re.search(r"\(\d{4}\)", number.get("value", "")):
        act = Act(collapse(number.get("value", "")), collapse(number.get("value", "")).replace(" ", "-"))
    dated = root.find(".//{*}FRBRWork/{*}FRBRdate")
    date = dated.get("date", "") if dated is not None else ""
    version = date if re.fullmatch(r"[12]\d{3}-\d\d-\d\d", date) and not date.startswith("2999") else None
    yield parse_act(source, listed, "akn", act=act, title=title, version=version, total=_held(root))


def _held(element: etree._Element) -> int:
    """Characters of an element's text without those of the elements that only describe the act."""
    total = count_characters(element.text or "")
    for child in element:
        if _name(child) and _name(child) not in _FACTS:
            total += _held(child)
        total += count_characters(child.tail or "")
    return total


def _from_celex(celex: str) -> Act | None:
    found = re.fullmatch(r"3(\d{4})([RLD])(\d{4})", celex)
    if not found:
        return None
    year, number = int(found[1]), int(found[3])
    kind = {"R": "Regulation", "L": "Directive", "D": "Decision"}[found[2]]
    name = f"{kind} (EU) {year}/{number}" if year >= 2015 else f"{kind} {year}/{number}/{'EU' if year >= 2010 else 'EC'}"
    return Act(name, celex)


DIALECT = Dialect("akn", recognises, parse)
