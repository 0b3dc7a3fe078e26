"""A side brought up to date: the passages of some instruments replaced by what was read anew, the others as they were."""

from __future__ import annotations

from collections.abc import Set

import numpy as np
from scipy import sparse

from align.corpus import AlignCorpus
from align.near_duplicates import collapse_copies
from align.side import Ints, Side
from align.stored import Stored
from kg.records import Document

Piece = tuple[Side, int, int]
"""The rows of a side from the first to before the last."""


def spliced_corpus(
    old: AlignCorpus, fresh: dict[str, Side], works: Set[str], documents: dict[str, Document]
) -> AlignCorpus | None:
    """`old` with the passages of `works` replaced by those of `fresh`; None where an instrument came or went."""
    sides: dict[str, Side] = {}
    touched = {j for j, side in old.sides.items() if not works.isdisjoint(side.instruments)} | set(fresh)
    if not touched <= set(old.sides):
        return None
    for jurisdiction, side in old.sides.items():
        if jurisdiction not in touched:
            sides[jurisdiction] = side
            continue
        kept = set(side.instruments) - works
        new = fresh.get(jurisdiction)
        if new is None or kept | set(new.instruments) != set(side.instruments):
            return None
        joined = _joined(_pieces(side, new, works))
        joined.frozen = side.frozen
        sides[jurisdiction] = collapse_copies(joined, documents, known=side)
    return AlignCorpus(sides, old.frozen, documents, old.half_read)


def _pieces(old: Side, new: Side, works: Set[str]) -> list[Piece]:
    """What stands in the new side, instrument by instrument in the order of their names."""
    pieces: list[Piece] = []
    for name in sorted(old.instruments):
        side = new if name in works else old
        rows = side.instrument[side.unit]
        first, end = np.searchsorted(rows, [side.instruments.index(name), side.instruments.index(name) + 1])
        if pieces and pieces[-1][0] is side and pieces[-1][2] == first:
            pieces[-1] = (side, pieces[-1][1], int(end))
        else:
            pieces.append((side, int(first), int(end)))
    return pieces


def _joined(pieces: list[Piece]) -> Side:
    of_units = [(side, int(side.unit[a]), int(side.unit[b - 1]) + 1) for side, a, b in pieces]
    rows_before = np.cumsum([0, *(b - a for _, a, b in pieces)])
    units_before = np.cumsum([0, *(b - a for _, a, b in of_units)])
    names = [side.instruments[i] for side, a, b in of_units for i in side.instrument[a:b]]
    documents = [side.documents[i] for side, a, b in pieces for i in side.document[a:b]]
    instruments, document_names = list(dict.fromkeys(names)), list(dict.fromkeys(documents))
    eligible = np.concatenate(
        [_inside(side.eligible, a, b) + at for (side, a, b), at in zip(pieces, rows_before, strict=False)]
    )
    return Side(
        jurisdiction=pieces[0][0].jurisdiction,
        passages=Stored.joined([(side.passages, a, b) for side, a, b in pieces]),
        demands=Stored.joined([(side.demands, a, b) for side, a, b in pieces]),
        units=[name for side, a, b in of_units for name in side.units[a:b]],
        unit=np.concatenate(
            [s.unit[a:b] - u + at for (s, a, b), (_, u, _), at in zip(pieces, of_units, units_before, strict=False)]
        ),
        instruments=instruments,
        instrument=_places(names, instruments),
        documents=document_names,
        document=_places(documents, document_names),
        eligible=eligible,
        targets=eligible,
        states=np.concatenate([side.states[a:b] for side, a, b in pieces]),
        binding=np.concatenate([side.binding[a:b] for side, a, b in pieces]),
        classes=np.concatenate([side.classes[a:b] for side, a, b in pieces]),
        vectors=np.concatenate([side.vectors[a:b] for side, a, b in pieces]),
        concepts=sparse.vstack([side.concepts[a:b] for side, a, b in pieces], format="csr"),
        words=sparse.vstack([side.words[a:b] for side, a, b in pieces], format="csr"),
        query_words=sparse.vstack([side.query_words[a:b] for side, a, b in pieces], format="csr"),
        homes=np.concatenate(
            [
                np.where(side.homes[a:b] >= 0, side.homes[a:b] - a + at, -1)
                for (side, a, b), at in zip(pieces, rows_before, strict=False)
            ]
        ),
        digests=[digest for side, a, b in of_units for digest in side.digests[a:b]],
    )


def _inside(rows: Ints, first: int, end: int) -> Ints:
    return rows[(rows >= first) & (rows < end)] - first


def _places(names: list[str], distinct: list[str]) -> Ints:
    at = {name: i for i, name in enumerate(distinct)}
    return np.array([at[name] for name in names], np.int64)
