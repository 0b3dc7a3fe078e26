"""Fixtures that every test folder shares: the corpus, and the two graph stores, both real."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from kg.stores import GraphStore, open_store

ROOT = Path(__file__).resolve().parent.parent
CORPUS = ROOT.parent / "shared" / "corpus"
SERVER = ROOT / "tools" / "neo4j" / "server.sh"

_skipped: set[str] = set()


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of official texts; the test is skipped where it is not there."""
    if not CORPUS.is_dir():
        pytest.skip(f"the corpus is not there ({CORPUS})")
    return CORPUS


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _docker_answers() -> bool:
    docker = shutil.which("docker")
    return docker is not None and subprocess.run([docker, "info"], capture_output=True, check=False).returncode == 0


def _container() -> Iterator[str]:
    from testcontainers.neo4j import Neo4jContainer  # noqa: PLC0415 - only where Docker answers

    with Neo4jContainer("neo4j:5.26-community").with_env("NEO4J_AUTH", "none") as container:
        yield container.get_connection_url()


def _from_jars(folder: Path) -> Iterator[str]:
    """A server of this session's own, from jars that all sessions share."""
    environment = {
        **os.environ,
        "NEO4J_FOLDER": str(folder),
        "NEO4J_JARS": str(ROOT / ".neo4j" / "jars"),
        "NEO4J_BOLT": str(_free_port()),
        "NEO4J_HTTP": str(_free_port()),
        "NEO4J_HEAP": "512m",
    }
    started = subprocess.run(["bash", str(SERVER), "start"], env=environment, stdout=subprocess.PIPE, text=True, check=False)
    if started.returncode:
        _without_neo4j("the server from its Maven jars did not start; see the output above")
    try:
        yield started.stdout.strip().splitlines()[-1]
    finally:
        subprocess.run(["bash", str(SERVER), "stop"], env=environment, check=False)


def _without_neo4j(reason: str) -> None:
    if os.environ.get("NEO4J_REQUIRED") == "1":
        pytest.fail(f"NEO4J_REQUIRED=1, but {reason}", pytrace=False)
    _skipped.add(f"Neo4j half skipped: {reason}")
    pytest.skip(reason)


@pytest.fixture(scope="session")
def neo4j_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A Neo4j server: NEO4J_URI; a container where Docker answers; a server from its Maven jars; else the test is skipped.

    The database is cleared by tests, so one that holds anything at the beginning is refused.
    """
    given = os.environ.get("NEO4J_URI", "")
    if given:
        with _open(given) as store:
            if store.run("MATCH (n) RETURN 1 AS one LIMIT 1"):
                pytest.fail(
                    f"{given} is not empty and tests clear it; give an empty database, or unset NEO4J_URI", pytrace=False
                )
        yield given
        with _open(given) as store:
            store.clear()
    elif _docker_answers():
        yield from _container()
    elif shutil.which("java") and shutil.which("mvn"):
        yield from _from_jars(tmp_path_factory.mktemp("neo4j"))
    else:
        _without_neo4j("neither NEO4J_URI, nor Docker, nor java and mvn are there")


def _open(address: str) -> GraphStore:
    return open_store(address, os.environ.get("NEO4J_USER", ""), os.environ.get("NEO4J_PASSWORD", ""))


@pytest.fixture
def embedded_store(tmp_path: Path) -> Iterator[GraphStore]:
    """An empty embedded store with its schema."""
    with open_store(str(tmp_path / "graph")) as store:
        store.apply_schema()
        yield store


@pytest.fixture
def neo4j_store(neo4j_address: str) -> Iterator[GraphStore]:
    """The Neo4j server, emptied, with its schema."""
    with _open(neo4j_address) as store:
        store.clear()
        store.apply_schema()
        yield store


@pytest.fixture(params=["embedded", pytest.param("neo4j", marks=pytest.mark.neo4j)])
def store(request: pytest.FixtureRequest) -> GraphStore:
    """Each store in turn: what holds of one must hold of the other."""
    found: GraphStore = request.getfixturevalue(f"{request.param}_store")
    return found


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for line in sorted(_skipped):
        terminalreporter.write_line(line)
