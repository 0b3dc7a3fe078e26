"""What items are made from, read from the graph once: provisions, their duties with quantities, terms, references, edges;
and the items, written back into it."""

from qa.graph.reading import read_graph
from qa.graph.records import Duty, Edge, Link, Measure, Place, QAGraph, Source, Term, undated
from qa.graph.writing import write_items_to_graph

__all__ = [
    "Duty",
    "Edge",
    "Link",
    "Measure",
    "Place",
    "QAGraph",
    "Source",
    "Term",
    "read_graph",
    "undated",
    "write_items_to_graph",
]
