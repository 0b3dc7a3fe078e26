"""What an alignment leaves for the next one, in a folder beside its candidate file: the corpus as it was read, the statistics
that it was scored with, and for every source the best candidates with their scores."""

from __future__ import annotations

import pickle
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from align.candidate_file import candidate_path
from align.frozen import Ranking
from align.graph_input import basis_digest, document_rows
from kg.settings import Settings
from kg.sources import known_sources
from kg.stores import GraphStore
from kg.version import stage_version

Signature = tuple[Any, ...]

_PARTS = ("units", "scores", "moments")


@dataclass(frozen=True)
class State:
    """`corpus` is in `folder / "corpus"`."""

    folder: Path
    run: str
    basis: str
    """Code, lexicon, weights and embedder."""
    documents: dict[str, Signature]
    """What the graph said of each document; its work comes first."""
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
    return f"{basis_digest(settings.embedder)} {stage_version('kg', 'ingest', 'align')}"


def signatures(store: GraphStore) -> dict[str, Signature]:
    """What is known of each document without reading it. One whose file is not wholly in the graph is never as it was."""
    sources = {name: source.state for name, source in known_sources(store).items()}
    out: dict[str, Signature] = {}
    for key, row in document_rows(store).items():
        state = sources.get(row["source"] or "", "complete")
        out[key] = (row["work"] or key, state, *(row[name] for name in sorted(row)))
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
