"""Facts of one provision that can be held against another's: one time or limit in figures, one force, one party.

A fact is taken only where the provision, with all that stands under it, says nothing else of the kind, so that a statement on
"the time limit in figures that X sets" is true or false by X's words alone.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from align.periods import periods_of
from kg.records import Quantity
from qa.generation.cloze import ends_well, in_a_table
from qa.generation.monolingual_numbers import askable
from qa.generation.monolingual_words import party
from qa.generation.wording import SHARED_UNITS, TIMES
from qa.graph import Duty, Measure, Place, QAGraph, undated

_NUMBER_EN = (
    r"(?:\d[\d,.]*|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|sixty|ninety"
    r"|several|half|a|an|each|every|per|any|few)"
)
_UNIT_EN = r"(?:consecutive |calendar |working |business )?(?:second|minute|hour|day|week|month|quarter|year)s?"
_SPEED_EN = (
    r"annual|annually|yearly|biennial|biennially|monthly|weekly|daily|quarterly|semiannual|semiannually|biannually|hourly|twice"
    r"|immediately|promptly|without (?:undue )?delay|as soon as|at once|reasonable time|timely|expeditiously|forthwith"
)
TIME_EN = re.compile(rf"\b{_NUMBER_EN}[\s-]*(?:\(\d+\)\s*)?{_UNIT_EN}\b|\b(?:{_SPEED_EN})\b", re.IGNORECASE)
TIME_ZH = re.compile(
    r"[\d〇零一二两三四五六七八九十百半数几]+\s*(?:个)?\s*(?:分钟|小时|工作日|日|天|周|星期|个月|月|季度|年)|每[年月日周季]|年度|季度|月度|定期|立即|及时|尽快|当[日天月年]|随时|适时"
)
_SHARE = {"percent": re.compile(r"%|％|\bper ?cent|百分之"), "°C": re.compile(r"°\s?C|℃|degrees")}
_MODAL = {
    "en": re.compile(
        r"\b(?:shall|may|should|must|cannot|will|require[sd]?|permitted|prohibited|need not|recommended|encouraged)\b",
        re.IGNORECASE,
    ),
    "zh": re.compile(r"应当|应该|应|可以|可|不得|禁止|必须|须|需|无需|宜|鼓励|严禁|建议"),
}


@dataclass(frozen=True, slots=True)
class Fact:
    """`kind` is deadline, frequency, retention, duration, a unit such as percent, modality or actor; `measure` the figure."""

    kind: str
    duty: Duty
    measure: Measure | None = None
    actor: str = ""

    @property
    def place(self) -> Place:
        return self.duty.place

    @property
    def quantity(self) -> Quantity:
        assert self.measure is not None  # a fact on a quantity has one
        return self.measure.quantity

    @property
    def id(self) -> str:
        return self.measure.id if self.measure else self.duty.id


def times_in(text: str, lang: str) -> int:
    """How many times, deadlines or speeds a text names, in figures or in words."""
    return len((TIME_ZH if lang == "zh" else TIME_EN).findall(text))


class Facts:
    """The facts of each provision; `under` are a provision's descendants, by their keys."""

    def __init__(self, graph: QAGraph) -> None:
        self._graph = graph
        self._under: dict[str, list[str]] = defaultdict(list)
        for key in graph.places:
            bare = undated(key)
            for cut in _ancestors(bare):
                self._under[cut].append(key)
        self._known: dict[str, tuple[Fact, ...]] = {}

    def whole_text(self, place: Place) -> str:
        """A provision's own text with that of all that stands under it."""
        below = [self._graph.places[k].text for k in self._under.get(undated(place.id), ())]
        return "\n".join((place.text, *below))

    def below(self, key: str) -> list[str]:
        """The ids of a provision, where it has text of its own, and of all under it."""
        own = [key] if key in self._graph.places else []
        return own + self._under.get(undated(key), [])

    def of(self, key: str) -> tuple[Fact, ...]:
        if key not in self._known:
            self._known[key] = tuple(self._find(key)) if key in self._graph.places else ()
        return self._known[key]

    def _find(self, key: str) -> Iterator[Fact]:
        place = self._graph.places[key]
        duties = self._graph.duties.get(key, [])
        if not duties or in_a_table(place) or len(place.text) > 1500:
            return
        text = self.whole_text(place)
        for duty in duties:
            if not ends_well(duty.sentence, place.lang):
                continue
            for measure in duty.measures:
                if (
                    askable(measure, place.lang) is not None
                    and measure.quantity.unit in SHARED_UNITS
                    and self._only(text, place, measure)
                ):
                    yield Fact(_role(measure.quantity, duty), duty, measure)
            if duty.alone and len(_MODAL[place.lang].findall(text)) == 1 and duty.modality not in ("EXEMPTED", "SANCTION"):
                yield Fact("modality", duty)
            if duty.alone and (found := party(duty)) is not None:
                yield Fact("actor", duty, actor=found[2])

    def _only(self, text: str, place: Place, measure: Measure) -> bool:
        unit = measure.quantity.unit
        if unit in TIMES:
            return times_in(text, place.lang) == 1
        return len(_SHARE[unit].findall(text)) == 1


def _ancestors(key: str) -> Iterator[str]:
    """Keys of what a provision stands under: 312.32(c)(1) is under 312.32(c) and 312.32."""
    for at in range(len(key) - 1, 0, -1):
        if key[at] in "(（/#第项款_" and not key[:at].endswith(("CN:", "EU:", "US:")):
            yield key[:at].rstrip("/_")


def _role(quantity: Quantity, duty: Duty) -> str:
    if quantity.unit not in TIMES:
        return quantity.unit
    periods = periods_of([quantity], duty.sentence, duty.place.lang)
    role = periods[0].role if periods else quantity.kind
    return f"{role} {quantity.comparator if role == 'deadline' else ''}".strip()
