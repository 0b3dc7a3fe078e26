"""An alignment brought up to date after a few documents changed, with the same result as one of the whole under the same
statistics.

What is not estimated anew is frozen (`align.frozen`). Then a score depends on two units alone, and for a source that is as it
was only the units of the other side that changed need to be scored: they are merged into its stored candidates. A source is
asked anew where it changed itself, where the candidates that are read changed, or where the merge leaves a place that an
unlisted unit might take.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass

import numpy as np

from align.blocks import directions
from align.candidates import CANDIDATES, MEASURED, READ, PairIndex, most_of_one, shown_order
from align.corpus import AlignCorpus, read_sides
from align.embeddings import VectorCache
from align.frozen import Ranking
from align.graph_input import GraphInput
from align.passages import read_passages
from align.side import Bools, Ints, Side
from align.splicing import spliced_corpus
from align.state import Signature
from kg.records import Document

MOST_DRIFT = 0.05
"""Share of the passages that may be read anew before the statistics are estimated again."""


def changed_works(before: Mapping[str, Signature], now: Mapping[str, Signature]) -> set[str]:
    """Works of which a document came, went or changed, or is not wholly in the graph."""
    differing = {key for key in (*before, *now) if _read(before.get(key)) != _read(now.get(key))}
    unfinished = {key for signed in (before, now) for key, signature in signed.items() if not signature.whole}
    return {signed[key].work for signed in (before, now) for key in differing | unfinished if key in signed}


def _read(signature: Signature | None) -> tuple[object, ...]:
    return () if signature is None else (signature.work, signature.said, signature.content)


def updated_corpus(
    old: AlignCorpus, given: GraphInput, works: Set[str], vectors: VectorCache, workers: int
) -> AlignCorpus | None:
    """`old` with `works` as they are in `given`; None where instruments came or went, or what was half read is another."""
    documents = {d.id: d for d in given.documents}
    if given.half_read != old.half_read or _instruments(documents) != _instruments(old.documents):
        return None
    passages = read_passages(documents.values(), given.provisions, given.extractions)
    fresh, _ = read_sides(passages, vectors, workers, old.frozen)
    new = spliced_corpus(old, fresh, works, documents)
    if new is None or not all(len(side.targets) for side in (*old.sides.values(), *new.sides.values())):
        return None
    return new if _works_searched(new) == _works_searched(old) else None


def _instruments(documents: Mapping[str, Document]) -> set[tuple[str, str, str, str]]:
    """All that `align.expected_instruments` tells an instrument by."""
    return {(d.jurisdiction, d.work, d.title, d.number or "") for d in documents.values()}


def _works_searched(corpus: AlignCorpus) -> set[tuple[str, bool]]:
    found = {key for side in corpus.sides.values() for key in side.searched()}
    return {(corpus.documents[key].work, key in corpus.half_read) for key in found}


@dataclass(frozen=True)
class UnitChanges:
    """Of one side, old against new."""

    same: Ints
    """For each unit now its position before; -1 where it is new or anything in it changed."""
    as_target: Bools
    """For each unit now, whether it was a target before and is one still, and is the same."""
    came: Ints
    """Units now that are new or changed as targets."""
    old_rows: Ints
    """For each passage now its row before, -1 in changed units."""

    @classmethod
    def between(cls, old: Side, new: Side) -> UnitChanges:
        if old is new:
            all_units = np.arange(len(new.units))
            return cls(all_units, _is_target(new), all_units[:0], np.arange(len(new.unit)))
        before = {name: (at, old.digests[at]) for at, name in enumerate(old.units)}
        same = np.full(len(new.units), -1, np.int64)
        for at, name in enumerate(new.units):
            place, digest = before.get(name, (-1, b""))
            if digest == new.digests[at]:
                same[at] = place
        was, now = _is_target(old), _is_target(new)
        kept = now & (same >= 0) & was[same]
        first_old, first_new = _first_rows(old), _first_rows(new)
        rows = np.arange(len(new.unit)) - first_new[new.unit] + first_old[same[new.unit]]
        return cls(same, kept, np.flatnonzero(now & ~kept), np.where(same[new.unit] >= 0, rows, -1))

    @property
    def none(self) -> bool:
        return not len(self.came) and bool(np.array_equal(self.same, np.arange(len(self.same))))

    @property
    def in_order(self) -> bool:
        """Whether the units that are the same stand in the order of before: it decides between equal scores."""
        return bool((np.diff(self.same[self.as_target]) > 0).all())

    def positions(self, before: int) -> Ints:
        """For each of `before` old units its position as a target that is the same now, else -1."""
        out = np.full(before, -1, np.int64)
        now = np.flatnonzero(self.as_target)
        out[self.same[now]] = now
        return out


def _is_target(side: Side) -> Bools:
    out = np.zeros(len(side.units), np.bool_)
    out[side.unit[side.targets]] = True
    return out


def _first_rows(side: Side) -> Ints:
    return np.searchsorted(side.unit, np.arange(len(side.units)))


@dataclass
class DirectionUpdate:
    """One direction: for each source now where its old verdict stands (-1: none), its candidates, and what is to be done."""

    before: Ints
    ranking: Ranking
    reordered: Bools
    """Only candidates beyond those that are read changed: the verdict stands."""
    asked: Bools
    """The source is judged anew."""
    most: int
    """How many units of one instrument are shown first (`align.candidates.shown_order`)."""


def known_moments(old: AlignCorpus, new: AlignCorpus, rankings: Mapping[str, Ranking]) -> None:
    """Gives `new` the moments of the sources that are as they were."""
    changes = {j: UnitChanges.between(old.sides[j], side) for j, side in new.sides.items() if j in old.sides}
    for a, b in directions(new):
        if f"{a}->{b}" not in rankings:
            continue
        rows = changes[a].old_rows
        of_passage = np.full((len(old.sides[a].unit), len(MEASURED), 2), np.nan, np.float32)
        of_passage[old.sides[a].stating()] = rankings[f"{a}->{b}"].moments
        out = np.full((len(rows), len(MEASURED), 2), np.nan, np.float32)
        out[rows >= 0] = of_passage[rows[rows >= 0]]
        new.moments[f"{a}->{b}"] = out


def updated_directions(
    old: AlignCorpus, new: AlignCorpus, rankings: Mapping[str, Ranking], again: Mapping[str, Ints]
) -> dict[str, DirectionUpdate]:
    """What is to be done in each direction. `again` gives old positions of sources that are asked in any case."""
    changes = {j: UnitChanges.between(old.sides[j], side) for j, side in new.sides.items()}
    out: dict[str, DirectionUpdate] = {}
    pair: PairIndex | None = None
    for a, b in directions(new):
        first, second = sorted((a, b))
        if pair is None or (pair.a.jurisdiction, pair.b.jurisdiction) != (first, second):
            pair = PairIndex.build(new, new.sides[first], new.sides[second])
        update = _direction(old, new, pair, (a, b), changes, rankings[f"{a}->{b}"])
        update.asked |= np.isin(update.before, again.get(f"{a}->{b}", np.zeros(0, np.int64)))
        update.reordered &= ~update.asked
        out[f"{a}->{b}"] = update
    return out


def _direction(
    old: AlignCorpus,
    new: AlignCorpus,
    pair: PairIndex,
    direction: tuple[str, str],
    changes: Mapping[str, UnitChanges],
    ranking: Ranking,
) -> DirectionUpdate:
    a, b = direction
    source, target = new.sides[a], new.sides[b]
    sources, there = source.stating(), changes[b]
    most = most_of_one()[pair.recipe()]
    place = np.full(len(old.sides[a].unit) + 1, -1, np.int64)  # its last entry answers for row -1
    place[old.sides[a].stating()] = np.arange(len(ranking.units))
    before = place[changes[a].old_rows[sources]]
    asked = before < 0
    known = np.maximum(before, 0)
    width = min(CANDIDATES, int(np.count_nonzero(_is_target(target))))
    updated = Ranking(
        np.zeros((len(sources), width), np.int32), np.zeros((len(sources), width), np.float32), ranking.moments[known]
    )
    reordered = np.zeros(len(sources), np.bool_)
    if there.none and old.sides[b] is target:
        updated.units[~asked], updated.scores[~asked] = ranking.units[before[~asked]], ranking.scores[before[~asked]]
        return DirectionUpdate(before, updated, reordered, asked, most)
    rows = np.flatnonzero(~asked)
    were_targets = int(np.count_nonzero(_is_target(old.sides[b])))
    position = there.positions(len(old.sides[b].units))
    listed = position[ranking.units[before[rows]]]
    came = target.targets[np.isin(target.unit[target.targets], there.came)]
    fresh = pair.search_of(source, among=came).by_unit(sources[rows]) if len(came) else np.zeros((len(rows), 0), np.float32)
    units = np.concatenate([listed, np.tile(np.unique(target.unit[came]), (len(rows), 1))], axis=1)
    scores = np.concatenate([np.where(listed >= 0, ranking.scores[before[rows]], -np.inf), fresh], axis=1)
    order = np.lexsort((units, -scores), axis=1)[:, :width]
    units, scores = np.take_along_axis(units, order, axis=1), np.take_along_axis(scores, order, axis=1)
    exact = np.isfinite(scores).all(axis=1) & (units.shape[1] == width)
    if were_targets > ranking.units.shape[1]:  # units beyond the list: none of them may come before its last
        bound = ranking.scores[before[rows], -1]
        exact &= (scores[:, -1] > bound) | ((units[:, -1] == listed[:, -1]) & there.in_order)
    shown_before = shown_order(old.sides[b].instrument[ranking.units[before[rows]]], most)
    read_before = np.take_along_axis(listed, shown_before, axis=1)[:, :READ]
    read_now = np.take_along_axis(units, shown_order(target.instrument[units], most), axis=1)[:, :READ]
    same_read = read_before.shape == read_now.shape and (read_before == read_now).all(axis=1)
    # Read alike, in the same order and none of them changed: the verdict stands.
    stands = exact & same_read & ~np.isin(read_now, there.came).any(axis=1)
    updated.units[rows[exact]], updated.scores[rows[exact]] = units[exact], scores[exact]
    asked[rows[~stands]] = True
    moved = (units != listed).any(axis=1) if units.shape == listed.shape else np.ones(len(rows), np.bool_)
    reordered[rows] = stands & moved
    return DirectionUpdate(before, updated, reordered, asked, most)
