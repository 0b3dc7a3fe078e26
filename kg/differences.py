"""What changed between two versions: provision by provision, word by word."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal, NamedTuple

from kg.errors import UsageError
from kg.stores import GraphStore, Row

ChangeKind = Literal["added", "removed", "amended"]

_WORDS = re.compile(r"[㐀-鿿]|[^\W㐀-鿿]+|\s+|[^\w\s]", re.UNICODE)
"""A Han character, a word, a run of blanks, a sign: what a reader sees as one piece."""


class Piece(NamedTuple):
    """Words that both texts have (`same`), only the earlier (`removed`) or only the later (`added`)."""

    kind: Literal["same", "removed", "added"]
    text: str


@dataclass(frozen=True, slots=True)
class Change:
    """A provision that differs between two versions; `pieces` give both texts back."""

    citation: str
    kind: ChangeKind
    pieces: tuple[Piece, ...]


def compare_words(before: str, after: str) -> tuple[Piece, ...]:
    """The word-by-word difference; the `same` and `removed` pieces joined are `before`, `same` and `added` are `after`."""
    a, b = _WORDS.findall(before), _WORDS.findall(after)
    out: list[Piece] = []
    for tag, a0, a1, b0, b1 in SequenceMatcher(None, a, b, autojunk=len(a) > 2000).get_opcodes():
        if tag == "equal":
            out.append(Piece("same", "".join(a[a0:a1])))
            continue
        if a1 > a0:
            out.append(Piece("removed", "".join(a[a0:a1])))
        if b1 > b0:
            out.append(Piece("added", "".join(b[b0:b1])))
    return tuple(out)


def _text(row: Row) -> str:
    return "\n".join(part for part in (row["heading"] or "", row["text"] or "", row["tail"] or "") if part)


def _members(store: GraphStore, document: str) -> dict[str, str]:
    rows = store.run(
        "MATCH (d:Document {id: $id})-[r:HAS_PROVISION]->(p:Provision) RETURN p.citation AS citation, p.heading AS heading, "
        "p.text AS text, p.tail AS tail, r.order AS order ORDER BY order",
        {"id": document},
    )
    return {row["citation"]: _text(row) for row in rows}


def _below(store: GraphStore, provision: str) -> dict[str, str]:
    """A provision and all below it, by citation, in document order."""
    rows = store.run(
        "MATCH (t:Provision {id: $id})-[:HAS_CHILD*0..8]->(p:Provision) RETURN DISTINCT p.citation AS citation, "
        "p.heading AS heading, p.text AS text, p.tail AS tail, p.order AS order ORDER BY order",
        {"id": provision},
    )
    return {row["citation"]: _text(row) for row in rows}


def _side(store: GraphStore, name: str) -> dict[str, str]:
    """The texts that `name` means: a document's id, a provision's id, or a citation as it stood on a date (`CITATION@DATE`)."""
    if store.run("MATCH (d:Document {id: $id}) RETURN d.id AS id", {"id": name}):
        return _members(store, name)
    if store.run("MATCH (p:Provision {id: $id}) RETURN p.id AS id", {"id": name}):
        return _below(store, name)
    citation, _, date = name.rpartition("@") if "@" in name else (name, "", "")
    rows = store.run(
        "MATCH (p:Provision {citation: $citation}) WHERE $date = '' AND p.valid_to IS NULL OR $date <> '' AND "
        "coalesce(p.valid_from, '') <= $date AND (p.valid_to IS NULL OR $date < p.valid_to) RETURN p.id AS id ORDER BY id",
        {"citation": citation, "date": date},
    )
    if not rows:
        raise UsageError(
            f"{name!r} is no document, provision or citation in the graph; a version is written CITATION@YYYY-MM-DD"
        )
    return _below(store, rows[-1]["id"])


def differences(store: GraphStore, before: str, after: str) -> list[Change]:
    """Every provision that differs between two documents, provisions or dated citations, in the later one's order; what was
    removed stands where it stood. Raises UsageError for a name that is not in the graph."""
    old, new = _side(store, before), _side(store, after)
    out = []
    for citation in _merged(list(old), list(new)):
        a, b = old.get(citation, ""), new.get(citation, "")
        if citation not in old:
            out.append(Change(citation, "added", (Piece("added", b),)))
        elif citation not in new:
            out.append(Change(citation, "removed", (Piece("removed", a),)))
        elif a != b:
            out.append(Change(citation, "amended", compare_words(a, b)))
    return out


def _merged(old: Sequence[str], new: Sequence[str]) -> list[str]:
    """Both orders as one: the new one, each removed citation after the one that it followed."""
    known = set(new)
    after: dict[str | None, list[str]] = {}
    last: str | None = None
    for citation in old:
        if citation in known:
            last = citation
        else:
            after.setdefault(last, []).append(citation)
    out = list(after.get(None, ()))
    for citation in new:
        out.append(citation)
        out.extend(after.get(citation, ()))
    return out
