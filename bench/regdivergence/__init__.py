"""RegDivergence: pairs of requirements of two agencies, its baselines, and its protocol."""

from bench.regdivergence.evaluation import Evaluation, evaluate, nested_predictions
from bench.regdivergence.lexical import LexicalJudge, Thresholds
from bench.regdivergence.methods import always, graph_rag_judge, llm_judge, nli, ours, strata
from bench.regdivergence.methods import lexical as lexical_judge
from bench.regdivergence.model_judges import graph_rag, judge_pairs
from bench.regdivergence.pairs import LABELS, Pair, collapse, is_placeholder, read_pairs, read_passages, with_passages

__all__ = [
    "LABELS",
    "Evaluation",
    "LexicalJudge",
    "Pair",
    "Thresholds",
    "always",
    "collapse",
    "evaluate",
    "graph_rag",
    "graph_rag_judge",
    "is_placeholder",
    "judge_pairs",
    "lexical_judge",
    "llm_judge",
    "nested_predictions",
    "nli",
    "ours",
    "read_pairs",
    "read_passages",
    "strata",
    "with_passages",
]
