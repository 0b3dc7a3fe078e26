"""From a reader's page to parsed documents: one for each work, with its identity, its tree and its accounts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ingest.building import Frame, Node, characters, grow
from ingest.cn.checks import check
from ingest.cn.front import Identity, file_date, read_front, read_identity
from ingest.cn.lines import Line, Page
from ingest.cn.naming import Citer, authority, file_title, kind_and_force, work_key
from ingest.cn.outline import Outline
from ingest.cn.parts import body_start, closing_lines, contents_span, is_unspaced, join_notes, split_glued, split_works
from ingest.source import Source, Unreadable
from kg.findings import finding
from kg.records import Document, Finding, ParsedDocument, ProvisionRole
from kg.text import count_characters


@dataclass(frozen=True)
class _Work:
    """One work of a page: its tree, its lines, what it says of itself, its notes and its last paragraphs."""

    root: Node
    lines: list[Line]
    identity: Identity
    notes: str
    end: str


def build_documents(page: Page, source: Source, dialect: str) -> Iterator[ParsedDocument]:
    """One document for each work of the page. Raises Unreadable (I008) where there is no line of text."""
    lines = split_glued(join_notes([line for line in page.lines if line.text]))
    if not lines:
        raise Unreadable(finding("I008", source.name, "no text in it"))
    parts = split_works(lines)
    stated = [note for note in (page.stated_title, page.stated_note) if note] if len(parts) == 1 else []
    for number, part in enumerate(parts, 1):
        yield _document(_grow(part, page.stated_title, stated), page, source, dialect, last=number == len(parts))


def _grow(lines: list[Line], stated_title: str, stated: list[str]) -> _Work:
    contents = contents_span(lines)
    front_end = contents[0] if contents[1] else body_start(lines)
    start = contents[1] or front_end
    closing = closing_lines(lines, start if start < len(lines) else 1)
    front = read_front(lines[:front_end], stated_title, closing if start == len(lines) else ())
    outline = Outline(unspaced=is_unspaced(lines[start:]))
    _add(outline.root, "题注", front.meta)
    _add(outline.root, "前言", front.preamble, role="body")
    _add(outline.root, "落款", front.late)
    _add(outline.root, "目录", [line.text for line in lines[contents[0] : contents[1]]])
    for i, line in enumerate(lines[start:], start):
        if i in closing:
            outline.close_with(line)
        else:
            outline.feed(line)
    signed = [lines[i].text for i in sorted(closing)]
    ends = [line.text for line in lines[max(start, len(lines) - 40) :] if not line.cells]
    identity = read_identity(front, signed, ends, stated)
    return _Work(outline.finish(), lines, identity, " ".join(front.meta), "\n".join(ends))


def _add(root: Node, label: str, texts: Sequence[str], role: ProvisionRole = "meta") -> None:
    if texts:
        root.add(Node(label, label, role=role, texts=list(texts)))


def _document(work: _Work, page: Page, source: Source, dialect: str, *, last: bool) -> ParsedDocument:
    identity = work.identity
    title = identity.title or file_title(source.name)
    version, findings = _version(identity, page, source.name, last=last)
    kind, binding = kind_and_force(title, identity.number)
    key = work_key(title)
    identifier = f"{key}@{version}" if version else key
    in_force = identity.in_force if identity.in_force and identity.in_force >= (version or "") else version
    provisions = grow(work.root, Frame(identifier, identifier, None, "CN", "zh", valid_from=in_force), Citer(title))
    characters_in = sum(count_characters(line.text) for line in work.lines)
    characters_out = characters(provisions)
    if characters_in - characters_out > max(5, characters_in // 200):
        findings.append(finding("I010", source.name, characters_in - characters_out))
    if page.unread and last:
        findings.append(finding("I010", source.name, page.unread))
    if page.left_out and last:
        counted = sum(count_characters(text) for text in page.left_out)
        findings.append(finding("I061", source.name, len(page.left_out), counted, page.left_out[0][:40]))
    findings.extend(check(provisions, source.name, title, page))
    document = Document(
        id=identifier,
        jurisdiction="CN",
        title=title,
        kind=kind,
        binding=binding,
        lang="zh",
        source=source.name,
        sha256=source.sha256,
        authority=authority(title, work.notes, identity.number, kind, work.end),
        number=identity.number,
        valid_from=in_force,
        dialect=dialect,
        characters_in=characters_in,
        characters_out=characters_out,
        work=key,
    )
    return ParsedDocument(document, provisions, tuple(findings))


def _version(identity: Identity, page: Page, file: str, *, last: bool) -> tuple[str | None, list[Finding]]:
    """The date of the version: the later of what the text and the file's name tell, else the day of effect, else the record's
    date (I040), else None (I014). A revision that the notes leave out is often in the file's name."""
    named = file_date(file) if last else None
    version = max(filter(None, (identity.version, named)), default=None) or identity.in_force
    if version:
        return version, []
    if page.stated_date:
        return page.stated_date, [finding("I040", file, page.stated_date)]
    return None, [finding("I014", file)]
