"""The records that generators read. Each is small, frozen, and says which node of the graph it stands for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from kg.records import Quantity, Topic

_DATE = re.compile(r"@\d{4}-\d{2}-\d{2}")


def undated(key: str) -> str:
    """A node's id without the date of its version, so that an item keeps its id when the text is consolidated again."""
    return _DATE.sub("", key)


@dataclass(frozen=True, slots=True)
class Source:
    """A document in force."""

    id: str
    title: str
    jurisdiction: str
    lang: str
    topic: Topic
    file: str


@dataclass(frozen=True, slots=True)
class Place:
    """A provision in force with its own text (no children, no lead-in)."""

    id: str
    citation: str
    text: str
    source: Source
    level: str

    @property
    def jurisdiction(self) -> str:
        return self.source.jurisdiction

    @property
    def lang(self) -> str:
        return self.source.lang


@dataclass(frozen=True, slots=True)
class Measure:
    """A quantity of a duty."""

    id: str
    quantity: Quantity


@dataclass(frozen=True, slots=True)
class Duty:
    """An obligation with the whole sentence that states it, "" where it is not one sentence of the provision's own text."""

    id: str
    place: Place
    modality: str
    cue: str
    sentence: str
    subject: str
    actor: str
    conditions: tuple[str, ...]
    exceptions: tuple[str, ...]
    measures: tuple[Measure, ...]
    concepts: frozenset[str]
    alone: bool
    """True where the provision states nothing else."""


@dataclass(frozen=True, slots=True)
class Term:
    id: str
    place: Place
    term: str
    text: str


@dataclass(frozen=True, slots=True)
class Link:
    """A reference as written in a provision."""

    place: Place
    text: str
    target: str
    kind: str


@dataclass(frozen=True, slots=True)
class Edge:
    """A counterpart, its passages (the parts of the target that speak most of the source) first."""

    source: str
    target: str
    label: str
    rank: int
    cosine: float
    probability: float
    confidence: str
    differs_in: tuple[str, ...]
    passages: tuple[str, ...]
    run: str

    @property
    def id(self) -> str:
        return f"{undated(self.source)} ALIGNED_WITH {undated(self.target)}"

    @property
    def strong(self) -> bool:
        """The best counterpart, and the aligner is sure of it."""
        return self.rank == 1 and self.confidence == "high"


@dataclass
class QAGraph:
    """The whole input; `duties` and `below` are by provision id. Lists are in the order of ids."""

    sources: dict[str, Source] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)
    duties: dict[str, list[Duty]] = field(default_factory=dict)
    terms: list[Term] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    silences: list[tuple[str, str, str]] = field(default_factory=list)
    run: str = ""

    def all_duties(self) -> Iterator[Duty]:
        for place in sorted(self.duties):
            yield from self.duties[place]
