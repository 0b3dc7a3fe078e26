"""Comparative questions: two cited provisions that an edge holds to be counterparts, and one typed fact of each.

The truth rests on the two provisions' words alone. The edge only says that it makes sense to ask.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ingest.concepts import lexicon
from qa.generation.comparative_wording import (
    ASK,
    FORCE,
    ON,
    ONE_SIDE,
    PAIR,
    PLAIN,
    SAYS,
    SHORTER,
    STATEMENTS,
    WAYS,
    WHAT,
)
from qa.generation.draft import Draft, generator_random, quote
from qa.generation.facts import Fact, Facts, times_in
from qa.generation.monolingual_numbers import Numbers
from qa.generation.numerals import amount, same_amount
from qa.generation.wording import OF_SIDE, SIDE, TIMES, label, render, subjects, telling
from qa.graph import Duty, Edge, QAGraph

_SHORTER_ROLES = ("deadline <=", "interval", "retention")
_IN_COMMON = 0.3
"""Share of what both sides speak of that both must name. Chosen by reading: below it one side often speaks of another duty."""
_CLEARLY = 0.3
"""Periods of which one is called shorter differ by more than this share, so that months, and days that a general article of a
law makes working days, can't turn it."""
_ALIKE = 0.5
"""Share in common from which the force of two acts may be compared where their edge is not a strong one."""
_BOUND = re.compile(
    r"\b(?:only|unless|exceed|less than|more than|later than|fewer than)\b"
    r"|仅|只|方可|方能|除非|不得(?:少|低|高|大|小|超|多|早|晚|迟|短)",
    re.IGNORECASE,
)
"""A bound or a restriction: whether it forbids, permits or requires is a matter of reading."""


_PENAL = re.compile(r"有期徒刑|拘役|拘留|管制|\b(?:imprison\w*|sentence[ds]?)\b")
"""A term of punishment is no time that anyone has to keep to."""
_DATE = re.compile(
    r"\b(?:January|February|March|April|May|June|July|August|September|October|November|December) \d"
    r"|\d+月\d+日|\b\d{1,2} [ap]\.m\."
)
"""A day or an hour in figures: not to be told from a time limit by the question's words."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two facts of one kind, one of each jurisdiction."""

    edge: Edge
    left: Fact
    right: Fact

    @property
    def shared(self) -> frozenset[str]:
        return telling(self.left.duty) & telling(self.right.duty)

    @property
    def alike(self) -> bool:
        """True where the edge is a strong one, or where both name two things and half of what either speaks of."""
        every = telling(self.left.duty) | telling(self.right.duty)
        return self.edge.strong or (len(self.shared) > 1 and len(self.shared) >= _ALIKE * len(every))

    @property
    def one_domain(self) -> bool:
        return self.left.place.source.topic.domain == self.right.place.source.topic.domain

    @property
    def comparable(self) -> bool:
        """True where both speak of one act, record or event, and of not much else: a shared product alone compares nothing."""
        every = telling(self.left.duty) | telling(self.right.duty)
        known = lexicon().by_id
        return any(known[c].kind != "object" for c in self.shared) and len(self.shared) >= _IN_COMMON * len(every)


def pairs(graph: QAGraph, facts: Facts) -> Iterator[Pair]:
    """For each edge and kind of fact the two provisions that have most in common; a pair of provisions comes once a kind."""
    seen: set[tuple[str, str, str]] = set()
    for edge in sorted(graph.edges, key=lambda e: (e.rank, -e.probability, e.source, e.target)):
        left = [f for key in facts.below(edge.source) for f in facts.of(key)]
        places = dict.fromkeys((*edge.passages, *facts.below(edge.target)))
        right = [f for key in places for f in facts.of(key)]
        best: dict[str, Pair] = {}
        for a in left:
            for b in right:
                if a.kind == b.kind and a.place.jurisdiction != b.place.jurisdiction:
                    pair = Pair(edge, a, b)
                    if pair.comparable and len(pair.shared) > len(best[a.kind].shared if a.kind in best else frozenset()):
                        best[a.kind] = pair
        for kind, pair in best.items():
            one, other = sorted((pair.left.place.id, pair.right.place.id))
            if (kind, one, other) not in seen:
                seen.add((kind, one, other))
                yield pair


def one_sided(graph: QAGraph, facts: Facts) -> Iterator[tuple[Edge, Fact, Duty]]:
    """Edges of which one provision sets one time in figures and the other names no time at all."""
    seen: set[tuple[str, str]] = set()
    for edge in graph.edges:
        if edge.rank != 1 or edge.label != "DIVERGE" or "timeline" not in edge.differs_in:
            continue
        for left, right in ((edge.source, edge.passages[:1]), *((p, (edge.source,)) for p in edge.passages[:1])):
            timed = next((f for f in facts.of(left) if f.measure and f.quantity.unit in TIMES), None)
            other = next((d for key in right for d in graph.duties.get(key, ()) if d.sentence), None)
            if timed is None or other is None or not telling(timed.duty) & telling(other):
                continue
            whole = facts.whole_text(other.place)
            if times_in(whole, other.place.lang) or _DATE.search(whole) or (timed.place.id, other.place.id) in seen:
                continue
            if _PENAL.search(timed.duty.sentence):
                continue
            seen.add((timed.place.id, other.place.id))
            yield edge, timed, other


class Comparison:
    """The drafts of one pair in one language."""

    def __init__(self, edge: Edge, a: Duty, b: Duty, ids: tuple[str, str], lang: str, seed: int) -> None:
        self.edge, self.lang, self.seed = edge, lang, seed
        if generator_random(seed, *ids, lang, "sides").random() < 0.5:
            a, b, ids = b, a, (ids[1], ids[0])
            self.swapped = True
        else:
            self.swapped = False
        self.a, self.b, self.ids = a, b, ids
        self.sides = (SIDE[lang][a.place.jurisdiction], SIDE[lang][b.place.jurisdiction])
        self.of_sides = (OF_SIDE[lang][a.place.jurisdiction], OF_SIDE[lang][b.place.jurisdiction])

    def named(self, duty: Duty, first: frozenset[str]) -> str:
        told = subjects(duty, self.lang, first)
        side = SIDE[self.lang][duty.place.jurisdiction]
        form = ON if told else PLAIN
        return form[self.lang].format(
            citation=duty.place.citation, side=side, subjects=("、" if self.lang == "zh" else ", ").join(told)
        )

    def random(self, what: str) -> random.Random:
        return generator_random(self.seed, *sorted(self.ids), self.lang, what)

    def ask(self, kind: str, **more: str) -> str:
        shared = telling(self.a) & telling(self.b)
        template = self.random(f"{kind} phrasing").choice(ASK[kind, self.lang])
        return template.format(a=self.named(self.a, shared), b=self.named(self.b, shared), **more)

    def draft(self, kind: str, question: str, truth: str, wrong: list[str], balance: str = "") -> Draft:
        says = [SAYS[self.lang].format(citation=d.place.citation, sentence=d.sentence) for d in (self.a, self.b)]
        shared = sorted(telling(self.a) & telling(self.b))
        first = self.a if self.a.place.id.startswith(self.edge.source) else self.b
        second = self.b if first is self.a else self.a
        return Draft(
            kind=kind,
            type="Comparative",
            lang=self.lang,
            key=tuple(sorted(self.ids)),
            question=question,
            truth=truth,
            wrong=tuple(wrong),
            explanation=" ".join(says),
            evidence=(quote(self.a.place, self.a.sentence), quote(self.b.place, self.b.sentence)),
            sides=(first.place.source, second.place.source),
            derived_from=(self.edge.id, self.a.place.id, self.b.place.id, *self.ids),
            concept=label(shared[0], self.lang) if shared else "",
            edge=self.edge,
            balance=balance,
        )

    def pair_options(self, x: tuple[str, str], y: tuple[str, str]) -> tuple[str, list[str]]:
        """The right pair and the three others of two values a side: each value stands in two options, so none stands out."""
        a, b = self.sides
        form = PAIR[self.lang]
        every = [form.format(a=a, b=b, x=left, y=right) for left in x for right in y]
        return every[0], every[1:]


def pair_drafts(pair: Pair, numbers: Numbers, lang: str, seed: int) -> Iterator[Draft]:
    """Every draft that a pair of facts gives in one language."""
    if pair.left.kind == "modality":
        yield from _force(pair, lang, seed)
    elif pair.left.kind != "actor":  # which party a whole provision addresses has more than one true answer
        yield from _numbers(pair, numbers, lang, seed)


def _comparison(pair: Pair, lang: str, seed: int) -> tuple[Comparison, Fact, Fact]:
    comparison = Comparison(pair.edge, pair.left.duty, pair.right.duty, (pair.left.id, pair.right.id), lang, seed)
    facts = (pair.right, pair.left) if comparison.swapped else (pair.left, pair.right)
    return comparison, *facts


def _numbers(pair: Pair, numbers: Numbers, lang: str, seed: int) -> Iterator[Draft]:
    c, a, b = _comparison(pair, lang, seed)
    what = WHAT[lang].get(a.kind)
    size_a, size_b = amount(a.quantity), amount(b.quantity)
    if what is None or size_a is None or size_b is None or size_a[0] != size_b[0]:
        return
    rng = c.random("values")
    other_a, other_b = _other(a, b, numbers, rng, lang), _other(b, a, numbers, rng, lang)
    if other_a and other_b:
        truth, wrong = c.pair_options((render(a.quantity, lang), other_a), (render(b.quantity, lang), other_b))
        yield c.draft("values", c.ask("values", what=what), truth, wrong, pair.edge.label)
        right = rng.randrange(4)
        x = render(a.quantity, lang) if right in (0, 1) else other_a
        y = render(b.quantity, lang) if right in (0, 2) else other_b
        wrong = [s for i, s in enumerate(STATEMENTS[lang]) if i != right]
        yield c.draft("statements", c.ask("statements", what=what, x=x, y=y), STATEMENTS[lang][right], wrong, str(right))
    upper = all(q.comparator in ("<=", "<") for q in (a.quantity, b.quantity))
    if a.kind == "retention" or (a.kind in _SHORTER_ROLES and upper):
        yield from _shorter(c, a, b, what, size_a[1], size_b[1])


def _shorter(c: Comparison, a: Fact, b: Fact, what: str, size_a: float, size_b: float) -> Iterator[Draft]:
    equal = render(a.quantity, c.lang) == render(b.quantity, c.lang)
    if not equal and abs(size_a - size_b) <= _CLEARLY * max(size_a, size_b):
        return
    longer = c.random("way").random() < 0.5
    right = 2 if equal else (0 if (size_a > size_b) == longer else 1)
    options = [option.format(a=c.of_sides[0], b=c.of_sides[1]) for option in SHORTER[c.lang]]
    question = c.ask("shorter", what=what, way=WAYS[c.lang][longer])
    yield c.draft("shorter", question, options[right], [o for i, o in enumerate(options) if i != right], str(right))


def _other(fact: Fact, against: Fact, numbers: Numbers, rng: random.Random, lang: str) -> str:
    """A false value for a fact: the other side's true one where that is another, else a near one; "" where there is none."""
    right, theirs = amount(fact.quantity), amount(against.quantity)
    if right is None or theirs is None:
        return ""
    if not same_amount(right, theirs) and not _same_number(fact, against) and rng.random() < 0.7:
        return render(against.quantity, lang)
    near = [v for v in numbers.near(fact.place.jurisdiction, fact.quantity) if numbers.false_here(fact.duty, fact.quantity, v)]
    near = [
        v for v in near if float(v).is_integer() and not same_amount(amount(replace(fact.quantity, value=v)) or right, right)
    ]
    return render(fact.quantity, lang, rng.choice(near)) if near else ""


def _same_number(fact: Fact, against: Fact) -> bool:
    """5 days and 5 working days: which of them a law means may stand in another of its articles."""
    one, other = fact.quantity, against.quantity
    return (one.value, one.unit) == (other.value, other.unit)


def _force(pair: Pair, lang: str, seed: int) -> Iterator[Draft]:
    c, a, b = _comparison(pair, lang, seed)
    words = FORCE[lang]
    ma, mb = a.duty.modality, b.duty.modality
    if ma not in words or mb not in words or not (pair.alike and pair.one_domain):
        return
    if any(_BOUND.search(fact.duty.sentence) for fact in (a, b)):
        return
    rng = c.random("force")
    other_a = mb if ma != mb else rng.choice([m for m in words if m != ma])
    other_b = ma if ma != mb else rng.choice([m for m in words if m != mb])
    truth, wrong = c.pair_options((words[ma], words[other_a]), (words[mb], words[other_b]))
    yield c.draft("force", c.ask("force"), truth, wrong, "differ" if ma != mb else ma)


def one_sided_draft(edge: Edge, timed: Fact, other: Duty, lang: str, seed: int) -> Draft:
    c = Comparison(edge, timed.duty, other, (timed.id, other.id), lang, seed)
    right = 1 if c.swapped else 0
    options = [option.format(a=c.of_sides[0], b=c.of_sides[1]) for option in ONE_SIDE[lang]]
    return c.draft(
        "one-sided", c.ask("one-sided"), options[right], [o for i, o in enumerate(options) if i != right], str(right)
    )
