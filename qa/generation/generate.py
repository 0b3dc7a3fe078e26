"""From the graph to the set of items: every candidate, then the selection. Without a clock, a network or chance: equal graphs
and seeds give equal files."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from ingest.sentences import split_sentences
from kg.progress import Report, silent
from qa.generation.cloze import in_a_table
from qa.generation.comparative import one_sided, one_sided_draft, pair_drafts, pairs
from qa.generation.comparative_wording import SAYS
from qa.generation.draft import LANG, Draft, generator_random, sound, to_item
from qa.generation.facts import Facts
from qa.generation.monolingual_numbers import Numbers, number_drafts
from qa.generation.monolingual_words import (
    Words,
    clause_drafts,
    link_drafts,
    modality_drafts,
    party_drafts,
    term_drafts,
)
from qa.generation.parallel import parallel_drafts
from qa.generation.selection import Candidate, select
from qa.generation.wording import CLOZE, label, telling
from qa.graph import QAGraph
from qa.items import TYPES, Item
from qa.validation import validate_items

SEED = 2025
MOST = {"Monolingual": 1400, "Comparative": 900, "Parallel": 300}
"""Items of a type in one language, at the most."""

TWICE = "the same item again"
UNSOUND = "not four different options, or the answer stands in the question"
"""Why a draft gives no candidate."""


@dataclass(frozen=True, slots=True)
class Generated:
    """The set, how many candidates there were of each type, and how many items are not in the set by reason."""

    items: list[Item]
    candidates: dict[str, int]
    dropped: dict[str, int] = field(default_factory=dict)


def _monolingual(graph: QAGraph, numbers: Numbers, words: Words, seed: int) -> Iterator[Draft]:
    for duty in graph.all_duties():
        if in_a_table(duty.place) or not duty.sentence:
            continue
        drafts = [
            *number_drafts(graph, numbers, seed, duty),
            *party_drafts(words, seed, duty),
            *modality_drafts(duty),
            *clause_drafts(words, seed, duty, "condition"),
            *clause_drafts(words, seed, duty, "exception"),
        ]
        told = sorted(telling(duty))
        yield from (replace(d, concept=label(told[0], d.lang)) if told else d for d in drafts)
    for term in graph.terms:
        yield from term_drafts(words, seed, term)
    spans: dict[str, list[tuple[int, int]]] = {}
    for link in graph.links:
        place = link.place
        if place.text.count(link.text) != 1 or in_a_table(place):
            continue
        if place.id not in spans:
            spans[place.id] = split_sentences(place.text, place.lang)
        at = place.text.index(link.text)
        inside = next((place.text[a:b] for a, b in spans[place.id] if a <= at and at + len(link.text) <= b), "")
        yield from link_drafts(words, seed, link, inside)


def _two_sided(graph: QAGraph, numbers: Numbers, words: Words, types: Sequence[str], seed: int) -> Iterator[Draft]:
    facts = Facts(graph)
    for pair in pairs(graph, facts):
        if "Comparative" in types:
            for lang in ("en", "zh"):
                yield from pair_drafts(pair, numbers, lang, seed)
        if "Parallel" in types:
            yield from parallel_drafts(pair, graph, numbers, words, seed)
    if "Comparative" in types:
        for edge, timed, other in one_sided(graph, facts):
            for lang in ("en", "zh"):
                yield one_sided_draft(edge, timed, other, lang, seed)


def _worded(draft: Draft, seed: int) -> Draft:
    """A sentence with a blank becomes a question with its citation; a comparison is worded already."""
    templates = CLOZE.get((draft.kind, draft.lang)) if draft.type != "Comparative" else None
    if templates is None:
        return draft
    told = draft.evidence[0]
    template = generator_random(seed, *draft.key, "phrasing").choice(templates)
    return replace(
        draft,
        question=template.format(citation=told.citation, sentence=draft.question),
        explanation=SAYS[draft.lang].format(citation=told.citation, sentence=told.text),
    )


def candidates(
    graph: QAGraph,
    seed: int = SEED,
    types: Sequence[str] = TYPES,
    dropped: Counter[str] | None = None,
    langs: Sequence[str] = ("EN", "CN"),
) -> Iterator[Candidate]:
    """Every item of `langs` that the graph gives, an id once. `dropped` counts drafts that gave none, by reason."""
    left: Counter[str] = Counter() if dropped is None else dropped
    numbers, words = Numbers(graph), Words(graph)
    drafts: list[Iterator[Draft]] = []
    if "Monolingual" in types:
        drafts.append(_monolingual(graph, numbers, words, seed))
    if "Comparative" in types or "Parallel" in types:
        drafts.append(_two_sided(graph, numbers, words, types, seed))
    seen: set[str] = set()
    for stream in drafts:
        for draft in stream:
            if LANG[draft.lang] not in langs:
                continue
            worded = _worded(draft, seed)
            if worded.id in seen:
                left[TWICE] += 1
                continue
            if not sound(worded):
                left[UNSOUND] += 1
                continue
            seen.add(worded.id)
            item = to_item(worded, seed, graph.run)
            if worded.type == "Parallel":
                pair = hashlib.sha256("|".join((worded.kind, *worded.key)).encode()).hexdigest()[:12]
                item = replace(item, other={"pair": pair})
            yield Candidate(item, worded.balance)


def generate(
    graph: QAGraph,
    seed: int = SEED,
    types: Sequence[str] = TYPES,
    langs: Sequence[str] = ("EN", "CN"),
    most: dict[str, int] | None = None,
    progress: Report = silent,
) -> Generated:
    """The set of items. What D0-D7 would refuse is left out; nothing should be, and the tests hold that."""
    dropped: Counter[str] = Counter()
    progress("candidates", 0, 1)
    every = list(candidates(graph, seed, types, dropped, langs))
    progress("select", 0, 1)
    items = select(every, most or MOST, seed, dropped)
    faulty = {line for _, line in validate_items(items).faulty}
    kept = [item for number, item in enumerate(items, 1) if number not in faulty]
    count = {kind: sum(c.item.type == kind for c in every) for kind in types}
    dropped["refused by D0-D7"] += len(items) - len(kept)
    return Generated(kept, count, {why: n for why, n in dropped.most_common() if n})
