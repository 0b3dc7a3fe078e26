"""Exact candidate search between two jurisdictions: every source against every passage of the other side.

No index is used: an approximate or filtered index starves, and silence may rest only on a search that looked everywhere.
The score is a fixed sum of z values (z over all passages of the other side, for each source); every part of it is kept,
so that a reader can see why a candidate stands where it stands. Weights and the figures they gave: `data/weights.json`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files

import numpy as np
from scipy import sparse

from align.corpus import AlignCorpus
from align.object_class import class_rows
from align.pair_statistics import pair_statistics
from align.side import Ints, Side
from align.weighting import Matrix, add_z, counted_z, scale_columns

PARTS = ("concepts", "vectors", "class", "prior", "words", "unit", "force", "demands")
"""The signals: shared concepts, cosine of the vectors, product class, instrument prior, stemmed words (BM25), cosine of
the whole units; whether the candidate binds: of two that read alike, a reader wants the law before the guidance; and whether
it puts a demand to someone: a definition or a statement of what a part covers answers none."""
MEASURED = ("concepts", "vectors", "words", "unit")
"""Those whose z values are taken over all targets for each source."""

CANDIDATES = 50
READ = 12
"""Candidates that are read against the source, for silence and for the verdict: only of these are the passages told."""
PASSAGES_SHOWN = 3
_CELLS = 1_000_000
"""Scores held at a time: about what a processor's cache holds."""
_MOST_ROWS = 2000


@lru_cache(maxsize=1)
def weights() -> dict[str, dict[str, float]]:
    stored = json.loads(files("align").joinpath("data/weights.json").read_text(encoding="utf-8"))
    return {
        recipe: {part: float(stored[recipe].get(part, 0.0)) for part in PARTS} for recipe in ("cross-language", "same-language")
    }


@lru_cache(maxsize=1)
def most_of_one() -> dict[str, int]:
    """By recipe how many units of one instrument may stand before the first of another; 0 for any number."""
    stored = json.loads(files("align").joinpath("data/weights.json").read_text(encoding="utf-8"))
    return {recipe: int(n) for recipe, n in stored["most of one instrument"].items()}


def shown_order(instruments: Ints, most: int) -> Ints:
    """For lists of candidates (rows), told by their instruments, the order in which they are shown: beyond the first `most` of
    one instrument they come behind all others.

    The other side's edition of the source's own guideline would else fill the first page with its neighbours, of which one at
    most answers.
    """
    if not most or not instruments.shape[1]:
        return np.broadcast_to(np.arange(instruments.shape[1]), instruments.shape)
    before = np.tril(np.ones((instruments.shape[1],) * 2, np.bool_), -1)
    steps = np.array_split(instruments, len(instruments) // 500 + 1)  # rows x candidates x candidates at a time
    nth = np.concatenate([((at[:, :, None] == at[:, None, :]) & before).sum(axis=2) for at in steps])
    return np.argsort(nth >= most, axis=1, kind="stable")


@dataclass(frozen=True, slots=True)
class Hits:
    """The best units of the other side for some sources, as they are shown: the best first, but for `most_of_one`. Row i
    belongs to `sources[i]`.

    `units` are positions in the target side's `units`; `score` their scores. Of the first READ: `passages` the rows of
    their best passages (up to three, -1 beyond); `parts[name]` the z value of each signal, weighted; `cosine` the plain
    cosine of the centred vectors with the best passage. `moments` are mean and standard deviation of each signal of
    MEASURED over all targets.
    """

    sources: Ints
    units: Ints
    score: Matrix
    passages: Ints
    parts: dict[str, Matrix]
    cosine: Matrix
    moments: Matrix


@dataclass
class PairIndex:
    """Two sides made comparable: what both share and what is estimated from both. Serves both directions."""

    corpus: AlignCorpus
    a: Side
    b: Side
    concept_idf: Matrix
    word_idf: Matrix
    prior: Matrix
    """Instruments of a x instruments of b."""
    _searches: dict[tuple[str, tuple[tuple[str, float], ...]], Search] = field(default_factory=dict, init=False, repr=False)

    @classmethod
    def build(cls, corpus: AlignCorpus, a: Side, b: Side) -> PairIndex:
        known = corpus.frozen.pairs.get((a.jurisdiction, b.jurisdiction)) or pair_statistics(a, b)
        return cls(corpus, a, b, known.concept_idf, known.word_idf, known.prior)

    def recipe(self) -> str:
        return "same-language" if self.a.lang == self.b.lang else "cross-language"

    def search(self, source: Side, rows: Ints, given: Mapping[str, float] | None = None) -> Iterator[Hits]:
        """Hits for `rows` of `source` (one of the two sides) on the other, in blocks."""
        chosen = dict(given) if given is not None else weights()[self.recipe()]
        key = (source.jurisdiction, tuple(sorted(chosen.items())))
        if key not in self._searches:
            self._searches = {key: self.search_of(source, given)}  # one: its matrices are large
        yield from self._searches[key].run(rows)

    def search_of(self, source: Side, given: Mapping[str, float] | None = None, among: Ints | None = None) -> Search:
        """The search from `source`, over all targets of the other side or only those `among` them (rows)."""
        target, prior = (self.b, self.prior) if source is self.a else (self.a, self.prior.T)
        chosen = dict(given) if given is not None else weights()[self.recipe()]
        return Search(self, source, target, prior, chosen, target.targets if among is None else among)

    def shown_order(self, target: Side, units: Ints) -> Ints:
        """For lists of `target`'s units, the best first, the order in which they are shown."""
        return shown_order(target.instrument[units], most_of_one()[self.recipe()])


class _Shared:
    """A signal that is the same for all sources of one kind: z values by kind of source and kind of target."""

    def __init__(self, kind_of_source: Ints, z: Matrix, kind_of_target: Ints, weight: float) -> None:
        self._kind, self._z, self._columns, self._weight = kind_of_source, z, kind_of_target, np.float32(weight)
        self._known: dict[int, Matrix] = {}

    def _row(self, kind: int) -> Matrix:
        if kind not in self._known:
            self._known[kind] = np.asarray(self._z[kind][self._columns] * self._weight, dtype=np.float32)
        return self._known[kind]

    def add(self, total: Matrix, rows: Ints) -> None:
        for i, kind in enumerate(self._kind[rows]):
            total[i] += self._row(int(kind))

    def at(self, rows: Ints, columns: Ints) -> Matrix:
        """The weighted z values of each source at its own `columns`."""
        return np.asarray(self._z[self._kind[rows][:, None], self._columns[columns]] * self._weight, dtype=np.float32)


@dataclass(frozen=True, slots=True)
class _Constant:
    """A signal that is the same for every source."""

    row: Matrix

    def add(self, total: Matrix, rows: Ints) -> None:
        total += self.row

    def at(self, rows: Ints, columns: Ints) -> Matrix:
        return self.row[columns]


class Search:
    """One direction: the matrices of the targets, ready for blocks of sources."""

    def __init__(
        self, pair: PairIndex, source: Side, target: Side, prior: Matrix, chosen: Mapping[str, float], rows: Ints
    ) -> None:
        self.source, self.target, self.weights, self.rows, self._pair = source, target, chosen, rows, pair
        self.unit_of_row = target.unit[rows]
        self.unit_starts = np.flatnonzero(np.r_[True, self.unit_of_row[1:] != self.unit_of_row[:-1]])
        self.unit_ids = self.unit_of_row[self.unit_starts] if len(rows) else self.unit_of_row
        self.unit_ends = np.r_[self.unit_starts[1:], len(rows)]
        self._known = pair.corpus.moments.get(f"{source.jurisdiction}->{target.jurisdiction}")
        self._parts: dict[str, Callable[[Ints], Matrix]] = {}
        if chosen["concepts"]:
            docs = scale_columns(target.target_weights(rows), pair.concept_idf).T.tocsr()
            queries = source.query_weights()
            self._parts["concepts"] = lambda at: _dense(queries[at] @ docs)
        self.vectors = target.target_vectors(rows)
        if chosen["vectors"]:
            self._parts["vectors"] = lambda at: source.query_vectors(at) @ self.vectors.T
        self._shared: dict[str, _Shared | _Constant] = {}
        if chosen["class"]:
            z, of_source, of_target = _class_z(source, target)
            self._shared["class"] = _Shared(of_source, z, of_target[rows], chosen["class"])
        if chosen["prior"]:
            z = counted_z(prior, target.statistics.instruments)
            self._shared["prior"] = _Shared(
                source.instrument[source.unit], z, target.instrument[self.unit_of_row], chosen["prior"]
            )
        if chosen["force"]:  # no z value: how much of a corpus is guidance must not decide what a law is worth
            self._shared["force"] = _Constant(target.binding[rows].astype(np.float32) * np.float32(chosen["force"]))
        if chosen["demands"]:
            self._shared["demands"] = _Constant(target.states[rows].astype(np.float32) * np.float32(chosen["demands"]))
        if chosen["words"]:
            by_word = scale_columns(target.words[rows], pair.word_idf).T.tocsr()
            self._parts["words"] = lambda at: _dense(source.query_words[at] @ by_word)
        if chosen["unit"]:
            right = target.unit_vectors[self.unit_ids]
            of_row = np.repeat(np.arange(len(self.unit_ids)), self.unit_ends - self.unit_starts if len(rows) else 0)
            self._parts["unit"] = lambda at: (source.unit_vectors[source.unit[at]] @ right.T)[:, of_row]

    def run(self, rows: Ints) -> Iterator[Hits]:
        for at in self._steps(rows):
            yield self._block(at)

    def by_unit(self, rows: Ints) -> Matrix:
        """The score of every unit for each source; columns are `unit_ids`."""
        found = [np.maximum.reduceat(self._score(at)[0], self.unit_starts, axis=1) for at in self._steps(rows)]
        return np.concatenate(found) if found else np.zeros((0, len(self.unit_ids)), np.float32)

    def _steps(self, rows: Ints) -> Iterator[Ints]:
        step = min(_MOST_ROWS, max(1, _CELLS // max(len(self.rows), 1)))
        for at in range(0, len(rows), step):
            yield rows[at : at + step]

    def _score(self, rows: Ints) -> tuple[Matrix, dict[str, Matrix], Matrix]:
        """Sources x targets: the score, its parts, and the moments of each part."""
        total = np.zeros((len(rows), len(self.rows)), np.float32)
        parts: dict[str, Matrix] = {}
        moments = np.full((len(rows), len(MEASURED), 2), np.nan, np.float32)
        for name, compute in self._parts.items():
            part = np.ascontiguousarray(compute(rows), dtype=np.float32)
            at = MEASURED.index(name)
            known = None if self._known is None else self._known[rows, at]
            moments[:, at] = add_z(total, part, self.weights[name], known)
            parts[name] = part
        for shared in self._shared.values():
            shared.add(total, rows)
        return total, parts, moments

    def _block(self, rows: Ints) -> Hits:
        total, parts, moments = self._score(rows)
        by_unit = np.maximum.reduceat(total, self.unit_starts, axis=1) if total.shape[1] else total
        best = _best(by_unit)
        order = self._pair.shown_order(self.target, self.unit_ids[best])
        best = np.take_along_axis(best, order, axis=1)
        score = np.take_along_axis(by_unit, best, axis=1)
        passages = self._best_passages(total, best[:, :READ])
        first = passages[:, :, 0]
        row_index = np.arange(len(rows))[:, None]
        cosine = np.einsum("id,ijd->ij", self.source.vectors[rows], self.vectors[first], dtype=np.float32)
        return Hits(
            sources=rows,
            units=self.unit_ids[best],
            score=score,
            passages=np.where(passages >= 0, self.rows[passages], -1),
            parts={name: part[row_index, first] for name, part in parts.items()}
            | {name: shared.at(rows, first) for name, shared in self._shared.items()},
            cosine=cosine.astype(np.float32),
            moments=moments,
        )

    def _best_passages(self, total: Matrix, best: Ints) -> Ints:
        out = np.full((*best.shape, PASSAGES_SHOWN), -1, np.int64)
        starts, ends = self.unit_starts[best], self.unit_ends[best]
        for i in range(best.shape[0]):
            row = total[i]
            for j in range(best.shape[1]):
                s, e = starts[i, j], ends[i, j]
                if e - s == 1:
                    out[i, j, 0] = s
                    continue
                top = np.argsort(-row[s:e], kind="stable")[:PASSAGES_SHOWN]
                out[i, j, : len(top)] = top + s
        return out


def _best(by_unit: Matrix) -> Ints:
    """Columns of the best CANDIDATES of each row, best first; of equals the first column."""
    n = by_unit.shape[1]
    k = min(CANDIDATES, n)
    if k == n:
        return np.argsort(-by_unit, axis=1, kind="stable")
    best = np.argpartition(-by_unit, k - 1, axis=1)[:, :k]
    score = np.take_along_axis(by_unit, best, axis=1)
    best = np.take_along_axis(best, np.lexsort((best, -score), axis=1), axis=1)
    more = np.count_nonzero(by_unit >= score.min(axis=1, keepdims=True), axis=1) > k  # equals of the last were left out
    for i in np.flatnonzero(more):
        best[i] = np.argsort(-by_unit[i], kind="stable")[:k]
    return best


def _class_z(source: Side, target: Side) -> tuple[Matrix, Ints, Ints]:
    """z by class of source and class of target, and for each passage of both sides the position of its class there."""
    of, of_source = np.unique(source.classes, return_inverse=True)
    there, of_target = np.unique(target.classes, return_inverse=True)
    counts = [target.statistics.classes.get(int(c), 0) for c in there]
    table = class_rows([int(c) for c in of], there)
    return counted_z(np.stack([table[int(c)] for c in of]), counts), of_source, of_target


def _dense(product: sparse.csr_matrix) -> Matrix:
    return np.asarray(product.toarray(), dtype=np.float32)
