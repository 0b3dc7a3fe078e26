"""One text that stands in several documents or versions is one counterpart: copies are collapsed onto one of them.

Sources keep their own rows; only the targets are thinned. A copy is found by its vector and confirmed on its characters:
cosine of the character pairs and triples above .9.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np

from align.side import Side
from kg.records import Document
from kg.text import squeeze

NEAR_VECTOR = 0.9
NEAR_CHARACTERS = 0.9
_SHORTEST = 12
_COMPARED = 1500


def character_cosine(a: str, b: str) -> float:
    """Cosine of the counts of character pairs and triples, white space left out; 1.0 for equal texts."""
    x, y = _grams(a), _grams(b)
    dot = sum(n * y[g] for g, n in x.items() if g in y)
    norm = (sum(n * n for n in x.values()) * sum(n * n for n in y.values())) ** 0.5
    return dot / norm if norm else float(squeeze(a) == squeeze(b))


def _grams(text: str) -> Counter[str]:
    t = squeeze(text)[:_COMPARED].lower()
    return Counter([t[i : i + 2] for i in range(len(t) - 1)] + [t[i : i + 3] for i in range(len(t) - 2)])


def collapse_copies(side: Side, documents: dict[str, Document]) -> Side:
    """`side` with the targets of copied units taken out, except those of the copy that stands for them.

    Binding before guidance, then the latest version, then the first id: the copy that a reader would cite.
    """
    by_unit: dict[int, list[int]] = {}
    for row in side.targets:
        by_unit.setdefault(int(side.unit[row]), []).append(int(row))
    texts = {u: squeeze("".join(side.passages[r].text for r in rows)) for u, rows in by_unit.items()}
    group: dict[int, int] = {}

    def merge(a: int, b: int) -> None:
        ra, rb = _root(group, a), _root(group, b)
        group[max(ra, rb)] = min(ra, rb)

    first: dict[str, int] = {}
    for u, text in texts.items():
        if len(text) >= _SHORTEST:
            merge(u, first.setdefault(text, u))
    if side.lang == "zh" or len(by_unit) <= 4000:
        for a, b in _near_pairs(side, by_unit):
            if _root(group, a) != _root(group, b) and _alike(texts[a], texts[b]):
                merge(a, b)

    members: dict[int, list[int]] = {}
    for u in by_unit:
        members.setdefault(_root(group, u), []).append(u)

    def rank(u: int) -> tuple[bool, str, str]:
        p = side.passages[by_unit[u][0]]
        return (not p.binding, _newest_first(documents[p.document].valid_from), p.id)

    keep: list[int] = []
    copies: dict[str, list[str]] = {}
    for alike in members.values():
        best, *others = sorted(alike, key=rank)
        keep.extend(by_unit[best])
        if others:
            copies[side.units[best]] = [side.units[u] for u in others]
    return replace(side, targets=np.array(sorted(keep), np.int64), copies=copies)


def _root(group: dict[int, int], u: int) -> int:
    while group.get(u, u) != u:
        u = group[u]
    return u


def _newest_first(date: str | None) -> str:
    return "".join(chr(0x7A - int(c)) if c.isdigit() else c for c in date or "0000-00-00")


def _alike(a: str, b: str) -> bool:
    return min(len(a), len(b)) > 0.7 * max(len(a), len(b)) and character_cosine(a, b) > NEAR_CHARACTERS


def _near_pairs(side: Side, by_unit: dict[int, list[int]]) -> list[tuple[int, int]]:
    units = sorted(by_unit)
    vectors = np.stack([side.vectors[by_unit[u]].mean(axis=0) for u in units])
    vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)
    pairs: list[tuple[int, int]] = []
    for at in range(0, len(units), 1024):
        rows, columns = np.nonzero(vectors[at : at + 1024] @ vectors.T > NEAR_VECTOR)
        pairs.extend((units[at + r], units[c]) for r, c in zip(rows, columns, strict=True) if at + r < c)
    return pairs
