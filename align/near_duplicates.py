"""One text that stands in several documents or versions is one counterpart: copies are collapsed onto one of them.

Sources keep their own rows; only the targets are thinned. A copy is found by its vector and confirmed on its characters:
cosine of the character pairs and triples above .9.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from align.embeddings import on_grid
from align.side import Ints, Side
from kg.records import Document
from kg.text import squeeze

NEAR_VECTOR = 0.9
NEAR_CHARACTERS = 0.9
_SHORTEST = 12
_COMPARED = 1500
_MOST_COMPARED = 4000
"""English units up to which near copies are looked for, not only equal ones."""


def character_cosine(a: str, b: str) -> float:
    """Cosine of the counts of character pairs and triples, white space left out; 1.0 for equal texts."""
    x, y = _grams(a), _grams(b)
    dot = sum(n * y[g] for g, n in x.items() if g in y)
    norm = (sum(n * n for n in x.values()) * sum(n * n for n in y.values())) ** 0.5
    return dot / norm if norm else float(squeeze(a) == squeeze(b))


def _grams(text: str) -> Counter[str]:
    t = squeeze(text)[:_COMPARED].lower()
    return Counter([t[i : i + 2] for i in range(len(t) - 1)] + [t[i : i + 3] for i in range(len(t) - 2)])


def collapse_copies(side: Side, documents: Mapping[str, Document], known: Side | None = None) -> Side:
    """`side` with the targets of copied units taken out, except those of the copy that stands for them.

    Binding before guidance, then the latest version, then the first id: the copy that a reader would cite. `known` is the
    same side as it was before: units that have not changed since are not compared with each other again.
    """
    before = {} if known is None else {u: (d, k) for u, d, k in zip(known.units, known.digests, known.text_keys, strict=True)}
    rows = _eligible_rows(side)
    keys = [b""] * len(side.units)
    fresh: list[int] = []
    for u in rows:
        digest, key = before.get(side.units[u], (b"", b""))
        if digest == side.digests[u]:
            keys[u] = key
        else:
            keys[u] = _key(_text(side, rows[u]))
            fresh.append(u)
    side = replace(side, text_keys=keys)
    near: list[tuple[str, str]] = []
    if _compared(side):
        if known is not None and not _compared(known):
            fresh = list(rows)
        changed = {side.units[u] for u in fresh}
        if known is not None:
            there = {side.units[u] for u in rows}
            near = [pair for pair in known.near if there.issuperset(pair) and changed.isdisjoint(pair)]
        near += _near_pairs(side, rows, fresh)
    side = replace(side, near=near)
    return _thinned(side, documents, rows)


def _compared(side: Side) -> bool:
    return side.lang == "zh" or len(np.unique(side.unit[side.eligible])) <= _MOST_COMPARED


def _eligible_rows(side: Side) -> dict[int, Ints]:
    """The eligible rows of each unit that has any, by its position."""
    of_row = side.unit[side.eligible]
    starts = np.flatnonzero(np.r_[True, of_row[1:] != of_row[:-1]]) if len(of_row) else np.zeros(0, np.int64)
    return {int(of_row[at]): part for at, part in zip(starts, np.split(side.eligible, starts[1:]), strict=True)}


def _text(side: Side, rows: Ints) -> str:
    return squeeze("".join(side.passages[int(r)].text for r in rows))


def _key(text: str) -> bytes:
    return hashlib.blake2b(text.encode(), digest_size=16).digest() if len(text) >= _SHORTEST else b""


def _thinned(side: Side, documents: Mapping[str, Document], rows: dict[int, Ints]) -> Side:
    group: dict[int, int] = {}

    def merge(a: int, b: int) -> None:
        ra, rb = _root(group, a), _root(group, b)
        group[max(ra, rb)] = min(ra, rb)

    first: dict[bytes, int] = {}
    for u in rows:
        if side.text_keys[u]:
            merge(u, first.setdefault(side.text_keys[u], u))
    at = {name: u for u, name in enumerate(side.units)}
    for a, b in side.near:
        merge(at[a], at[b])
    members: dict[int, list[int]] = {}
    for u in rows:
        members.setdefault(_root(group, u), []).append(u)

    def rank(u: int) -> tuple[bool, str, str]:
        p = side.passages[int(rows[u][0])]
        return (not p.binding, _newest_first(documents[p.document].valid_from), p.id)

    keep: list[Ints] = []
    copies: dict[str, list[str]] = {}
    for alike in members.values():
        best, *others = sorted(alike, key=rank) if len(alike) > 1 else alike
        keep.append(rows[best])
        if others:
            copies[side.units[best]] = [side.units[u] for u in others]
    targets = np.sort(np.concatenate(keep)) if keep else np.zeros(0, np.int64)
    return replace(side, targets=targets, copies=copies)


def _root(group: dict[int, int], u: int) -> int:
    while group.get(u, u) != u:
        u = group[u]
    return u


def _newest_first(date: str | None) -> str:
    return "".join(chr(0x7A - int(c)) if c.isdigit() else c for c in date or "0000-00-00")


def _alike(a: str, b: str) -> bool:
    return min(len(a), len(b)) > 0.7 * max(len(a), len(b)) and character_cosine(a, b) > NEAR_CHARACTERS


def _near_pairs(side: Side, rows: dict[int, Ints], fresh: Sequence[int]) -> list[tuple[str, str]]:
    """Pairs of nearly equal units of which one at least is among `fresh`; equal ones are known by their keys."""
    if not fresh:
        return []
    units = list(rows)
    vectors = on_grid(np.stack([side.vectors[rows[u]].mean(axis=0) for u in units]))
    place = {u: i for i, u in enumerate(units)}
    asked = np.array([place[u] for u in fresh], np.int64)
    is_asked = np.zeros(len(units), np.bool_)
    is_asked[asked] = True
    pairs: list[tuple[str, str]] = []
    texts: dict[int, str] = {}

    def text(u: int) -> str:
        if u not in texts:
            texts[u] = _text(side, rows[u])
        return texts[u]

    for at in range(0, len(asked), 1024):
        mine = asked[at : at + 1024]
        found, others = np.nonzero(vectors[mine] @ vectors.T > NEAR_VECTOR)
        for i, j in zip(mine[found], others, strict=True):
            if i == j or (is_asked[j] and j < i):
                continue
            a, b = sorted((units[int(i)], units[int(j)]))
            same = side.text_keys[a] and side.text_keys[a] == side.text_keys[b]
            if not same and _alike(text(a), text(b)):
                pairs.append((side.units[a], side.units[b]))
    return pairs
