"""From paragraphs to the tree of a guidance: sections by their numbers, lists by their marks, headings by their type."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ingest.building import Node
from ingest.lists import Outline, letters, roman
from ingest.pdf.contents import bare
from ingest.pdf.marks import Mark, mark_of
from ingest.pdf.paragraphs import Paragraph

_STOPS = (".", ";", ":", ",")
_MAX_HEADING = 160


class GuidanceBuilder:
    """Takes paragraphs in order. `body` is the body type's height; `top` the chapter that the whole document is, "" if none."""

    def __init__(self, body: float, top: str = "", listed: frozenset[str] = frozenset(), title: str = "") -> None:
        self.listed = listed
        """Headings that the table of contents lists, as `ingest.pdf.contents.bare` writes them."""
        self.title = bare(title)
        self.root = Node("", "document")
        self.body = body
        self.trunk = self.root
        if top:
            self.trunk = self.root.add(Node(top, "chapter", role="heading"))
        self.section: Node = self.trunk
        """The numbered section, or the heading, that text goes to."""
        self.heights: dict[int, float] = {}
        self.schemes: list[str] = []
        """Numbering styles of an FDA outline in the order of their depth: I. A. 1. a."""
        self.outline: Outline[Node] = Outline()
        self.holder: Node = self.trunk
        """The section, or the paragraph in it, under which list items stand."""
        self.pending = ""
        """A mark "ADDENDUM" that waits for what it marks."""
        self.untitled: Node | None = None
        """A section whose number stood alone on its line."""

    def build(self, paragraphs: Iterable[Paragraph]) -> Node:
        for paragraph in paragraphs:
            self.take(paragraph)
        if self.pending:
            self._holder().write(self.pending)
        _settle(self.root)
        return self.root

    def take(self, paragraph: Paragraph) -> None:
        text = paragraph.text
        looks = self._looks_like_heading(paragraph)
        mark = mark_of(text, looks)
        if mark is not None and mark.kind == "addendum":
            self._flush_pending()
            self.pending = text
            return
        if mark is not None and self._is_section(mark, paragraph, looks):
            self._section(mark, paragraph)
        elif (mark is not None and mark.kind in {"bullet", "list"}) or (mark is not None and mark.kind == "outline"):
            self._item(mark, text)
        elif looks and not self.pending:
            self._heading(paragraph)
        else:
            self._text(text)

    # -- what a paragraph is -------------------------------------------------------------------------------------------------

    def _looks_like_heading(self, p: Paragraph) -> bool:
        if len(p.text) > _MAX_HEADING or not any(c.isalpha() for c in p.text) or p.text.rstrip().endswith((";", ",", ":")):
            return False
        end = p.text.rstrip()
        if end.endswith(".") and not re.match(r"\S+\.$", end):
            return False
        typed = p.bold or p.height > 1.08 * self.body or p.caps or bare(p.text) in self.listed
        first = next((c for c in p.text if c.isalpha()), "a")
        return typed and (first.isupper() or mark_of(p.text) is not None)

    def _is_section(self, mark: Mark, p: Paragraph, looks: bool) -> bool:
        if mark.kind == "module":
            return True
        if mark.kind == "decimal":
            rest = p.text[mark.length :]
            return looks or ((not rest or rest[0].isupper()) and self._continues_decimals(mark.label))
        if mark.kind == "chapter":
            return looks or (mark.length >= len(p.text) and p.apart)
        if mark.kind != "outline":
            return False
        short = (
            len(p.text) <= _MAX_HEADING and not p.text.rstrip().endswith(_STOPS) and (p.apart or bare(p.text) in self.listed)
        )
        return looks and (short or p.bold) and mark.length < len(p.text) + 1

    def _continues_decimals(self, label: str) -> bool:
        """Whether a plain numbered paragraph goes on with the numbering: 1.4 after 1.3, 4.8.1 under 4.8."""
        steps = [int(s) for s in label.split(".")]
        if not 0 < steps[0] <= 40:
            return False
        for node in self.section.up():
            if node.level != "section" or not re.fullmatch(r"\d+(\.\d+)*", node.label):
                continue
            have = [int(s) for s in node.label.split(".")]
            return steps > have and (steps[: len(have)] == have or steps[0] - have[0] <= 1)
        chapter = re.search(r"\d+$", self.trunk.label)
        return steps[0] == (int(chapter[0]) if chapter else 1)

    # -- building ------------------------------------------------------------------------------------------------------------

    def _section(self, mark: Mark, p: Paragraph) -> None:
        above, label = self._place(mark)
        if mark.kind == "outline" and any(child.label == label for child in above.children):
            self._item(mark, p.text)  # a table that lists the headings again
            return
        marker, rest = p.text[: mark.length].strip(), p.text[mark.length :]
        if self.pending:
            marker, self.pending = f"{self.pending} {marker}", ""
        level = {"chapter": "appendix"}.get(mark.kind, "section")
        node = above.add(Node(label, level, marker))
        plain = mark.kind == "decimal" and not self._looks_like_heading(p)
        if rest and not plain:
            node.heading = rest
        elif rest:
            node.write(rest)
        self.heights[id(node)] = p.height
        self._enter(node)
        self.outline.continues(rest)

    def _enter(self, node: Node) -> None:
        self.section = self.holder = node
        self.outline.clear()

    def _place(self, mark: Mark) -> tuple[Node, str]:
        """Where a section hangs, and its label: 4.8.10 under 4.8; I.B.9.1 under I.B.9; A of an FDA outline under IV as IV.A."""
        if mark.kind == "chapter":
            return self.trunk, _capitalised(mark.label)
        if mark.kind in {"decimal", "module"}:
            return self._prefix_holder(mark.label), mark.label
        if mark.label.isdigit() and not self.schemes:
            return self._appendix_or_trunk(), mark.label
        style = _style(mark.label, self.schemes, self._siblings)
        if style in self.schemes:
            depth = self.schemes.index(style)
        else:
            self.schemes.append(style)
            depth = len(self.schemes) - 1
        chain = [n for n in self.section.up() if n.level == "section" and n.cites]
        above: Node = self._appendix_or_trunk()
        for node in chain:
            if _depth_of(node) < depth:
                above = node
                break
        return above, f"{above.label}.{mark.label}" if above.level == "section" else mark.label

    def _siblings(self, style: str) -> list[str]:
        return [n.label.rsplit(".", 1)[-1] for n in self.section.up() if n.level == "section"]

    def _appendix_or_trunk(self) -> Node:
        return next((n for n in self.section.up() if n.level == "appendix"), self.trunk)

    def _prefix_holder(self, label: str) -> Node:
        """The deepest section above whose number begins this one's; missing ones in between are added, without text."""
        for node in self.section.up():
            if node.level == "section" and label.startswith(node.label + "."):
                return node
        base = self._appendix_or_trunk()
        head = label.rsplit(".", 1)[0]
        chapter = re.search(r"\d+$", self.trunk.label)
        if head == label or (chapter and head == chapter[0]):
            return base
        for node in base.children:
            if node.level == "section" and node.label == head:
                return node
        found = next((n for n in reversed(base.children) if n.level == "section" and label.startswith(n.label + ".")), None)
        if found is None and re.match(
            r"(P\.)?[IVX]+\.[A-Z]", label
        ):  # a GVP module is itself the section I, its title the cover's
            found = base.add(Node(label.rsplit(".", label.count(".") - label.startswith("P."))[0], "section", role="heading"))
            self.heights[id(found)] = 99.0
        return found or base

    def _heading(self, p: Paragraph) -> None:
        """A heading without a number: under the numbered section it stands in, or beside it where its type is larger. Numbered
        paragraphs without a heading have nothing below them, and the document's title heads nothing."""
        if self.title and len(self.title) > 12 and (self.title in bare(p.text) or bare(p.text) in self.title):
            self._enter(self.trunk)
            self.trunk.add(Node("title", "heading", "", p.text, role="heading", cites=False))
            return
        above = next(
            (
                n
                for n in self.section.up()
                if n is self.trunk
                or (id(n) in self.heights and self.heights[id(n)] > p.height * 1.02)
                or (n.level == "section" and n.heading and self.heights[id(n)] >= p.height * 0.98)
            ),
            self.trunk,
        )
        if (
            self.section.level == "heading"
            and not self.section.texts
            and not self.section.children
            and self.heights[id(self.section)] == p.height
        ):
            self.section.heading += f"\n{p.text}"
            return
        node = above.add(Node(p.text, "heading", "", p.text, role="body", cites=False))
        self.heights[id(node)] = p.height
        self._enter(node)

    def _item(self, mark: Mark, text: str) -> None:
        marker, rest = text[: mark.length].strip(), text[mark.length :]
        if self.pending:
            marker, self.pending = f"{self.pending} {marker}", ""
        above = self.outline.parent(mark.printed) or self._holder()
        if above.level == "addendum" and mark.kind == "list" and above.parent is not None:
            above = self._after_addendum(above)
        if mark.kind == "bullet":
            count = sum(c.level == "bullet" for c in above.children) + 1
            node = above.add(Node(f"bullet {count}", "bullet", marker))
        else:
            node = above.add(Node(f"({mark.label.strip('()')})", "point", marker))
        if rest:
            node.write(rest)
        self.outline.push(node, rest)

    def _holder(self) -> Node:
        """Where text goes now; text before every heading gets a node of its own."""
        if self.holder is self.root:
            self.section = self.holder = self.root.add(Node("text", "text", cites=False))
            self.heights[id(self.section)] = 0.0
        return self.holder

    def _after_addendum(self, addendum: Node) -> Node:
        """A list that goes on after an addendum to one of its items goes on in the list, not in the addendum."""
        item = addendum.parent
        assert item is not None
        if item.level == "point" and item.parent is not None:
            return item.parent
        return addendum

    def _text(self, text: str) -> None:
        if self.pending:
            self._addendum(text)
            return
        holder = self._holder()
        if holder.children and any(c.level in {"point", "bullet", "paragraph", "addendum"} for c in holder.children):
            section = self.section
            count = len(section.texts) + sum(len(c.texts) for c in section.children if c.level == "paragraph") + 1
            self.holder = section.add(Node(f"paragraph {count}", "paragraph", texts=[text]))
        else:
            holder.write(text)
        self.outline.clear()

    def _addendum(self, text: str) -> None:
        above = self.outline.deepest or self._holder()
        if above.level != "point":
            above = self.section
        node = above.add(Node("addendum", "addendum", self.pending, texts=[text]))
        self.pending = ""
        if above is self.section:
            self.holder = node

    def _flush_pending(self) -> None:
        if self.pending:
            self._holder().write(self.pending)
            self.pending = ""


def _settle(root: Node) -> None:
    """Text after a list that leads to nothing further is the tail of what the list stands in."""
    for node in root.walk():
        while node.children and node.children[-1].level == "paragraph" and not node.children[-1].children and not node.tails:
            loose: list[str] = []
            while node.children and node.children[-1].level == "paragraph" and not node.children[-1].children:
                loose[:0] = node.children.pop().texts
            node.tails.extend(loose)


def _style(label: str, schemes: list[str], above: object) -> str:
    """The numbering style of an FDA outline mark: I, A, 1 or a. I, V and X are Roman unless letters are being counted."""
    del above
    if label.isdigit():
        return "1"
    if label.islower():
        return "a"
    if roman(label) is not None and (len(label) > 1 or "I" not in schemes or label in {"I", "V", "X"}):
        return "I"
    return "A" if letters(label) is not None else "I"


def _depth_of(node: Node) -> int:
    return sum(n.level == "section" for n in node.up()) - 1


def _capitalised(label: str) -> str:
    word, _, number = label.partition(" ")
    return f"{word.capitalize()} {number.strip()}"
