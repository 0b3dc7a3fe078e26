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
from numpy.typing import NDArray
from scipy import sparse

from align.corpus import AlignCorpus
from align.instrument_prior import double_z, instrument_prior
from align.object_class import class_rows
from align.side import Side
from align.weighting import Matrix, add_z, saturate, scale_columns, shared_idf, unit_rows

Ints = NDArray[np.int64]

PARTS = ("concepts", "vectors", "class", "prior", "words", "unit", "force")
"""The signals: shared concepts, cosine of the vectors, product class, instrument prior, stemmed words (BM25), cosine of
the whole units, and whether the candidate binds: of two that read alike, a reader wants the law before the guidance."""

CANDIDATES = 50
READ = 12
"""Candidates that are read against the source, for silence and for the verdict: only of these are the passages told."""
PASSAGES_SHOWN = 3
_CELLS = 1_000_000
"""Scores held at a time: about what a processor's cache holds."""


@lru_cache(maxsize=1)
def weights() -> dict[str, dict[str, float]]:
    stored = json.loads(files("align").joinpath("data/weights.json").read_text(encoding="utf-8"))
    return {
        recipe: {part: float(stored[recipe].get(part, 0.0)) for part in PARTS} for recipe in ("cross-language", "same-language")
    }


@dataclass(frozen=True, slots=True)
class Hits:
    """The best units of the other side for some sources, best first. Row i belongs to `sources[i]`.

    `units` are positions in the target side's `units`; `score` their scores. Of the first READ: `passages` the rows of
    their best passages (up to three, -1 beyond); `parts[name]` the z value of each signal, weighted; `cosine` the plain
    cosine of the centred vectors with the best passage.
    """

    sources: Ints
    units: Ints
    score: Matrix
    passages: Ints
    parts: dict[str, Matrix]
    cosine: Matrix


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
        concept_idf = shared_idf(a.concepts[a.targets], b.concepts[b.targets])
        word_idf = shared_idf(a.words[a.targets], b.words[b.targets])
        similarity = unit_similarity(a, b, concept_idf)
        return cls(corpus, a, b, concept_idf, word_idf, instrument_prior(similarity, a.instrument, b.instrument))

    def recipe(self) -> str:
        return "same-language" if self.a.lang == self.b.lang else "cross-language"

    def search(self, source: Side, rows: Ints, given: Mapping[str, float] | None = None) -> Iterator[Hits]:
        """Hits for `rows` of `source` (one of the two sides) on the other, in blocks."""
        chosen = dict(given) if given is not None else weights()[self.recipe()]
        key = (source.jurisdiction, tuple(sorted(chosen.items())))
        if key not in self._searches:
            target, prior = (self.b, self.prior) if source is self.a else (self.a, self.prior.T)
            self._searches = {key: Search(self, source, target, prior, chosen)}  # one: its matrices are large
        yield from self._searches[key].run(rows)


def unit_vectors(side: Side) -> Matrix:
    """Mean vector of each unit's passages, length 1."""
    starts = np.flatnonzero(np.r_[True, side.unit[1:] != side.unit[:-1]])
    out = np.add.reduceat(side.vectors, starts, axis=0)
    norm = np.linalg.norm(out, axis=1, keepdims=True)
    return np.asarray(out / np.maximum(norm, 1e-9), dtype=np.float32)


def unit_concepts(side: Side) -> sparse.csr_matrix:
    """Counts of concepts summed over each unit's passages."""
    n = len(side.unit)
    gather = sparse.csr_matrix((np.ones(n, np.float32), (side.unit, np.arange(n))), shape=(len(side.units), n))
    return sparse.csr_matrix(gather @ side.concepts)


def unit_similarity(a: Side, b: Side, concept_idf: Matrix) -> Matrix:
    """S0: dz(cosine of the vectors) + dz(cosine of the concepts), units of a x units of b."""
    total = double_z(unit_vectors(a) @ unit_vectors(b).T)
    left, right = (unit_rows(scale_columns(saturate(unit_concepts(s)), concept_idf)) for s in (a, b))
    total += double_z(np.asarray((left @ right.T).todense(), dtype=np.float32))
    return total


class _Shared:
    """A signal that is the same for all sources of one kind: its z values are computed once a kind, with their weight."""

    def __init__(self, kind_of_source: Ints, row: Callable[[int], Matrix], weight: float) -> None:
        self._kind, self._row, self._weight = kind_of_source, row, weight
        self._known: dict[int, Matrix] = {}

    def _z(self, kind: int) -> Matrix:
        if kind not in self._known:
            part = np.array(self._row(kind), dtype=np.float32)[None, :]
            add_z(np.zeros_like(part), part, self._weight)
            self._known[kind] = part[0]
        return self._known[kind]

    def add(self, total: Matrix, rows: Ints) -> None:
        for i, kind in enumerate(self._kind[rows]):
            total[i] += self._z(int(kind))

    def at(self, rows: Ints, columns: Ints) -> Matrix:
        """The weighted z values of each source at its own `columns`."""
        return np.stack([self._z(int(kind))[columns[i]] for i, kind in enumerate(self._kind[rows])])


@dataclass(frozen=True, slots=True)
class _Constant:
    """A signal that is the same for every source."""

    row: Matrix

    def add(self, total: Matrix, rows: Ints) -> None:
        del rows
        total += self.row

    def at(self, rows: Ints, columns: Ints) -> Matrix:
        del rows
        return self.row[columns]


class Search:
    """One direction: the target side's matrices, ready for blocks of sources."""

    def __init__(self, pair: PairIndex, source: Side, target: Side, prior: Matrix, chosen: Mapping[str, float]) -> None:
        self.source, self.target, self.weights = source, target, chosen
        rows = target.targets
        self.unit_of_row = target.unit[rows]
        self.unit_starts = np.flatnonzero(np.r_[True, self.unit_of_row[1:] != self.unit_of_row[:-1]])
        self.unit_ids = self.unit_of_row[self.unit_starts]
        self.unit_ends = np.r_[self.unit_starts[1:], len(rows)]
        self._parts: dict[str, Callable[[Ints], Matrix]] = {}
        if chosen["concepts"]:
            docs = scale_columns(saturate(target.concepts[rows]), pair.concept_idf).T.tocsr()
            queries = saturate(source.query_concepts())
            self._parts["concepts"] = lambda at: _dense(queries[at] @ docs)
        self.vectors = target.vectors[rows]
        if chosen["vectors"]:
            self._parts["vectors"] = lambda at: source.query_vectors(at) @ self.vectors.T
        self._shared: dict[str, _Shared | _Constant] = {}
        if chosen["class"]:
            kinds, of_source = np.unique(source.classes, return_inverse=True)
            table = class_rows([int(c) for c in kinds], target.classes[rows])
            self._shared["class"] = _Shared(of_source, lambda k: table[int(kinds[k])], chosen["class"])
        if chosen["prior"]:
            columns = target.instrument[self.unit_of_row]
            of_source = source.instrument[source.unit]
            self._shared["prior"] = _Shared(of_source, lambda k: prior[k][columns], chosen["prior"])
        if chosen["force"]:  # no z value: how much of a corpus is guidance must not decide what a law is worth
            force = np.array([target.passages[i].binding for i in rows], np.float32) * chosen["force"]
            self._shared["force"] = _Constant(force)
        if chosen["words"]:
            by_word = scale_columns(target.words[rows], pair.word_idf).T.tocsr()
            self._parts["words"] = lambda at: _dense(source.query_words[at] @ by_word)
        if chosen["unit"]:
            left, right = unit_vectors(source), unit_vectors(target)[self.unit_of_row]
            self._parts["unit"] = lambda at: left[source.unit[at]] @ right.T

    def run(self, rows: Ints) -> Iterator[Hits]:
        step = max(1, _CELLS // max(len(self.unit_of_row), 1))
        for at in range(0, len(rows), step):
            yield self._block(rows[at : at + step])

    def _block(self, rows: Ints) -> Hits:
        n = len(self.unit_of_row)
        total = np.zeros((len(rows), n), np.float32)
        parts: dict[str, Matrix] = {}
        for name, compute in self._parts.items():
            part = np.array(compute(rows), dtype=np.float32)
            add_z(total, part, self.weights[name])
            parts[name] = part
        for shared in self._shared.values():
            shared.add(total, rows)
        by_unit = np.maximum.reduceat(total, self.unit_starts, axis=1) if n else total
        k = min(CANDIDATES, by_unit.shape[1])
        best = (
            np.argpartition(-by_unit, k - 1, axis=1)[:, :k] if k < by_unit.shape[1] else np.tile(np.arange(k), (len(rows), 1))
        )
        order = np.lexsort((self.unit_ids[best], -np.take_along_axis(by_unit, best, axis=1)), axis=1)
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
            passages=np.where(passages >= 0, self.target.targets[passages], -1),
            parts={name: part[row_index, first] for name, part in parts.items()}
            | {name: shared.at(rows, first) for name, shared in self._shared.items()},
            cosine=cosine.astype(np.float32),
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


def _dense(product: sparse.csr_matrix) -> Matrix:
    return np.asarray(product.toarray(), dtype=np.float32)
