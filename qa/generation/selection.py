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


@dataclass(frozen=True, slots=True)
class Candidate:
    """An item, and what it is drawn evenly over beside its kind."""

    item: Item
    balance: str


def _order(seed: int, key: str) -> str:
    return hashlib.sha256(f"{seed} {key}".encode()).hexdigest()


def _queue(candidates: Iterable[Candidate], seed: int) -> list[Candidate]:
    """Round robin over kinds, within a kind over its balance and its documents."""
    groups: dict[tuple[str, str], dict[str, list[Candidate]]] = defaultdict(lambda: defaultdict(list))
    for candidate in candidates:
        item = candidate.item
        document = "|".join(filter(None, (item.source, item.source_us, item.source_cn, item.source_eu)))
        groups[item.kind, candidate.balance][document].append(candidate)
    ranked: list[tuple[int, str, Candidate]] = []
    by_kind: dict[str, list[list[Candidate]]] = defaultdict(list)
    for (kind, _), documents in sorted(groups.items()):
        turns = []
        for members in documents.values():
            members.sort(key=lambda c: _order(seed, c.item.id))
            turns += [(turn, _order(seed, c.item.id), c) for turn, c in enumerate(members)]
        by_kind[kind].append([c for *_, c in sorted(turns, key=lambda t: t[:2])])
    for _kind, lists in sorted(by_kind.items()):
        merged = [(turn, _order(seed, c.item.id), c) for members in lists for turn, c in enumerate(members)]
        ranked += [(turn, key, c) for turn, (_, key, c) in enumerate(sorted(merged, key=lambda t: t[:2]))]
    return [c for *_, c in sorted(ranked, key=lambda t: t[:2])]


def _asks(item: Item) -> str:
    """What an item asks, whatever its phrasing: the sentence with its blank, or the whole question."""
    inside = re.search(r"“(.*____.*)”", item.question, re.DOTALL)
    return f"{item.lang} {bare(inside[1] if inside else item.question)} {bare(item.option(item.answer))}"


def draw(candidates: Sequence[Candidate], most: int, seed: int, asked: set[str]) -> list[Item]:
    """Up to `most` items of one type and language. What was `asked` is not asked again."""
    waiting, taken = _queue(candidates, seed), list[Item]()
    asked = set(asked)
    solved: Counter[object] = Counter()
    moved = True
    while moved and len(taken) < most:
        moved, later = False, list[Candidate]()
        for candidate in waiting:
            item = candidate.item
            if len(taken) >= most:
                break
            if _asks(item) in asked:
                continue
            hits = [guess for guess in GUESSED_AT_MOST if guess(item) == item.answer]
            if len(taken) >= _FREE and any((solved[g] + 1) / (len(taken) + 1) > GUESSED_AT_MOST[g] for g in hits):
                later.append(candidate)
                continue
            taken.append(item)
            asked.add(_asks(item))
            solved.update(hits)
            moved = True
        waiting = later
    return taken


def select(candidates: Sequence[Candidate], most: dict[str, int], seed: int) -> list[Item]:
    """The set, by type then id; `most` is the largest number of items of a type in one language."""
    by: dict[str, dict[str, list[Candidate]]] = defaultdict(lambda: defaultdict(list))
    for candidate in candidates:
        by[candidate.item.type][candidate.item.lang].append(candidate)
    out: list[Item] = []
    asked: set[str] = set()
    for kind, languages in sorted(by.items(), key=lambda pair: pair[0] != "Parallel"):  # the type with least to draw from first
        drawn: dict[str, list[Item]] = {}
        for lang, members in sorted(languages.items()):
            halves = {_pair(item) for items in drawn.values() for item in items}
            wanted = members if kind != "Parallel" or not drawn else [c for c in members if _pair(c.item) in halves]
            drawn[lang] = draw(wanted, most.get(kind, 0), seed, asked)
        if len(drawn) > 1:
            fewest = min(len(items) for items in drawn.values())
            drawn = {lang: items[: max(int(fewest * _LARGER), 1)] for lang, items in drawn.items()}
        if kind == "Parallel":
            drawn = _whole_pairs(drawn)
        chosen = [item for items in drawn.values() for item in items]
        asked |= {_asks(item) for item in chosen}
        out += chosen
    return sorted(out, key=lambda item: (item.type, item.id))


def _whole_pairs(drawn: dict[str, list[Item]]) -> dict[str, list[Item]]:
    """Parallel items of which the other language's half was drawn too."""
    halves = Counter(_pair(item) for items in drawn.values() for item in items)
    return {lang: [item for item in items if halves[_pair(item)] == len(drawn)] for lang, items in drawn.items()}


def _pair(item: Item) -> str:
    return str(item.other.get("pair", ""))
