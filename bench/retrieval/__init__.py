"""Finding the law that a question is about: an index beside the graph, and a search of every jurisdiction it concerns."""

from bench.retrieval.index import Index, open_index
from bench.retrieval.question import Question, read_question
from bench.retrieval.search import Hit, Searcher

__all__ = ["Hit", "Index", "Question", "Searcher", "open_index", "read_question"]
