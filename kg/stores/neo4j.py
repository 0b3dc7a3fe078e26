"""Neo4j 5.26 or newer by the official driver: a server, a cluster or Aura, by the address."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, Self, cast

import neo4j
from neo4j.exceptions import (
    AuthError,
    ClientError,
    ConfigurationError,
    CypherSyntaxError,
    DriverError,
    Neo4jError,
    ServiceUnavailable,
    SessionExpired,
)
from neo4j.graph import Node, Path, Relationship

from kg.errors import QueryError, RegkgError, StoreError, StoreUnreachable, UsageError, WriteRefused
from kg.stores.base import Row
from kg.stores.reading import check_reading
from kg.stores.schema import schema_statements

_BATCH = 5000

OLDEST = (5, 26)
"""The oldest server that the statements of regkg are tested on; calendar versions (2025.01) are newer."""

_VERSION = re.compile(r"Neo4j/(\d+)\.(\d+)")


def _plain(value: Any) -> Any:
    """Plain values: dates as ISO strings, of a whole node or relationship its properties, of a path those along it."""
    if isinstance(value, Node | Relationship):
        return {key: _plain(value[key]) for key in value}
    if isinstance(value, Path):
        return [_plain(node) for node in value.nodes]
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if hasattr(value, "iso_format"):
        return value.iso_format()
    return value


def _read(tx: neo4j.ManagedTransaction, cypher: str, parameters: dict[str, Any]) -> list[Row]:
    # A query's text is a program, never a user's text: those come as parameters.
    result = tx.run(cast(Any, cypher), parameters)
    keys = result.keys()
    return [{key: _plain(record[key]) for key in keys} for record in result]


def _consume(tx: neo4j.ManagedTransaction, cypher: str, parameters: dict[str, Any]) -> None:
    tx.run(cast(Any, cypher), parameters).consume()


class Neo4jStore:
    """The graph of a Neo4j server's default database."""

    name = "neo4j"

    def __init__(self, address: str, user: str = "", password: str = "") -> None:
        self.address = address
        auth = (user or "neo4j", password) if password else None
        try:
            # The server's notes on unknown labels and old syntax are for people at a console.
            self._driver = neo4j.GraphDatabase.driver(address, auth=auth, notifications_min_severity="OFF")
            agent = self._driver.get_server_info().agent
        except (ConfigurationError, ValueError) as error:
            raise UsageError(f"not an address of a Neo4j server: {address} ({error})") from None
        except (Neo4jError, DriverError) as error:
            raise self._fault(error) from None

        version = _VERSION.match(agent)
        if version and (int(version[1]), int(version[2])) < OLDEST:
            self._driver.close()
            raise StoreError(f"{address} is {agent}; regkg needs Neo4j {OLDEST[0]}.{OLDEST[1]} or newer")

    def _fault(self, error: Exception) -> RegkgError:
        if isinstance(error, AuthError):
            return StoreError(f"{self.address} refuses the name or password; set NEO4J_USER and NEO4J_PASSWORD")
        if isinstance(error, ServiceUnavailable | SessionExpired):
            return StoreUnreachable(f"no Neo4j answers at {self.address}; start it (regkg up), or correct NEO4J_URI")
        if isinstance(error, ClientError) and error.code == "Neo.ClientError.Statement.AccessMode":
            return WriteRefused("the query would write; only reading is allowed here")
        if isinstance(error, CypherSyntaxError | ClientError) and (error.code or "").startswith("Neo.ClientError.Statement"):
            return QueryError(f"the query is refused: {error.message}")
        return StoreError(f"{self.address} failed: {error}")

    def run(self, cypher: str, parameters: Mapping[str, Any] | None = None) -> list[Row]:
        check_reading(cypher)
        try:
            with self._driver.session(default_access_mode=neo4j.READ_ACCESS) as session:
                return session.execute_read(_read, cypher, dict(parameters or {}))
        except (Neo4jError, DriverError) as error:
            raise self._fault(error) from None

    def write(self, cypher: str, rows: Sequence[Mapping[str, Any]] = (), **parameters: Any) -> None:
        statement = f"UNWIND $rows AS row {cypher}" if rows else cypher
        batches = [{"rows": list(rows[i : i + _BATCH])} for i in range(0, len(rows), _BATCH)] if rows else [{}]
        try:
            with self._driver.session() as session:
                for batch in batches:
                    # A managed transaction: the driver tries again after a deadlock or a change of leader.
                    session.execute_write(_consume, statement, {**parameters, **batch})
        except (Neo4jError, DriverError) as error:
            raise self._fault(error) from None

    def apply_schema(self) -> None:
        try:
            with self._driver.session() as session:
                for path in ("constraints.cypher", "neo4j/fulltext.cypher"):
                    for statement in schema_statements(path):
                        session.run(cast(Any, statement)).consume()
                session.run("CALL db.awaitIndexes(300)").consume()
        except (Neo4jError, DriverError) as error:
            raise self._fault(error) from None

    def clear(self) -> None:
        try:
            with self._driver.session() as session:
                session.run("MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 10000 ROWS").consume()
        except (Neo4jError, DriverError) as error:
            raise self._fault(error) from None

    def close(self) -> None:
        self._driver.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()
