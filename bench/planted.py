"""The planted-gap benchmark: counterparts are taken out of the searched law, and the same demands are asked about again.

Pairs are counterparts that were read and labelled as such (align/labels.py); in a graph that holds too few of these, mutual
best candidates of the exact search, whatever the verdict on them. Half of them lose their counterparts, with their near
restatements; the other half keep theirs and are the control.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from align.candidates import PairIndex
from align.corpus import AlignCorpus
from align.gap_register import NOT_SILENCE
from align.judging import SourceVerdict, judge_direction
from align.labels import PairLabel, hash_of, read_labels
from align.near_duplicates import character_cosine
from align.side import Side
from bench.statistics import wilson

Level = Literal["provision", "article", "instrument"]
Ints = NDArray[np.int64]

LEVELS: tuple[Level, ...] = ("provision", "article", "instrument")
RESTATED_VECTOR, RESTATED_CHARACTERS = 0.6, 0.5
"""A passage of the same side this near to a removed one says the same in other words: by centred cosine and by characters.
Lower than for copies, since a restatement that is left would make the gap no gap."""
NOT_IN_CORPUS = "not_in_corpus"
"""The state that a demand should come to whose counterpart's whole instrument was removed."""
FALSE_ALARMS = 0.1
"""The share of false alarms at which recall is compared between versions."""


FEWEST_LABELLED = 10
"""Labelled demands below which mutual best candidates are taken instead."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Rows: a source passage, and the passages of the other side that answer it."""

    source: int
    targets: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of `n` demands: shares of silences, and of those told as an instrument that the corpus has not."""

    n: int
    silent: float
    absent: float

    @classmethod
    def of(cls, verdicts: Sequence[SourceVerdict]) -> Outcome:
        states = [v.state for v in verdicts if v.label == "SILENT"]
        silent = sum(state not in NOT_SILENCE for state in states)
        return cls(len(verdicts), silent / len(verdicts), states.count(NOT_IN_CORPUS) / len(verdicts))


@dataclass(frozen=True, slots=True)
class PlantedResult:
    """One direction and level: what came of demands whose counterpart was removed, and of those that kept theirs.

    `at_fixed` is the recall by p_silent where FALSE_ALARMS of the kept ones are called silent (None where the direction has
    no p_silent).
    """

    direction: str
    pairs: Literal["labelled", "mutual"]
    level: Level
    removed: Outcome
    kept: Outcome
    at_fixed: float | None

    def row(self) -> dict[str, Any]:
        low, high = wilson(round(self.removed.silent * self.removed.n), self.removed.n)
        return {
            "direction": self.direction,
            "pairs": self.pairs,
            "removed": self.level,
            "n": self.removed.n,
            "SILENT": self.removed.silent,
            "low": low,
            "high": high,
            "not in corpus": self.removed.absent,
            "kept n": self.kept.n,
            "false SILENT": self.kept.silent,
            "false not in corpus": self.kept.absent,
            f"recall at {FALSE_ALARMS:.0%} false": self.at_fixed,
        }


def labelled_pairs(pair: PairIndex, source: Side, target: Side, labels: Sequence[PairLabel]) -> list[Pair]:
    """Demands of `source` that are in the graph with the text that was read, and the passages labelled as counterparts."""
    row_of = {p.id: i for i, p in enumerate(source.passages)}
    wanted: dict[int, set[str]] = {}
    for label in labels:
        row = row_of.get(label.source, -1)
        if row >= 0 and label.answer == "answers" and label.source_text == hash_of([source.passages[row]]):
            wanted.setdefault(row, set()).add(label.target)
    out: list[Pair] = []
    for hits in pair.search(source, np.array(sorted(wanted), np.int64)):
        for i, row in enumerate(hits.sources.tolist()):
            found = [(target.units[u], int(p)) for u, p in zip(hits.units[i], hits.passages[i, :, 0], strict=False)]
            if rows := tuple(p for unit, p in found if unit in wanted[row]):
                out.append(Pair(row, rows))
    return out


def mutual_pairs(pair: PairIndex, source: Side, target: Side, sample: int, seed: int) -> list[Pair]:
    """Mutual best candidates among `sample` passages of `source` that state a demand, in the order of the source."""
    stating = source.stating().tolist()
    rows = np.array(sorted(random.Random(seed).sample(stating, min(sample, len(stating)))), np.int64)
    there: list[tuple[int, int]] = []
    for hits in pair.search(source, rows):
        there += [(int(s), int(p[0, 0])) for s, p in zip(hits.sources, hits.passages, strict=True) if p.size and p[0, 0] >= 0]
    back: dict[int, int] = {}
    answers = np.array(sorted({target_row for _, target_row in there}), np.int64)
    for hits in pair.search(target, answers):
        back.update({int(s): int(u[0]) for s, u in zip(hits.sources, hits.units, strict=True) if u.size})
    return [Pair(s, (t,)) for s, t in there if back.get(t) == source.unit[s]]


def restatements(side: Side, row: int) -> Ints:
    """Target rows of `side` that say about what `row` says, itself among them."""
    near = side.targets[side.vectors[side.targets] @ side.vectors[row] > RESTATED_VECTOR]
    text = side.passages[row].text
    alike = [int(r) for r in near if r == row or character_cosine(text, side.passages[int(r)].text) > RESTATED_CHARACTERS]
    return np.array(sorted({row, *alike}), np.int64)


def _gone(side: Side, rows: Sequence[int], level: Level) -> Ints:
    """The target rows that go with the counterparts `rows`."""
    again = np.unique(np.concatenate([restatements(side, row) for row in rows]))
    if level == "provision":
        return again
    if level == "article":
        return side.targets[np.isin(side.unit[side.targets], np.unique(side.unit[again]))]
    instruments = np.unique(side.instrument[side.unit[np.array(rows, np.int64)]])
    return side.targets[np.isin(side.instrument[side.unit[side.targets]], instruments) | np.isin(side.targets, again)]


def _chosen(pairs: list[Pair], side: Side, level: Level, seed: int) -> tuple[list[Pair], list[Pair]]:
    """Which pairs lose all their counterparts, and which keep them: half and half; instruments go until half is reached."""
    rng = random.Random(seed)
    if level != "instrument":
        mixed = rng.sample(pairs, len(pairs))
        return mixed[: len(mixed) // 2], mixed[len(mixed) // 2 :]
    of = {pair: {int(side.instrument[side.unit[t]]) for t in pair.targets} for pair in pairs}
    order = sorted(set[int]().union(*of.values()))
    rng.shuffle(order)
    gone: set[int] = set()
    for instrument in order:
        if sum(places <= gone for places in of.values()) * 2 >= len(pairs):
            break
        gone.add(instrument)
    return [p for p in pairs if of[p] <= gone], [p for p in pairs if not of[p] & gone]


def _thinned(side: Side, gone: Ints) -> Side:
    return replace(side, targets=side.targets[~np.isin(side.targets, gone)], frozen=None)


def _ask(corpus: AlignCorpus, pair: PairIndex, source: Side, target: Side, rows: Sequence[int]) -> dict[str, SourceVerdict]:
    asked = np.array(sorted(set(rows)), np.int64)
    return {v.source: v for v in judge_direction(corpus, pair, source, target, asked)}


def _at_fixed(removed: Sequence[float], kept: Sequence[float]) -> float:
    """Recall at the lowest threshold that at most FALSE_ALARMS of the kept ones reach."""
    allowed = int(FALSE_ALARMS * len(kept))
    bar = sorted(kept, reverse=True)[allowed] if allowed < len(kept) else -1.0
    return sum(p > bar for p in removed) / len(removed)


def planted_gaps(
    corpus: AlignCorpus, source: str, target: str, *, sample: int = 400, seed: int = 0, levels: Sequence[Level] = LEVELS
) -> Iterator[PlantedResult]:
    """Results from `source` to `target` (jurisdictions), one a level; none where there are no pairs."""
    here, there = corpus.sides[source], corpus.sides[target]
    pair = PairIndex.build(corpus, here, there)
    pairs = labelled_pairs(pair, here, there, read_labels())
    labelled = len(pairs) >= FEWEST_LABELLED
    if not labelled:
        pairs = mutual_pairs(pair, here, there, sample, seed)
    for level in levels:
        removed, kept = _chosen(pairs, there, level, seed)
        if not removed or not kept:
            continue
        gone = _gone(there, [t for p in removed for t in p.targets], level)
        rows = set(gone.tolist())
        kept = [p for p in kept if not rows.intersection(p.targets)]  # a control whose counterpart restates a removed one
        thinned = _thinned(there, gone)
        if not kept or not len(thinned.targets):
            continue
        verdicts = _ask(corpus, replace(pair, b=thinned), here, thinned, [p.source for p in (*removed, *kept)])
        without, with_it = ([verdicts[here.passages[p.source].id] for p in part] for part in (removed, kept))
        chances = [[v.p_silent for v in part if v.p_silent is not None] for part in (without, with_it)]
        yield PlantedResult(
            direction=f"{source}->{target}",
            pairs="labelled" if labelled else "mutual",
            level=level,
            removed=Outcome.of(without),
            kept=Outcome.of(with_it),
            at_fixed=_at_fixed(chances[0], chances[1]) if all(chances) else None,
        )
