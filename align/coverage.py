"""How much of each instrument has counterparts over there, where they stand, and which of its subjects have none.

A demand counts as answered where its first candidate is no weak match, or where a model or a person settled that it is a
counterpart. That a whole instrument is hardly answered says more than that a single demand is not (docs/alignment.md).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import asdict, dataclass
from typing import Literal, get_args

from align.gap_register import NOT_SILENCE
from ingest.concepts import lexicon
from kg.queries import run_query
from kg.stores import GraphStore

Level = Literal["instrument", "chapter", "subject"]
LEVELS: tuple[str, ...] = get_args(Level)

FEWEST = 3
"""Demands that a subject needs before it is said to have no counterpart: one demand alone is chance."""
SHOWN = 3
"""Instruments over there and subjects without a counterpart that are told of each row."""

WEAK = "WEAK"
"""The outcome of a demand with no more than a weak match; else it is AGREE, DIVERGE or the state of a silence."""

_CHAPTERS = (frozenset({"subpart", "chapter", "章", "annex"}), frozenset({"title", "编", "group"}))
"""What a chapter is: the nearest of the first kind, else of the second."""

_DATE = re.compile(r"@(?:[\d-]+|undated)(?=/|$)")

_ABOVE = """
MATCH (q:Provision)-[:HAS_CHILD]->(p:Provision)
WHERE p.jurisdiction = $source AND q.valid_to IS NULL AND p.valid_to IS NULL
RETURN p.id AS id, q.id AS above, q.level AS level, q.citation AS citation, q.heading AS heading
"""
_CONCEPTS = """
MATCH (p:Provision {jurisdiction: $jurisdiction})-[:STATES]->(:Obligation)-[:CONCERNS]->(c:Concept)
WHERE p.valid_to IS NULL
RETURN p.id AS provision, c.id AS concept
"""
_NAMED = """
MATCH (p:Provision {jurisdiction: $jurisdiction})-[:STATES]->(:Obligation)-[:CONCERNS]->(c:Concept)
WHERE p.valid_to IS NULL
RETURN DISTINCT c.id AS concept
"""
_TITLES = "MATCH (d:Document) RETURN d.id AS id, d.title AS title"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one demand: AGREE, DIVERGE, WEAK, or the state of a silence; `there` is the counterpart's document."""

    demand: str
    document: str
    outcome: str
    there: str

    @property
    def answered(self) -> bool:
        return self.outcome in ("AGREE", "DIVERGE")


@dataclass(frozen=True, slots=True)
class Coverage:
    """One instrument, chapter or subject of `source`, as `target` answers it.

    `demands` = answered (agree + differ) + weak + not_found + silent + untold. `share` is that of the answered among the
    demands that can be told, None where there is none. `where` are (title, demands) of the instruments that hold most
    counterparts; `lacking` (subject, demands) of those with at least FEWEST demands, none of them answered, subjects
    that the other side names nowhere first; `unnamed` are those of `lacking` (of a subject's row: it itself) that it names
    nowhere. `instrument` is the title of a chapter's instrument, else "".
    """

    source: str
    target: str
    key: str
    name: str
    instrument: str
    demands: int
    agree: int
    differ: int
    weak: int
    not_found: int
    silent: int
    untold: int
    where: tuple[tuple[str, int], ...]
    lacking: tuple[tuple[str, int], ...]
    unnamed: tuple[str, ...] = ()

    @property
    def answered(self) -> int:
        return self.agree + self.differ

    @property
    def share(self) -> float | None:
        told = self.demands - self.untold
        return self.answered / told if told else None


@dataclass(frozen=True)
class _Given:
    """What all rows of one table are made from. `named` are the concepts that the other side's demands name."""

    source: str
    target: str
    level: Level
    concepts: Mapping[str, Sequence[str]]
    named: Set[str]
    titles: Mapping[str, str]


def outcomes(store: GraphStore, source: str, target: str, as_of: str = "") -> list[Outcome]:
    """Every demand of `source` that was held against `target`, in the order of their ids."""
    rows = run_query(store, "demand_outcomes", source=source, target=target, as_of=as_of)
    return [Outcome(**row) for row in rows]


def coverage(store: GraphStore, source: str, target: str, level: Level = "instrument", as_of: str = "") -> list[Coverage]:
    """A row an instrument, chapter or subject: the least answered first, of equals the one with most demands."""
    found = outcomes(store, source, target, as_of)
    given = _Given(
        source,
        target,
        level,
        concepts=_concepts(store, source),
        named={row["concept"] for row in store.run(_NAMED, {"jurisdiction": target})},
        titles={row["id"]: row["title"] or row["id"] for row in store.run(_TITLES)},
    )
    if level == "subject":
        groups = _by_subject(found, given.concepts)
    else:
        place = _chapters(store, source) if level == "chapter" else {}
        groups = _grouped(found, lambda o: place.get(o.demand, (_undated(o.document), given.titles[o.document])))
    rows = [_row(given, key, name, of_one) for key, (name, of_one) in groups.items()]
    return sorted(rows, key=lambda r: (r.share is None, r.share or 0.0, -r.demands, r.key))


def _undated(key: str) -> str:
    """The id without the date of its version: `US:21CFR211`, `CN:药品管理法/第一章`."""
    return _DATE.sub("", key, count=1)


def _concepts(store: GraphStore, jurisdiction: str) -> dict[str, list[str]]:
    """The subjects of each provision that states something, sorted; general vocabulary and actors are none."""
    known = {c.id for c in lexicon().by_id.values() if c.kind not in ("general", "none", "actor")}
    found: dict[str, set[str]] = defaultdict(set)
    for row in store.run(_CONCEPTS, {"jurisdiction": jurisdiction}):
        if row["concept"] in known:
            found[row["provision"]].add(row["concept"])
    return {provision: sorted(concepts) for provision, concepts in found.items()}


def _chapters(store: GraphStore, source: str) -> dict[str, tuple[str, str]]:
    """(id, name) of the chapter that each provision stands in; provisions outside any are left out."""
    above: dict[str, str] = {}
    heads: dict[str, tuple[str, str]] = {}
    for row in store.run(_ABOVE, {"source": source}):
        above[row["id"]] = row["above"]
        heads[row["above"]] = row["level"], " ".join(part for part in (row["citation"], row["heading"]) if part)

    def lineage(provision: str) -> Iterator[str]:
        seen = {provision}
        at = above.get(provision)
        while at is not None and at not in seen:
            yield at
            seen.add(at)
            at = above.get(at)

    out: dict[str, tuple[str, str]] = {}
    for provision in above:
        chain = list(lineage(provision))
        for levels in _CHAPTERS:
            chapter = next((a for a in chain if heads[a][0] in levels), None)
            if chapter is not None:
                out[provision] = _undated(chapter), heads[chapter][1]
                break
    return out


def _grouped(found: Iterable[Outcome], place: Callable[[Outcome], tuple[str, str]]) -> dict[str, tuple[str, list[Outcome]]]:
    groups: dict[str, tuple[str, list[Outcome]]] = {}
    for outcome in found:
        key, name = place(outcome)
        groups.setdefault(key, (name, []))[1].append(outcome)
    return groups


def _by_subject(found: Iterable[Outcome], concepts: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, list[Outcome]]]:
    groups: dict[str, tuple[str, list[Outcome]]] = {}
    for outcome in found:
        for concept in concepts.get(outcome.demand, ()):
            groups.setdefault(concept, (_label(concept), []))[1].append(outcome)
    return {key: group for key, group in groups.items() if len(group[1]) >= FEWEST}


def _label(concept: str) -> str:
    known = lexicon().by_id.get(concept)
    return known.label_en if known else concept


def _row(given: _Given, key: str, name: str, of_one: Sequence[Outcome]) -> Coverage:
    count = Counter(o.outcome for o in of_one)
    where = Counter(given.titles[o.there] for o in of_one if o.answered)
    lacking = () if given.level == "subject" else _lacking(given, of_one)
    own = [key] if given.level == "subject" else [concept for concept, _ in lacking]
    return Coverage(
        source=given.source,
        target=given.target,
        key=key,
        name=name,
        instrument=given.titles[of_one[0].document] if given.level == "chapter" else "",
        demands=len(of_one),
        agree=count["AGREE"],
        differ=count["DIVERGE"],
        weak=count[WEAK],
        not_found=count["unverified"],
        silent=count["judged"] + count["reviewed"],
        untold=sum(count[state] for state in NOT_SILENCE),
        where=tuple(sorted(where.items(), key=lambda i: (-i[1], i[0]))[:SHOWN]),
        lacking=tuple((_label(concept), n) for concept, n in lacking),
        unnamed=tuple(_label(concept) for concept in own if concept not in given.named),
    )


def _lacking(given: _Given, of_one: Sequence[Outcome]) -> tuple[tuple[str, int], ...]:
    """The concepts of which no demand is answered, with the demands: those that the other side never names first."""
    asked: Counter[str] = Counter()
    answered: set[str] = set()
    for outcome in of_one:
        subjects = given.concepts.get(outcome.demand, ())
        if outcome.outcome not in NOT_SILENCE:
            asked.update(subjects)
        if outcome.answered:
            answered.update(subjects)
    without = [(c, n) for c, n in asked.items() if n >= FEWEST and c not in answered]
    return tuple(sorted(without, key=lambda i: (i[0] in given.named, -i[1], i[0]))[:SHOWN])


def coverage_rows(found: Iterable[Coverage]) -> list[dict[str, object]]:
    """Rows as plain dicts, with the answered and their share."""
    return [{**asdict(row), "answered": row.answered, "share": row.share} for row in found]
