"""The dialect of English PDFs: EMA, EudraLex, ICH, MDCG and FDA guidance, Commission decisions, assessment reports."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pypdfium2 import PdfDocument

from ingest.building import Frame, Node, characters, grow
from ingest.pdf.contents import entries, without_contents
from ingest.pdf.cover import Cover, read_cover
from ingest.pdf.hyphens import Vocabulary
from ingest.pdf.language import language_of
from ingest.pdf.lines import Line, Page, open_pdf, read_pages
from ingest.pdf.margins import without_heads, without_line_numbers
from ingest.pdf.notes import Note, body_height, without_notes
from ingest.pdf.paragraphs import Joiner, Paragraph
from ingest.pdf.tree import GuidanceBuilder
from ingest.source import Dialect, Source, Unreadable
from kg.findings import finding
from kg.records import Document, Finding, ParsedDocument
from kg.text import collapse, count_characters

_COVER_BODY = 1500
"""A first page with less text than this, before longer ones, is a cover."""


def is_pdf(source: Source) -> bool:
    return b"%PDF-" in source.data[:1024]


def recognises(source: Source) -> bool:
    """Every PDF but those whose text is Chinese."""
    if not is_pdf(source):
        return False
    try:
        document = open_pdf(source)
        sample = ""
        for page in _first_pages(document):
            sample += "\n".join(line.text for line in page.lines)
    except Unreadable:
        return True
    return language_of(sample) != "zh"


def _first_pages(document: PdfDocument, count: int = 3) -> list[Page]:
    pages = []
    for page in read_pages(document):
        pages.append(page)
        if len(pages) >= count:
            break
    return pages


def parse(source: Source) -> Iterator[ParsedDocument]:
    pages = list(read_pages(open_pdf(source)))
    total = sum(count_characters(line.text) for page in pages for line in page.lines)
    if total < 20:
        raise Unreadable(finding("I006", source.name))
    everything = "\n".join(line.text for page in pages for line in page.lines)
    lang = language_of(everything)
    if lang not in {"en", "unknown"}:
        raise Unreadable(finding("I011", source.name, lang))
    yield Reader(source, pages).document()


class Reader:
    """Reads one PDF's pages into a document and keeps account of every character."""

    def __init__(self, source: Source, pages: list[Page]) -> None:
        self.source = source
        self.findings: list[Finding] = []
        pages = Vocabulary(pages).resolve(pages)
        opening = "\n".join(line.text for page in pages[:3] for line in page.lines)
        self.cover = read_cover([line for page in pages[:2] for line in page.lines], opening)
        bare, heads = without_heads(pages)
        bare, numbers = without_line_numbers(bare)
        if heads.lines:
            self._find("I061", heads.lines, heads.characters, "; ".join(repr(e[:60]) for e in heads.examples))
        if numbers:
            self._find("I063", numbers)
        for before in pages:
            if len(pages) > 1 and sum(sum(c.isalnum() for c in line.text) for line in before.lines) < 20:
                self._find("I062", before.number, place=f"page {before.number}")
        self.body = body_height(bare)
        bare, self.notes = without_notes(bare, self.body)
        bare, self.contents = without_contents(bare)
        self.front, self.pages = _without_cover(bare, self.cover)

    def _find(self, code: str, *details: object, place: str = "") -> None:
        self.findings.append(finding(code, self.source.name, *details, place=place))

    def document(self) -> ParsedDocument:
        joiner = Joiner(self.pages)
        paragraphs = joiner.paragraphs()
        builder = GuidanceBuilder(self.body, _top(self.cover), entries(self.contents), self.cover.title)
        root = builder.build(paragraphs)
        self._add_matter(root)
        return self._finish(root, paragraphs)

    def _add_matter(self, root: Node) -> None:
        front: list[Node] = []
        if self.front:
            front.append(Node("Cover", "cover", role="meta", texts=[line.text for line in self.front], cites=False))
        if self.contents:
            front.append(Node("Table of contents", "contents", role="meta", texts=self.contents, cites=False))
        for node in front:
            node.parent = root
        root.children[:0] = front
        if self.notes:
            notes = root.add(Node("Notes", "notes", role="heading", cites=False))
            for note in self.notes:
                notes.add(Node(f"note {note.mark}", "footnote", note.mark, role="note", texts=[_joined(note)]))

    def _finish(self, root: Node, paragraphs: list[Paragraph]) -> ParsedDocument:
        cover, source = self.cover, self.source
        counted = (
            sum(count_characters(p.text) for p in paragraphs)
            + sum(count_characters(line.text) for line in self.front)
            + sum(count_characters(text) for text in self.contents)
            + sum(count_characters(note.mark) + count_characters(_joined(note)) for note in self.notes)
        )
        date = cover.effective or cover.dated
        if date is None:
            self._find("I014")
        work = f"{cover.jurisdiction}:{_slug(cover)}"
        key = f"{work}@{date}" if date else work
        root.label = cover.short
        provisions = grow(root, Frame(key, work, date, cover.jurisdiction, "en", date, None), cite)
        held = characters(provisions)
        if held < counted:
            self._find("I010", counted - held)
        kind = "guidance"
        document = Document(
            id=key,
            jurisdiction=cover.jurisdiction,
            title=cover.title,
            kind="guidance" if kind == "guidance" else "notice",
            binding=False,
            lang="en",
            source=source.name,
            sha256=source.sha256,
            authority=cover.authority,
            number=cover.number,
            valid_from=date,
            dialect="guidance-pdf",
            characters_in=counted,
            characters_out=min(held, counted),
            work=work,
        )
        return ParsedDocument(document, provisions, tuple(self.findings))


def cite(node: Node, above: str) -> str:
    """GVP Module I I.B.11.1; E6(R2) 4.8.10(a); EU GMP Chapter 1 1.8(iii) bullet 2."""
    top = list(node.up())[-1].label
    if node.level == "document":
        return node.label
    if node.level == "chapter":
        return top if top.endswith(node.label) else f"{top} {node.label}"
    if node.level == "section":
        holder = next((n for n in node.up() if n.level == "appendix"), None)
        return f"{top} {holder.label} {node.label}" if holder else f"{top} {node.label}"
    if node.level == "point":
        return f"{above}{node.label}"
    return f"{above} {collapse(node.label)[:80]}"


def _top(cover: Cover) -> str:
    found = re.fullmatch(r"EU GMP (Chapter \d+)", cover.short)
    return found[1] if found else ""


def _slug(cover: Cover) -> str:
    if cover.short.startswith(("EU GMP", "ICH ")):
        return re.sub(r"\s+", "-", cover.short)
    if cover.number and cover.jurisdiction == "EU":
        return re.sub(r"\W+", "-", re.sub(r"\s*[Rr]ev\.?\s*\d+$", "", cover.number)).strip("-")
    return re.sub(r"[^\w()]+", "-", cover.title.lower()).strip("-")[:80] or "untitled"


def _joined(note: Note) -> str:
    return collapse(" ".join(note.lines))


def _without_cover(pages: list[Page], cover: Cover) -> tuple[list[Line], list[Page]]:
    """The cover's lines and the other pages: the first pages that hold no running text, or just the title's lines."""
    front: list[Line] = []
    rest = list(pages)
    while len(rest) > 1 and _is_cover(rest[0], rest[1:]):
        front.extend(rest[0].lines)
        rest[0] = Page(rest[0].number, rest[0].width, rest[0].height, ())
        rest = rest[1:]
        if len(pages) - len(rest) >= 3:
            break
    return front, rest


def _is_cover(page: Page, later: list[Page]) -> bool:
    text = "\n".join(line.text for line in page.lines)
    if not page.lines:
        return False
    if re.search(r"(?m)^(?:\d{1,2}\.|[IVX]+\.)\s+\S", text) and page.number > 1:
        return False
    usual = max(sum(len(line.text) for line in p.lines) for p in later[:6])
    size = len(text)
    addresses = len(re.findall(r"www\.|https?:|Tel|Phone|@", text))
    if page.number == 1:
        return size < 0.75 * usual or size < _COVER_BODY
    return (size < 0.6 * usual and addresses >= 1 and page.number == 2) or (addresses >= 3 and page.number <= 3)


DIALECT = Dialect("guidance-pdf", recognises, parse)
