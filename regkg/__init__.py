"""The front door: the `regkg` command and the few functions that a notebook imports.

Only puts the stages together; what they do stands in kg, ingest, align, qa and bench.
"""

from align.gap_register import gaps
from kg.queries import run_query
from regkg.building import build
from regkg.opening import open_graph

__all__ = ["build", "gaps", "open_graph", "run_query"]
