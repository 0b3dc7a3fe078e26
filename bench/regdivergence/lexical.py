"""The lexical heuristic of the second paper, from its description (its code was not published).

Cosine over light-stemmed TF-IDF words, a conflict score, a shared ICH citation; three thresholds, tuned on other folds.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import log, sqrt

from bench.regdivergence.pairs import Pair, collapse, silent_side
from bench.statistics import macro_f1

_STOP = frozenset(
    "the a an of and or to in for on with by is are be as at that this from it its their which should must shall may can will "
    "not no".split()
)
_WORD = re.compile(r"[a-z]+(?:-[a-z]+)*|\d+(?:\.\d+)?")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_ICH = re.compile(r"\bICH\s*([QSEM]\d+[A-Z]?)", re.IGNORECASE)
_NEGATED = re.compile(r"\b(?:not|no|never|neither|without|cannot)\b", re.IGNORECASE)
_STRONG = re.compile(r"\b(?:must|shall|required?|requires)\b", re.IGNORECASE)
_WEAK = re.compile(r"\b(?:may|encouraged?|case[- ]by[- ]case|optional|recommended?)\b", re.IGNORECASE)
_OPEN = re.compile(r"case[- ]by[- ]case|justif", re.IGNORECASE)
_CUES = (("single-arm", "randomi"), ("required", "not required"), ("contemporaneous", "separate"))


@dataclass(frozen=True, slots=True)
class Thresholds:
    """`silent`: similarity below which a side is silent; `conflict`: score from which sides diverge; `agree`: similarity
    from which they agree."""

    silent: float = 0.05
    conflict: float = 0.6
    agree: float = 0.3


_GRID = [
    Thresholds(s, c, a) for s, c, a in product((0.0, 0.02, 0.05, 0.1, 0.15), (0.5, 0.6, 1.1, 1.2), (0.1, 0.2, 0.3, 0.4, 0.5))
]


def _stem(word: str) -> str:
    for tail in ("ations", "ation", "ingly", "ings", "ing", "edly", "ed", "ies", "es", "s"):
        if word.endswith(tail) and len(word) - len(tail) >= 4:
            return word[: -len(tail)]
    return word


def _words(text: str) -> Counter[str]:
    return Counter(_stem(w) for w in _WORD.findall(text.lower()) if w not in _STOP)


def conflict(a: str, b: str) -> float:
    """The conflict score of two texts: asymmetries of negation, modal strength and specificity, cue pairs, other numbers."""
    score = 0.5 * (bool(_NEGATED.search(a)) != bool(_NEGATED.search(b)))
    for one, other in _CUES:
        if (one in a.lower() and other in b.lower()) or (one in b.lower() and other in a.lower()):
            score += 0.6
    strong_a, strong_b = bool(_STRONG.search(a)), bool(_STRONG.search(b))
    weak_a, weak_b = bool(_WEAK.search(a)), bool(_WEAK.search(b))
    score += 0.6 * ((strong_a and weak_b and not strong_b) or (strong_b and weak_a and not strong_a))
    numbers_a, numbers_b = set(_NUMBER.findall(a)), set(_NUMBER.findall(b))
    score += 0.6 * bool(numbers_a and numbers_b and numbers_a != numbers_b)
    score += 0.6 * bool((numbers_a and _OPEN.search(b)) or (numbers_b and _OPEN.search(a)))
    return score


class LexicalJudge:
    """The heuristic with the document frequencies of a set of pairs; `fit` tunes the thresholds on other pairs."""

    def __init__(self, pairs: Sequence[Pair]) -> None:
        texts = [_words(text) for pair in pairs for text in (pair.fda_text, pair.ema_text)]
        found = Counter(word for words in texts for word in words)
        self._idf = {word: log((1 + len(texts)) / (1 + count)) + 1 for word, count in found.items()}
        self._facts = {pair.id: self._read(pair) for pair in pairs}

    def _read(self, pair: Pair) -> tuple[float, float, bool]:
        a, b = _words(pair.fda_text), _words(pair.ema_text)
        weight = self._idf
        dot = sum(a[w] * b[w] * weight.get(w, 1.0) ** 2 for w in a.keys() & b.keys())
        norm = sqrt(
            sum((n * weight.get(w, 1.0)) ** 2 for w, n in a.items()) * sum((n * weight.get(w, 1.0)) ** 2 for w, n in b.items())
        )
        shared = {x.upper() for x in _ICH.findall(pair.fda_text)} & {x.upper() for x in _ICH.findall(pair.ema_text)}
        return dot / norm if norm else 0.0, conflict(pair.fda_text, pair.ema_text), bool(shared)

    def label(self, pair: Pair, at: Thresholds) -> str:
        """AGREE, DIVERGE, SILENT-FDA or SILENT-EMA."""
        similarity, clash, shared = self._facts[pair.id]
        if shared and clash < at.conflict:
            return "AGREE"
        if similarity < at.silent or similarity == 0.0:
            return silent_side(pair)
        if clash >= at.conflict:
            return "DIVERGE"
        return "AGREE" if similarity >= at.agree else "DIVERGE"

    def fit(self, pairs: Sequence[Pair]) -> Thresholds:
        """The thresholds of the grid with the best three-class macro-F1 on `pairs`; of equals the first."""
        gold = [collapse(pair.label) for pair in pairs]

        def score(at: Thresholds) -> float:
            return macro_f1(gold, [collapse(self.label(pair, at)) for pair in pairs], ("AGREE", "DIVERGE", "SILENT"))

        return max(_GRID, key=score)
