"""The same version of a Chinese law in several files: which one to keep, and where the others differ.

Official pages are kept before conversions by third parties, a whole text before one that breaks off, and of two files that
both hold the whole the fuller one. A file that tells only when the text takes effect is a copy of the one that also tells when
it was adopted.
"""

from __future__ import annotations

from collections.abc import Sequence

from kg.records import Document, ParsedDocument
from kg.text import text_hash
from kg.tree import Tree

_PREFERENCE = ("cn-html", "cn-docx", "cn-doc", "cn-json", "cn-markdown", "cn-txt", "cn-pdf")
_UNITS = frozenset({"条", "条款"})


def version_key(document: Document) -> str:
    """Equal for two files that hold one version of one work: work and day of effect, or the id where no day is known."""
    return f"{document.work}@{document.valid_from}" if document.valid_from else document.id


def preference(parsed: ParsedDocument) -> tuple[int, int, int, int, str]:
    """Sorts copies, the best first: whole, adopted on a known date, near to the official publication, full; then by name."""
    document = parsed.document
    broken = any(found.code in ("I041", "I042", "I047") for found in parsed.findings)
    undated = document.id.endswith(f"@{document.valid_from}") or "@" not in document.id
    near = _PREFERENCE.index(document.dialect) if document.dialect in _PREFERENCE else len(_PREFERENCE)
    return int(broken), int(undated), near, -document.characters_out, document.source


def choose(copies: Sequence[ParsedDocument]) -> ParsedDocument:
    """The copy to keep. `copies` are not empty."""
    return min(copies, key=preference)


def differences(kept: ParsedDocument, other: ParsedDocument) -> tuple[str, ...]:
    """The articles that the two texts word differently or that only one has, in document order of the kept one."""
    mine, theirs = _articles(kept), _articles(other)
    labels = [*mine, *(label for label in theirs if label not in mine)]
    return tuple(label for label in labels if mine.get(label) != theirs.get(label))


def _articles(parsed: ParsedDocument) -> dict[str, str]:
    tree = Tree(parsed.provisions)
    return {p.path[-1]: text_hash(_alike(tree.body(p))) for p in parsed.provisions if p.level in _UNITS}


def _alike(text: str) -> str:
    """The text with the quotation marks that printings exchange made alike."""
    return text.translate(str.maketrans("“”‘’〈〉<>", "\"\"''《》《》"))
