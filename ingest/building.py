"""Building a document's tree: mutable nodes that a parser fills, and the step that turns them into provisions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from kg.records import Jurisdiction, Provision, ProvisionRole
from kg.text import collapse, count_characters


@dataclass
class Node:
    """A provision in the making. `label` is its step of the path; `texts` and `tails` are paragraphs before the first and
    after the last child. `cites` False leaves the label out of the citations of what stands below."""

    label: str
    level: str
    marker: str = ""
    heading: str = ""
    role: ProvisionRole = "body"
    texts: list[str] = field(default_factory=list)
    tails: list[str] = field(default_factory=list)
    children: list[Node] = field(default_factory=list)
    parent: Node | None = field(default=None, repr=False)
    cites: bool = True
    in_path: bool = True

    def add(self, child: Node) -> Node:
        child.parent = self
        self.children.append(child)
        return child

    def write(self, text: str) -> None:
        """Adds a paragraph: to the text while there is no child, else to the tail."""
        (self.tails if self.children else self.texts).append(text)

    @property
    def empty(self) -> bool:
        return not (self.texts or self.tails or self.children or self.heading)

    def up(self) -> Iterator[Node]:
        """This node, its parent, and so on to the top."""
        node: Node | None = self
        while node is not None:
            yield node
            node = node.parent

    def walk(self) -> Iterator[Node]:
        """This node and everything below it in document order."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))


@dataclass(frozen=True, slots=True)
class Frame:
    """What all provisions of one document share."""

    document: str
    key: str
    """The document's key without its date, the beginning of each provision's id."""
    date: str | None
    jurisdiction: Jurisdiction
    lang: str
    valid_from: str | None = None
    valid_to: str | None = None


def grow(root: Node, frame: Frame, cite: Callable[[Node, str], str]) -> tuple[Provision, ...]:
    """The provisions of the tree under `root` (which is no provision itself) in document order.

    `cite` gives a node's citation from the node and its parent's citation. Ids are unique: the second of two nodes with one
    citation gets `~2`.
    """
    out: list[Provision] = []
    seen: dict[str, int] = {}
    version = f"@{frame.date}" if frame.date else ""
    top = cite(root, "")
    stack: list[tuple[Node, str, str | None, tuple[str, ...]]] = [(child, top, None, ()) for child in reversed(root.children)]
    while stack:
        node, above, parent, path = stack.pop()
        citation = cite(node, above)
        place = collapse(citation.removeprefix(top)).replace(" ", "_") or node.level
        seen[place] = seen.get(place, 0) + 1
        again = f"~{seen[place]}" if seen[place] > 1 else ""
        key = f"{frame.key}/{place}{again}{version}"
        steps = (*path, node.label) if node.in_path else path
        text, tail = "\n".join(node.texts), "\n".join(node.tails)
        out.append(
            Provision(
                id=key,
                document=frame.document,
                citation=citation,
                path=steps,
                level=node.level,
                text=text,
                lang=frame.lang,
                jurisdiction=frame.jurisdiction,
                order=len(out),
                parent=parent,
                heading=node.heading,
                tail=tail,
                marker=node.marker,
                role=node.role,
                valid_from=frame.valid_from,
                valid_to=frame.valid_to,
            )
        )
        stack.extend((child, citation, key, steps) for child in reversed(node.children))
    return tuple(out)


def characters(provisions: tuple[Provision, ...]) -> int:
    """Characters that the provisions hold, markers and headings included, comparable with the source's."""
    return sum(
        count_characters(p.marker) + count_characters(p.heading) + count_characters(p.text) + count_characters(p.tail)
        for p in provisions
    )


def in_order(provisions: tuple[Provision, ...]) -> str:
    """The whole text as it stood in the source: marker, heading, text, children, tail."""
    out: list[str] = []
    by_parent: dict[str | None, list[Provision]] = {}
    for p in provisions:
        by_parent.setdefault(p.parent, []).append(p)
    stack: list[Provision | str] = list(reversed(by_parent.get(None, [])))
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            out.append(item)
            continue
        out.extend(part for part in (item.marker, item.heading, item.text) if part)
        if item.tail:
            stack.append(item.tail)
        stack.extend(reversed(by_parent.get(item.id, [])))
    return "\n".join(out)
