"""The search index over a graph's law in force: what the aligner reads, kept beside the graph until the graph changes."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray
from scipy import sparse

from align.corpus import AlignCorpus
from align.embeddings import Embedder, VectorCache, Vectors, centred, make_embedder
from align.graph_input import GraphInput, read_graph
from align.side import Side
from align.terms import stems
from align.weighting import count_matrix, idf, saturate, scale_columns, widen
from ingest.concepts import concept_ids
from ingest.concepts.lexicon import LEXICON
from kg.errors import Missing
from kg.progress import Report, silent
from kg.settings import Settings
from kg.stores import GraphStore
from kg.version import CODE_VERSION

Ints = NDArray[np.int64]

_HAN = re.compile(r"[\u4e00-\u9fff]+")
_DOCUMENTS = """
MATCH (d:Document)-[:HAS_PROVISION]->(p:Provision)
WHERE p.valid_to IS NULL
RETURN d.id AS id, d.sha256 AS sha256, d.valid_to AS valid_to, count(p) AS n ORDER BY id
"""
LAYOUT = 1
"""Goes up when the files of an index change."""


def words_of(text: str, lang: str) -> list[str]:
    """Stems of an English text; pairs of neighbouring characters of a Chinese one."""
    if lang == "zh":
        return [run[i : i + 2] for run in _HAN.findall(text) for i in range(len(run) - 1)]
    return stems(text)


@dataclass(frozen=True)
class Shelf:
    """The passages of one jurisdiction, row by row in document order, and what they are searched by.

    `unit` and `document` are positions in `units` and `documents`, both sorted; the matrices are ready for a product with
    counts of the query: saturated and weighted by inverse document frequency.
    """

    lang: str
    passages: list[str]
    texts: list[str]
    citations: list[str]
    units: list[str]
    unit: Ints
    documents: list[str]
    document: Ints
    """The document of each unit."""
    classes: Ints
    vectors: Vectors
    concepts: sparse.csr_matrix
    words: sparse.csr_matrix
    title_vectors: Vectors
    title_concepts: sparse.csr_matrix
    title_words: sparse.csr_matrix


@dataclass(frozen=True)
class Index:
    """All jurisdictions. `mean` is the mean vector of a language, which a query is freed of as the passages were."""

    shelves: dict[str, Shelf]
    titles: dict[str, str]
    mean: dict[str, Vectors]
    concept_index: dict[str, int]
    word_index: dict[str, dict[str, int]]


class _Recording(VectorCache):
    """Keeps the vectors as they were before the aligner centred them."""

    def encode(self, texts: Sequence[str]) -> Vectors:
        self.raw = super().encode(texts)
        return self.raw


def open_index(store: GraphStore, settings: Settings, embedder: Embedder | None = None, progress: Report = silent) -> Index:
    """The index of what is in the graph now: read from beside it, or built once. Raises Missing for an empty graph."""
    model = embedder or make_embedder(settings)
    digest = _state(store, settings.embedder)
    folder = getattr(store, "folder", None)
    base = Path(folder).parent if folder else settings.workspace
    place = base / f"retrieval-{digest}"
    if not place.exists():
        progress("read graph", 0, 2)
        given = read_graph(store)
        progress("index", 1, 2)
        index = build_index(given, _Recording(settings.workspace / "cache", model))
        for old in base.glob("retrieval-*"):
            shutil.rmtree(old, ignore_errors=True)
        write_index(index, place)
        progress("index", 2, 2)
    return load_index(place)


def _state(store: GraphStore, embedder: str) -> str:
    """Equal while documents, lexicon and embedder are: verdicts may be made again without a new index."""
    parts = [str(LAYOUT), CODE_VERSION, embedder, hashlib.sha256(LEXICON.read_bytes()).hexdigest()]
    parts += [f"{row['id']} {row['sha256']} {row['valid_to']} {row['n']}" for row in store.run(_DOCUMENTS)]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def build_index(given: GraphInput, vectors: _Recording) -> Index:
    """Reads the graph as the aligner does, so that what it embedded is not embedded again."""
    if not given.provisions:
        raise Missing("the graph holds no law; build one first: regkg build PATH... --store S")
    corpus = AlignCorpus.build(given.documents, given.provisions, given.extractions, vectors)
    sides = [corpus.sides[name] for name in sorted(corpus.sides)]  # in the order of the vectors
    langs = np.array([p.lang for side in sides for p in side.passages])
    mean = {str(lang): vectors.raw[langs == lang].mean(axis=0) for lang in np.unique(langs)}
    word_index: dict[str, dict[str, int]] = {"en": dict(corpus.word_index), "zh": {}}
    shelves = {side.jurisdiction: _shelf(side, corpus, vectors, word_index) for side in sides}
    for shelf_lang, index in word_index.items():
        for name, shelf in shelves.items():
            if shelf.lang == shelf_lang:
                shelves[name] = replace(
                    shelf, words=widen(shelf.words, len(index)), title_words=widen(shelf.title_words, len(index))
                )
    titles = {d.id: d.title for d in given.documents}
    return Index(shelves, titles, mean, dict(corpus.concept_index), word_index)


def _shelf(side: Side, corpus: AlignCorpus, vectors: VectorCache, word_index: dict[str, dict[str, int]]) -> Shelf:
    rows = side.targets
    passages = [side.passages[i] for i in rows]
    units = {name: at for at, name in enumerate(dict.fromkeys(p.unit for p in passages))}
    document_of = {p.unit: p.document for p in passages}
    documents = {name: at for at, name in enumerate(dict.fromkeys(document_of.values()))}
    titles = [_subject(corpus.documents[name].title) for name in documents]
    lang = side.lang
    index = word_index[lang]
    if lang == "zh":
        read = (words_of(" ".join((p.title, p.chapter, p.context, p.text)), lang) for p in passages)
        counts = saturate(count_matrix(read, index, grow=True))
    else:
        counts = side.words[rows]
    title_words = count_matrix((words_of(t, lang) for t in titles), index, grow=True)
    title_concepts = count_matrix((concept_ids(t, lang) for t in titles), corpus.concept_index, grow=False)
    concept_weight, word_weight = idf(side.concepts[rows]), idf(widen(counts, len(index)))
    return Shelf(
        lang=lang,
        passages=[p.id for p in passages],
        texts=[f"{p.context} {p.text}".strip() for p in passages],
        citations=[p.citation for p in passages],
        units=list(units),
        unit=np.array([units[p.unit] for p in passages], np.int64),
        documents=list(documents),
        document=np.array([documents[document_of[u]] for u in units], np.int64),
        classes=side.classes[rows],
        vectors=side.vectors[rows],
        concepts=scale_columns(saturate(side.concepts[rows]), concept_weight),
        words=scale_columns(widen(counts, len(index)), word_weight),
        title_vectors=centred(vectors.encode(titles), [lang] * len(titles)),
        title_concepts=scale_columns(saturate(title_concepts), concept_weight),
        title_words=scale_columns(saturate(title_words), word_weight),
    )


def _subject(title: str) -> str:
    """A title's words for its subject: "21 CFR Part 74 — Listing of ..." says it behind the dash, in capitals or not."""
    return title.rpartition(" — ")[2].capitalize() if title.isupper() or " — " in title else title


_STRINGS = ("passages", "texts", "citations")
_ARRAYS = ("unit", "document", "classes", "vectors", "title_vectors")
_MATRICES = ("concepts", "words", "title_concepts", "title_words")


def write_index(index: Index, place: Path) -> None:
    """A folder with one Parquet file of texts and one NumPy file a jurisdiction; it takes its name when it is whole."""
    partial = place.with_suffix(".partial")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(parents=True)
    for name, shelf in index.shelves.items():
        pq.write_table(
            pa.table({key: getattr(shelf, key) for key in _STRINGS}), partial / f"{name}.parquet", compression="zstd"
        )
        arrays = {key: getattr(shelf, key) for key in _ARRAYS}
        arrays["vectors"] = shelf.vectors.astype(np.float16)
        for key in _MATRICES:
            matrix = getattr(shelf, key)
            arrays |= {f"{key}.data": matrix.data, f"{key}.indices": matrix.indices, f"{key}.indptr": matrix.indptr}
            arrays[f"{key}.shape"] = np.array(matrix.shape)
        _save(partial / f"{name}.npz", arrays)
    _save(partial / "mean.npz", index.mean)
    told = {
        "titles": index.titles,
        "concepts": index.concept_index,
        "words": index.word_index,
        "shelves": {n: {"lang": s.lang, "units": s.units, "documents": s.documents} for n, s in index.shelves.items()},
    }
    (partial / "index.json").write_text(json.dumps(told, ensure_ascii=False), encoding="utf-8")
    partial.replace(place)


def _save(path: Path, arrays: Mapping[str, Any]) -> None:
    np.savez(path, allow_pickle=False, **arrays)


def load_index(place: Path) -> Index:
    told = json.loads((place / "index.json").read_text(encoding="utf-8"))
    shelves = {}
    for name, known in told["shelves"].items():
        table = pq.read_table(place / f"{name}.parquet").to_pydict()
        with np.load(place / f"{name}.npz") as stored:
            matrices = {
                key: sparse.csr_matrix(
                    (stored[f"{key}.data"], stored[f"{key}.indices"], stored[f"{key}.indptr"]),
                    shape=tuple(stored[f"{key}.shape"]),
                )
                for key in _MATRICES
            }
            arrays = {key: stored[key] for key in _ARRAYS}
        arrays["vectors"] = arrays["vectors"].astype(np.float32)
        parts: dict[str, Any] = {**known, **{key: table[key] for key in _STRINGS}, **arrays, **matrices}
        shelves[name] = Shelf(**parts)
    with np.load(place / "mean.npz") as stored:
        mean = {lang: stored[lang] for lang in stored.files}
    return Index(shelves, told["titles"], mean, told["concepts"], told["words"])
