"""The graph stores: `open_store` gives the embedded one for a folder, Neo4j for a bolt:// or neo4j:// address."""

from __future__ import annotations

import re
from pathlib import Path

from kg.errors import UsageError
from kg.stores.base import GraphStore, Row

__all__ = ["GraphStore", "Row", "is_server", "open_store"]

_SERVER = re.compile(r"(bolt|neo4j)(\+s|\+ssc)?://", re.IGNORECASE)
_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)


def is_server(address: str) -> bool:
    """Whether `address` names a Neo4j server rather than a folder."""
    return _SERVER.match(address) is not None


def open_store(address: str, user: str = "", password: str = "", *, building: bool = False) -> GraphStore:
    """The store at `address`: a folder (made when missing), or bolt://, neo4j:// and their +s and +ssc forms.

    `building` leaves memory to what is done beside it; its queries may collect less.

    Raises StoreBusy when another process holds the folder, StoreUnreachable when the server does not answer, StoreError
    when it refuses, UsageError for another kind of address. The caller closes it, best by `with`.
    """
    if is_server(address):
        from kg.stores.neo4j import Neo4jStore  # noqa: PLC0415 - the driver is loaded only for a server

        return Neo4jStore(address, user, password)
    if not address or _ADDRESS.match(address):
        raise UsageError(f"not a store: {address or 'an empty address'}; give a folder, bolt://HOST:PORT or neo4j://HOST:PORT")
    from kg.stores.embedded import EmbeddedStore  # noqa: PLC0415 - the engine is loaded only for a folder

    return EmbeddedStore(Path(address), building=building)
