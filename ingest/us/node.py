"""A document's tree while it is built, and how it becomes provisions with ids, citations and paths."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from kg.records import Provision, ProvisionRole


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
        texts: list[str] = []
        separators, queue = 0, [self]
        while queue:
            node = queue.pop()
            separators += node.separators
            texts += (node.marker, node.heading, node.text, node.tail)
            queue += node.children
        return count("".join(texts)) - separators


_ASCII = bytes(range(0x80))
_BLANKS = b" \t\n\r\x0b\x0c\x1c\x1d\x1e\x1f"
_BLANKS_AND_TRAILING = _BLANKS + bytes(range(0x80, 0xC0))  # of a character in UTF-8 all bytes but the first
_OTHER_BLANKS = re.compile("[\x85\xa0\u1680\u2000-\u200b\u2028\u2029\u202f\u205f\u3000\ufeff\xad]")


def count(text: str) -> int:
    """As `kg.text.count_characters`, and some times faster on the text of a whole part."""
    data = text.encode()
    visible = len(data.translate(None, _BLANKS_AND_TRAILING))
    if len(data) == len(text):
        return visible
    return visible - len(_OTHER_BLANKS.findall(data.translate(None, _ASCII).decode()))


@dataclass(frozen=True, slots=True)
class Identity:
    """What all provisions of a document share."""

    document: str
    prefix: str
    """Of ids: "US:21CFR"."""
    title: str
    """Of citations: "21 CFR "."""
    date: str | None
    version: str = ""
    """What ids name the version by; the date where it is empty."""
    lang: str = "en"


class Provisions:
    """Turns nodes into provisions in document order; a citation that occurs a second time gets a stable suffix."""

    def __init__(self, identity: Identity) -> None:
        self.identity = identity
        self.out: list[Provision] = []
        self.repeated: list[str] = []
        self._seen: set[str] = set()
        self._prefix = identity.prefix
        self._suffix = f"@{identity.version or identity.date or 'undated'}"

    def add(self, root: Node, cite: str) -> None:
        """Adds `root` with the citation `cite` (without the title), and all below it."""
        stack: list[tuple[Node, str | None, str, tuple[str, ...]]] = [(root, None, cite, (root.label,))]
        while stack:
            node, parent, name, path = stack.pop()
            if name in self._seen:
                name = self._unique(name)
            self._seen.add(name)
            own = f"{self._prefix}{name}{self._suffix}"
            self.out.append(self._provision(node, own, parent, name, path))
            if node.children:
                stack.extend(reversed(self._below(node, own, name, path)))

    @staticmethod
    def _below(node: Node, own: str, name: str, path: tuple[str, ...]) -> list[tuple[Node, str | None, str, tuple[str, ...]]]:
        below: list[tuple[Node, str | None, str, tuple[str, ...]]] = []
        numbers: dict[str, int] = {}
        for child in node.children:
            cite = child.cite
            if child.attached:
                # note 1, note 2; but history, history 2: a unit has one of these as a rule
                kind = child.label or child.level
                numbers[kind] = number = numbers.get(kind, 0) + 1
                label = kind if child.label and number == 1 else f"{kind} {number}"
                below.append((child, own, f"{name} {label}", (*path, label)))
            elif cite[:1] == "(":
                below.append((child, own, name + cite, (*path, child.label)))
            else:
                below.append((child, own, f"{name} {cite}" if cite[:1] == '"' else cite, (*path, child.label)))
        return below

    def _unique(self, name: str) -> str:
        number = 2
        while f"{name} [{number}]" in self._seen:
            number += 1
        self.repeated.append(name)
        return f"{name} [{number}]"

    def _provision(self, node: Node, own: str, parent: str | None, name: str, path: tuple[str, ...]) -> Provision:
        identity = self.identity
        # By position, in the order of the record's fields: one call for every paragraph of a title.
        return Provision(
            own,
            identity.document,
            identity.title + name,
            path,
            node.level,
            node.text,
            identity.lang,
            "US",
            len(self.out),
            parent,
            node.heading,
            node.tail,
            node.marker,
            node.role,
            identity.date,
            None,
        )
