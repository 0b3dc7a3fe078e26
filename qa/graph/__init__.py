"""What items are made from, read from the graph once: provisions, their duties with quantities, terms, references, edges."""

from qa.graph.reading import read_graph
from qa.graph.records import Duty, Edge, Link, Measure, Place, QAGraph, Source, Term, undated

__all__ = ["Duty", "Edge", "Link", "Measure", "Place", "QAGraph", "Source", "Term", "read_graph", "undated"]
