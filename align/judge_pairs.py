"""The verdict on a bare pair of texts, in the pair format of RegDivergence-101: no corpus, no retrieval.

In a bare pair the side that is silent is a guess: the one whose text holds less of the other's. Silence scores and
thresholds are fitted on real nearest passages; an empty side, or one that says itself that it does not address the
matter, is silence outright.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

import numpy as np

from align.demand import Demand, demands_of_text, from_obligation, sentences
from align.embeddings import Embedder
from align.explain import explain_pair
from align.fields import Difference, compare
from align.terms import stems
from align.verdict import best_match
from ingest.obligations import find_obligations

FEATURES = ("similar", "covered", "difference", "times", "modality", "actor", "exception")
_PLACEHOLDER = re.compile(
    r"\b(?:not (?:specifically |explicitly |directly )?(?:addressed|specified|covered|mentioned|regulated)|"
    r"no (?:specific |direct |explicit )?(?:provision|requirement|counterpart|equivalent|guidance)s?\b|"
    r"does not (?:address|specify|contain|mention|require)|silent)\b",
    re.IGNORECASE,
)
_SHORT_NOTE = 400
"""A side that says it does not address the matter is a short note; in a long passage such words speak of something else."""


@dataclass(frozen=True, slots=True)
class PairReading:
    """What was measured on a pair: `values` by FEATURES, and the best-matching demands of each side."""

    values: Mapping[str, float]
    differences: tuple[Difference, ...]
    fda: Demand
    ema: Demand
    weaker: str
    """`FDA` or `EMA`: the side that answers less of the other."""


def is_placeholder(text: str) -> bool:
    return not text.strip() or (len(text) < _SHORT_NOTE and bool(_PLACEHOLDER.search(text)))


def _demands(text: str) -> list[Demand]:
    found = [from_obligation(o) for o in find_obligations(text, "en")]
    return found or demands_of_text(text, "en")


def _covered(a: set[str], b: set[str]) -> float:
    return len(a & b) / len(a) if a else 0.0


def read_pair(fda_text: str, ema_text: str, embedder: Embedder) -> PairReading:
    """Measures a pair. Similarity is the mean of each sentence's best cosine, of the worse side."""
    left, right = sentences(fda_text, "en") or [fda_text], sentences(ema_text, "en") or [ema_text]
    vectors = embedder.encode([*left, *right])
    vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)
    cosines = vectors[: len(left)] @ vectors[len(left) :].T
    a, b = set(stems(fda_text)), set(stems(ema_text))
    best = best_match(_demands(fda_text), _demands(ema_text), {})
    found = compare(*best)
    weight: dict[str, float] = {}
    for d in found:
        weight[d.field] = max(weight.get(d.field, 0.0), d.weight)
    mine, theirs = float(cosines.max(axis=1).mean()), float(cosines.max(axis=0).mean())
    values = {
        "similar": min(mine, theirs),
        "covered": max(_covered(a, b), _covered(b, a)),
        "difference": max(weight.values(), default=0.0),
        "times": weight.get("timeline", 0.0),
        "modality": weight.get("modality", 0.0),
        "actor": weight.get("actor", 0.0),
        "exception": weight.get("condition", 0.0),
    }
    return PairReading(values, found, *best, weaker="EMA" if len(fda_text) >= len(ema_text) else "FDA")


@lru_cache(maxsize=1)
def _model() -> dict[str, Any]:
    stored: dict[str, Any] = json.loads(files("align").joinpath("data/pairs.json").read_text(encoding="utf-8"))
    return stored


def _linear(weights: Mapping[str, float], values: Mapping[str, float]) -> float:
    return weights["intercept"] + sum(weights[name] * values[name] for name in FEATURES)


def label_of(reading: PairReading) -> tuple[str, float]:
    """AGREE, DIVERGE, SILENT-FDA or SILENT-EMA with its probability: silence first, then the fields."""
    model = _model()
    silence = 1 / (1 + math.exp(-_linear(model["silence"], reading.values)))
    if silence >= model["threshold"]:
        return f"SILENT-{reading.weaker}", silence
    diverge = 1 / (1 + math.exp(-_linear(model["diverge"], reading.values)))
    if any(d.rule == "times differ" for d in reading.differences):
        diverge = max(diverge, 0.8)
    return ("DIVERGE", diverge) if diverge >= 0.5 else ("AGREE", 1 - diverge)


def judge_pairs(rows: Iterable[Mapping[str, Any]], embedder: Embedder, lang: str = "en") -> Iterator[dict[str, Any]]:
    """`{id, label, explanation, probability, differs_in}` for each `{id, fda_text, ema_text}`; a given label is not read."""
    for row in rows:
        yield {"id": row["id"], **_judge_one(str(row.get("fda_text") or ""), str(row.get("ema_text") or ""), embedder, lang)}


def _judge_one(fda: str, ema: str, embedder: Embedder, lang: str) -> dict[str, Any]:
    for side, text in (("FDA", fda), ("EMA", ema)):
        if is_placeholder(text):
            told = "is empty" if not text.strip() else f"says itself: “{text.strip()[:90]}”"
            return {"label": f"SILENT-{side}", "explanation": f"The {side} side {told}.", "probability": 0.95, "differs_in": []}
    reading = read_pair(fda, ema, embedder)
    label, probability = label_of(reading)
    if label.startswith("SILENT"):
        quotes = f"“{reading.fda.quote}” / “{reading.ema.quote}”"
        why = f"No demand of the other side is answered by the {reading.weaker} text (unverified): {quotes}."
        return {"label": label, "explanation": why, "probability": round(probability, 3), "differs_in": []}
    differs = list(dict.fromkeys(d.field for d in reading.differences)) or ["design"]
    return {
        "label": label,
        "explanation": explain_pair(label, reading.differences, reading.fda, reading.ema, "US", "EU", lang),
        "probability": round(probability, 3),
        "differs_in": differs if label == "DIVERGE" else [],
    }
