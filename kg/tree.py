"""Reading a document's tree: children, ancestors, lead-ins and the full text of a provision."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from kg.records import ABOVE_A_PROVISION, ATTACHED_LEVELS, UNIT_LEVELS, Provision


class Tree:
    """The provisions of one or more documents with their parents and children at hand.

    `provisions` may come in any order; children are kept in document order.
    """

    def __init__(self, provisions: Iterable[Provision]) -> None:
        self.by_id = {p.id: p for p in provisions}
        self._children: dict[str, list[Provision]] = defaultdict(list)
        for p in sorted(self.by_id.values(), key=lambda p: p.order):
            if p.parent is not None:
                self._children[p.parent].append(p)

    def children(self, provision: Provision) -> list[Provision]:
        return self._children.get(provision.id, [])

    def count_children(self, provision: Provision) -> int:
        """Direct children as the outline counts them: without notes, tables, source lines and the like."""
        return sum(child.level not in ATTACHED_LEVELS for child in self._children.get(provision.id, ()))

    def ancestors(self, provision: Provision) -> Iterator[Provision]:
        """From the parent up to the top of the document."""
        parent = provision.parent
        while parent is not None and parent in self.by_id:
            yield self.by_id[parent]
            parent = self.by_id[parent].parent

    def unit(self, provision: Provision) -> Provision:
        """The section, article or 条 that `provision` stands in, or itself where there is none above."""
        for p in (provision, *self.ancestors(provision)):
            if p.level in UNIT_LEVELS:
                return p
        return provision

    def lead_in(self, provision: Provision) -> str:
        """The texts above `provision` that it continues, from the unit down, joined by spaces ("" at the unit)."""
        above: list[str] = []
        if provision.level in UNIT_LEVELS or provision.level in ABOVE_A_PROVISION:
            return ""
        for p in self.ancestors(provision):
            if p.level in ABOVE_A_PROVISION:
                break
            if p.text:
                above.append(p.text)
            if p.level in UNIT_LEVELS:
                break
        return " ".join(reversed(above))

    def body(self, provision: Provision) -> str:
        """Text, children and tail in document order, markers included, as one reads them on the page."""
        parts = [provision.text]
        parts.extend(f"{child.marker} {self.body(child)}".strip() for child in self.children(provision))
        parts.append(provision.tail)
        return "\n".join(part for part in parts if part)

    def full_text(self, provision: Provision) -> str:
        """The provision as a reader needs it: lead-in, own text, children, tail."""
        lead_in = self.lead_in(provision)
        return f"{lead_in}\n{self.body(provision)}".strip() if lead_in else self.body(provision)
