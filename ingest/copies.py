"""The same version of a document in several files: one is kept, the others are named as its copies.

A file's dialect says how near it is to the official publication; of equals the fuller one is kept, then the first by name,
so that the order of the files changes nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from kg.findings import finding
from kg.records import Document, Finding, ParsedDocument

_STRUCTURED = ("ecfr", "formex", "eur-lex", "akn")
_DERIVED = ("derived", "pypdf", "third-party", "json-acts")


def distance(document: Document) -> int:
    """How far the file's dialect is from the official publication: 0 structured official markup, 1 a page or PDF, 2 Markdown
    and other conversions, 3 a third party's derivation."""
    dialect = document.dialect
    if any(word in dialect for word in _DERIVED):
        return 3
    if any(word in dialect for word in _STRUCTURED):
        return 0
    return 2 if any(word in dialect for word in ("markdown", "md", "json", "txt")) else 1


def _rank(parsed: ParsedDocument) -> tuple[int, int, str]:
    return distance(parsed.document), -parsed.document.characters_out, parsed.document.source


@dataclass(frozen=True)
class Kept:
    """The copy that goes into the graph and the files that hold the same version."""

    parsed: ParsedDocument
    copies: tuple[str, ...]

    def findings(self) -> list[Finding]:
        """I012 for each copy."""
        return [finding("I012", name, self.parsed.document.source) for name in self.copies]


def keep_one(documents: Iterable[ParsedDocument]) -> list[Kept]:
    """One Kept for each document id, in the order of the ids."""
    by_id: dict[str, list[ParsedDocument]] = defaultdict(list)
    for parsed in documents:
        by_id[parsed.document.id].append(parsed)
    kept = []
    for _, group in sorted(by_id.items()):
        best, *others = sorted(group, key=_rank)
        kept.append(Kept(best, tuple(sorted({o.document.source for o in others} - {best.document.source}))))
    return kept
