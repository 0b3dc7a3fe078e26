"""EUR-Lex XHTML in all its layouts, as blocks.

The Official Journal layout marks paragraphs by class (`oj-ti-art`, before 2023 `ti-art`), lists are two-column tables with
the mark in the first cell. Consolidated texts use other classes (`title-article-norm`, `norm`, `no-parag`). What has no
class at all is read by `ingest.eu.plain`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree, html

from ingest.eu.blocks import Block, Part, is_marker
from ingest.source import Source
from kg.text import collapse, count_characters

PARTS: dict[str, Part] = {
    "doc-ti": "title",
    "title-doc-first": "title",
    "title-doc-last": "title",
    "title-doc-oj-reference": "meta",
    "ti-section-1": "division",
    "title-division-1": "division",
    "ti-section-2": "division-title",
    "title-division-2": "division-title",
    "ti-art": "article",
    "title-article-norm": "article",
    "sti-art": "article-title",
    "stitle-article-norm": "article-title",
    "ti-grseq-1": "group",
    "ti-grseq-2": "group",
    "title-gr-seq-level-1": "group",
    "title-gr-seq-level-2": "group",
    "title-gr-seq-level-3": "group",
    "title-annex-1": "annex",
    "title-annex-2": "annex-title",
    "note": "note",
    "footnote": "note",
    "signatory": "final",
    "reference": "meta",
    "disclaimer": "meta",
    "hd-modifiers": "meta",
    "arrow": "mark",
    "modref": "mark",
    "hd-date": "meta",
    "hd-lg": "meta",
    "hd-ti": "meta",
    "hd-oj": "meta",
    "hd-coll": "meta",
    "hd-uniq": "meta",
    "hd-toc-1": "meta",
    "hd-toc-2": "meta",
    "hd-toc-3": "meta",
    "toc-1": "meta",
    "toc-2": "meta",
    "toc-3": "meta",
    "toc-item": "meta",
    "title-toc": "meta",
    "title-fam-member": "meta",
    "title-fam-member-star": "meta",
}
_LONE_NUMBER = re.compile(r"\d{1,3}[a-z]{0,2}\.")
_BLOCK_TAGS = frozenset(
    "p div table tbody thead tfoot tr td th ul ol li hr h1 h2 h3 h4 h5 h6 section article header footer dl dt dd body html "
    "blockquote pre form main nav figure".split()
)
_SKIPPED = frozenset({"script", "style", "head", "noscript", "template"})
_SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_SUBSCRIPT = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def name_of(element: etree._Element) -> str:
    """The tag without its namespace, in small letters; "" for comments and instructions."""
    tag = element.tag
    return tag.rpartition("}")[2].lower() if isinstance(tag, str) else ""


def classes(element: etree._Element) -> list[str]:
    return [c.removeprefix("oj-") for c in (element.get("class") or "").split()]


def page(source: Source) -> etree._Element:
    """The root of an (X)HTML page, read leniently: unclosed tags and unknown elements are usual. Raises Unreadable (I009)."""
    parser = html.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True)
    text = re.sub(r"^\s*<\?xml[^>]*\?>", "", source.text)
    return html.document_fromstring(text.encode() or b"<html/>", parser=parser)


def inline_text(element: etree._Element) -> str:
    """All text of an element; digits raised or lowered by markup keep their height (10⁶, H₂O), except footnote marks."""
    parts: list[str] = [element.text or ""]
    for child in element:
        name = name_of(child)
        if name and name not in _SKIPPED:
            inner = inline_text(child)
            kind = classes(child)
            raised = name == "sup" or "super" in kind or "superscript" in kind
            if raised and inner.isdigit() and "note-tag" not in kind and name_of(element) != "a" and parts[-1][-1:].isalnum():
                inner = inner.translate(_SUPERSCRIPT)
            elif (name == "sub" or "sub" in kind or "subscript" in kind) and inner.isdigit():
                inner = inner.translate(_SUBSCRIPT)
            parts.append(f" {inner} " if name == "br" else inner)
        parts.append(child.tail or "")
    return "".join(parts)


def visible(element: etree._Element) -> int:
    """Characters that carry content on the whole page, counted without regard to its structure."""
    total = count_characters(element.text or "")
    for child in element:
        if name_of(child) and name_of(child) not in _SKIPPED:
            total += visible(child)
        total += count_characters(child.tail or "")
    return total


class Walker:
    """Walks a page in document order and yields its paragraphs as blocks."""

    def __init__(self, root: etree._Element) -> None:
        self.with_blocks: set[etree._Element] = set()
        for element in root.iter(etree.Element):
            if name_of(element) in _BLOCK_TAGS:
                for above in element.iterancestors():
                    if above in self.with_blocks:
                        break
                    self.with_blocks.add(above)

    def walk(self, element: etree._Element, part: Part = "text", depth: int = 0) -> Iterator[Block]:
        """Blocks of `element`; `part` is what an element above says about all that it holds."""
        name = name_of(element)
        if not name or name in _SKIPPED:
            return
        kinds = classes(element)
        part = next((PARTS[kind] for kind in kinds if kind in PARTS), part)
        if "final" in kinds:
            part = "final"
        if "preamble" in kinds:
            part = "front"
        if name == "table":
            yield from self._table(element, part, depth)
        elif "grid-container" in kinds:
            yield from self._grid(element, part, depth)
        elif element not in self.with_blocks:
            text = collapse(inline_text(element))
            if text:
                yield Block(part, text, "", depth)
        else:
            yield from self._mixed(element, part, depth)

    def _mixed(self, element: etree._Element, part: Part, depth: int) -> Iterator[Block]:
        """An element with text of its own beside block elements: runs of inline content become blocks."""
        run: list[str] = [element.text or ""]
        for child in element:
            name = name_of(child)
            if child in self.with_blocks or name in _BLOCK_TAGS:
                if text := collapse("".join(run)):
                    yield Block(part, text, "", depth)
                run = [child.tail or ""]
                yield from self.walk(child, part, depth)
            elif name and name not in _SKIPPED:
                run += [inline_text(child), child.tail or ""]
            else:
                run.append(child.tail or "")
        if text := collapse("".join(run)):
            yield Block(part, text, "", depth)

    def _listed(self, cell: etree._Element, marker: str, part: Part, depth: int) -> Iterator[Block]:
        """A list item's cell: its first paragraph carries the marker."""
        first = True
        for block in self.walk(cell, part, depth + 1):
            if first and not block.marker and block.part == part:
                yield Block(part, block.text, marker, depth + 1)
            else:
                if first:
                    yield Block(part, "", marker, depth + 1)
                yield block
            first = False
        if first:
            yield Block(part, "", marker, depth + 1)

    def _grid(self, element: etree._Element, part: Part, depth: int) -> Iterator[Block]:
        """Consolidated lists since 2020: `div.grid-list-column-1` holds the mark, `-2` the text."""
        marker = ""
        for child in element:
            kinds = classes(child)
            if "grid-list-column-1" in kinds:
                marker = collapse(inline_text(child))
            elif is_marker(marker):
                yield from self._listed(child, marker, part, depth)
                marker = ""
            else:
                if marker:
                    yield Block(part, marker, "", depth)
                    marker = ""
                yield from self.walk(child, part, depth)

    def _table(self, element: etree._Element, part: Part, depth: int) -> Iterator[Block]:
        """A list laid out as a table, a frame around paragraphs, or a real table."""
        kinds = classes(element)
        real = "table" in kinds or "borderOj" in kinds
        rows = [r for r in element.iter("{*}tr", "tr") if next(r.iterancestors("{*}table", "table")) is element]
        for row in rows:
            cells = [c for c in row if name_of(c) in {"td", "th"}]
            filled = [c for c in cells if collapse(inline_text(c))]
            if not filled:
                continue
            first = collapse(inline_text(filled[0]))
            if not real and len(filled) >= 2 and is_marker(first):
                yield from self._listed(filled[1], first, part, depth)
                for cell in filled[2:]:
                    yield from self.walk(cell, part, depth + 1)
            elif not real and len(filled) == 1:
                if is_marker(first) and len(cells) >= 2:
                    yield Block(part, "", first, depth + 1)
                else:
                    yield from self.walk(filled[0], part, depth)
            elif part == "meta":
                yield Block("meta", "\t".join(collapse(inline_text(c)) for c in filled))
            else:
                yield Block("row" if part == "text" else part, "\t".join(collapse(inline_text(c)) for c in filled), "", depth)


def blocks(root: etree._Element) -> Iterator[Block]:
    """All paragraphs of a page; a paragraph's number that stands alone (`span.no-parag`) is joined to its text."""
    number: Block | None = None
    for block in Walker(root).walk(root):
        if number is not None:
            if block.part == number.part and not block.marker and not block.depth:
                yield Block(block.part, f"{number.text} {block.text}")
                number = None
                continue
            yield number
            number = None
        if not block.marker and not block.depth and _LONE_NUMBER.fullmatch(block.text):
            number = block
        else:
            yield block
    if number is not None:
        yield number
