"""Finds the lexicon's concepts in a text: greedy longest match, by words in English, by characters in Chinese."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from ingest.concepts.lexicon import Lexicon, lexicon
from ingest.concepts.words import TOKEN, is_abbreviation, normal

FAINT = 0.3
"""What a mention counts for a concept that it names only by the way: one that is broader ("manufacturing license" for a
right to operate), or one named inside a longer phrase ("clinical trial" in "clinical trial institution"). Chosen among 0, .15,
.3 and .5 for either on the development gold; the differences are one or two items. See docs/lexicon.md."""

_BLANK = re.compile(r"\s")
_WIDE = {0xFF01 + i: 0x21 + i for i in range(94)}  # full-width ASCII; a one-to-one map keeps the offsets
_CAPITALS = "^"  # marks the key of an abbreviation, which is found by its capitals alone
_WORDS_KEPT = 1 << 17
_Phrase = tuple[str, int, int]  # the key of a variant and where the text has it
_Opening = tuple[str, tuple[int, ...], str]  # a word's normal form, the lengths of phrases that begin with it, its abbreviation


@dataclass(frozen=True, slots=True)
class ConceptMatch:
    """A concept's id and where the text names it: `text[start:end]`. An ambiguous phrase gives one match a concept."""

    concept: str
    start: int
    end: int


class ConceptMatcher:
    """Matches one lexicon. Build it once: the tables take some milliseconds; a match is linear in the text."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._english: dict[str, list[str]] = defaultdict(list)
        self._chinese: dict[str, list[str]] = defaultdict(list)
        for concept in lexicon.concepts:
            name = "" if concept.kind == "none" else concept.id
            for variant in concept.variants("en"):
                _add(self._english, english_key(variant), name)
            for variant in concept.variants("zh"):
                _add(self._chinese, chinese_key(variant), name)
        self._english_lengths = _lengths(tuple(key.split(" ")) for key in self._english)
        self._chinese_lengths = _lengths(self._chinese)
        self._seen: dict[str, _Opening | None] = {}
        self._broader: dict[tuple[str, str], dict[str, None]] = {}
        self._inside: dict[tuple[str, str], tuple[str, ...]] = {}

    def find(self, text: str, lang: str) -> list[ConceptMatch]:
        """The concepts that `text` names, in the order of the text; matches never overlap but for ambiguous phrases."""
        names = self._names(lang)
        return [ConceptMatch(name, start, end) for key, start, end in self._phrases(text, lang) for name in names[key] if name]

    def ids(self, text: str, lang: str) -> list[str]:
        """The same concepts without their places, in half the time."""
        names = self._names(lang)
        return [name for key in self._keys(text, lang) for name in names[key] if name]

    def weights(self, text: str, lang: str) -> dict[str, float]:
        """How often `text` names each concept, for ranking: 1 a mention, `FAINT` where it is named by the way."""
        names = self._names(lang)
        found: dict[str, float] = defaultdict(float)
        for key, _, _ in self._phrases(text, lang):
            named = [name for name in names[key] if name]
            by_the_way = (*(b for name in named for b in self._lexicon.with_broader(name)), *self._inner(key, lang))
            for name in named:
                found[name] += 1.0
            for name in dict.fromkeys(by_the_way):
                if name not in named:
                    found[name] += FAINT
        return dict(found)

    def named(self, text: str, lang: str) -> tuple[str, ...]:
        """The concepts that `text` names and those that are broader, each once, in the order of the text; without places."""
        found: dict[str, None] = {}
        for key in dict.fromkeys(self._keys(text, lang)):
            found.update(self._with_broader(key, lang))
        return tuple(found)

    def _keys(self, text: str, lang: str) -> list[str]:
        phrases = self._phrases_zh(text) if lang == "zh" else self._keys_en(TOKEN.findall(text))
        return [key for key, _, _ in phrases]

    def _with_broader(self, key: str, lang: str) -> dict[str, None]:
        known = self._broader.get((lang, key))
        if known is None:
            named = (name for name in self._names(lang)[key] if name)
            known = dict.fromkeys(broader for name in named for broader in self._lexicon.with_broader(name))
            self._broader[lang, key] = known
        return known

    def _names(self, lang: str) -> dict[str, list[str]]:
        return self._chinese if lang == "zh" else self._english

    def _phrases(self, text: str, lang: str) -> Iterator[_Phrase]:
        return self._phrases_zh(text) if lang == "zh" else self._phrases_en(text)

    def _phrases_en(self, text: str) -> Iterator[_Phrase]:
        words = TOKEN.findall(text)
        found = self._keys_en(words)
        if not found:
            return
        places = [match.span() for match in TOKEN.finditer(text)]
        for key, first, last in found:
            yield key, places[first][0], places[last][1]

    def _keys_en(self, words: list[str]) -> list[_Phrase]:
        """The keys of the phrases that `words` name, each with the places of its first and last word."""
        seen, names = self._seen, self._english
        if len(seen) > _WORDS_KEPT:
            seen.clear()
        for word in words:
            if word not in seen:
                seen[word] = self._openings(word)
        openings = [seen[word] for word in words]
        found: list[_Phrase] = []
        free, end = 0, len(words)
        for at, opening in enumerate(openings):
            if opening is None or at < free:
                continue
            for length in opening[1]:
                if at + length > end:
                    continue
                key = opening[0] if length == 1 else " ".join(map(normal, words[at : at + length]))
                if key in names:
                    found.append((key, at, at + length - 1))
                    free = at + length
                    break
            else:
                if opening[2]:
                    found.append((opening[2], at, at))
        return found

    def _openings(self, word: str) -> _Opening | None:
        """What can begin with an English word; None for most words, with which no phrase begins."""
        key = normal(word)
        capitals = _CAPITALS + word.rstrip("s") if is_abbreviation(word) else ""
        lengths, capitals = self._english_lengths.get(key, ()), capitals if capitals in self._english else ""
        return (key, lengths, capitals) if lengths or capitals else None

    def _phrases_zh(self, text: str) -> Iterator[_Phrase]:
        squeezed, offsets = _squeeze(text)
        lengths, names = self._chinese_lengths, self._chinese
        at, end = 0, len(squeezed)
        while at < end:
            step = 1
            for length in lengths.get(squeezed[at], ()):
                if at + length > end:
                    continue
                key = squeezed[at : at + length]
                if key in names:
                    yield (key, at, at + length) if offsets is None else (key, offsets[at], offsets[at + length - 1] + 1)
                    step = length
                    break
            at += step

    def _inner(self, key: str, lang: str) -> tuple[str, ...]:
        """The concepts that shorter phrases inside a variant name; single characters name nothing by themselves."""
        known = self._inside.get((lang, key))
        if known is None:
            units = list(key) if lang == "zh" else key.split(" ")
            shortest, glue = (2, "") if lang == "zh" else (1, " ")
            names = self._names(lang)
            parts = (
                glue.join(units[i : i + length])
                for length in range(len(units) - 1, shortest - 1, -1)
                for i in range(len(units) - length + 1)
            )
            known = tuple(dict.fromkeys(name for part in parts for name in names.get(part, ()) if name))
            self._inside[lang, key] = known
        return known


def english_key(variant: str) -> str:
    """The key that an English variant is found by: normal words joined by blanks; an abbreviation keeps its capitals."""
    if is_abbreviation(variant) and variant.isalnum():
        return _CAPITALS + variant.rstrip("s")
    return " ".join(normal(word) for word in TOKEN.findall(variant))


def chinese_key(variant: str) -> str:
    """The key that a Chinese variant is found by: half width, lower case, no blanks."""
    return _squeeze(variant)[0]


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
    even = text.translate(_WIDE)
    lower = even.lower()
    if len(lower) == len(even):  # not so where a capital has a longer small letter, such as İ
        even = lower
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


def concept_ids(text: str, lang: str) -> list[str]:
    """The ids of the same concepts, one entry a mention."""
    return _matcher().ids(text, lang)


def concept_weights(text: str, lang: str) -> dict[str, float]:
    """How much `text` is about each concept, for ranking; see `ConceptMatcher.weights`."""
    return _matcher().weights(text, lang)


def concepts_of(text: str, lang: str) -> tuple[str, ...]:
    """The ids of the concepts that `text` names and of those that are broader, each once, in the order of the text."""
    return _matcher().named(text, lang)
