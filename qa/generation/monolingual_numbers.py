"""Questions on times and figures: a sentence of a provision with its quantity left out."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace

from kg.records import Quantity
from qa.generation.cloze import blanked, ends_well, unit_key
from qa.generation.draft import Draft, generator_random, quote
from qa.generation.numerals import Numeral, amount, numeral_of, same_amount
from qa.generation.wording import TIMES
from qa.graph import Duty, Measure, QAGraph

_KINDS = {
    "deadline": "deadline",
    "duration": "deadline",
    "frequency": "deadline",
    "threshold": "threshold",
    "amount": "threshold",
}
_LADDER = {
    "minute": (5, 10, 15, 20, 30, 45, 60),
    "hour": (1, 2, 4, 8, 12, 24, 48, 72, 96),
    "day": (1, 2, 3, 5, 7, 10, 14, 15, 20, 21, 28, 30, 45, 60, 75, 90, 120, 150, 180),
    "week": (1, 2, 3, 4, 6, 8, 10, 12),
    "month": (1, 2, 3, 4, 6, 9, 12, 18, 24, 36),
    "year": (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 30),
}
_FACTOR = 6.0
"""A wrong value is at most so many times larger or smaller than the right one; anything else gives itself away."""
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_CALENDAR_YEAR = 1000  # "2022 year" is a date that was read as a duration


class Numbers:
    """Near values by what the law of one jurisdiction writes for the same kind and unit."""

    def __init__(self, graph: QAGraph) -> None:
        self._written: dict[tuple[str, str, str], Counter[float]] = defaultdict(Counter)
        self._in_unit: dict[str, list[tuple[str, float]]] = defaultdict(list)
        for duty in graph.all_duties():
            for measure in duty.measures:
                q = measure.quantity
                if isinstance(q.value, str):
                    continue
                self._written[duty.place.jurisdiction, _KINDS.get(q.kind, ""), q.unit][float(q.value)] += 1
                if (size := amount(q)) is not None:
                    self._in_unit[unit_key(duty.place)].append(size)

    def near(self, jurisdiction: str, quantity: Quantity) -> list[float]:
        """Other values of the same kind and unit within `_FACTOR`, in order."""
        right = float(quantity.value)
        written = self._written[jurisdiction, _KINDS.get(quantity.kind, ""), quantity.unit]
        values = set(written) | {float(v) for v in _LADDER.get(quantity.unit, ())}
        if right.is_integer():
            values = {v for v in values if v.is_integer()}
        return sorted(v for v in values if v > 0 and v != right and right / _FACTOR <= v <= right * _FACTOR)

    def false_here(self, duty: Duty, quantity: Quantity, value: float) -> bool:
        """True when no quantity of the article or section, and no figure in the sentence, says `value`."""
        size = amount(replace(quantity, value=value))
        if size is None or any(same_amount(size, other) for other in self._in_unit[unit_key(duty.place)]):
            return False
        return f"{value:g}" not in _NUMBER.findall(duty.place.text)

    def wrong_values(self, duty: Duty, quantity: Quantity, numeral: Numeral, seed: int, key: str) -> list[float] | None:
        """Three near values that are false here and differ from each other; the right one takes any rank among the four."""
        right = amount(quantity)
        if right is None:
            return None
        kept: list[tuple[float, tuple[str, float]]] = []
        for value in self.near(duty.place.jurisdiction, quantity):
            size = amount(replace(quantity, value=value))
            if size is None or same_amount(size, right) or any(same_amount(size, other) for _, other in kept):
                continue
            if self.false_here(duty, quantity, value) and numeral.with_value(value):
                kept.append((value, size))
        rng = generator_random(seed, key, "values")
        low = [v for v, _ in kept if v < numeral.value]
        high = [v for v, _ in kept if v > numeral.value]
        ranks = [r for r in range(4) if r <= len(low) and 3 - r <= len(high)]
        if not ranks:
            return None
        rank = rng.choice(ranks)
        return rng.sample(low[-4:], rank) + rng.sample(high[:4], 3 - rank)


_IN_A_DATE = re.compile(r"[年月]\s*$")


def _part_of_a_date(sentence: str, text: str) -> bool:
    """2026年1月30日: a day that was read as a number of days."""
    return _IN_A_DATE.search(sentence[: max(sentence.find(text), 0)]) is not None


def askable(measure: Measure, lang: str) -> Numeral | None:
    """The numeral of a quantity that can be asked for: a number with a unit, no calendar year, no range."""
    q = measure.quantity
    if q.kind not in _KINDS or q.value_high is not None or not q.unit or isinstance(q.value, str):
        return None
    if q.unit == "year" and float(q.value) >= _CALENDAR_YEAR:
        return None
    if "(" in q.text or "（" in q.text or "\n" in q.text:
        return None
    return numeral_of(q, lang)


def number_drafts(graph: QAGraph, numbers: Numbers, seed: int, duty: Duty, kind: str = "Monolingual") -> Iterator[Draft]:
    """A draft for each quantity of `duty` that stands once in its sentence."""
    for measure in duty.measures:
        numeral = askable(measure, duty.place.lang)
        if numeral is None or not ends_well(duty.sentence, duty.place.lang):
            continue
        asked = blanked(duty.sentence, measure.quantity.text)
        if _part_of_a_date(duty.sentence, measure.quantity.text):
            continue
        if asked is None or (measure.quantity.unit not in TIMES and not _telling_unit(measure.quantity)):
            continue
        name = "deadline" if measure.quantity.unit in TIMES else "threshold"
        values = numbers.wrong_values(duty, measure.quantity, numeral, seed, measure.id)
        if values is None:
            continue
        wrong = [numeral.with_value(value) for value in values]
        draft = Draft(
            kind=name,
            type="Monolingual",
            lang=duty.place.lang,
            key=(measure.id,),
            question=asked,
            truth=measure.quantity.text,
            wrong=tuple(option for option in wrong if option),
            explanation="",
            evidence=(quote(duty.place, duty.sentence),),
            sides=(duty.place.source,),
            derived_from=(duty.place.id, duty.id, measure.id),
            parts=(measure.quantity.text,),
        )
        yield draft


def _telling_unit(quantity: Quantity) -> bool:
    return quantity.unit not in ("date", "time", "times", "case", "item") and len(quantity.text) >= 2
