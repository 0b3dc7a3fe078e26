"""RegDivergence: pairs of requirements of two agencies, its baselines, and its protocol."""

from bench.regdivergence.evaluation import Evaluation, evaluate, nested_predictions
from bench.regdivergence.lexical import LexicalJudge, Thresholds
from bench.regdivergence.model_judges import graph_rag, judge_pairs
from bench.regdivergence.pairs import LABELS, Pair, collapse, is_placeholder, read_pairs, with_passages

__all__ = [
    "LABELS",
    "Evaluation",
    "LexicalJudge",
    "Pair",
    "Thresholds",
    "collapse",
    "evaluate",
    "graph_rag",
    "is_placeholder",
    "judge_pairs",
    "nested_predictions",
    "read_pairs",
    "with_passages",
]
