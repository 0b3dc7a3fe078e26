"""The terms of passages: stemmed words, concepts and product classes, read in processes where there are many."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from align.demand import demands_of
from align.object_class import classes_of
from align.passages import Passage
from align.stored import packed
from ingest.concepts import concept_ids
from kg.processes import process_pool

_PASSAGES_A_TASK = 1000
_ALONE = 4000
"""Up to so many passages one process is done before others have started."""

_WORD = re.compile(r"[a-z][a-z-]*[a-z]|[a-z]")
_STOP = frozenset(
    "a an and are as at be been by for from has have if in into is it its may must not of on or shall should "
    "such than that the their them these they this those to was which who will with within without under any "
    "other each all no where when section paragraph article part chapter referred accordance".split()
)


@lru_cache(maxsize=1 << 17)
def _stem(word: str) -> str:
    return str(_stemmer().stemWord(word))


@lru_cache(maxsize=1)
def _stemmer() -> Any:
    import snowballstemmer  # noqa: PLC0415

    return snowballstemmer.stemmer("english")


def stems(text: str) -> list[str]:
    """Stemmed words of an English text without function words."""
    return [_stem(w) for w in _WORD.findall(text.lower()) if w not in _STOP]


@lru_cache(maxsize=1 << 12)
def _stems_again(text: str) -> tuple[str, ...]:
    """The stems of a heading, lead-in or title, which many passages in a row share."""
    return tuple(stems(text))


@dataclass(frozen=True, slots=True)
class Terms:
    """What one passage is matched by: ids of concepts, one entry a mention; stems by field, () in Chinese; class bits; its
    demands, packed."""

    concepts: tuple[str, ...]
    text: tuple[str, ...]
    heading: tuple[str, ...]
    lead_in: tuple[str, ...]
    title: tuple[str, ...]
    classes: int
    demands: bytes

    def stems(self, field: str) -> tuple[str, ...]:
        words: tuple[str, ...] = getattr(self, field)
        return words


def terms_of(p: Passage) -> Terms:
    """The concepts of a Chinese 条 are also those of its chapter's heading: a 条 alone seldom names its subject."""
    above = p.chapter if p.lang == "zh" else ""
    concepts = tuple(concept_ids(" ".join(t for t in (above, p.context, p.text) if t), p.lang))
    classes = classes_of(f"{p.title} {p.chapter} {p.heading}", p.text, p.lang)
    demands = packed(demands_of(p))
    if p.lang != "en":
        return Terms(concepts, (), (), (), (), classes, demands)
    words = tuple(stems(p.text)), _stems_again(p.heading), _stems_again(p.lead_in), _stems_again(p.title)
    return Terms(concepts, *words, classes, demands)


def _terms_of_all(passages: Sequence[Passage]) -> list[Terms]:
    return [terms_of(p) for p in passages]


def read_terms(passages: Sequence[Passage], workers: int = 1) -> list[Terms]:
    """The terms of each passage, in order."""
    if workers < 2 or len(passages) <= _ALONE:
        return _terms_of_all(passages)
    tasks = [passages[at : at + _PASSAGES_A_TASK] for at in range(0, len(passages), _PASSAGES_A_TASK)]
    with process_pool(workers) as pool:
        return [terms for found in pool.map(_terms_of_all, tasks) for terms in found]
