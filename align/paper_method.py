"""The alignment of the first paper as a named method, beside ours: concepts of a chunk as one string, embedded, best match.

Sino-US-DrugQA, section on alignment: three to five short English phrases a chunk, joined by commas after the prefix
`search_document:`; only chunks of the same object domain are compared; the best match of each source counts from a cosine
of .60, as weak below .75 and as strong from there. The paper asks a language model for the phrases and takes nomic-embed-text
v1.5; offline the phrases are the most telling concepts of the lexicon, and any embedder will do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from align.corpus import AlignCorpus
from align.embeddings import VectorCache
from align.side import Side
from ingest.concepts import lexicon
from ingest.taxonomy import topic_of

PREFIX = "search_document: "
PHRASES = 5
WEAK, STRONG = 0.60, 0.75
_BLOCK = 256

Ints = NDArray[np.int64]
Matrix = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class PaperMatch:
    """The best match of a source: `match_type` is weak or strong, `match_score` the cosine."""

    source: str
    target: str
    match_score: float
    match_type: str


class PaperMethod:
    """Two sides by their concept strings. Passages without a concept of the lexicon have no string and no match."""

    def __init__(self, corpus: AlignCorpus, source: Side, target: Side, vectors: VectorCache) -> None:
        self._source, self._target = source, target
        names = [""] * len(corpus.concept_index)
        for name, at in corpus.concept_index.items():
            names[at] = name
        frequency = np.bincount(np.concatenate([source.concepts.indices, target.concepts.indices]), minlength=len(names))
        domains = {d.id: topic_of(d.jurisdiction, d.title or d.id).domain for d in corpus.documents.values()}
        self._queries, self._asked = _embedded(source, names, frequency, vectors)
        found, self._has = _embedded(target, names, frequency, vectors)
        self._rows = target.targets[self._has[target.targets]]
        self._documents = found[self._rows]
        self._domain_of_source = np.array([domains[p.document] for p in source.passages])
        self._domain = np.array([domains[target.passages[r].document] for r in self._rows])

    def cosines(self, rows: Ints) -> Matrix:
        """Of each source with each passage in `targets`; -1 in another domain or without concepts."""
        scores = self._queries[rows] @ self._documents.T
        same = self._domain_of_source[rows][:, None] == self._domain[None, :]
        return np.where(same & self._asked[rows][:, None], scores, np.float32(-1))

    @property
    def targets(self) -> Ints:
        """Rows of the target side that the columns of `cosines` stand for."""
        return self._rows

    def matches(self, rows: Ints) -> Iterator[PaperMatch]:
        """The best match of each source that has one from WEAK on."""
        for at in range(0, len(rows), _BLOCK):
            block = rows[at : at + _BLOCK]
            scores = self.cosines(block)
            if not scores.shape[1]:
                return
            for row, best, score in zip(block, scores.argmax(axis=1), scores.max(axis=1), strict=True):
                if score >= WEAK:
                    yield PaperMatch(
                        source=self._source.passages[int(row)].id,
                        target=self._target.passages[int(self._rows[best])].id,
                        match_score=round(float(score), 4),
                        match_type="strong" if score >= STRONG else "weak",
                    )


def paper_matches(corpus: AlignCorpus, vectors: VectorCache) -> Iterator[PaperMatch]:
    """The matches of every demand with every other jurisdiction, direction by direction."""
    for a, b in permutations(sorted(corpus.sides), 2):
        source = corpus.sides[a]
        yield from PaperMethod(corpus, source, corpus.sides[b], vectors).matches(source.stating())


def _embedded(
    side: Side, names: list[str], frequency: NDArray[np.int64], vectors: VectorCache
) -> tuple[Matrix, NDArray[np.bool_]]:
    """Vectors of length 1 of the concept strings, and which passages have one."""
    known = lexicon().by_id
    texts: list[str] = []
    for row in range(len(side.passages)):
        ids = sorted(side.concepts[row].indices, key=lambda c: (frequency[c], names[c]))[:PHRASES]
        labels = [known[names[c]].label_en for c in ids if names[c] in known]
        texts.append(PREFIX + ", ".join(labels) if labels else "")
    matrix = vectors.encode(texts)
    norm = np.linalg.norm(matrix, axis=1, keepdims=True)
    return np.asarray(matrix / np.maximum(norm, 1e-9), dtype=np.float32), np.array([bool(t) for t in texts])
