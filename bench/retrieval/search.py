"""From a question to provisions: the best passages of each jurisdiction that it concerns, a few from each document.

The score of a passage is a fixed sum of z values, as in the aligner: shared concepts (a Chinese question finds a US part by
them), cosine, words where question and law speak one language, and the product class. What a whole document answers counts
too, by its best passages and by its title: a question about colour additives is one for the parts on colour additives.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from align.embeddings import Embedder, Vectors
from align.object_class import class_rows, classes_of
from align.weighting import add_z
from bench.retrieval.index import Index, Shelf, words_of
from bench.retrieval.question import Question
from ingest.concepts import concept_weights

Matrix = NDArray[np.float32]
Ints = NDArray[np.int64]

WEIGHTS = {"concepts": 0.8, "vectors": 0.65, "words": 0.7, "class": 1.0}
DOCUMENT, TITLE = 2.0, 0.5
"""What a document's best passages and its title add to each of its passages (z values over documents)."""
_BEST = 5
_BLOCK = 16


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage that was found; `text` is its own with its heading and lead-in."""

    passage: str
    unit: str
    document: str
    title: str
    jurisdiction: str
    citation: str
    text: str
    score: float


class Searcher:
    """Searches one index. Nothing is approximate: every passage is scored."""

    def __init__(self, index: Index, embedder: Embedder) -> None:
        self._index = index
        self._embedder = embedder
        self._by_word = {
            name: (shelf.concepts.T.tocsr(), shelf.words.T.tocsr(), shelf.title_concepts.T.tocsr(), shelf.title_words.T.tocsr())
            for name, shelf in index.shelves.items()
        }

    def search(
        self,
        questions: Sequence[Question],
        documents: int = 5,
        a_document: int = 2,
        within: Sequence[Collection[str]] | None = None,
    ) -> Iterator[dict[str, list[Hit]]]:
        """For each question and each jurisdiction it concerns: hits of up to `documents` documents, best first.

        `a_document` is how many units of one document may come; `within`, one a question, are ids of the only documents
        that may.
        """
        for at in range(0, len(questions), _BLOCK):
            block = questions[at : at + _BLOCK]
            found: list[dict[str, list[Hit]]] = [{} for _ in block]
            for name, shelf in self._index.shelves.items():
                asked = [i for i, question in enumerate(block) if name in question.sides]
                if not asked:
                    continue
                total, by_document = self.scores(name, [block[i] for i in asked])
                score = total + by_document[:, shelf.document[shelf.unit]]
                for row, i in enumerate(asked):
                    if within is not None:
                        outside = [d not in within[at + i] for d in shelf.documents]
                        score[row, np.array(outside)[shelf.document[shelf.unit]]] = -np.inf
                    found[i][name] = self._pick(name, score[row], documents, a_document)
            yield from found

    def nearest(self, questions: Sequence[Question], most: int = 40) -> Iterator[list[Hit]]:
        """For each question the passages with the highest cosine, of any jurisdiction: no concepts, words or documents."""
        for question in questions:
            whole = replace(question, clauses=tuple(replace(c, sides=frozenset()) for c in question.clauses))
            found: list[Hit] = []
            for name, shelf in self._index.shelves.items():
                cosine = (self._vectors(name, [whole]) @ shelf.vectors.T)[0]
                best = np.argpartition(-cosine, min(most, len(cosine)) - 1)[:most]
                found.extend(self._hit(name, int(row), float(cosine[row])) for row in best)
            yield sorted(found, key=lambda hit: (-hit.score, hit.passage))[:most]

    def scores(self, name: str, questions: list[Question]) -> tuple[Matrix, Matrix]:
        """Scores of all passages and of all documents of a jurisdiction, one row a question."""
        shelf = self._index.shelves[name]
        by_concept, by_word, title_by_concept, title_by_word = self._by_word[name]
        vectors = self._vectors(name, questions)
        concepts = self._query([_concepts(q, name) for q in questions], self._index.concept_index)
        index = self._index.word_index[shelf.lang]
        words = self._query([_words(q, name, shelf.lang) for q in questions], index)
        bits = [classes_of("", q.text(name), q.lang) for q in questions]
        table = class_rows(bits, shelf.classes)
        total = np.zeros((len(questions), len(shelf.passages)), np.float32)
        add_z(total, vectors @ shelf.vectors.T, WEIGHTS["vectors"])
        add_z(total, _dense(concepts @ by_concept), WEIGHTS["concepts"])
        add_z(total, _dense(words @ by_word), WEIGHTS["words"])
        add_z(total, np.stack([table[b] for b in bits]), WEIGHTS["class"])
        by_title = np.zeros((len(questions), len(shelf.documents)), np.float32)
        add_z(by_title, vectors @ shelf.title_vectors.T, WEIGHTS["vectors"])
        add_z(by_title, _dense(concepts @ title_by_concept), WEIGHTS["concepts"])
        add_z(by_title, _dense(words @ title_by_word), WEIGHTS["words"])
        by_document = np.zeros_like(by_title)
        add_z(by_document, best_mean(total, shelf), DOCUMENT)
        add_z(by_document, by_title, TITLE)
        return total, by_document

    def _vectors(self, name: str, questions: list[Question]) -> Vectors:
        raw = self._embedder.encode([q.text(name) for q in questions]).astype(np.float32)
        zero = np.zeros(raw.shape[1], np.float32)
        raw -= np.stack([self._index.mean.get(q.lang, zero) for q in questions])
        return np.asarray(raw / np.maximum(np.linalg.norm(raw, axis=1, keepdims=True), 1e-9), dtype=np.float32)

    @staticmethod
    def _query(rows: list[dict[str, float]], index: dict[str, int]) -> sparse.csr_matrix:
        cells = [(i, index[key], value) for i, row in enumerate(rows) for key, value in row.items() if key in index]
        at, columns, values = zip(*cells, strict=True) if cells else ((), (), ())
        return sparse.csr_matrix((np.array(values, np.float32), (at, columns)), shape=(len(rows), len(index)))

    def _pick(self, name: str, score: Matrix, documents: int, a_document: int) -> list[Hit]:
        shelf = self._index.shelves[name]
        document = shelf.document[shelf.unit]
        hits: list[Hit] = []
        taken: dict[int, set[int]] = {}
        for row in np.argsort(-score, kind="stable"):
            d, u = int(document[row]), int(shelf.unit[row])
            if not np.isfinite(score[row]):
                break
            if (d not in taken and len(taken) == documents) or u in taken.get(d, ()) or len(taken.get(d, ())) >= a_document:
                continue
            taken.setdefault(d, set()).add(u)
            hits.append(self._hit(name, int(row), float(score[row])))
            if len(hits) == documents * a_document:
                break
        return hits

    def _hit(self, name: str, row: int, score: float) -> Hit:
        shelf = self._index.shelves[name]
        document = shelf.documents[shelf.document[shelf.unit[row]]]
        return Hit(
            passage=shelf.passages[row],
            unit=shelf.units[shelf.unit[row]],
            document=document,
            title=self._index.titles[document],
            jurisdiction=name,
            citation=shelf.citations[row],
            text=shelf.texts[row],
            score=score,
        )


def best_mean(total: Matrix, shelf: Shelf) -> Matrix:
    """For each document the mean of its `_BEST` best units, fewer where it has fewer."""
    starts = np.flatnonzero(np.r_[True, shelf.unit[1:] != shelf.unit[:-1]])
    by_unit = np.maximum.reduceat(total, starts, axis=1)
    first = np.flatnonzero(np.r_[True, shelf.document[1:] != shelf.document[:-1]])
    out = np.zeros((len(total), len(first)), np.float32)
    for at, (start, end) in enumerate(zip(first, [*first[1:], by_unit.shape[1]], strict=True)):
        k = min(_BEST, end - start)
        out[:, at] = np.partition(by_unit[:, start:end], end - start - k, axis=1)[:, end - start - k :].mean(axis=1)
    return out


def _concepts(question: Question, name: str) -> dict[str, float]:
    found: dict[str, float] = {}
    for clause in question.clauses:
        for concept, weight in concept_weights(clause.text, question.lang).items():
            found[concept] = found.get(concept, 0.0) + weight * clause.weight(name)
    return {concept: _saturated(weight) for concept, weight in found.items()}


def _words(question: Question, name: str, lang: str) -> dict[str, float]:
    """Words in the language of the law: of a Chinese question the Latin ones, such as HCT/P and UDI."""
    found: dict[str, float] = {}
    for clause in question.clauses:
        for word in words_of(clause.text, lang):
            found[word] = found.get(word, 0.0) + clause.weight(name)
    return {word: _saturated(weight) for word, weight in found.items()}


def _saturated(count: float) -> float:
    """BM25's saturation for a query: four options that repeat a word do not make it four times as telling."""
    return 2.2 * count / (count + 1.2)


def _dense(product: sparse.csr_matrix) -> Matrix:
    return np.asarray(product.toarray(), dtype=np.float32)
