"""A document's tree while it is built, and how it becomes provisions with ids, citations and paths."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from kg.records import Provision, ProvisionRole
from kg.text import text_hash


@dataclass(slots=True)
class Node:
    """A node of the tree. `label` is its step in the path, `cite` what it adds to its parent's citation.

    An `attached` node (note, table, history) stands in the tree at its place and is no unit of the outline. `separators`
    counts characters of `text` that the source does not have (the bars between a table's cells).
    """

    label: str
    level: str
    cite: str = ""
    marker: str = ""
    heading: str = ""
    text: str = ""
    tail: str = ""
    role: ProvisionRole = "body"
    attached: bool = False
    in_path: bool = True
    separators: int = 0
    children: list[Node] = field(default_factory=list)

    def add_text(self, text: str) -> None:
        """Appends a paragraph of text: to the node's own text, or after its children."""
        if not text:
            return
        if not self.children:
            self.text = f"{self.text}\n{text}" if self.text else text
        else:
            last = self.children[-1]
            if last.level == "flush":
                last.text = f"{last.text}\n{text}"
            else:
                self.children.append(Node("", "flush", text=text, attached=True))

    def characters(self) -> int:
        """Characters of this node and all below it, as `kg.text.count_characters` counts them."""
        total, queue = 0, [self]
        while queue:
            node = queue.pop()
            total -= node.separators
            for text in (node.marker, node.heading, node.text, node.tail):
                if text:
                    total += _count(text)
            queue.extend(node.children)
        return total


def _count(text: str) -> int:
    if text.isascii():
        return len(text) - text.count(" ") - text.count("\n") - text.count("\t")
    return sum(map(len, text.split())) - text.count("\u200b") - text.count("\ufeff") - text.count("\u00ad")


def count(text: str) -> int:
    """As `kg.text.count_characters`, and some times faster on a whole part."""
    return _count(text)


@dataclass(frozen=True, slots=True)
class Identity:
    """What all provisions of a document share."""

    document: str
    prefix: str
    """Of ids: "US:21CFR"."""
    title: str
    """Of citations: "21 CFR "."""
    date: str | None
    lang: str = "en"


class Provisions:
    """Turns nodes into provisions in document order; a citation that occurs a second time gets a stable suffix."""

    def __init__(self, identity: Identity) -> None:
        self.identity = identity
        self.out: list[Provision] = []
        self.repeated: list[str] = []
        self._seen: set[str] = set()

    def add(self, root: Node, cite: str) -> None:
        """Adds `root` with the citation `cite` (without the title), and all below it."""
        for node, parent, name, path in self._walk(root, cite):
            self.out.append(self._provision(node, parent, name, path))

    def _walk(self, root: Node, cite: str) -> Iterator[tuple[Node, str | None, str, tuple[str, ...]]]:
        stack: list[tuple[Node, str | None, str, tuple[str, ...]]] = [(root, None, cite, (root.label,))]
        suffix = f"@{self.identity.date or 'undated'}"
        while stack:
            node, parent, name, path = stack.pop()
            name = self._unique(name)
            yield node, parent, name, path
            if not node.children:
                continue
            own = f"{self.identity.prefix}{name}{suffix}"
            below: list[tuple[Node, str | None, str, tuple[str, ...]]] = []
            numbers: dict[str, int] = {}
            for child in node.children:
                if child.attached:
                    numbers[child.level] = number = numbers.get(child.level, 0) + 1
                    label = child.label or f"{child.level} {number}"
                    below.append((child, own, f"{name} {label}", (*path, label)))
                elif child.cite.startswith(("(", '"')):
                    below.append((child, own, f"{name}{' ' if child.cite[0] != '(' else ''}{child.cite}", (*path, child.label)))
                else:
                    below.append((child, own, child.cite, (*path, child.label)))
            stack.extend(reversed(below))

    def _unique(self, name: str) -> str:
        if name not in self._seen:
            self._seen.add(name)
            return name
        number = 2
        while f"{name} [{number}]" in self._seen:
            number += 1
        self.repeated.append(name)
        unique = f"{name} [{number}]"
        self._seen.add(unique)
        return unique

    def _provision(self, node: Node, parent: str | None, name: str, path: tuple[str, ...]) -> Provision:
        identity = self.identity
        return Provision(
            id=f"{identity.prefix}{name}@{identity.date or 'undated'}",
            document=identity.document,
            citation=identity.title + name,
            path=path,
            level=node.level,
            text=node.text,
            lang=identity.lang,
            jurisdiction="US",
            order=len(self.out),
            parent=parent,
            heading=node.heading,
            tail=node.tail,
            marker=node.marker,
            role=node.role,
            valid_from=identity.date,
            text_hash=text_hash(node.heading, node.text, node.tail),
        )
