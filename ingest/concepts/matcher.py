"""Finds the lexicon's concepts in a text: greedy longest match, by words in English, by characters in Chinese."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from ingest.concepts.lexicon import Lexicon, lexicon
from ingest.concepts.words import TOKEN, is_abbreviation, normal

_BLANK = re.compile(r"\s+")
_WIDE = {0xFF01 + i: 0x21 + i for i in range(94)}  # full-width ASCII; a one-to-one map keeps the offsets
_CAPITALS = "^"  # marks the key of an abbreviation, which is found by its capitals alone


@dataclass(frozen=True, slots=True)
class ConceptMatch:
    """A concept's id and where the text names it: `text[start:end]`. An ambiguous phrase gives one match a concept."""

    concept: str
    start: int
    end: int


class ConceptMatcher:
    """Matches one lexicon. Build it once: the tables take a few milliseconds, a match is linear in the text."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._english: dict[str, list[str]] = defaultdict(list)
        self._chinese: dict[str, list[str]] = defaultdict(list)
        for concept in lexicon.concepts:
            name = "" if concept.kind == "none" else concept.id
            for variant in concept.variants("en"):
                _add(self._english, english_key(variant), name)
            for variant in concept.variants("zh"):
                _add(self._chinese, variant.translate(_WIDE).lower(), name)
        self._english_lengths = _lengths(tuple(key.split(" ")) for key in self._english)
        self._chinese_lengths = _lengths(self._chinese)

    def find(self, text: str, lang: str) -> list[ConceptMatch]:
        """The concepts that `text` names, in the order of the text; matches never overlap but for ambiguous phrases."""
        return list(self._find_chinese(text) if lang == "zh" else self._find_english(text))

    def _find_english(self, text: str) -> Iterator[ConceptMatch]:
        words: list[str] = []
        keys: list[str] = []
        spans: list[tuple[int, int]] = []
        for found in TOKEN.finditer(text):
            word = found.group()
            words.append(word)
            keys.append(normal(word))
            spans.append(found.span())
        lengths = self._english_lengths
        names = self._english
        at, end = 0, len(keys)
        while at < end:
            step = 1
            for length in lengths.get(keys[at], ()):
                if at + length > end:
                    continue
                concepts = names.get(keys[at] if length == 1 else " ".join(keys[at : at + length]))
                if concepts is not None:
                    yield from (ConceptMatch(name, spans[at][0], spans[at + length - 1][1]) for name in concepts if name)
                    step = length
                    break
            else:
                if is_abbreviation(words[at]):
                    for name in names.get(_CAPITALS + words[at].rstrip("s"), ()):
                        yield ConceptMatch(name, *spans[at])
            at += step

    def _find_chinese(self, text: str) -> Iterator[ConceptMatch]:
        squeezed, offsets = _squeeze(text)
        lengths = self._chinese_lengths
        names = self._chinese
        at, end = 0, len(squeezed)
        while at < end:
            step = 1
            for length in lengths.get(squeezed[at], ()):
                if at + length > end:
                    continue
                concepts = names.get(squeezed[at : at + length])
                if concepts is not None:
                    start, stop = (at, at + length) if offsets is None else (offsets[at], offsets[at + length - 1] + 1)
                    yield from (ConceptMatch(name, start, stop) for name in concepts if name)
                    step = length
                    break
            at += step


def english_key(variant: str) -> str:
    """The key that an English variant is found by: normal words joined by blanks; an abbreviation keeps its capitals."""
    if is_abbreviation(variant) and " " not in variant and "-" not in variant:
        return _CAPITALS + variant.rstrip("s")
    return " ".join(normal(word) for word in TOKEN.findall(variant))


def _add(table: dict[str, list[str]], key: str, name: str) -> None:
    if key and name not in table[key]:
        table[key].append(name)


def _lengths(keys: Iterable[tuple[str, ...] | str]) -> dict[str, tuple[int, ...]]:
    """By first word or character: the lengths that occur, longest first."""
    found: dict[str, set[int]] = defaultdict(set)
    for key in keys:
        found[key[0]].add(len(key))
    return {first: tuple(sorted(lengths, reverse=True)) for first, lengths in found.items()}


def _squeeze(text: str) -> tuple[str, list[int] | None]:
    """`text` in half width and lower case without white space, and the place of each character where any was left out."""
    even = text.translate(_WIDE).lower()
    if len(even) != len(text):  # a character whose lower case is longer, such as İ
        even = "".join(c if len(c.lower()) != 1 else c.lower() for c in text.translate(_WIDE))
    if not _BLANK.search(even):
        return even, None
    offsets = [i for i, c in enumerate(even) if not c.isspace()]
    return "".join([even[i] for i in offsets]), offsets


@lru_cache(maxsize=1)
def _matcher() -> ConceptMatcher:
    return ConceptMatcher(lexicon())


def find_concepts(text: str, lang: str) -> list[ConceptMatch]:
    """The concepts of the package's lexicon that `text` (`en` or `zh`) names, with their places."""
    return _matcher().find(text, lang)


def concepts_of(text: str, lang: str) -> tuple[str, ...]:
    """The ids of the concepts that `text` names and of those that are broader, each once, in the order of the text."""
    names = dict.fromkeys(match.concept for match in find_concepts(text, lang))
    return tuple(dict.fromkeys(broader for name in names for broader in lexicon().with_broader(name)))
