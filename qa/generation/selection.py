"""Which candidates become the set: even over kinds and documents, both languages alike, nothing that a guesser solves."""

from __future__ import annotations

import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from qa.generation.draft import bare
from qa.generation.leaks import central, lexical, longest
from qa.items import Item

GUESSED_AT_MOST = {longest: 0.26, lexical: 0.30, central: 0.30}
"""Share of a (type, language) that each guesser may solve: a little under the limits that are reported."""
_FREE = 12
"""So many items are taken before the shares are looked at."""
_LARGER = 1.15
"""The larger language of a type has at most so many times the items of the smaller: 53.5 to 46.5 %."""

MORE_THAN_WANTED = "more than were asked for"
ASKED_BEFORE = "asked already in other words"
GUESSED = "a guesser would solve too many"
OTHER_LANGUAGE = "too few of the other language beside them"
HALVES = "half a pair"
"""Why a candidate is not in the set."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """An item, and what it is drawn evenly over beside its kind."""

    item: Item
    balance: str


def _order(seed: int, key: str) -> str:
    return hashlib.sha256(f"{seed} {key}".encode()).hexdigest()


Unit = tuple[Candidate, ...]
"""What is drawn together: one item, or both halves of a Parallel pair."""


def _queue(units: Iterable[Unit], seed: int) -> list[Unit]:
    """Round robin over kinds, within a kind over its balance and its documents; a pair stands where its first half does."""
    groups: dict[tuple[str, str], dict[str, list[Unit]]] = defaultdict(lambda: defaultdict(list))
    for unit in units:
        item = unit[0].item
        document = "|".join(filter(None, (item.source, item.source_us, item.source_cn, item.source_eu)))
        groups[item.kind, unit[0].balance][document].append(unit)
    ranked: list[tuple[int, str, Unit]] = []
    by_kind: dict[str, list[list[Unit]]] = defaultdict(list)
    for (kind, _), documents in sorted(groups.items()):
        turns = []
        for members in documents.values():
            members.sort(key=lambda unit: _order(seed, unit[0].item.id))
            turns += [(turn, _order(seed, unit[0].item.id), unit) for turn, unit in enumerate(members)]
        by_kind[kind].append([unit for *_, unit in sorted(turns, key=lambda t: t[:2])])
    for _kind, lists in sorted(by_kind.items()):
        merged = [(turn, _order(seed, unit[0].item.id), unit) for members in lists for turn, unit in enumerate(members)]
        ranked += [(turn, key, unit) for turn, (_, key, unit) in enumerate(sorted(merged, key=lambda t: t[:2]))]
    return [unit for *_, unit in sorted(ranked, key=lambda t: t[:2])]


def _asks(item: Item) -> str:
    """What an item asks, whatever its phrasing: the sentence with its blank, or the whole question."""
    inside = re.search(r"“(.*____.*)”", item.question, re.DOTALL)
    return f"{item.lang} {bare(inside[1] if inside else item.question)} {bare(item.option(item.answer))}"


def draw(units: Sequence[Unit], most: int, seed: int, asked: set[str], dropped: Counter[str]) -> list[Item]:
    """The items of up to `most` units. What was `asked` is not asked again; guessers are counted by language. `dropped` is told
    what was not taken, by reason."""
    waiting, taken = _queue(units, seed), list[Item]()
    asked = set(asked)
    drawn, left = 0, sum(map(len, units))
    count: Counter[str] = Counter()
    solved: Counter[tuple[object, str]] = Counter()
    moved = True
    while moved and drawn < most:
        moved, later = False, list[Unit]()
        for unit in waiting:
            items = [candidate.item for candidate in unit]
            if drawn >= most:
                break
            if any(_asks(item) in asked for item in items):
                dropped[ASKED_BEFORE] += len(items)
                left -= len(items)
                continue
            hits = [(guess, item.lang) for item in items for guess in GUESSED_AT_MOST if guess(item) == item.answer]
            if drawn >= _FREE and any((solved[g, lang] + 1) / (count[lang] + 1) > GUESSED_AT_MOST[g] for g, lang in hits):
                later.append(unit)
                continue
            taken += items
            left -= len(items)
            asked.update(_asks(item) for item in items)
            solved.update(hits)
            count.update(item.lang for item in items)
            drawn += 1
            moved = True
        waiting = later
    dropped[MORE_THAN_WANTED if drawn >= most else GUESSED] += left
    return taken


def select(candidates: Sequence[Candidate], most: dict[str, int], seed: int, dropped: Counter[str] | None = None) -> list[Item]:
    """The set, by type then id; `most` is the largest number of items of a type in one language. `dropped` counts the
    candidates that are not in it, by reason."""
    left: Counter[str] = Counter() if dropped is None else dropped
    by: dict[str, list[Candidate]] = defaultdict(list)
    for candidate in candidates:
        by[candidate.item.type].append(candidate)
    out: list[Item] = []
    asked: set[str] = set()
    for kind, members in sorted(by.items(), key=lambda pair: pair[0] != "Parallel"):  # the type with least to draw from first
        if kind == "Parallel":
            pairs = _pairs(members)
            left[HALVES] += len(members) - sum(map(len, pairs))
            chosen = draw(pairs, most.get(kind, 0), seed, asked, left)
        else:
            drawn = [draw(units, most.get(kind, 0), seed, asked, left) for units in _by_language(members)]
            chosen = _even(drawn)
            left[OTHER_LANGUAGE] += sum(map(len, drawn)) - len(chosen)
        asked |= {_asks(item) for item in chosen}
        out += chosen
    return sorted(out, key=lambda item: (item.type, item.id))


def _by_language(candidates: Iterable[Candidate]) -> list[list[Unit]]:
    by: dict[str, list[Unit]] = defaultdict(list)
    for candidate in candidates:
        by[candidate.item.lang].append((candidate,))
    return [units for _, units in sorted(by.items())]


def _even(drawn: list[list[Item]]) -> list[Item]:
    """The draws of each language, the larger one cut so that both have about as many."""
    allowed = max(int(min(map(len, drawn)) * _LARGER), 1) if len(drawn) > 1 else max(map(len, drawn))
    return [item for items in drawn for item in items[:allowed]]


def _pairs(candidates: Iterable[Candidate]) -> list[Unit]:
    """Both halves of each pair; where one language alone was asked for, single halves."""
    by: dict[str, list[Candidate]] = defaultdict(list)
    for candidate in candidates:
        by[str(candidate.item.other.get("pair", ""))].append(candidate)
    languages = len({candidate.item.lang for members in by.values() for candidate in members})
    return [tuple(members) for _, members in sorted(by.items()) if len(members) == languages]
