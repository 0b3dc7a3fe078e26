"""A corpus on disk, read back by mapping its files: all processes share one copy, and texts are read one by one."""

from __future__ import annotations

import os
import pickle
from collections.abc import Collection
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from align.corpus import AlignCorpus
from align.side import Side
from align.stored import Stored

_MATRICES = ("concepts", "words", "query_words")
_RECORDS = ("passages", "demands")
_PLAIN = (
    "jurisdiction units unit instruments instrument documents document eligible targets states binding classes homes "
    "digests text_keys near copies frozen"
).split()
_ROWS_A_TIME = 4096
_SMALL = 4096
"""Bytes up to which a file is read at once."""


def write_corpus(corpus: AlignCorpus, folder: Path, same: Collection[str] = (), before: Path | None = None) -> None:
    """Writes `corpus` into `folder`. The sides named in `same` are those of the corpus in `before`, file by file."""
    folder.mkdir(parents=True, exist_ok=True)
    for jurisdiction, side in corpus.sides.items():
        place = folder / jurisdiction
        place.mkdir(exist_ok=True)
        if before is not None and jurisdiction in same:
            for path in (before / jurisdiction).iterdir():
                os.link(path, place / path.name)
        else:
            _write_side(side, place)
    for direction, moments in corpus.moments.items():
        np.save(folder / f"moments {direction}.npy", moments)
    with (folder / "corpus.pickle").open("wb") as file:
        head = (list(corpus.sides), corpus.frozen, corpus.documents, corpus.half_read, list(corpus.moments))
        pickle.dump(head, file, protocol=pickle.HIGHEST_PROTOCOL)


def read_corpus_from(folder: Path) -> AlignCorpus:
    """The corpus that `write_corpus` wrote. Files of this package's own making only: they are pickles."""
    with (folder / "corpus.pickle").open("rb") as file:
        names, frozen, documents, half_read, directions = pickle.load(file)
    sides = {name: _read_side(folder / name) for name in names}
    moments = {name: _mapped(folder / f"moments {name}.npy") for name in directions}
    return AlignCorpus(sides, frozen, documents, half_read, moments)


def _write_side(side: Side, place: Path) -> None:
    np.save(place / "vectors.npy", side.vectors)
    with (place / "targets.npy").open("wb") as file:
        shape = (len(side.targets), side.vectors.shape[1])
        np.lib.format.write_array_header_1_0(file, {"descr": "<f4", "fortran_order": False, "shape": shape})
        for at in range(0, len(side.targets), _ROWS_A_TIME):
            file.write(np.ascontiguousarray(side.vectors[side.targets[at : at + _ROWS_A_TIME]], "<f4").tobytes())
    for name in _MATRICES:
        matrix = getattr(side, name)
        np.save(place / f"{name} data.npy", matrix.data)
        np.save(place / f"{name} indices.npy", matrix.indices.astype(np.int32))
        np.save(place / f"{name} indptr.npy", matrix.indptr.astype(np.int32))
    for name in _RECORDS:
        records = getattr(side, name)
        stored = records if isinstance(records, Stored) else Stored.of(records)
        np.save(place / f"{name}.npy", stored.data)
        np.save(place / f"{name} ends.npy", stored.ends)
    rest = {name: getattr(side, name) for name in _PLAIN} | {"widths": [getattr(side, name).shape[1] for name in _MATRICES]}
    with (place / "side.pickle").open("wb") as file:
        pickle.dump(rest, file, protocol=pickle.HIGHEST_PROTOCOL)


def _read_side(place: Path) -> Side:
    with (place / "side.pickle").open("rb") as file:
        rest: dict[str, Any] = pickle.load(file)
    for name in _RECORDS:
        rest[name] = Stored(_mapped(place / f"{name}.npy"), np.load(place / f"{name} ends.npy"))
    for name, width in zip(_MATRICES, rest.pop("widths"), strict=True):
        parts = tuple(_mapped(place / f"{name} {part}.npy") for part in ("data", "indices", "indptr"))
        rest[name] = sparse.csr_matrix(parts, shape=(len(rest["passages"]), width), copy=False)
    targets = (rest["targets"], _mapped(place / "targets.npy"))
    return Side(vectors=_mapped(place / "vectors.npy"), vectors_of_targets=targets, **rest)


def _mapped(path: Path) -> Any:
    array = np.load(path, mmap_mode="r" if path.stat().st_size > _SMALL else None)
    return array.view(np.ndarray)  # a plain array over the mapped file
