"""The front door: the `regkg` command and the few functions that a notebook imports.

Only puts the stages together; what they do stands in kg, ingest, align, qa and bench.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from align.gap_register import gaps
    from kg.queries import run_query
    from regkg.building import build
    from regkg.opening import open_graph

_FROM = {"build": "regkg.building", "gaps": "align.gap_register", "open_graph": "regkg.opening", "run_query": "kg.queries"}


def __getattr__(name: str) -> Any:
    """Loads a function when it is first asked for: the command's help must not wait for numerical libraries."""
    if name not in _FROM:
        raise AttributeError(f"module 'regkg' has no attribute {name!r}")
    return getattr(import_module(_FROM[name]), name)


__all__ = ["build", "gaps", "open_graph", "run_query"]
