"""The instruments where a counterpart would stand, and which of them the graph lacks.

An absence is worth something only where the principal law on the matter was searched. `data/instruments.tsv` names it: a
row for a jurisdiction, product classes ("drug|biologic") and a functional subdomain ("*" for any), optionally only where the
source's headings or first words say certain words. Of the rows that fit a source the most special ones count: those with
words, else those of a subdomain, else those of a class. The pattern is looked for in the document's title, its number, and its
work (`US:21CFR211`).
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Set
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from align.object_class import class_names
from align.passages import Passage
from ingest.taxonomy import subdomain_named, topic_of
from kg.records import Document

ANY = "*"
_TEXT_READ = 300
"""Characters of a source's own text in which words are looked for: further on it speaks of other things too."""

_OTHERS = re.compile(r"\b(?:amending|repealing|supplementing|implementing)\b")
"""What follows in a title names other instruments."""
_BROAD = frozenset({"Registration and Approval", "General Administration"})
"""Subdomains of documents that regulate everything about a product: there a source's own words tell more."""


@dataclass(frozen=True, slots=True)
class Expected:
    """One row: `name` is an instrument of `jurisdiction` that holds the rules of some classes and a subdomain."""

    jurisdiction: str
    products: frozenset[str]
    subdomain: str
    words: re.Pattern[str] | None
    """Looked for in small letters: much quicker than without regard to case."""
    pattern: re.Pattern[str]
    name: str

    @property
    def special(self) -> int:
        """How closely the row names its matter."""
        return 2 * (self.words is not None) + (self.subdomain != ANY)

    def is_document(self, document: Document) -> bool:
        return document.jurisdiction == self.jurisdiction and any(
            self.pattern.search(key)
            for key in (_OTHERS.split(document.title)[0], document.number or "", document.work.partition(":")[2])
        )


@lru_cache(maxsize=1)
def expected_instruments() -> tuple[Expected, ...]:
    with files("align").joinpath("data/instruments.tsv").open(encoding="utf-8") as lines:
        return tuple(
            Expected(
                row["jurisdiction"],
                frozenset(row["class"].split("|")),
                row["subdomain"],
                re.compile(row["words"]) if row["words"] else None,
                re.compile(row["pattern"]),
                row["name"],
            )
            for row in csv.DictReader(lines, delimiter="\t")
        )


@dataclass(frozen=True, slots=True)
class Lacking:
    """The expected instruments of a source that are not in the graph, and those that are there only in part."""

    absent: tuple[str, ...] = ()
    partial: tuple[str, ...] = ()
    mostly: bool = False
    """Whether half or more of the expected instruments are not there."""


class InstrumentGaps:
    """Which expected instruments are not among what is searched at all, and which are there only in part."""

    def __init__(self, documents: Iterable[Document], searched: Set[str], half_read: frozenset[str], jurisdiction: str) -> None:
        """`documents` are those of both sides, `searched` the ids of those of `jurisdiction` that may hold a counterpart."""
        known = list(documents)
        there = [d for d in known if d.id in searched]
        self._subdomain = {d.id: topic_of(d.jurisdiction, d.title or d.id).subdomain for d in known}
        self._rows = sorted(
            (row for row in expected_instruments() if row.jurisdiction == jurisdiction), key=lambda row: -row.special
        )
        self._kinds: dict[tuple[str, int], list[Expected]] = {}
        found = {row: [d.id for d in there if row.is_document(d)] for row in self._rows}
        self._absent = {row for row in self._rows if not found[row]}
        self._partial = {row for row in self._rows if found[row] and half_read.issuperset(found[row])}

    def lacking(self, source: Passage, classes: int) -> Lacking:
        """What of the law that would answer `source` was not there to be searched."""
        rows = self._expected(source, classes)
        absent = [row for row in rows if row in self._absent]
        partial = [row for row in rows if row in self._partial]
        return Lacking(_names(absent), _names(partial), bool(absent) and 2 * len(absent) >= len(rows))

    def _expected(self, source: Passage, classes: int) -> list[Expected]:
        headings = f"{source.chapter} {source.heading}"
        words = f"{source.lead_in} {source.text[:_TEXT_READ]}"
        subdomain = _subdomain_of_headings(headings, source.lang) or self._subdomain[source.document]
        if subdomain in _BROAD:
            subdomain = subdomain_named(words, source.lang) or subdomain
        about = f"{source.title} {headings} {words}".lower()
        out: list[Expected] = []
        for row in self._of_kind(subdomain, classes):
            if out and row.special < out[0].special:
                break
            if row.words is None or row.words.search(about):
                out.append(row)
        return out

    def _of_kind(self, subdomain: str, classes: int) -> list[Expected]:
        """The rows of a subdomain and product classes, the most special first."""
        known = self._kinds.get((subdomain, classes))
        if known is None:
            products = {*class_names(classes), ANY}
            known = [row for row in self._rows if row.subdomain in (ANY, subdomain) and not products.isdisjoint(row.products)]
            self._kinds[subdomain, classes] = known
        return known


_subdomain_of_headings = lru_cache(maxsize=1 << 12)(subdomain_named)
"""Passages in a row stand under the same headings."""


def _names(rows: Iterable[Expected]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(row.name for row in rows))
