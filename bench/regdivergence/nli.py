"""The NLI baseline: a cross-encoder reads each pair in both directions; two thresholds are tuned on other folds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from bench.regdivergence.pairs import LABELS, Pair, collapse, silent_side
from bench.statistics import macro_f1
from kg.errors import ExtraMissing, UsageError

_CLASSES = ("entailment", "neutral", "contradiction")


@dataclass(frozen=True, slots=True)
class Reading:
    """Probabilities of the three NLI classes, the mean of both directions."""

    entailment: float
    neutral: float
    contradiction: float


@dataclass(frozen=True, slots=True)
class NliThresholds:
    """`silent`: probability of neutral from which a side is silent; `conflict`: share of contradiction in what is left from
    which the sides diverge."""

    silent: float = 0.9
    conflict: float = 0.5


_GRID = [NliThresholds(s, c) for s, c in product((0.5, 0.7, 0.8, 0.9, 0.95, 0.99, 1.01), (0.1, 0.3, 0.5, 0.7, 0.9))]


def read_pairs_by(model: str, pairs: Sequence[Pair]) -> dict[str, Reading]:
    """Probabilities of each pair by id. `model` is a folder or the name of a model on the hub (the paper's is
    `typeform/distilbert-base-uncased-mnli`). Raises ExtraMissing without `transformers`, UsageError for what is no trained
    NLI cross-encoder."""
    try:
        import torch  # noqa: PLC0415 - only for this baseline
    except ImportError:
        raise _extra_missing() from None
    tokenizer, network = _load(model)
    places = _places(model, network.config.id2label)
    # Not every tokenizer tells how much its network reads; RoBERTa keeps two of its places for itself.
    longest = min(tokenizer.model_max_length, getattr(network.config, "max_position_embeddings", 512) - 2)
    out: dict[str, Reading] = {}
    with torch.no_grad():
        for pair in pairs:
            premises, hypotheses = [pair.fda_text, pair.ema_text], [pair.ema_text, pair.fda_text]
            encoded = tokenizer(
                premises, hypotheses, return_tensors="pt", truncation="longest_first", max_length=longest, padding=True
            )
            if not out and set(encoded["input_ids"].flatten().tolist()) <= set(tokenizer.all_special_ids):
                raise UsageError(f"{model}: its tokenizer knows no word of pair {pair.id}; the vocabulary is missing")
            mean = torch.softmax(network(**encoded).logits, dim=-1).mean(dim=0).tolist()
            out[pair.id] = Reading(*(float(mean[place]) for place in places))
    return out


def _extra_missing() -> ExtraMissing:
    return ExtraMissing("the NLI baseline needs transformers and torch: pip install 'regkg[quality]'")


def _load(model: str) -> tuple[Any, Any]:
    """Tokenizer and network. A network that comes without some of its weights is refused: it would be filled with noise."""
    try:
        from safetensors import SafetensorError  # noqa: PLC0415 - only for this baseline
        from transformers import AutoModelForSequenceClassification, AutoTokenizer  # noqa: PLC0415
    except ImportError:
        raise _extra_missing() from None
    try:
        tokenizer = AutoTokenizer.from_pretrained(model)
        network, told = AutoModelForSequenceClassification.from_pretrained(model, output_loading_info=True)
    except (OSError, ValueError, RuntimeError, KeyError, ImportError, SafetensorError) as error:
        why = " ".join(str(error).split())[:200]
        raise UsageError(f"{model} is no model folder that can be read and can't be had from the hub: {why}") from None
    if told["missing_keys"]:
        lacking = ", ".join(sorted(told["missing_keys"])[:3])
        raise UsageError(f"{model} is no trained cross-encoder: it has no weights for {lacking}")
    return tokenizer, network.eval()


def _places(model: str, names: dict[int, Any]) -> list[int]:
    """Where a network puts the three classes; models name them in any order and case."""
    found = {str(name).lower(): int(place) for place, name in names.items()}
    try:
        return [next(place for name, place in found.items() if name.startswith(wanted[:6])) for wanted in _CLASSES]
    except StopIteration:
        raise UsageError(
            f"{model} has the classes {', '.join(found)}; entailment, neutral and contradiction are needed"
        ) from None


class NliJudge:
    """Labels from readings; `fit` tunes the thresholds."""

    def __init__(self, readings: dict[str, Reading]) -> None:
        self._readings = readings

    def label(self, pair: Pair, at: NliThresholds) -> str:
        """AGREE, DIVERGE, SILENT-FDA or SILENT-EMA."""
        found = self._readings[pair.id]
        if found.neutral >= at.silent:
            return silent_side(pair)
        rest = found.entailment + found.contradiction
        return "DIVERGE" if rest and found.contradiction / rest >= at.conflict else "AGREE"

    def fit(self, pairs: Sequence[Pair]) -> NliThresholds:
        """The thresholds of the grid with the best three-class macro-F1 on `pairs`; of equals the first."""
        gold = [collapse(pair.label) for pair in pairs]
        return max(_GRID, key=lambda at: macro_f1(gold, [collapse(self.label(pair, at)) for pair in pairs], LABELS))
