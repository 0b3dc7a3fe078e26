"""FDA guidance as Markdown made from PDF: printed pages as lines, with numbered headings and no marks of Markdown.

Page furniture ("Contains Nonbinding Recommendations", page numbers) and the table of contents are kept as notes, so that
every character is accounted for. A heading is a numbered line of the kinds I. / A. / 1. / a. that the table of contents lists
too, or that a short line in title case continues the numbering; the paragraphs below it are its children.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from ingest.source import Source, Unreadable
from ingest.us.designators import readings
from ingest.us.front_matter import split_front_matter
from ingest.us.node import Identity, Node, Provisions, count
from ingest.us.section import attached
from kg.findings import finding
from kg.records import Document, Finding, ParsedDocument

_GUIDANCE = re.compile(r"^\s*family:\s*[\"']?GUIDANCE", re.MULTILINE)
_FURNITURE = re.compile(
    r"^(?:Contains Nonbinding Recommendations|Draft\s*[—–-]\s*Not for Implementation|Page \d+(?: of \d+)?|\d{1,3}|[ivxl]{1,6}"
    r"|- ?\d+ ?-)$"
)
_CONTENTS_LINE = re.compile(r"\.{4,}\s*\d*$|(?:\. ){4,}\d*\s*$")
_NUMBERED = re.compile(r"^(?:#{1,6}\s+)?\(?([IVX]{1,6}|[A-Z]|\d{1,2}|[a-z]|[ivx]{1,5})[.)]\s+(\S.*)$")
_DECIMAL = re.compile(r"^(?:#{1,6}\s+)?(\d{1,2}(?:\.\d{1,2}){1,3})\.?\s+([A-Z]\S*.*)$")
_HASH = re.compile(r"^(#{1,6})\s+(\S.*)$")
_DATE = re.compile(
    r"^(?:Issued on:?\s*|Document issued on:?\s*)?"
    r"((?:January|February|March|April|May|June|July|August|September|October|November|December)\s+(?:(\d{1,2}),\s+)?((?:19|20)\d\d))\.?$"
)
_MONTHS = ("January February March April May June July August September October November December").split()
_SENTENCE_END = re.compile(r"[.!?:;”\"\])]$")
_LIST_ITEM = re.compile(r"^(?:[•●○▪–-]|o |\uf0b7|\(?[a-z0-9]{1,3}[.)])\s*\S")
_LONGEST_HEADING = 160
_SHORT_LINE = 90
_LONE_NUMBER = re.compile(r"^(?:[IVX]{1,6}|[A-Z]|\d{1,2})\.$")


def recognises(source: Source) -> bool:
    head = source.head.lstrip("\ufeff")
    return head.startswith("---") and _GUIDANCE.search(head[:1500]) is not None


@dataclass(slots=True)
class _Line:
    text: str
    kind: str  # text, blank, furniture, contents


def parse(source: Source) -> Iterator[ParsedDocument]:
    keys, body = split_front_matter(source.text)
    if not body.strip():
        raise Unreadable(finding("I008", source.name, "it holds no text"))
    title = " ".join(keys.get("title", "").split()) or source.name
    lines = _with_their_titles(_lines(body))
    date = _issued(lines)
    docket = keys.get("docket", "").strip("\"' ")
    key = docket or re.sub(r"\W+", "-", title).strip("-")[:80]
    work = f"US:{key}"
    root = Node(title, "document", role="heading")
    _fill(root, lines)
    identity = Identity(f"{work}@{date or 'undated'}", "US:", "", date)
    provisions = Provisions(identity)
    provisions.add(root, key)
    characters_in, characters_out = count(body), root.characters()
    findings: list[Finding] = [] if date else [finding("I014", source.name)]
    if characters_out < characters_in:
        findings.append(finding("I010", source.name, characters_in - characters_out))
    yield ParsedDocument(
        Document(
            id=identity.document,
            jurisdiction="US",
            title=title,
            kind="guidance",
            binding=False,
            lang="en",
            source=source.name,
            sha256=source.sha256,
            authority="FDA",
            number=docket or None,
            valid_from=date,
            dialect="fda-guidance-markdown",
            characters_in=characters_in,
            characters_out=characters_out,
            work=work,
        ),
        tuple(provisions.out),
        tuple(findings),
    )


def _lines(body: str) -> Iterator[_Line]:
    for raw in body.splitlines():
        text = " ".join(raw.split())
        if not text:
            yield _Line("", "blank")
        elif _FURNITURE.match(text):
            yield _Line(text, "furniture")
        elif _CONTENTS_LINE.search(text):
            yield _Line(text, "contents")
        else:
            yield _Line(text, "text")


def _with_their_titles(lines: Iterable[_Line]) -> list[_Line]:
    """A number that the PDF's columns left on a line of its own stands before its title again."""
    out: list[_Line] = []
    for line in lines:
        if out and _LONE_NUMBER.match(out[-1].text) and line.kind in ("text", "contents") and line.text[:1].isupper():
            out[-1] = _Line(f"{out[-1].text} {line.text}", line.kind)
        else:
            out.append(line)
    return out


def _issued(lines: list[_Line]) -> str | None:
    """The month on the cover; the first of the month where it has no day."""
    for line in [line for line in lines if line.text][:80]:
        found = _DATE.match(line.text)
        if found:
            month = _MONTHS.index(found.group(1).split()[0]) + 1
            return f"{found.group(3)}-{month:02d}-{int(found.group(2) or 1):02d}"
    return None


def _contents(lines: list[_Line]) -> set[str]:
    """The headings that the table of contents lists, without their dots and pages, in lower case."""
    listed = {_key(re.sub(r"[\s.]*\.{3,}.*$|(?:\s\.){3,}.*$", "", line.text)) for line in lines if line.kind == "contents"}
    # An entry of two lines has its dots in the second.
    listed.update(
        _key(a.text) for a, b in pairwise(lines) if a.kind == "text" and b.kind == "contents" and _NUMBERED.match(a.text)
    )
    return listed


def _key(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).lower()


@dataclass(slots=True)
class _Heading:
    marker: str
    sign: str
    title: str


def _fill(root: Node, lines: list[_Line]) -> None:
    """Headings with the paragraphs below them; lines of a paragraph are joined, furniture is gathered in one note."""
    listed = _contents(lines)
    open_headings: list[tuple[str, int, Node]] = []
    furniture: list[str] = []
    paragraph: list[str] = []
    numbers: dict[int, int] = {}

    def close() -> None:
        if paragraph:
            holder = open_headings[-1][2] if open_headings else root
            _add_paragraph(holder, " ".join(paragraph), numbers, cover=holder is root and has_headings)
            paragraph.clear()

    # What stands before the first heading is the cover; a text without any heading has none.
    has_headings = any(line.kind == "text" and _heading(line.text, listed, "blank") for line in lines)
    before = "blank"
    for i, line in enumerate(lines):
        heading = _heading(line.text, listed, before) if line.kind == "text" else None
        if line.kind in ("furniture", "contents"):
            furniture.append(line.text)
        elif heading:
            close()
            _open(root, open_headings, heading)
        elif line.kind == "blank":
            if paragraph and _SENTENCE_END.search(paragraph[-1]):
                close()
        else:
            if _LIST_ITEM.match(line.text) or _HASH.match(line.text):
                close()
            paragraph.append(line.text)
            ends = len(line.text) < _SHORT_LINE and _SENTENCE_END.search(line.text) is not None
            if ends and i + 1 < len(lines) and lines[i + 1].text[:1].isupper():
                close()
        if line.kind in ("text", "blank"):
            before = line.kind
    close()
    if furniture:
        root.children.append(attached("note", "\n".join(furniture)))


def _add_paragraph(holder: Node, text: str, numbers: dict[int, int], cover: bool) -> None:
    number = numbers[id(holder)] = numbers.get(id(holder), 0) + 1
    if cover:
        holder.children.append(Node(f"front {number}", "note", text=text, role="note", attached=True))
    else:
        holder.children.append(Node(f"¶{number}", "paragraph", f"(¶{number})", text=text))


def _heading(text: str, listed: set[str], before: str) -> _Heading | None:
    bare = _HASH.sub(r"\2", text)
    known = _key(bare) in listed
    decimal = _DECIMAL.match(text)
    if decimal and (known or (len(bare) < _SHORT_LINE and not _SENTENCE_END.search(bare))):
        return _Heading(bare[: len(bare) - len(decimal.group(2))].strip(), decimal.group(1), decimal.group(2))
    found = _NUMBERED.match(text)
    if found is None or len(bare) > _LONGEST_HEADING or not readings(found.group(1)):
        return None
    sign, title = found.groups()
    looks_like_one = title[:1].isupper() and len(title) < _SHORT_LINE and not re.search(r"[.;:,]$", title)
    if not known and not (looks_like_one and sign.isupper() and before == "blank"):
        return None
    return _Heading(bare[: len(bare) - len(title)].strip(), sign, title)


def _open(root: Node, open_headings: list[tuple[str, int, Node]], heading: _Heading) -> None:
    """Opens a heading's section below the heading whose list it does not continue."""
    if "." in heading.sign:
        kind, value = f"{heading.sign.count('.')} dots", 0
    else:
        kind, value = _read(heading.sign, open_headings)
    for depth, (open_kind, _, _) in enumerate(open_headings):
        if open_kind == kind:
            del open_headings[depth:]
            break
    holder = open_headings[-1][2] if open_headings else root
    node = Node(heading.sign, "section", f"({heading.sign})", marker=heading.marker, heading=heading.title, role="heading")
    holder.children.append(node)
    open_headings.append((kind, value, node))


def _read(sign: str, open_headings: list[tuple[str, int, Node]]) -> tuple[str, int]:
    """I. after H. is a letter, after nothing a numeral: the reading that goes on from an open list, else the last one."""
    found = readings(sign)
    for kind, value in found:
        if any(open_kind == kind and value == reached + 1 for open_kind, reached, _ in open_headings):
            return kind, value
    return found[-1]
