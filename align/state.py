"""What an alignment leaves for the next one, in a folder beside its candidate file: the corpus as it was read, the statistics
that it was scored with, and for every source the best candidates with their scores."""

from __future__ import annotations

import pickle
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from align.candidate_file import candidate_path
from align.embeddings import spec_with_contents
from align.frozen import Ranking
from align.graph_input import basis_digest, content_digests, document_rows
from kg.settings import Settings
from kg.sources import known_sources
from kg.stores import GraphStore
from kg.version import stage_version

_OF_THE_FILE = ("sha256", "source")
_PARTS = ("units", "scores", "moments")


@dataclass(frozen=True)
class Signature:
    """What tells whether a document must be read again."""

    work: str
    jurisdiction: str
    whole: bool
    """Whether all of its file is in the graph."""
    file: str
    """Digest of the file that it was read from, which may hold many documents."""
    said: tuple[Any, ...]
    """Title, dates and the like, and the version of the code that read it."""
    content: bytes = b""
    """Digest of its provisions."""


@dataclass(frozen=True)
class State:
    """`corpus` is in `folder / "corpus"`."""

    folder: Path
    run: str
    basis: str
    """Code, lexicon, weights and embedder."""
    documents: dict[str, Signature]
    drift: int
    """Passages read anew since the statistics were estimated."""

    @property
    def corpus(self) -> Path:
        return self.folder / "corpus"

    def ranking(self, direction: str) -> Ranking:
        return Ranking(*(np.load(self.folder / f"{direction} {name}.npy") for name in _PARTS))


def state_folder(store: GraphStore, settings: Settings) -> Path:
    return candidate_path(store, settings, "").parent / "align-state"


def basis(settings: Settings) -> str:
    return f"{basis_digest(spec_with_contents(settings.embedder))} {stage_version('kg', 'ingest', 'align')}"


def signatures(store: GraphStore, before: Mapping[str, Signature] | None = None) -> dict[str, Signature]:
    """Every document as it is now. Provisions are looked at only of works of which a document or its file is another than
    it was `before`."""
    known = before or {}
    sources = known_sources(store)
    out: dict[str, Signature] = {}
    for key, row in document_rows(store).items():
        source = sources.get(row["source"] or "")
        out[key] = Signature(
            work=row["work"] or key,
            jurisdiction=row["jurisdiction"],
            whole=source is None or source.state == "complete",
            file=row["sha256"] or "",
            said=(source.pipeline if source else "", *(row[name] for name in sorted(row) if name not in _OF_THE_FILE)),
        )
    looked_at = {s.work for key, s in out.items() if not s.whole or key not in known or replace(known[key], content=b"") != s}
    looked_at |= {s.work for key, s in known.items() if key not in out}
    contents = content_digests(store, [key for key, s in out.items() if s.work in looked_at])
    for key, signature in out.items():
        content = contents.get(key, b"") if signature.work in looked_at else known[key].content
        out[key] = replace(signature, content=content)
    return out


def begin_state(store: GraphStore, settings: Settings) -> Path:
    """An empty folder to write the next state in."""
    folder = state_folder(store, settings).with_suffix(".partial")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def finish_state(state: State, rankings: Mapping[str, Ranking]) -> None:
    """Completes the folder of `state` and puts it in the place of the last one."""
    for direction, ranking in rankings.items():
        for name in _PARTS:
            np.save(state.folder / f"{direction} {name}.npy", getattr(ranking, name))
    kept = (state.run, state.basis, state.documents, state.drift)
    (state.folder / "state.pickle").write_bytes(pickle.dumps(kept))
    final = state.folder.with_suffix("")
    shutil.rmtree(final, ignore_errors=True)
    state.folder.rename(final)


def last_state(store: GraphStore, settings: Settings, run: str) -> State | None:
    """The state that `run` left; None where there is none, or the code, the lexicon or the embedder is another since."""
    folder = state_folder(store, settings)
    try:
        state = State(folder, *pickle.loads((folder / "state.pickle").read_bytes()))
    except (OSError, pickle.UnpicklingError, TypeError, EOFError, AttributeError, ImportError):
        return None
    if state.run != run or state.basis != basis(settings) or not candidate_path(store, settings, run).exists():
        return None
    return state
