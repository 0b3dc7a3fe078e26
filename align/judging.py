"""From candidates to verdicts: the best are read field by field and summed up for the source.

The order stays that of the search: shared concepts, words and acts were tried as a second order and put the right one
first no more often (docs/alignment.md)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from align.candidates import READ, Hits, PairIndex
from align.corpus import AlignCorpus
from align.evidence import Evidence, Reader
from align.expected_instruments import InstrumentGaps, Lacking
from align.match import HIGH, RESTATES, any_of, match_model
from align.object_class import class_score
from align.side import Side
from align.silence import NOT_IN_CORPUS, PARSE_FAILED, UNVERIFIED, model_for, silence_features
from align.verdict import PairVerdict, judge
from align.weighting import Matrix, columns_of
from kg.records import Relation, Verdict
from kg.text import squeeze

Ints = NDArray[np.int64]

COMPARED = 3
"""Of the candidates that are read, how many are compared field by field and kept as edges."""
MISSING_SHOWN = 3
HALF = 0.5
SHORTEST_ITEM = 30
"""Characters of an item that can hardly stand in another text by chance."""


@dataclass(frozen=True, slots=True)
class JudgedCandidate:
    """A unit of the other side with its best passages and, for the first few, the comparison."""

    unit: str
    passages: tuple[str, ...]
    score: float
    cosine: float
    parts: dict[str, float]
    verdict: PairVerdict
    missing: tuple[str, ...]
    """Concepts of the source, the most telling first, that the best passage does not name."""
    covered: float
    """Share of the source's concepts, by weight, that its best passage has."""
    speaks: dict[str, float]
    """What speaks for it: the features of align/match.py."""
    match: float
    """How likely it is a counterpart at all; `verdict.probability` is that of the label if it is."""


@dataclass(frozen=True, slots=True)
class SourceVerdict:
    """One source and one other jurisdiction. `ranking` are all candidates, best first, with their scores."""

    source: str
    jurisdiction: str
    label: Verdict
    relation: Relation
    p_silent: float | None
    compared: tuple[JudgedCandidate, ...]
    ranking: tuple[tuple[str, float], ...]
    missing: tuple[str, ...]
    """Concepts of the source that the other side never names."""
    state: str = UNVERIFIED
    lacking: tuple[str, ...] = ()
    """Of a silence that is not `unverified`: the instruments that were not there, or not whole, to be searched."""


class Judge:
    """Judges the hits of one direction."""

    def __init__(self, pair: PairIndex, source: Side, target: Side, compared: int = COMPARED) -> None:
        self._compared = compared
        self._source, self._target = source, target
        self._half_read = pair.corpus.half_read
        self._gaps = InstrumentGaps(pair.corpus.documents.values(), target.searched(), self._half_read, target.jurisdiction)
        self._reader = Reader(pair, source, target)
        names = [""] * len(pair.corpus.concept_index)
        for name, at in pair.corpus.concept_index.items():
            names[at] = name
        self._names = names
        self._weight = {name: float(pair.concept_idf[at]) for name, at in pair.corpus.concept_index.items()}
        self._named_there = target.statistics.named
        self._match = match_model(pair.recipe())
        self._model = model_for(source.jurisdiction, target.jurisdiction)

    def judge(self, hits: Hits) -> Iterator[SourceVerdict]:
        if not hits.units.shape[1]:
            return
        compared = self.compare(hits)
        p_silent = self._model.p_silent(self.silence_features(hits, compared))
        for i in range(len(hits.sources)):
            yield self._one(hits, compared[i], i, float(p_silent[i]))

    def compare(self, hits: Hits) -> list[tuple[JudgedCandidate, ...]]:
        """The first candidates of each source, read against it."""
        evidence = self._reader.read(hits, min(READ, hits.units.shape[1]))
        last = -np.sort(-hits.score, axis=1)[:, min(READ, hits.units.shape[1]) - 1]
        count = min(self._compared, hits.units.shape[1])
        return [tuple(self._compare(hits, evidence, last, i, j) for j in range(count)) for i in range(len(hits.sources))]

    def silence_features(self, hits: Hits, compared: Sequence[Sequence[JudgedCandidate]]) -> dict[str, Matrix]:
        answered = np.array([any_of(c.match for c in candidates[:COMPARED]) for candidates in compared], np.float32)
        return silence_features(hits, answered, *self._reader.rarity(hits.sources))

    def _one(self, hits: Hits, compared: tuple[JudgedCandidate, ...], i: int, p_silent: float) -> SourceVerdict:
        row = int(hits.sources[i])
        source = self._source.passages[row]
        ranking = tuple(
            (self._target.units[hits.units[i, j]], round(float(hits.score[i, j]), 3)) for j in range(hits.units.shape[1])
        )
        lacking = self._gaps.lacking(source, int(self._source.classes[row]))
        # Nothing is called silent beside a likely counterpart. The best of what is left is none by default where the law that
        # would hold one was not loaded.
        weak = max(c.match for c in compared) < HIGH
        silent = weak and (p_silent >= self._model.threshold or lacking.mostly)
        first = compared[0].verdict
        state, named = self._state(hits, i, lacking) if silent else (UNVERIFIED, ())
        return SourceVerdict(
            source=source.id,
            jurisdiction=self._target.jurisdiction,
            label="SILENT" if silent else first.label,
            relation="none" if silent else first.relation,
            p_silent=round(p_silent, 3) if self._model.shown else None,
            compared=compared,
            ranking=ranking,
            missing=self._absent(row),
            state=state,
            lacking=named,
        )

    def _state(self, hits: Hits, i: int, lacking: Lacking) -> tuple[str, tuple[str, ...]]:
        """Whether the law that would answer was there to be searched, and what of it was not."""
        if lacking.absent:
            return NOT_IN_CORPUS, lacking.absent
        nearest = (self._target.passages[int(p)].document for p in hits.passages[i, :COMPARED, 0])
        partial = (*lacking.partial, *(d for d in dict.fromkeys(nearest) if d in self._half_read))
        return (PARSE_FAILED, partial) if partial else (UNVERIFIED, ())

    def _compare(self, hits: Hits, evidence: Evidence, last: Matrix, i: int, j: int) -> JudgedCandidate:
        row = int(hits.sources[i])
        passages = [int(p) for p in hits.passages[i, j] if p >= 0]
        verdict = judge(
            self._source.demands[row],
            self._target.demands[passages[0]],
            float(evidence.covered[i, j]),
            float(evidence.covers[i, j]),
            float(hits.cosine[i, j]),
            self._weight,
        )
        speaks = {
            "covers": float(evidence.covers[i, j]),
            "cosine": float(hits.cosine[i, j]),
            "class": class_score(int(self._source.classes[row]), int(self._target.classes[passages[0]])),
            "same_act": float(bool(verdict.source.acts & verdict.target.acts)),
            "same_role": float(bool(verdict.source.role) and verdict.source.role == verdict.target.role),
            "strength": float(abs(verdict.source.strength - verdict.target.strength)),
            "behind": float(hits.score[i, 0] - hits.score[i, j]),
            "ahead": float(hits.score[i, 0] - last[i]),
            "shared": float(evidence.shared[i, j]),
            "telling": float(evidence.telling[i, j]),
        }
        return JudgedCandidate(
            unit=self._target.units[hits.units[i, j]],
            passages=tuple(self._target.passages[p].id for p in passages),
            score=float(hits.score[i, j]),
            cosine=float(hits.cosine[i, j]),
            parts={name: round(float(values[i, j]), 2) for name, values in hits.parts.items()},
            verdict=verdict,
            missing=self._missing(row, passages[0]),
            covered=float(evidence.covered[i, j]),
            speaks=speaks,
            match=max(self._match.probability(speaks), RESTATES if self._restated(evidence, i, j, row, passages[0]) else 0.0),
        )

    def _restated(self, evidence: Evidence, i: int, j: int, row: int, target_row: int) -> bool:
        """Whether one is the other's words: nearly all words, or of an item of a list, which has few, every letter."""
        if evidence.restates[i, j] or evidence.words[i, j] < HALF:
            return bool(evidence.restates[i, j])
        own = self._source.passages[row].text
        return len(own) >= SHORTEST_ITEM and squeeze(own).lower() in squeeze(self._target.passages[target_row].text).lower()

    def _missing(self, row: int, target_row: int) -> tuple[str, ...]:
        mine, theirs = columns_of(self._source.concepts, row), set(columns_of(self._target.concepts, target_row))
        return self._most_telling([c for c in mine if c not in theirs])

    def _absent(self, row: int) -> tuple[str, ...]:
        return self._most_telling([c for c in columns_of(self._source.concepts, row) if not self._named_there[c]])

    def _most_telling(self, concepts: Sequence[int]) -> tuple[str, ...]:
        names = sorted((self._names[c] for c in concepts), key=lambda name: (-self._weight[name], name))
        return tuple(names[:MISSING_SHOWN])


def judge_direction(
    corpus: AlignCorpus, pair: PairIndex, source: Side, target: Side, rows: Ints | None = None
) -> Iterator[SourceVerdict]:
    """Verdicts for the passages of `source` that state a demand, in document order."""
    if rows is None:
        rows = source.stating()
    judging = Judge(pair, source, target)
    for hits in pair.search(source, rows):
        yield from judging.judge(hits)
