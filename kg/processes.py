"""Pools of processes for work on whole corpora."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any

_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def _begin(initializer: Callable[..., None] | None, initargs: tuple[Any, ...]) -> None:
    """A process whose parent was killed would wait for work for ever; it ends with it."""
    parent = multiprocessing.parent_process()

    def leave() -> None:
        assert parent is not None
        parent.join()
        os._exit(1)

    threading.Thread(target=leave, daemon=True).start()
    if initializer is not None:
        initializer(*initargs)


def release_memory() -> None:
    """Gives freed memory back to the system. The C library keeps what threads freed, each thread its own, and a long run of
    large allocations leaves hundreds of MB that nobody uses. Does nothing where the library has no such call."""
    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)


@contextmanager
def process_pool(
    workers: int, initializer: Callable[..., None] | None = None, initargs: tuple[Any, ...] = ()
) -> Iterator[ProcessPoolExecutor]:
    """A pool of `workers` processes with one numeric thread each.

    Spawned, not forked: a fork would take the graph engine's locks along without its threads. The number of threads is
    read when a process loads its numeric libraries, so it must be in the environment before a process starts.
    """
    before = {name: os.environ.get(name) for name in _THREADS}
    os.environ.update(dict.fromkeys(_THREADS, "1"))
    try:
        with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _begin, (initializer, initargs)) as pool:
            yield pool
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
