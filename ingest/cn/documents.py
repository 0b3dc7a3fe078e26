"""From a reader's page to parsed documents: one for each work, with its identity, its tree and its accounts."""

from __future__ import annotations

from collections.abc import Iterator

from ingest.building import Frame, Node, characters, grow
from ingest.cn.checks import check
from ingest.cn.front import Identity, file_date, read_front, read_identity
from ingest.cn.lines import Line, Page
from ingest.cn.naming import authority, cite_in, file_title, kind_and_force, work_key
from ingest.cn.outline import Outline
from ingest.cn.parts import body_start, closing_lines, contents_span, is_unspaced, join_notes, split_glued, split_works
from ingest.source import Source, Unreadable
from kg.findings import finding
from kg.records import Document, Finding, ParsedDocument
from kg.text import count_characters


def build_documents(page: Page, source: Source, dialect: str) -> Iterator[ParsedDocument]:
    """One document for each work of the page. Raises Unreadable (I008) where there is no line of text."""
    lines = split_glued(join_notes([line for line in page.lines if line.text]))
    if not lines:
        raise Unreadable(finding("I008", source.name, "no text in it"))
    works = split_works(lines)
    for number, work in enumerate(works):
        yield _build(work, page, source, dialect, alone=len(works) == 1, last=number == len(works) - 1)


def _build(lines: list[Line], page: Page, source: Source, dialect: str, *, alone: bool, last: bool) -> ParsedDocument:
    contents = contents_span(lines)
    front_end = contents[0] if contents[1] else body_start(lines)
    start = contents[1] or front_end
    closing = closing_lines(lines, start if start < len(lines) else 1)
    front = read_front(lines[:front_end], page.stated_title, closing if start == len(lines) else ())
    outline = Outline(unspaced=is_unspaced(lines[start:]))
    _add_meta(outline.root, "题注", front.meta)
    _add_meta(outline.root, "目录", [line.text for line in lines[contents[0] : contents[1]]])
    if front.preamble:
        outline.root.add(Node("前言", "前言", texts=list(front.preamble)))
    _add_meta(outline.root, "落款", front.late)
    for i, line in enumerate(lines[start:], start):
        if i in closing:
            outline.close_with(line)
        else:
            outline.feed(line)
    root = outline.finish()
    tail = [lines[i].text for i in sorted(closing)]
    ends = [line.text for i, line in enumerate(lines) if i >= max(start, len(lines) - 40) and not line.cells]
    identity = read_identity(
        front, tail, ends, [note for note in (page.stated_title, page.stated_note) if note] if alone else ()
    )
    return _assemble(root, lines, identity, front.meta, page, source, dialect, alone=alone, last=last)


def _add_meta(root: Node, label: str, texts: list[str] | tuple[str, ...]) -> None:
    if texts:
        root.add(Node(label, label, role="meta", texts=list(texts)))


def _assemble(
    root: Node,
    lines: list[Line],
    identity: Identity,
    notes: tuple[str, ...],
    page: Page,
    source: Source,
    dialect: str,
    *,
    alone: bool,
    last: bool,
) -> ParsedDocument:
    findings: list[Finding] = []
    title = identity.title or file_title(source.name)
    named = file_date(source.name) if last else None
    version = max(filter(None, (identity.version, named)), default=None) or identity.in_force
    if version is None and page.stated_date:
        version = page.stated_date
        findings.append(finding("I040", source.name, version))
    if version is None:
        findings.append(finding("I014", source.name))
    kind, binding = kind_and_force(title, identity.number)
    work = work_key(title)
    key = f"{work}@{version}" if version else work
    in_force = identity.in_force if identity.in_force and identity.in_force >= (version or "") else version
    frame = Frame(key, key, None, "CN", "zh", valid_from=in_force)
    provisions = grow(root, frame, cite_in(title))
    characters_in = sum(count_characters(line.text) for line in lines)
    characters_out = characters(provisions)
    if characters_in - characters_out > max(5, characters_in // 200):
        findings.append(finding("I010", source.name, characters_in - characters_out))
    if page.left_out and last:
        counted = sum(count_characters(text) for text in page.left_out)
        findings.append(finding("I061", source.name, len(page.left_out), counted, page.left_out[0][:40]))
    findings.extend(check(provisions, source.name, title, page))
    document = Document(
        id=key,
        jurisdiction="CN",
        title=title,
        kind=kind,
        binding=binding,
        lang="zh",
        source=source.name,
        sha256=source.sha256,
        authority=authority(title, " ".join(notes), identity.number, kind),
        number=identity.number,
        valid_from=in_force,
        dialect=dialect,
        characters_in=characters_in,
        characters_out=characters_out,
        work=work,
    )
    return ParsedDocument(document, provisions, tuple(findings))
