"""NLI cross-encoders: networks that read a premise and a hypothesis together and say entailment, neutral or contradiction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from align.local_models import contents_digest
from kg.errors import ExtraMissing, UsageError

_CLASSES = ("entailment", "neutral", "contradiction")
_BATCH = 16


@dataclass(frozen=True, slots=True)
class Reading:
    """Probabilities of the three classes. `cut`: the texts were longer than the network reads, so their ends were not read."""

    entailment: float
    neutral: float
    contradiction: float
    cut: bool = False


class CrossEncoder:
    """A trained cross-encoder, loaded once. Raises ExtraMissing without `transformers` and torch, UsageError for what is no
    trained NLI cross-encoder."""

    def __init__(self, model: str) -> None:
        """`model` is a folder, or the name of a model on the hub."""
        self._name = model
        self._tokenizer, self._network = _load(model)
        config = self._network.config
        self._places = _places(model, config.id2label)
        # Not every tokenizer tells how much its network reads; RoBERTa keeps two of its places for itself.
        self._longest = min(self._tokenizer.model_max_length, getattr(config, "max_position_embeddings", 512) - 2)
        self._knows_words = False

    def read(self, pairs: Sequence[tuple[str, str]]) -> list[Reading]:
        """Readings of pairs of premise and hypothesis, in their order; of a pair that is too long the longer text is cut."""
        return [reading for at in range(0, len(pairs), _BATCH) for reading in self._batch(pairs[at : at + _BATCH])]

    def _batch(self, pairs: Sequence[tuple[str, str]]) -> list[Reading]:
        import torch  # noqa: PLC0415 - loaded with the network

        premises, hypotheses = [premise for premise, _ in pairs], [hypothesis for _, hypothesis in pairs]
        whole = self._tokenizer(premises, hypotheses, verbose=False)["input_ids"]
        encoded = self._tokenizer(
            premises, hypotheses, return_tensors="pt", truncation="longest_first", max_length=self._longest, padding=True
        )
        if not self._knows_words and set(encoded["input_ids"].flatten().tolist()) <= set(self._tokenizer.all_special_ids):
            raise UsageError(f"{self._name}: its tokenizer knows no word of the first texts; the vocabulary is missing")
        self._knows_words = True
        with torch.no_grad():
            rows = torch.softmax(self._network(**encoded).logits, dim=-1).tolist()
        entailment, neutral, contradiction = self._places
        return [
            Reading(row[entailment], row[neutral], row[contradiction], len(tokens) > self._longest)
            for row, tokens in zip(rows, whole, strict=True)
        ]


def open_folder(folder: Path) -> tuple[CrossEncoder, str]:
    """The cross-encoder of a folder and a digest of the folder's files. Raises as CrossEncoder; never fetches anything."""
    if not folder.is_dir():
        raise UsageError(
            f"{folder} is no folder: give one that holds a trained NLI cross-encoder (config.json, weights, tokenizer)"
        )
    return CrossEncoder(str(folder)), contents_digest(path for path in folder.rglob("*") if path.is_file())


def _extra_missing() -> ExtraMissing:
    return ExtraMissing("an NLI cross-encoder needs transformers and torch: pip install 'regkg[quality]'")


def _load(model: str) -> tuple[Any, Any]:
    """Tokenizer and network. A network that comes without some of its weights is refused: it would be filled with noise."""
    try:
        import torch  # noqa: F401, PLC0415 - some seconds, and only where it is used
        from safetensors import SafetensorError  # noqa: PLC0415
        from transformers import AutoModelForSequenceClassification, AutoTokenizer  # noqa: PLC0415
        from transformers.utils.logging import disable_progress_bar  # noqa: PLC0415
    except ImportError:
        raise _extra_missing() from None
    disable_progress_bar()
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
