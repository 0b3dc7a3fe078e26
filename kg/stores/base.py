"""What a graph store does, whichever it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, Protocol, Self

Row = dict[str, Any]


class GraphStore(Protocol):
    """A property graph that answers openCypher. `run` only reads: a query that would write raises WriteRefused."""

    name: str
    """`embedded` or `neo4j`."""

    def run(self, cypher: str, parameters: Mapping[str, Any] | None = None) -> list[Row]:
        """The rows of a reading query, as plain Python values; read nodes by projection (`n.id AS id`)."""
        ...

    def write(self, cypher: str, rows: Sequence[Mapping[str, Any]] = (), **parameters: Any) -> None:
        """Runs `UNWIND $rows AS row` + `cypher` over `rows` in batches; without rows `cypher` runs once as it stands.

        Idempotent statements only (MERGE, SET): a batch may be tried again after a conflict.
        """
        ...

    def apply_schema(self) -> None:
        """Types, constraints and indexes of `cypher/schema`; safe to repeat."""
        ...

    def clear(self) -> None:
        """Removes all nodes and relationships."""
        ...

    def close(self) -> None: ...

    def __enter__(self) -> Self: ...

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None: ...
