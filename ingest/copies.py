"""The same version of a document in several files: one is kept, the others are named as its copies.

A file's dialect says how near it is to the official publication; of equals the fuller one is kept, then the first by name,
so that the order of the files changes nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from ingest.cn import copies as chinese
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
    differing: tuple[tuple[str, str], ...] = ()
    """Copies whose text is not the same, each with the articles that differ."""

    def findings(self) -> list[Finding]:
        """I012 for each copy, I048 for one that words something differently."""
        differing = dict(self.differing)
        kept = self.parsed.document.source
        return [
            finding("I048", name, kept, differing[name]) if name in differing else finding("I012", name, kept)
            for name in self.copies
        ]


def _version(document: Document) -> str:
    """What two files of one version share: the id, for Chinese texts the work and its day of effect."""
    return chinese.version_key(document) if document.jurisdiction == "CN" else document.id


def keep_one(documents: Iterable[ParsedDocument]) -> list[Kept]:
    """One Kept for each version of a document, in the order of the ids."""
    by_version: dict[str, list[ParsedDocument]] = defaultdict(list)
    for parsed in documents:
        by_version[_version(parsed.document)].append(parsed)
    kept = [_keep(group) for _, group in sorted(by_version.items())]
    return sorted(kept, key=lambda one: one.parsed.document.id)


def _keep(group: list[ParsedDocument]) -> Kept:
    is_chinese = group[0].document.jurisdiction == "CN"
    best = chinese.choose(group) if is_chinese else min(group, key=_rank)
    others = [other for other in group if other.document.source != best.document.source]
    differing: dict[str, str] = {}
    for other in others if is_chinese else ():
        articles = chinese.differences(best, other)
        if articles:
            differing[other.document.source] = "、".join(articles[:6]) + (" …" if len(articles) > 6 else "")
    return Kept(best, tuple(sorted({other.document.source for other in others})), tuple(sorted(differing.items())))
