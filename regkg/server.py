"""Starting Neo4j for a user: by docker compose where Docker answers, else by telling the ways there are."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from kg.errors import Missing, StoreUnreachable

COMPOSE = Path(__file__).resolve().parent.parent / "docker-compose.yml"

_WITHOUT_DOCKER = """Docker is not there or does not answer. Neo4j 5.26 or newer is needed; any of these will do:
  - install Docker and run `regkg up` again;
  - install Neo4j (its download page has packages for every system) and start it;
  - make a free instance of Neo4j Aura.
Then tell regkg where it is: NEO4J_URI=bolt://localhost:7687 NEO4J_USER=neo4j NEO4J_PASSWORD=... regkg build PATH
The embedded graph needs none of this: `regkg build PATH` works as it is."""


def start_server() -> Iterator[str]:
    """Starts the server and yields what to tell the user. Raises Missing without Docker, StoreUnreachable when it fails."""
    docker = shutil.which("docker")
    answers = (
        docker is not None and subprocess.run([docker, "info"], capture_output=True, check=False, timeout=60).returncode == 0
    )
    if docker is None or not answers or not COMPOSE.exists():
        raise Missing(_WITHOUT_DOCKER)
    done = subprocess.run(
        [docker, "compose", "-f", str(COMPOSE), "up", "-d", "--wait"], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise StoreUnreachable(f"docker compose could not start Neo4j: {done.stderr.strip()[-400:]}")
    yield "Neo4j is up: bolt://localhost:7687, Browser at http://localhost:7474/browser/"
    yield "export NEO4J_URI=bolt://localhost:7687 NEO4J_USER=neo4j NEO4J_PASSWORD=regkg-local"
