"""Two demands compared field by field; each difference names the field and both spans.

The rules and how often each meant DIVERGE on the development gold stand in docs/alignment.md. A field that either side
leaves open says nothing, except where the findings showed that its absence does (a deadline on one side only).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from align.demand import UNKNOWN_STRENGTH, Demand
from align.periods import Period
from ingest.quantities.units import compare as compare_quantities

Field = Literal["timeline", "threshold", "modality", "actor", "scope", "condition", "design"]

WEIGHT = {
    "times differ": 1.0,
    "time on one side": 0.8,
    "threshold differs": 0.9,
    "shall against should": 0.9,
    "strength gap": 0.7,
    "authority on one side": 0.7,
    "roles differ": 0.6,
    "opposite sense": 0.5,
    "acts differ": 0.5,
    "exception on one side": 0.7,
    "weakened on one side": 0.1,
    "at once on one side": 0.2,
}
"""How much a difference speaks for DIVERGE, from its precision on the development gold; below .5 it never decides alone."""


@dataclass(frozen=True, slots=True)
class Difference:
    """`source` and `target` quote the words that differ, "" where a side says nothing."""

    field: Field
    rule: str
    source: str
    target: str

    @property
    def weight(self) -> float:
        return WEIGHT[self.rule]

    def swapped(self) -> Difference:
        return Difference(self.field, self.rule, self.target, self.source)


def compare(a: Demand, b: Demand) -> tuple[Difference, ...]:
    """Every difference between two demands, the most telling first. Swapping the demands swaps the spans alone."""
    found = [*_times(a, b), *_thresholds(a, b), *_modality(a, b), *_actors(a, b), *_acts(a, b), *_conditions(a, b)]
    return tuple(sorted(found, key=lambda d: (-d.weight, d.field)))


def _times(a: Demand, b: Demand) -> Iterator[Difference]:
    roles = {p.role for p in a.periods} & {p.role for p in b.periods}
    for role in sorted(roles):
        left, right = _of_role(a, role), _of_role(b, role)
        if not any(x.agrees(y) for x in left for y in right):
            yield Difference("timeline", "times differ", left[0].text, right[0].text)
            return
    if roles:
        return
    left_time, right_time = next(iter(a.periods), None), next(iter(b.periods), None)
    if (left_time is None) != (right_time is None):
        yield Difference(
            "timeline", "time on one side", left_time.text if left_time else "", right_time.text if right_time else ""
        )
    elif left_time is None and (a.at_once is None) != (b.at_once is None):
        yield Difference("timeline", "at once on one side", a.at_once or "", b.at_once or "")


def _of_role(demand: Demand, role: str) -> list[Period]:
    return [p for p in demand.periods if p.role == role]


def _thresholds(a: Demand, b: Demand) -> Iterator[Difference]:
    """As for times: of each unit that both name, one limit in common is enough, and the first of each is quoted."""
    for unit in sorted({x.unit for x in a.counts} & {y.unit for y in b.counts}):
        left, right = ([q for q in d.counts if q.unit == unit] for d in (a, b))
        if not any(compare_quantities(x, y) in ("equal", "near") for x in left for y in right):
            yield Difference("threshold", "threshold differs", left[0].text, right[0].text)
            return


def _modality(a: Demand, b: Demand) -> Iterator[Difference]:
    if UNKNOWN_STRENGTH in (a.strength, b.strength):
        return
    gap = abs(a.strength - b.strength)
    if {a.strength, b.strength} == {3, 2}:
        yield Difference("modality", "shall against should", a.cue, b.cue)
    elif gap:
        yield Difference("modality", "strength gap", a.cue, b.cue)
    elif a.negative != b.negative:
        yield Difference("modality", "opposite sense", a.cue, b.cue)
    if (a.weakened is None) != (b.weakened is None):
        yield Difference("modality", "weakened on one side", a.weakened or "", b.weakened or "")


def _actors(a: Demand, b: Demand) -> Iterator[Difference]:
    if not a.role or not b.role or a.role == b.role:
        return
    rule = "authority on one side" if "authority" in (a.role, b.role) else "roles differ"
    yield Difference("actor", rule, a.role_span, b.role_span)


def _acts(a: Demand, b: Demand) -> Iterator[Difference]:
    if a.acts and b.acts and not a.acts & b.acts:
        yield Difference("design", "acts differ", ", ".join(sorted(a.acts)), ", ".join(sorted(b.acts)))


def _conditions(a: Demand, b: Demand) -> Iterator[Difference]:
    if bool(a.exceptions) != bool(b.exceptions):
        yield Difference(
            "condition",
            "exception on one side",
            a.exceptions[0] if a.exceptions else "",
            b.exceptions[0] if b.exceptions else "",
        )
