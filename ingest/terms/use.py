"""Which of a document's defined terms a provision uses: longest match, whole words, within the reach of each definition."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ingest.concepts import find_concepts
from ingest.concepts.words import TOKEN, is_abbreviation, normal
from ingest.obligations.en.words import MODALS, VERBS

_LONGEST = 12
"""Words of an English term; what is longer is a sentence that was read as one."""
_Key = tuple[str, ...]

_US_UNIT = re.compile(r"^\d{1,2} CFR \d{1,4}\.\d")  # a section or a paragraph of it; "21 CFR part 211" is the document
_SUBPART = re.compile(r"CFR part \d{1,4} s(?P<name>ubpart [A-Z]{1,3})$")
_EU_UNIT = re.compile(r" (?P<kind>Article|Annex|Chapter) [\w.]+$")
_CN_UNIT = re.compile(r"第[^第章节条]{1,9}条(?:之[一二三四五六七八九十]+)?$")
_CN_GROUP = re.compile(r"本(?P<level>[章节])$")


@dataclass(frozen=True, slots=True)
class Definition:
    """A DefinedTerm node and where it is defined: the provision's id and its path."""

    id: str
    term: str
    scope: str
    provision: str
    path: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class User:
    """A provision that may use terms."""

    id: str
    citation: str
    text: str
    path: tuple[str, ...] = ()


def reaches(definition: Definition, user: User) -> bool:
    """Whether a definition of the same document holds for a provision.

    A scope that is a unit of the document ("21 CFR 211.3(b)", "... Annex I", 《...》第五条, 本章) holds in that unit; any
    other is the whole document or more.
    """
    scope = definition.scope
    if group := _CN_GROUP.search(scope):
        return _step(definition.path, group["level"]) == _step(user.path, group["level"])
    if subpart := _SUBPART.search(scope):
        return f"S{subpart['name']}" in user.path
    unit = _EU_UNIT.search(scope)
    if unit is not None and unit["kind"] == "Chapter":
        name = unit[0].strip()
        return any(step == name or step.startswith(f"{name} ") for step in user.path)
    if not _is_unit(scope):
        return True
    rest = user.citation[len(scope) :]
    return user.citation.startswith(scope) and (not rest or not (rest[0].isalnum() or rest[0] == ".") or rest[0] == "第")


def _is_unit(scope: str) -> bool:
    return any(pattern.search(scope) for pattern in (_US_UNIT, _SUBPART, _EU_UNIT, _CN_UNIT, _CN_GROUP))


def _step(path: tuple[str, ...], level: str) -> str:
    """The chapter (章) or section (节) that a path goes through."""
    return next((step for step in reversed(path) if level in step), "")


class TermFinder:
    """The terms of one document, ready to be found in its provisions; linear in their text."""

    def __init__(self, definitions: Iterable[Definition], lang: str) -> None:
        self._lang = lang
        self._terms: dict[_Key, list[Definition]] = defaultdict(list)
        lengths: dict[str, set[int]] = defaultdict(set)
        for definition in definitions:
            key = _key(definition.term, lang)
            if key:
                self._terms[key].append(definition)
                lengths[key[0]].add(len(key))
        for same in self._terms.values():  # the narrowest definition holds: that of the section before that of the part
            same.sort(key=lambda d: (not _is_unit(d.scope), -len(d.scope), d.id))
        self._lengths = {first: tuple(sorted(found, reverse=True)) for first, found in lengths.items()}

    def used(self, user: User) -> tuple[str, ...]:
        """Ids of the DefinedTerm nodes that a provision uses, each once, in the order of its text; not those it defines."""
        places = self._chinese(user) if self._lang == "zh" else self._english(user)
        return tuple(dict.fromkeys(d.id for d in places if d.provision != user.id))

    def _holding(self, key: _Key, user: User) -> Definition | None:
        return next((d for d in self._terms.get(key, ()) if reaches(d, user)), None)

    def _english(self, user: User) -> Iterator[Definition]:
        words = TOKEN.findall(user.text)
        keys = [_word(word) for word in words]
        at, end = 0, len(keys)
        while at < end:
            step = 1
            for length in self._lengths.get(keys[at], ()):
                if at + length <= end and not (length == 1 and _is_verb(words, at)):
                    found = self._holding(tuple(keys[at : at + length]), user)
                    if found is not None:
                        yield found
                        step = length
                        break
            at += step

    def _chinese(self, user: User) -> Iterator[Definition]:
        text = user.text
        longer: list[tuple[int, int]] | None = None
        at, end = 0, len(text)
        while at < end:
            step = 1
            for length in self._lengths.get(text[at], ()):
                found = self._holding(tuple(text[at : at + length]), user) if at + length <= end else None
                if found is None:
                    continue
                if longer is None:
                    longer = sorted((m.start, m.end) for m in find_concepts(text, "zh"))
                if not _inside(longer, at, at + length):
                    yield found
                    step = length
                    break
            at += step


def _key(term: str, lang: str) -> _Key:
    """What a term is found by: its words, or its characters in Chinese; () for what no text can be searched for."""
    if lang == "zh":
        return tuple(term) if len(term) > 1 else ()  # one character stands inside many other words
    key = tuple(_word(word) for word in TOKEN.findall(term))
    return key if len(key) <= _LONGEST and any(len(word) > 1 for word in key) else ()


def _word(word: str) -> str:
    """An abbreviation is told by its capitals, every other word whatever its case and number."""
    return word.rstrip("s") if is_abbreviation(word) else normal(word)


def _is_verb(words: list[str], at: int) -> bool:
    """ "the label shall state" uses no term "State"."""
    before = words[at - 1].lower() if at else ""
    return before in MODALS or (before in ("to", "not") and words[at].lower() in VERBS)


def _inside(spans: list[tuple[int, int]], start: int, end: int) -> bool:
    """Whether a match is only part of a longer word of the lexicon: 药品 in 药品监督管理部门."""
    i = bisect_right(spans, (start, 1 << 60)) - 1
    return i >= 0 and end <= spans[i][1] and spans[i][1] - spans[i][0] > end - start
