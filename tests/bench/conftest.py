"""The bundled sample as a graph, built once for every test that reads it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kg.settings import settings
from regkg.building import build
from regkg.demo import copy_sample
from regkg.opening import open_graph


@contextmanager
def _workspace(folder: Path) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REGKG_WORKSPACE", str(folder))
        patch.setenv("REGKG_JOBS", "1")
        settings.cache_clear()
        yield
    settings.cache_clear()


@pytest.fixture(scope="session")
def sample_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with the sample's graph, ingested and aligned, in `graph`."""
    folder = tmp_path_factory.mktemp("sample")
    with _workspace(folder), open_graph(str(folder / "graph")) as store:
        build(store, copy_sample(folder / "sources"))
    return folder


@pytest.fixture(scope="module")
def graph(sample_folder: Path) -> Iterator[str]:
    """The address of the sample's graph, whose workspace is the settings' own while the module's tests run."""
    with _workspace(sample_folder):
        yield str(sample_folder / "graph")
