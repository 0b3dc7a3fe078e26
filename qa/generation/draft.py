"""A question before its options are shuffled, and the item that comes of it."""

from __future__ import annotations

import hashlib
import random
import re
from dataclasses import dataclass, field

from qa.graph import Edge, Place, Source, undated
from qa.items import LETTERS, Item, Quote

_SIGNS = re.compile(r"\W+")
_PREFIX = {"Comparative": "CO_", "Parallel": "PA_"}
LANG = {"en": "EN", "zh": "CN"}
"""The published language codes."""


@dataclass(frozen=True)
class Draft:
    """`key` are the ids that the question was made from; with kind and language they are its identity."""

    kind: str
    type: str
    lang: str
    key: tuple[str, ...]
    question: str
    truth: str
    wrong: tuple[str, ...]
    explanation: str
    evidence: tuple[Quote, ...]
    sides: tuple[Source, ...]
    derived_from: tuple[str, ...]
    concept: str = ""
    edge: Edge | None = None
    balance: str = ""
    """Drafts of a kind are drawn evenly over this: the modality that is right, or which side."""
    parts: tuple[str, ...] = field(default=())
    """What must not stand in the question beside the whole right option."""

    @property
    def id(self) -> str:
        prefix = _PREFIX.get(self.type) or f"{self.sides[0].jurisdiction}_"
        what = "|".join((self.kind, *(undated(k) for k in self.key), self.lang, self.type))
        return prefix + hashlib.sha256(what.encode()).hexdigest()[:12]


def generator_random(seed: int, *what: str) -> random.Random:
    """A generator of its own for each item, so that no item depends on the others or on the order."""
    return random.Random(f"{seed} {' '.join(what)}")


def quote(place: Place, text: str) -> Quote:
    return Quote(place.id, place.citation, place.jurisdiction, text)


def bare(text: str) -> str:
    return _SIGNS.sub("", text).casefold()


def sound(draft: Draft) -> bool:
    """Four different options, and a question that does not hold the right one."""
    options = [bare(option) for option in (draft.truth, *draft.wrong)]
    asked = bare(draft.question)
    if len(options) != len(LETTERS) or len(set(options)) != len(LETTERS) or not all(options):
        return False
    return not any(part and bare(part) in asked for part in draft.parts)


def to_item(draft: Draft, seed: int, run: str) -> Item:
    """The item with its options in the order that `seed` and its id give."""
    options = [draft.truth, *draft.wrong]
    generator_random(seed, draft.id, "order").shuffle(options)
    named = {f"source_{side.jurisdiction.lower()}": side.id for side in draft.sides}
    two = len(draft.sides) > 1
    edge = draft.edge
    topic = draft.sides[0].topic
    return Item(
        id=draft.id,
        type=draft.type,
        lang=LANG[draft.lang],
        question=draft.question,
        choices=tuple(f"{letter}. {option}" for letter, option in zip(LETTERS, options, strict=True)),
        answer=LETTERS[options.index(draft.truth)],
        explanation=draft.explanation,
        category=topic.domain,
        related_concept=draft.concept,
        match_type=("strong" if edge.strong else "weak") if edge else "monolingual",
        match_score=edge.cosine if edge else None,
        source="" if two else draft.sides[0].id,
        source_cn=named.get("source_cn", "") if two else "",
        source_us=named.get("source_us", "") if two else "",
        source_eu=named.get("source_eu", "") if two else "",
        kind=draft.kind,
        subdomain=topic.subdomain,
        derived_from=draft.derived_from,
        evidence=draft.evidence,
        graph_run=edge.run if edge else run,
        generator=f"rules:{draft.kind}",
    )
