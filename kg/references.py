"""References to the provisions they name: worked out anew from all that is in the graph, so no order of loading shows.

Each CITES keeps the text as written and the citation that it names (`target`). Its end is the provision that is in force
under that citation, else the last that was; every provision of a range; the nearest one above where the graph does not go
so deep (`exact` false); the Document where a whole act is named; else a Citation node, `resolved` false, which can be
counted.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kg.citation_forms import canonical, law_name, without_chapter
from kg.records import ABOVE_A_PROVISION
from kg.stores import GraphStore, Row

RANGE_CAP = 200
"""A range that holds more provisions than this stays a Citation: an edge to each would say nothing."""

# 21 CFR 312.32(c)(1) -> 21 CFR 312.32(c); 第三条第二款 -> 第三条; Article 52(4) subparagraph 2 -> Article 52(4)
_LAST_STEP = re.compile(r"(?:\([^()\s]*\)|第[^第]*[款项目]| (?:subparagraph|indent|sentence) \d+)$")
_PARTS = re.compile(r"(.* part)s (\d+)\.\.(\d+)")  # 21 CFR parts 600..680
_SUBPARTS = re.compile(r"(.* subpart )([A-Z])-([A-Z])")  # one reserved heading for several: subpart D-E


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
    """Citations by their text: what is in force, then what was."""

    def __init__(self, provisions: Iterable[Row], documents: Iterable[Row]) -> None:
        """Rows of `id`, `citation`, `document`, `level`, `order`, `valid_from`, `valid_to` and of `id`, `title`, `number`,
        `work`, `valid_from`; of several with one citation the one that came into force last counts."""
        self._places: dict[str, Place] = {}
        self._ended: dict[str, Place] = {}
        self._ordered: dict[tuple[str, str], list[Place]] = defaultdict(list)
        for row in sorted(provisions, key=lambda row: (row["valid_from"] or "", row["id"])):
            known = self._places if row.get("valid_to") is None else self._ended
            known[row["citation"]] = Place(row["id"], row["document"], row["level"], row["order"])
        self._forms: dict[str, Place] = {}
        for citation, place in self._places.items():
            for form in _forms(citation):
                self._forms.setdefault(form, place)
        for place in self._places.values():
            self._ordered[place.document, place.level].append(place)
        for places in self._ordered.values():
            places.sort(key=lambda place: place.order)
        self._documents: dict[str, str] = {}
        self._roots: dict[str, str] = {}
        roots = {place.document: citation for citation, place in self._places.items() if place.order == 0}
        for row in sorted(documents, key=lambda row: (row["valid_from"] or "", row["id"])):
            work = (row.get("work") or "").partition(":")[2]
            for name in filter(None, (row["number"], row["title"], law_name(row["title"] or ""), law_name(work))):
                self._documents[name] = row["id"]
            if row["number"]:
                self._documents[canonical(row["number"])] = row["id"]
            if row["number"] and row["id"] in roots:
                self._roots[row["number"]] = roots[row["id"]]

    def resolve(self, target: str) -> list[End]:
        """The ends of a reference to `target`; none when nothing in force answers to it."""
        if not target:
            return []
        if ".." in target:
            return self._range(target)
        place = self._find(target)
        if place is not None:
            return [End("Provision", place.id, True)]
        document = (
            self._documents.get(target) or self._documents.get(canonical(target)) or self._documents.get(law_name(target))
        )
        if document is not None:
            return [End("Document", document, True)]
        place = self._of_act(target) or self._ended.get(target)
        if place is not None:
            return [End("Provision", place.id, True)]
        above = _LAST_STEP.sub("", target)
        while above != target:
            place = self._find(above) or self._of_act(above) or self._ended.get(above)
            if place is not None and place.level not in ABOVE_A_PROVISION:
                return [End("Provision", place.id, False)]
            above, target = _LAST_STEP.sub("", above), above
        return []

    def _find(self, target: str) -> Place | None:
        """What is in force under a citation, as written or in another form of it."""
        form = canonical(target)
        return self._places.get(target) or self._forms.get(form) or self._forms.get(without_chapter(form))

    def _of_act(self, target: str) -> Place | None:
        """FD&C Act 505(b)(1) where the document numbered `FD&C Act 505` holds 21 U.S.C. 355(b)(1)."""
        number = target
        while number not in self._roots:
            shorter = _LAST_STEP.sub("", number)
            if shorter == number:
                return None
            number = shorter
        return self._places.get(self._roots[number] + target.removeprefix(number))

    def _range(self, target: str) -> list[End]:
        parts = _PARTS.fullmatch(target)
        if parts is not None:
            first, last = int(parts[2]), int(parts[3])
            if not first <= last <= first + 10 * RANGE_CAP:
                return []
            found = [self._places.get(f"{parts[1]} {number}") for number in range(first, last + 1)]
            return _ends([place for place in found if place is not None])
        start_text, _, end_text = target.partition("..")
        start = self._find(start_text)
        if start is None:
            return []
        # The end leaves out what it shares with the start: 第四十九条..第五十七条, 801.437(d)..(h), Article 95..98.
        for cut in range(len(start_text) - 1, -1, -1):
            end = self._find(start_text[:cut] + end_text)
            if end is not None and (end.document, end.level) == (start.document, start.level) and end.order > start.order:
                like = self._ordered[start.document, start.level]
                return _ends([place for place in like if start.order <= place.order <= end.order])
        return []


def _forms(citation: str) -> Iterator[str]:
    """The other forms of a provision's citation."""
    several = _SUBPARTS.fullmatch(citation)
    if several is not None:
        yield from (several[1] + chr(letter) for letter in range(ord(several[2]), ord(several[3]) + 1))
    yield canonical(citation)


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
        "MATCH (p:Provision) RETURN p.id AS id, p.citation AS citation, p.document AS document, "
        "p.level AS level, p.order AS order, p.valid_from AS valid_from, p.valid_to AS valid_to"
    )
    documents = store.run(
        "MATCH (d:Document) RETURN d.id AS id, d.title AS title, d.number AS number, d.work AS work, d.valid_from AS valid_from"
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
