"""A section's blocks (paragraphs, tables, notes) as a tree of provisions, whatever format they came in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ingest.us.designators import TERM, readings
from ingest.us.node import Node
from ingest.us.outline import Scheme, depths
from ingest.us.segments import Segment, defined_term, is_reserved, plain, split_paragraph, split_text
from kg.records import ProvisionRole

_DEFINITIONS = re.compile(r"\b(?:[Dd]efinitions?|[Mm]eanings? of)\b")
_ANNOUNCES = re.compile(r"(?:[:—–]|: ?\[?\d?\]?)[\s\x01\x02]*$")
_OPEN_END = re.compile(r"(?:[;,]|; and|; or|, and|, or)[\s\x01\x02]*$")
_ROW_MARKER = re.compile(r"\(([0-9]{1,3}|[a-z]{1,6}|[A-Z]{1,5})\) ?")


@dataclass(slots=True)
class Block:
    """A block of a section in document order.

    `kind` is `p` (paragraph), `flush` (set flush with the margin, after a list), `table` (with `rows`, `caption` first in
    `text`), or the level of an attached node: `note`, `footnote`, `extract`, `heading`, `history`, `authority`, `source`.
    """

    kind: str
    text: str
    rows: Sequence[Sequence[str]] = ()


_ROLES: dict[str, ProvisionRole] = {
    "note": "note",
    "footnote": "note",
    "heading": "heading",
    "table": "table",
    "history": "meta",
    "authority": "meta",
    "source": "meta",
    "meta": "meta",
}
_OF_THE_UNIT = frozenset({"history", "authority", "source", "meta"})
"""Attached to the section, not to the paragraph that they happen to follow."""


def attached(kind: str, text: str) -> Node:
    """A node for a note, a table, a source line and the like."""
    level = "meta" if kind in _OF_THE_UNIT else kind
    return Node(kind if kind in _OF_THE_UNIT else "", level, text=text, role=_ROLES.get(kind, "body"), attached=True)


def fill_section(unit: Node, blocks: Iterable[Block], italics_known: bool = True, scheme: Scheme = "regulation") -> None:
    """Builds the tree below `unit` (a section or appendix, with its heading set) from its blocks."""
    plan: list[Segment | Block] = []
    marks: list[Segment] = []
    before = lead = unit.heading
    host_defines = _DEFINITIONS.search(unit.heading) is not None
    for block in blocks:
        if block.kind not in ("p", "flush"):
            plan.append(block)
            continue
        segments = split_paragraph(block.text, italics_known)
        if segments[0].label:
            lead = segments[-1].text
        else:
            term = defined_term(block.text, host_defines, lead)
            if not term:
                plan.append(block)
                before = block.text
                if not marks:
                    lead = before
                continue
            segments = split_text(block.text, italics_known)
            segments[0].label = term
            segments[0].readings = ((TERM, 1),)
        for segment in segments:
            end = before[-8:]
            segment.announced = (":" in end or "—" in end or "–" in end) and _ANNOUNCES.search(end) is not None
            before = segment.text
        marks += segments
        plan += segments
    terms = [m for m in marks if m.readings[:1] == ((TERM, 1),)]
    if len(terms) == 1 and not host_defines:
        # One unmarked paragraph that explains a term is no list of definitions (21 CFR 202.1).
        _demote(terms[0])
    _grow(unit, plan, depths([m for m in marks if m.readings], scheme) if marks else [])


def _demote(segment: Segment) -> None:
    segment.label, segment.readings = "", ()


def _grow(unit: Node, plan: Sequence[Segment | Block], placed: list[int]) -> None:
    line: list[Node] = [unit]  # the current leaf with its ancestors
    position = 0
    closed = False
    again = ""  # markers that name an open paragraph again
    for step in plan:
        leaf = line[-1]
        if isinstance(step, Segment) and not step.readings:
            _continue(line, plain(step.text), flush=False)
        elif isinstance(step, Segment):
            node = _paragraph(step)
            del line[placed[position] + 1 :]
            position += 1
            closed = False
            node.marker, again = again + node.marker, ""
            open_one = next((c for c in reversed(line[-1].children) if not c.attached), None)
            if not node.text and open_one is not None and open_one.label == node.label:
                # (iv)(A) ... (iv)(B): the second (iv) is the first one named again (21 CFR 310.545(a)(12))
                line.append(open_one)
                again = node.marker
                continue
            line[-1].children.append(node)
            line.append(node)
        elif step.kind == "p":
            _continue(line, plain(step.text), flush=False)
        elif step.kind == "flush":
            _continue(line, plain(step.text), flush=True)
        elif step.kind == "table":
            _add_table(leaf, step)
        elif step.text:
            # What follows the section's history is of the section, not of its last paragraph.
            closed = closed or step.kind in _OF_THE_UNIT
            (unit if closed else leaf).children.append(attached(step.kind, step.text))
    line[-1].add_text(again)
    _settle_tails(unit)


def _paragraph(segment: Segment) -> Node:
    text = plain(segment.text)
    reserved = is_reserved(segment.text)
    term = segment.readings[0][0] == TERM
    return Node(
        label=segment.label,
        level="reserved" if reserved else "definition" if term else "paragraph",
        cite=f'"{segment.label}"' if term else segment.label,
        marker=segment.marker.strip(),
        text=text,
        role="reserved" if reserved else "definition" if term else "body",
    )


def _continue(line: list[Node], text: str, flush: bool) -> None:
    """Places an unmarked paragraph: with the paragraph that it follows, or after the list that it closes."""
    leaf = line[-1]
    if len(line) == 1:
        leaf.add_text(text)
        return
    above = line[-2]
    in_a_list = sum(not child.attached for child in above.children) > 1
    closes = text[:1].islower() or _OPEN_END.search(leaf.text) is not None
    # "Halves." is a heading, and the flush paragraph below it is its text (21 CFR 145.185).
    is_heading = len(leaf.text.split()) <= 2
    if in_a_list and (closes or (flush and not is_heading)):
        above.add_text(text)
        del line[-1]
    else:
        leaf.add_text(text)


def _add_table(leaf: Node, table: Block) -> None:
    """A table as one node; where its rows carry markers ((i) Manufacturing ...) the rows are provisions of the paragraph."""
    first = [_ROW_MARKER.match(row[0]) if row else None for row in table.rows]
    marked = [i for i, found in enumerate(first) if found and readings(found.group(1))]
    opens = bool(marked) and any(value == 1 for _, value in readings(_ROW_MARKER.match(table.rows[marked[0]][0]).group(1)))  # type: ignore[union-attr]
    if len(marked) < 2 or not opens or leaf.label == "":
        leaf.children.append(_table_node(table.text, table.rows))
        return
    head = table.rows[: marked[0]]
    if table.text or head:
        leaf.children.append(_table_node(table.text, head))
    chosen = set(marked)
    signs = [Segment("", "", "", readings(found.group(1))) for i, found in enumerate(first) if i in chosen and found]
    line = [leaf]
    for start, end, depth in zip(marked, [*marked[1:], len(table.rows)], depths(signs), strict=True):
        found = first[start]
        if found is None:
            continue
        rows = [list(row) for row in table.rows[start:end]]
        rows[0][0] = rows[0][0][found.end() :]
        label = f"({found.group(1)})"
        text = "\n".join("\t".join(cell for cell in row if cell) for row in rows).strip()
        node = Node(label, "table-row", label, marker=label, text=text, role="table")
        del line[depth + 1 :]
        line[-1].children.append(node)
        line.append(node)


def _table_node(caption: str, rows: Sequence[Sequence[str]]) -> Node:
    lines = [caption] if caption else []
    separators = 0
    for row in rows:
        line = " | ".join(row)
        if line.strip(" |"):
            separators += len(row) - 1
            lines.append(line)
    return Node("", "table", text="\n".join(lines), role="table", attached=True, separators=separators)


def _settle_tails(unit: Node) -> None:
    """Flush text at the very end of a node's children is its tail."""
    queue = [unit]
    while queue:
        node = queue.pop()
        if node.children:
            if node.children[-1].level == "flush":
                node.tail = node.children.pop().text
            queue.extend(node.children)
