"""The embedded store: ArcadeDB in this process, without a server and without Java."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from kg.errors import QueryError, StoreBusy, StoreError, UsageError, WriteRefused
from kg.stores.base import Row
from kg.stores.reading import check_reading
from kg.stores.schema import schema_statements

_BATCH = 2000
HEAP_WHILE_BUILDING_MB = 512
"""What the engine may hold beside a build, which asks for little at a time and has much beside it. Else the engine takes up
to half of the machine's memory, and needs it for queries that sort or collect a whole corpus."""
_CAUSES_OF_THE_CALLER = ("CommandParsingException", "CommandParameterMissingException", "CommandSQLParsingException")
_FULL = re.compile("heap size exceeded|heap budget exceeded|allocation too large", re.IGNORECASE)
_TAKEN = re.compile(r"locked by another process|already in use")


@contextmanager
def _engine(logs: Path, *, building: bool) -> Iterator[Any]:
    """The engine, logging into `logs`. It reads its environment when the first database of a process is opened, so that one
    decides; the variables are taken away again, so that a child process logs where its own store is."""
    wanted = {"ARCADEDB_LOG_DIR": str(logs), "ARCADEDB_LOG_CONSOLE": "0"}
    if building:
        wanted["ARCADEDB_NATIVE_ISOLATE_ARGS"] = f"-Xmx{HEAP_WHILE_BUILDING_MB}m"
    ours = {key: value for key, value in wanted.items() if key not in os.environ}
    os.environ.update(ours)
    try:
        import arcadedb  # noqa: PLC0415 - it must not be loaded before the place of its log is known

        yield arcadedb
    finally:
        for key in ours:
            os.environ.pop(key, None)


def _plain(value: Any) -> Any:
    """Plain values; of a whole node or relationship its properties."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items() if not key.startswith("@")}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if hasattr(value, "isoformat"):
        return value.isoformat()
    return value


def _reason(error: Exception) -> str:
    chain = getattr(error, "java_chain", None) or []
    return next((str(message) for name, message in reversed(chain) if message and message != "null"), str(error))


def _kinds(error: Exception) -> str:
    return " ".join(str(name) for name, _ in (getattr(error, "java_chain", None) or []))


class EmbeddedStore:
    """A graph in `folder`: the database in `folder/db`, the engine's log in `folder/log`. One process at a time holds it."""

    name = "embedded"

    def __init__(self, folder: Path, *, building: bool = False) -> None:
        self.folder = folder.absolute()
        if self.folder.exists() and not self.folder.is_dir():
            raise UsageError(f"{folder} is a file; a store is a folder, or a bolt:// or neo4j:// address")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"the store {folder} can't be made: {error.strerror}; choose another folder") from None
        place = str(self.folder / "db")
        with _engine(self.folder / "log", building=building) as arcadedb:
            self._error: type[Exception] = arcadedb.ArcadeDBError
            try:
                self._db = arcadedb.open_database(place) if arcadedb.database_exists(place) else arcadedb.create_database(place)
            except self._error as error:
                raise self._not_opened(folder, error) from None
        (self.folder / "holder").write_text(str(os.getpid()))
        # fdatasync at each commit: a build survives a power cut as well as kill -9, for about a tenth more time.
        self._db.set_wal_flush("yes_nometadata")

    def _not_opened(self, folder: Path, error: Exception) -> StoreBusy | StoreError:
        reason = _reason(error)
        if _TAKEN.search(reason):
            return StoreBusy(f"the store {folder} is held by {self._holder()}; wait for it to end, or use another folder")
        return StoreError(f"the store {folder} can't be opened: {reason}; move it away and build it again")

    def _holder(self) -> str:
        try:
            pid = (self.folder / "holder").read_text().strip()
        except OSError:
            return "another process"
        return "this process already" if pid == str(os.getpid()) else f"another process ({pid})"

    def run(self, cypher: str, parameters: Mapping[str, Any] | None = None) -> list[Row]:
        check_reading(cypher)
        try:
            rows = self._db.query("opencypher", cypher, dict(parameters or {})).to_list()
        except self._error as error:
            kinds = _kinds(error)
            if "QueryNotIdempotent" in kinds:
                raise WriteRefused("the query would write; only reading is allowed here") from None
            if _FULL.search(_reason(error)):
                raise self._fault(error) from None
            raise QueryError(f"the query is refused: {_reason(error)}") from None
        return [_plain(row) for row in rows]

    def write(self, cypher: str, rows: Sequence[Mapping[str, Any]] = (), **parameters: Any) -> None:
        if not rows:
            self._commit(cypher, parameters)
        statement = f"UNWIND $rows AS row {cypher}"
        for start in range(0, len(rows), _BATCH):
            self._commit(statement, {**parameters, "rows": list(rows[start : start + _BATCH])})

    def _commit(self, cypher: str, parameters: dict[str, Any]) -> None:
        try:
            # It begins, commits, and tries again after a conflict.
            self._db.run_in_transaction(lambda: self._db.command("opencypher", cypher, parameters))
        except self._error as error:
            raise self._fault(error) from None

    def _fault(self, error: Exception) -> QueryError | StoreError:
        if _FULL.search(_reason(error)):
            return StoreError(
                "the engine's memory is not enough for what it was asked; set ARCADEDB_NATIVE_ISOLATE_ARGS=-Xmx4g, "
                "or ask for less at a time"
            )
        if any(kind in _kinds(error) for kind in _CAUSES_OF_THE_CALLER):
            return QueryError(f"the query is refused: {_reason(error)}")
        return StoreError(f"the store {self.folder} failed: {_reason(error)}")

    def apply_schema(self) -> None:
        for statement in schema_statements("arcadedb/types.sql"):
            self._db.command("sql", statement)
        for statement in schema_statements("constraints.cypher"):
            self._commit(statement, {})

    def clear(self) -> None:
        while self.run("MATCH (n) RETURN n.id AS id LIMIT 1"):
            self._commit("MATCH (n) WITH n LIMIT 5000 DETACH DELETE n", {})

    def close(self) -> None:
        if self._db.is_open():
            self._db.close()
            (self.folder / "holder").unlink(missing_ok=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()
