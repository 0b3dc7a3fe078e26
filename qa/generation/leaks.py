"""Guessers that know no law. An item set that they solve measures its makers, not its models."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from qa.items import LETTERS, Item

_WORD = re.compile(r"[a-z]+|\d+(?:\.\d+)?|[㐀-鿿]")
Guess = Callable[[Item], str]


def always_a(item: Item) -> str:
    return "A"


def longest(item: Item) -> str:
    """The longest option, of equals the first."""
    return max(LETTERS, key=lambda letter: len(item.option(letter)))


def _words(text: str) -> set[str]:
    found = _WORD.findall(text.lower())
    pairs = {a + b for a, b in pairwise(found) if len(a) == 1 and len(b) == 1}
    return pairs | {word for word in found if len(word) > 1 or word.isdigit()}


def lexical(item: Item) -> str:
    """The option whose words stand most in the question, by share; of equals the first."""
    asked = _words(item.question)

    def share(letter: str) -> float:
        words = _words(item.option(letter))
        return len(words & asked) / len(words) if words else 0.0

    return max(LETTERS, key=share)


def central(item: Item) -> str:
    """The option that shares most words with the other three; of equals the first."""
    words = {letter: _words(item.option(letter)) for letter in LETTERS}
    return max(
        LETTERS,
        key=lambda letter: sum(
            len(words[letter] & words[other]) / (len(words[letter] | words[other]) or 1) for other in LETTERS if other != letter
        ),
    )


GUESSERS: Mapping[str, Guess] = {"always A": always_a, "longest option": longest, "lexical": lexical, "central option": central}
LIMITS: Mapping[str, float] = {"always A": 0.28, "longest option": 0.30, "lexical": 0.35, "central option": 0.35}


@dataclass(frozen=True, slots=True)
class Leak:
    """How often a guesser is right."""

    guesser: str
    share: float
    limit: float

    @property
    def within(self) -> bool:
        return self.share <= self.limit


def leaks(items: Sequence[Item]) -> list[Leak]:
    """The share of items that each guesser solves; nan-free: 0 for no items."""
    count = len(items) or 1
    return [
        Leak(name, sum(guess(item) == item.answer for item in items) / count, LIMITS[name]) for name, guess in GUESSERS.items()
    ]
