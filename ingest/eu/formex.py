"""Formex 4 to 6, the Publications Office's own XML: acts, annexes (a file each), consolidated acts, manifests."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree

from ingest.eu.blocks import Block, Part
from ingest.eu.document import parse_act
from ingest.eu.identity import Act
from ingest.source import Dialect, Source, Unreadable
from kg.findings import finding
from kg.records import ParsedDocument
from kg.text import collapse, count_characters

_ROOT = re.compile(rb"<(ACT|ANNEX|CONS\.ACT|DOC|PUBLICATION|CONS\.ANNEX)[\s>]")
_FACTS = frozenset({"BIB.INSTANCE", "INFO.CONSLEG", "INFO.PROD", "GR.MOD.ACT", "BIB.DATA", "BIB.DOC", "GR.ANNOTATION"})
"""Elements that describe the act; their words are no part of its text."""
_PARTS: dict[str, Part] = {
    "PREAMBLE.INIT": "front",
    "VISA": "front",
    "GR.CONSID.INIT": "front",
    "PREAMBLE.FINAL": "front",
    "TI.ART": "article",
    "STI.ART": "article-title",
    "FINAL": "final",
}
_INLINE = frozenset(
    {
        "HT",
        "DATE",
        "FT",
        "QUOT.START",
        "QUOT.END",
        "NOTE",
        "REF.DOC.OJ",
        "REF.DOC",
        "REF.DOC.SE",
        "IE",
        "KEYWORD",
        "ADDR",
        "EXPONENT",
        "IND",
    }
)
_LEAVES = frozenset(
    {"P", "TXT", "TI.ART", "STI.ART", "NO.P", "NO.PARAG", "PREAMBLE.INIT", "VISA", "GR.CONSID.INIT", "PREAMBLE.FINAL"}
)
_INSIDE = frozenset(
    {"P", "LIST", "ALINEA", "NP", "TBL", "QUOT.S", "PARAG", "ITEM", "DIVISION", "ARTICLE", "GR.SEQ", "TXT", "TITLE"}
)


def recognises(source: Source) -> bool:
    return b"formex" in source.data[:3000] and _ROOT.search(source.data[:3000]) is not None


class Walker:
    """Yields the blocks of a Formex tree; footnotes are set aside and come at the end."""

    def __init__(self) -> None:
        self.notes: list[Block] = []

    def text(self, element: etree._Element) -> str:
        """Inline text: quotation marks from their codes, footnotes set aside."""
        parts = [element.text or ""]
        for child in element:
            if not isinstance(child.tag, str):
                parts.append(child.tail or "")
                continue
            if child.tag == "NOTE":
                note = collapse(" ".join(self.text(p) for p in child))
                if note:
                    self.notes.append(Block("note", f"({len(self.notes) + 1}) {note}"))
            elif child.tag in {"QUOT.START", "QUOT.END"}:
                code = child.get("CODE", "")
                parts.append(chr(int(code, 16)) if re.fullmatch(r"[0-9A-Fa-f]{4}", code) else "'")
            else:
                parts.append(self.text(child))
            parts.append(child.tail or "")
        return "".join(parts)

    def walk(self, element: etree._Element, part: Part = "text", depth: int = 0) -> Iterator[Block]:
        for child in element:
            if not isinstance(child.tag, str):
                yield from _change(child)
            else:
                yield from self.one(child, part, depth)

    def one(self, element: etree._Element, part: Part, depth: int) -> Iterator[Block]:
        tag = element.tag
        if tag in _FACTS:
            return
        if tag == "TITLE":
            yield from self._title(element, part)
        elif tag == "CONSID":
            yield from self._consid(element)
        elif tag == "PARAG":
            yield from self._parag(element, part, depth)
        elif tag == "NP":
            yield from self._np(element, part, depth)
        elif tag == "ITEM":
            yield from self._item(element, part, depth)
        elif tag == "QUOT.S":
            yield Block("quote", collapse(" ".join(self._everything(element))))
        elif tag in {"TBL", "CORPUS"} and element.find(".//ROW") is not None:
            yield from self._rows(element)
        elif all(not isinstance(c.tag, str) or c.tag in _INLINE for c in element):
            text = collapse(self.text(element))
            if text:
                yield Block(_PARTS.get(tag, part), text, "", depth)
        else:
            yield from self._mixed(element, _PARTS.get(tag, part), depth)

    def _mixed(self, element: etree._Element, part: Part, depth: int) -> Iterator[Block]:
        """Text of its own beside blocks, as in `<ALINEA>` or `<P>text<LIST>`."""
        run = [element.text or ""]
        for child in element:
            if isinstance(child.tag, str) and child.tag in _INLINE:
                holder = etree.Element("X")
                holder.append(_copy(child))
                run += [self.text(holder), child.tail or ""]
                continue
            if text := collapse("".join(run)):
                yield Block(part, text, "", depth)
            run = [child.tail or ""]
            if isinstance(child.tag, str):
                yield from self.one(child, part, depth)
            else:
                yield from _change(child)
        if text := collapse("".join(run)):
            yield Block(part, text, "", depth)

    def _title(self, element: etree._Element, part: Part) -> Iterator[Block]:
        parent = element.getparent()
        name = str(parent.tag) if parent is not None else ""
        kinds: dict[str, tuple[Part, Part]] = {
            "DIVISION": ("division", "division-title"),
            "ANNEX": ("annex", "annex-title"),
            "CONS.ANNEX": ("annex", "annex-title"),
            "GR.SEQ": ("group", "group"),
        }
        first, second = kinds.get(name, ("title", "title"))
        for child in element:
            kind = second if child.tag == "STI" else first
            np = child.find(".//NP")
            lines = [np] if np is not None else list(child) or [child]
            for line in lines:
                text = collapse(" ".join(self.text(p) for p in line) if line.tag == "NP" else self.text(line))
                if text:
                    yield Block(kind if part != "final" else part, text)
                kind = second if name in {"DIVISION", "ANNEX", "CONS.ANNEX"} else kind

    def _consid(self, element: etree._Element) -> Iterator[Block]:
        """A recital; "Whereas:" in an element of its own is no recital."""
        number = element.find(".//NO.P")
        if number is None:
            if text := collapse(self.text(element)):
                yield Block("front", text)
            return
        marker = collapse(self.text(number))
        first = True
        for child in element.iter("TXT", "P"):
            if first:
                yield Block("recital", collapse(self.text(child)), marker)
                first = False
            elif next(child.iterancestors("NOTE"), None) is None:
                yield from (Block("recital", b.text, b.marker) for b in self.one(child, "text", 0))

    def _parag(self, element: etree._Element, part: Part, depth: int) -> Iterator[Block]:
        number = element.find("NO.PARAG")
        lead = collapse(self.text(number)) if number is not None else ""
        for child in element:
            if child is number:
                continue
            if not isinstance(child.tag, str):
                yield from _change(child)
                continue
            for block in self.one(child, part, depth):
                if lead and block.part == "text":
                    if block.marker:
                        yield Block("text", lead, "", depth)
                        yield block
                    else:
                        yield Block("text", f"{lead} {block.text}", "", depth)
                    lead = ""
                else:
                    yield block
        if lead:
            yield Block("text", lead, "", depth)

    def _np(self, element: etree._Element, part: Part, depth: int) -> Iterator[Block]:
        number = element.find("NO.P")
        marker = collapse(self.text(number)) if number is not None else ""
        inner = [c for c in element if c is not number]
        first = True
        for child in inner:
            if not isinstance(child.tag, str):
                yield from _change(child)
                continue
            for block in self.one(child, part, depth + 1):
                if first and block.part == "text" and not block.marker:
                    yield Block("text", block.text, marker, depth + 1)
                else:
                    if first:
                        yield Block("text", "", marker, depth + 1)
                    yield block
                first = False
        if first:
            yield Block("text", "", marker, depth + 1)

    def _item(self, element: etree._Element, part: Part, depth: int) -> Iterator[Block]:
        if element.find("NP") is not None:
            yield from self.walk(element, part, depth)
            return
        above = element.getparent()
        dash = "•" if above is not None and above.get("TYPE") == "BULLET" else "—"
        first = True
        for block in self.walk(element, part, depth + 1):
            yield Block(block.part, block.text, dash, depth + 1) if first and not block.marker else block
            first = False

    def _rows(self, element: etree._Element) -> Iterator[Block]:
        for title in element.iterfind("TITLE"):
            if text := collapse(self.text(title)):
                yield Block("text", text)
        for row in element.iter("ROW"):
            cells = [collapse(" ".join(self._everything(cell))) for cell in row.iter("CELL")]
            if any(cells):
                yield Block("row", "\t".join(c for c in cells if c))
        for note in element.iter("GR.NOTES"):
            if text := collapse(self.text(note)):
                yield Block("text", text)

    def _everything(self, element: etree._Element) -> Iterator[str]:
        """All text below, with a space between blocks."""
        yield element.text or ""
        for child in element:
            if isinstance(child.tag, str):
                if child.tag in _INSIDE or child.tag in _LEAVES:
                    yield " "
                    yield from self._everything(child)
                    yield " "
                else:
                    holder = etree.Element("X")
                    holder.append(_copy(child))
                    yield self.text(holder)
            yield child.tail or ""


def _copy(element: etree._Element) -> etree._Element:
    """The element without its tail, apart from its tree."""
    return etree.fromstring(etree.tostring(element, with_tail=False))


def _change(node: etree._Element) -> Iterator[Block]:
    """`<?CLG.MDFO ACTION="INSERTED" ACTIVE.DOC="32019L2161"?>`: by which act the text that follows was put in."""
    target = getattr(node, "target", "")
    if target == "CLG.MDFO":
        action = re.search(r'ACTION="([^"]+)"', node.text or "")
        by = re.search(r'ACTIVE\.DOC="([^"]+)"', node.text or "")
        yield Block("mark", f"{action[1] if action else 'CHANGED'} {by[1] if by else ''}".strip())


def parse(source: Source) -> Iterator[ParsedDocument]:
    root = source.xml()
    if root.tag in {"DOC", "PUBLICATION"}:
        raise Unreadable(finding("I065", source.name, _words(root.find(".//TITLE/TI"))[:100] or "an act"))
    walker = Walker()
    total = _held(root)
    listed = list(walker.walk(root)) if root.tag != "CONS.ACT" else _consolidated(root, walker)
    listed += walker.notes
    if root.tag == "CONS.ACT":
        info = root.find("INFO.CONSLEG")
        start = info.get("START.DATE", "") if info is not None else ""
        title = _spaced(_words(root.find(".//FAM.COMP/BIB.DATA/TITLE")))
        yield parse_act(source, listed, "formex", title=title, version=_iso(start), consolidated=True, total=total)
    elif root.tag == "ANNEX":
        yield _annex(source, root, listed, total)
    else:
        date = root.find("BIB.INSTANCE/DATE")
        yield parse_act(source, listed, "formex", version=_iso(date.get("ISO", "")) if date is not None else None, total=total)


def _held(element: etree._Element) -> int:
    """Characters of an element's text without those of the elements that only describe the act."""
    total = 0
    for child in element:
        if isinstance(child.tag, str) and child.tag not in _FACTS and child.tag != "FAM.COMP":
            total += _held(child)
        total += count_characters(child.tail or "")
    return total + count_characters(element.text or "")


def _words(element: etree._Element | None) -> str:
    """All text of an element, paragraphs apart."""
    return collapse(" ".join(str(text) for text in element.itertext())) if element is not None else ""


def _consolidated(root: etree._Element, walker: Walker) -> list[Block]:
    body = root.find("CONS.DOC")
    out: list[Block] = []
    title = root.find(".//FAM.COMP/BIB.DATA/TITLE/TI")
    if title is not None:
        out += [Block("title", collapse(walker.text(p))) for p in title]
    for child in body if body is not None else root:
        if not isinstance(child.tag, str):
            out += _change(child)
        elif child.tag != "FAM.COMP":
            out += walker.one(child, "text", 0)
    return out


def _annex(source: Source, root: etree._Element, listed: list[Block], total: int) -> ParsedDocument:
    """An annex file names the year and number of its act and not its type; the type is read from a CELEX number in the file's
    name where that agrees."""
    number = root.find("BIB.INSTANCE/DOCUMENT.REF/NO.DOC")
    date = root.find("BIB.INSTANCE/DATE")
    version = _iso(date.get("ISO", "")) if date is not None else None
    title = next((b.text for b in listed if b.part == "annex"), "ANNEX")
    label = re.match(r"annex(?:\s+([ivxlc]+|\d+))?", title, re.IGNORECASE)
    name = f"Annex {label[1].upper()}" if label and label[1] else "Annex"
    place = (root.findtext("BIB.INSTANCE/NO.SEQ") or "").rpartition(".")[2].lstrip("0")
    if name == "Annex" and place not in {"", "1"}:  # several annexes without a number: told apart by their place
        name = f"Annex ({place})"
    act = _act_of_annex(source, root, number)
    return parse_act(source, listed, "formex", act=act, title=f"{act.short} {name}", version=version, part=name, total=total)


def _act_of_annex(source: Source, root: etree._Element, number: etree._Element | None) -> Act:
    year = number.findtext("YEAR", "") if number is not None else ""
    current = number.findtext("NO.CURRENT", "") if number is not None else ""
    named = re.search(r"3(\d{4})([RLD])(\d{4})", source.name)
    if named and (not year or (named[1] == year and int(named[3]) == int(current or 0))):
        kind = {"R": "Regulation", "L": "Directive", "D": "Decision"}[named[2]]
        if int(named[1]) >= 2015:
            return Act(f"{kind} (EU) {named[1]}/{int(named[3])}", named[0])
        if kind == "Regulation":
            return Act(f"Regulation ({'EU' if int(named[1]) >= 2010 else 'EC'}) No {int(named[3])}/{named[1]}", named[0])
        return Act(f"{kind} {named[1]}/{int(named[3])}/{'EU' if int(named[1]) >= 2010 else 'EC'}", named[0])
    if year and current:
        return Act(f"(EU) {year}/{current}", f"3{year}X{int(current):04d}")
    journal = root.find("BIB.INSTANCE/DOCUMENT.REF")
    fields = [journal.findtext(tag, "") for tag in ("COLL", "NO.OJ", "YEAR", "PAGE.FIRST")] if journal is not None else []
    return Act(f"OJ {' '.join(fields)}".strip(), f"OJ-{'-'.join(fields)}")


def _spaced(title: str) -> str:
    return collapse(re.sub(r"(?<=[A-Z/])of (?=\d)", " of ", title))


def _iso(digits: str) -> str | None:
    return f"{digits[:4]}-{digits[4:6]}-{digits[6:8]}" if re.fullmatch(r"\d{8}", digits) else None


DIALECT = Dialect("formex", recognises, parse)
