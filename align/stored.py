"""Records kept as bytes, each made when it is asked for: a hundred thousand passages as objects take a GB."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Generic, Self, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]

_KEPT = 4096
"""Records that are kept as objects, some MB."""


def packed(record: Any) -> bytes:
    return pickle.dumps(record, protocol=pickle.HIGHEST_PROTOCOL)


Record = TypeVar("Record")


class Stored(Sequence[Record], Generic[Record]):
    """Records as pickles one after another. For bytes of this package's own making only."""

    def __init__(self, data: Bytes, ends: NDArray[np.int64]) -> None:
        """`ends[i]` is where record i ends in `data` and the next begins."""
        self.data, self.ends = data, ends
        self._get = lru_cache(maxsize=_KEPT)(self._read)

    @classmethod
    def of_packed(cls, records: Sequence[bytes]) -> Self:
        return cls(np.frombuffer(b"".join(records), np.uint8), np.cumsum([len(b) for b in records], dtype=np.int64))

    @classmethod
    def of(cls, records: Iterable[Record]) -> Self:
        return cls.of_packed([packed(record) for record in records])

    @classmethod
    def joined(cls, pieces: Sequence[tuple[Sequence[Record], int, int]]) -> Self:
        """Of each sequence the records from the first to before the last."""
        spans = [(s if isinstance(s, Stored) else cls.of(s))._span(first, end) for s, first, end in pieces]
        lengths = np.concatenate([n for _, n in spans]) if spans else np.zeros(0, np.int64)
        return cls(np.concatenate([data for data, _ in spans] or [np.zeros(0, np.uint8)]), np.cumsum(lengths))

    def _span(self, first: int, end: int) -> tuple[Bytes, NDArray[np.int64]]:
        bounds = np.r_[0, self.ends]
        return self.data[bounds[first] : bounds[end]], np.diff(bounds[first : end + 1])

    def _read(self, at: int) -> Record:
        record: Record = pickle.loads(self.data[self.ends[at - 1] if at else 0 : self.ends[at]].tobytes())
        return record

    def __len__(self) -> int:
        return len(self.ends)

    @overload
    def __getitem__(self, at: int) -> Record: ...
    @overload
    def __getitem__(self, at: slice) -> list[Record]: ...
    def __getitem__(self, at: int | slice) -> Record | list[Record]:
        if isinstance(at, slice):
            return [self._read(i) for i in range(*at.indices(len(self)))]
        return self._get(at + len(self) if at < 0 else int(at))
