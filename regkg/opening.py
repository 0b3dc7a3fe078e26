"""The graph that a command works on: the one named, else the one of the settings."""

from __future__ import annotations

from kg.settings import settings
from kg.stores import GraphStore, open_store


def open_graph(address: str = "", *, building: bool = False) -> GraphStore:
    """Opens the store at `address`, or where the settings say; the caller closes it, best by `with`. See `open_store`."""
    chosen = settings()
    password = chosen.neo4j_password.get_secret_value()
    return open_store(address or chosen.store_address, chosen.neo4j_user, password, building=building)
