"""A graph with verdicts for commands that read or settle them, built without the slow stages."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kg.stores import open_store
from tests.kg.small_graph import build

Command = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A folder with the small graph in `graph`, its verdicts unverified as the align stage writes them."""
    with open_store(str(tmp_path / "graph")) as store:
        store.apply_schema()
        build(store)
        store.write("MATCH (:Provision)-[a:ALIGNED_WITH]->() SET a.state = 'unverified'")
    return tmp_path


@pytest.fixture
def command(tmp_path: Path) -> Command:
    """Runs `regkg` in a process of its own in the test's folder; more environment by `environment`."""

    def run(*arguments: str, given: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
        inherited = {k: v for k, v in os.environ.items() if not k.startswith(("REGKG_", "NEO4J_"))}
        return subprocess.run(
            [sys.executable, "-m", "regkg", *arguments],
            cwd=tmp_path,
            env={**inherited, "REGKG_WORKSPACE": str(tmp_path / ".regkg"), **environment},
            capture_output=True,
            text=True,
            input=given,
            check=False,
            timeout=110,
        )

    return run
