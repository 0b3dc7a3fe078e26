"""Tables: catalogues row by row, and inspection lists whose rows carry the numbers of the clauses they check (*1.1.2, ※2.9)."""

from __future__ import annotations

import re

from ingest.building import Node
from ingest.cn.lines import Line
from ingest.cn.markers import Marker, list_marker

_CLAUSE = re.compile(r"[*※★▲]*\s*(?P<n>[0-9]{1,3}(?:\.[0-9]{1,3}){1,4})")
_SERIAL = re.compile(r"[0-9]{1,4}")
_REMARK = re.compile(r"(?:备注|注|注解|说明)\s*[：:]")
_HEAD = re.compile(r"序号|章节|条款|内\s*容|项目|名称|编号|编码|要求|要点|备注|类别|描述")


def add_table(parent: Node, rows: tuple[tuple[str, ...], ...]) -> None:
    """Hangs a table under `parent` with a node for each row.

    A row is labelled by its clause number, else by its serial number, else by its place. In an inspection list the cell before
    the number opens a group, rows of one cell go on with the clause above, and the groups stand where the table does.
    """
    clauses = sum(_clause(row) is not None for row in rows) * 2 > len([row for row in rows if len(_filled(row)) > 1])
    number = sum(child.level == "表" for child in parent.children) + 1
    table = parent if clauses else parent.add(Node(f"表{number}", "表", role="table"))
    group: Node = table
    clause: Node | None = None
    for place, row in enumerate(rows, 1):
        cells = _filled(row)
        at = _clause(row) if clauses else None
        if at is not None:
            if at > 0 and not _SERIAL.fullmatch(cells[0]):
                group = table.add(Node("".join(cells[:at]), "组", heading="\t".join(cells[:at]), role="heading"))
            found = _CLAUSE.fullmatch(cells[at])
            label = found["n"] if found else cells[at]
            clause = group.add(Node(label, "条款", marker=cells[at], role="table", texts=_texts(cells[at + 1 :])))
        elif clauses and clause is not None and len(cells) == 1 and not _REMARK.match(cells[0]):
            _continue(clause, cells[0])
        elif place == 1 and len(cells) > 1 and any(_HEAD.search(cell) for cell in cells):
            table.add(Node("表头", "行", role="heading", heading="\t".join(cells)))
        else:
            serial = _SERIAL.fullmatch(cells[0]) if cells else None
            label = cells[0] if serial and not clauses else f"第{place}行"
            clause = None
            (group if clauses else table).add(Node(label, "行", role="table", texts=_texts(cells)))


def _texts(cells: tuple[str, ...]) -> list[str]:
    return ["\t".join(cells)] if cells else []


def _filled(row: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(cell for cell in row if cell)


def _clause(row: tuple[str, ...]) -> int | None:
    """The index of the clause number among the filled cells of `row`: the first or the second cell, with text after it."""
    cells = _filled(row)
    for at in (0, 1):
        if at + 1 < len(cells) and _CLAUSE.fullmatch(cells[at]):
            return at
    return None


def _continue(clause: Node, text: str) -> None:
    """A row of one cell below a clause: an item of it, or more of its text."""
    marker: Marker | None = list_marker(Line(text).text)
    if marker is not None and marker.kind in ("（一）", "1.", "（1）"):
        clause.add(Node(marker.label, "项", marker=marker.printed, role="table", texts=[marker.rest] if marker.rest else []))
    elif clause.children:
        clause.children[-1].write(text)
    else:
        clause.write(text)
