"""References to the provisions they name: worked out anew from all that is in the graph, so no order of loading shows.

Each CITES keeps the text as written and the citation that it names (`target`). Its end is the provision that is in force
under that citation; every provision of a range; the nearest one above where the graph does not go so deep (`exact` false);
the Document where a whole act is named; else a Citation node, `resolved` false, which can be counted.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kg.records import ABOVE_A_PROVISION
from kg.stores import GraphStore, Row

RANGE_CAP = 200
"""A range that holds more provisions than this stays a Citation: an edge to each would say nothing."""

_LAST_STEP = re.compile(
    r"(?:\([^()\s]*\)|第[^第]*[款项目])$"
)  # 21 CFR 312.32(c)(1) -> 21 CFR 312.32(c); 第三条第二款 -> 第三条
_PARTS = re.compile(r"(.* part)s (\d+)\.\.(\d+)")  # 21 CFR parts 600..680
_TITLE = re.compile(r"《(?:中华人民共和国)?(.+)》")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a citation is: the node and what orders it among its like."""

    id: str
    document: str
    level: str
    order: int


@dataclass(frozen=True, slots=True)
class End:
    """What a reference comes to."""

    label: str
    id: str
    exact: bool


class Resolver:
    """Citations of what is in force, by their text."""

    def __init__(self, provisions: Iterable[Row], documents: Iterable[Row]) -> None:
        """Rows of `id`, `citation`, `document`, `level`, `order`, `valid_from` and of `id`, `title`, `number`, `valid_from`;
        of several with one citation the one that came into force last counts."""
        self._places: dict[str, Place] = {}
        self._ordered: dict[tuple[str, str], list[Place]] = defaultdict(list)
        for row in sorted(provisions, key=lambda row: (row["valid_from"] or "", row["id"])):
            self._places[row["citation"]] = Place(row["id"], row["document"], row["level"], row["order"])
        for place in self._places.values():
            self._ordered[place.document, place.level].append(place)
        for places in self._ordered.values():
            places.sort(key=lambda place: place.order)
        self._documents: dict[str, str] = {}
        for row in sorted(documents, key=lambda row: (row["valid_from"] or "", row["id"])):
            for name in filter(None, (row["number"], row["title"], _bare(row["title"] or ""))):
                self._documents[name] = row["id"]

    def resolve(self, target: str) -> list[End]:
        """The ends of a reference to `target`; none when nothing in force answers to it."""
        if not target:
            return []
        if ".." in target:
            return self._range(target)
        place = self._places.get(target)
        if place is not None:
            return [End("Provision", place.id, True)]
        document = self._documents.get(target) or self._documents.get(_bare(target))
        if document is not None:
            return [End("Document", document, True)]
        above = _LAST_STEP.sub("", target)
        while above != target:
            if above in self._places and self._places[above].level not in ABOVE_A_PROVISION:
                return [End("Provision", self._places[above].id, False)]
            above, target = _LAST_STEP.sub("", above), above
        return []

    def _range(self, target: str) -> list[End]:
        parts = _PARTS.fullmatch(target)
        if parts is not None:
            first, last = int(parts[2]), int(parts[3])
            if not first <= last <= first + 10 * RANGE_CAP:
                return []
            found = [self._places.get(f"{parts[1]} {number}") for number in range(first, last + 1)]
            return _ends([place for place in found if place is not None])
        start_text, _, end_text = target.partition("..")
        start = self._places.get(start_text)
        if start is None:
            return []
        # The end leaves out what it shares with the start: 第四十九条..第五十七条, 801.437(d)..(h), Article 95..98.
        for cut in range(len(start_text) - 1, -1, -1):
            end = self._places.get(start_text[:cut] + end_text)
            if end is not None and (end.document, end.level) == (start.document, start.level) and end.order > start.order:
                like = self._ordered[start.document, start.level]
                return _ends([place for place in like if start.order <= place.order <= end.order])
        return []


def _bare(title: str) -> str:
    """《中华人民共和国药品管理法》 and 中华人民共和国药品管理法 as 药品管理法."""
    inner = _TITLE.fullmatch(title)
    return inner[1] if inner else title.removeprefix("中华人民共和国")


def _ends(places: Sequence[Place]) -> list[End]:
    return [End("Provision", place.id, True) for place in places] if len(places) <= RANGE_CAP else []


_EDGES = """
MATCH (p:Provision)-[r:CITES]->(e)
RETURN p.id AS from, r.text AS text, r.target AS target, r.kind AS kind, r.key AS key, r.run AS run, labels(e)[0] AS label,
       e.id AS to, r.exact AS exact
"""


def resolve_references(store: GraphStore) -> None:
    """Brings every CITES to where it belongs now. Writes only what differs; a Citation that nothing names any more goes."""
    provisions = store.run(
        "MATCH (p:Provision) WHERE p.valid_to IS NULL RETURN p.id AS id, p.citation AS citation, p.document AS document, "
        "p.level AS level, p.order AS order, p.valid_from AS valid_from"
    )
    documents = store.run(
        "MATCH (d:Document) RETURN d.id AS id, d.title AS title, d.number AS number, d.valid_from AS valid_from"
    )
    resolver = Resolver(provisions, documents)
    resolved: dict[str, list[End]] = {}
    there: dict[tuple[str, str, str], set[End]] = defaultdict(set)
    said: dict[tuple[str, str, str], Row] = {}
    for row in store.run(_EDGES):
        reference = (row["from"], row["text"], row["target"])
        there[reference].add(End(row["label"], row["to"], row["exact"] is not False))
        said[reference] = row
    new: list[Row] = []
    old: list[Row] = []
    for reference, ends in there.items():
        target = reference[2]
        if target not in resolved:
            resolved[target] = resolver.resolve(target)
        row = said[reference]
        wanted = {end for end in resolved[target] if end.id != reference[0]} or {End("Citation", row["key"], True)}
        base = {
            "from": row["from"],
            "text": row["text"],
            "target": target,
            "kind": row["kind"],
            "key": row["key"],
            "run": row["run"],
        }
        new.extend(
            {**base, "label": end.label, "to": end.id, "exact": end.exact} for end in sorted(wanted - ends, key=lambda e: e.id)
        )
        old.extend({**base, "label": end.label, "to": end.id} for end in sorted(ends - wanted, key=lambda e: e.id))
    _write(store, new, old)


def loosen_references(store: GraphStore, label: str, ids: Sequence[str]) -> None:
    """Before nodes go: what cites them cites the citation again, as on loading, until the next `resolve_references`."""
    found = store.run(
        f"UNWIND $ids AS id MATCH (e:{label} {{id: id}})<-[r:CITES]-(p:Provision) "
        "RETURN p.id AS from, r.text AS text, r.target AS target, r.kind AS kind, r.key AS key, r.run AS run",
        {"ids": list(ids)},
    )
    _write(store, [{**row, "label": "Citation", "to": row["key"], "exact": None} for row in found], [])


def _write(store: GraphStore, new: Sequence[Row], old: Sequence[Row]) -> None:
    cited = [{"id": key} for key in sorted({row["to"] for row in new if row["label"] == "Citation"})]
    if cited:
        store.write("MERGE (c:Citation {id: row.id})", cited)
    for label in ("Provision", "Document", "Citation"):
        rows = [row for row in new if row["label"] == label]
        if rows:
            store.write(
                f"MATCH (p:Provision {{id: row.from}}) MATCH (e:{label} {{id: row.to}}) "
                "MERGE (p)-[r:CITES {text: row.text, target: row.target}]->(e) "
                "SET r.kind = row.kind, r.key = row.key, r.run = row.run, r.exact = row.exact, "
                f"r.resolved = {'false' if label == 'Citation' else 'true'}",
                rows,
            )
        rows = [row for row in old if row["label"] == label]
        if rows:
            store.write(
                f"MATCH (p:Provision {{id: row.from}})-[r:CITES {{text: row.text, target: row.target}}]->"
                f"(e:{label} {{id: row.to}}) DELETE r",
                rows,
            )
    store.write("MATCH (c:Citation) WHERE NOT EXISTS { (c)<-[:CITES]-() } DELETE c")
