"""The instruments where a counterpart would stand, and which of them the graph lacks.

An absence is worth something only where the principal law on the matter was searched. `data/instruments.tsv` names it: a
row for a jurisdiction, a product class and a functional subdomain ("*" for any), optionally only where the source's headings
or text say certain words. The pattern is looked for in the document's title, its number, and its work (`US:21CFR211`).
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
from ingest.taxonomy import topic_of
from kg.records import Document

ANY = "*"


@dataclass(frozen=True, slots=True)
class Expected:
    """One row: `name` is an instrument of `jurisdiction` that holds the rules of a class and subdomain."""

    jurisdiction: str
    product: str
    subdomain: str
    words: re.Pattern[str] | None
    pattern: re.Pattern[str]
    name: str

    def is_document(self, document: Document) -> bool:
        return document.jurisdiction == self.jurisdiction and any(
            self.pattern.search(key) for key in (document.title, document.number or "", document.work.partition(":")[2])
        )


@lru_cache(maxsize=1)
def expected_instruments() -> tuple[Expected, ...]:
    with files("align").joinpath("data/instruments.tsv").open(encoding="utf-8") as lines:
        return tuple(
            Expected(
                row["jurisdiction"],
                row["class"],
                row["subdomain"],
                re.compile(row["words"], re.IGNORECASE) if row["words"] else None,
                re.compile(row["pattern"]),
                row["name"],
            )
            for row in csv.DictReader(lines, delimiter="\t")
        )


class InstrumentGaps:
    """Which expected instruments are not among what is searched at all, and which are there only in part."""

    def __init__(self, documents: Iterable[Document], searched: Set[str], half_read: frozenset[str]) -> None:
        """`documents` are those of both sides, `searched` the ids of those that hold a possible counterpart."""
        known = list(documents)
        there = [d for d in known if d.id in searched]
        self._absent: list[Expected] = []
        self._partial: list[Expected] = []
        self._subdomain = {d.id: topic_of(d.jurisdiction, d.title or d.id).subdomain for d in known}
        for row in expected_instruments():
            found = [d.id for d in there if row.is_document(d)]
            if not found:
                self._absent.append(row)
            elif half_read.issuperset(found):
                self._partial.append(row)

    def absent(self, source: Passage, classes: int, jurisdiction: str) -> tuple[str, ...]:
        """Names of instruments of `jurisdiction` that would answer `source` and are not in the corpus."""
        return self._of(self._absent, source, classes, jurisdiction)

    def partial(self, source: Passage, classes: int, jurisdiction: str) -> tuple[str, ...]:
        """The same for instruments of which the corpus holds less than the whole."""
        return self._of(self._partial, source, classes, jurisdiction)

    def _of(self, rows: list[Expected], source: Passage, classes: int, jurisdiction: str) -> tuple[str, ...]:
        products = class_names(classes)
        subdomain = self._subdomain[source.document]
        about = f"{source.title} {source.chapter} {source.heading} {source.text}"
        return tuple(
            dict.fromkeys(
                row.name
                for row in rows
                if row.jurisdiction == jurisdiction
                and row.product in products
                and row.subdomain in (ANY, subdomain)
                and (row.words is None or row.words.search(about))
            )
        )
