"""Times of a demand in days, so that a deadline of the one side can be held against a deadline of the other."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from kg.records import Quantity

_DAYS = {"minute": 1 / 1440, "hour": 1 / 24, "day": 1.0, "week": 7.0, "month": 30.4, "year": 365.0}
_WORKING = 7 / 5
_KINDS = {"deadline": "deadline", "duration": "duration", "frequency": "interval"}
_RETENTION = re.compile(r"retain|retention|maintain|kept|keep|stor|archiv|preserv|保存|保留|留存|留样", re.IGNORECASE)
_PRISON = re.compile(r"徒刑|拘役|imprison|incarcerat", re.IGNORECASE)
_NEAR = 120
"""Characters around a period in which the verb that makes it a retention time stands."""


@dataclass(frozen=True, slots=True)
class Period:
    """`days` by the calendar; `role` deadline, retention, interval or duration; two conflict only in the same role."""

    role: str
    days: float
    comparator: str
    text: str
    working: bool = False

    def agrees(self, other: Period, tolerance: float = 0.12) -> bool:
        """True for equal times. Seven working days and nine calendar days are within a weekend of each other and agree."""
        slack = 0.25 if self.working != other.working else tolerance
        return abs(self.days - other.days) <= slack * max(self.days, other.days)


def periods_of(quantities: Iterable[Quantity], text: str, lang: str) -> tuple[Period, ...]:
    """The periods among `quantities`, which were found in `text`."""
    del lang  # the units are the same words in both languages
    out: list[Period] = []
    for q in quantities:
        if q.kind not in _KINDS or q.unit not in _DAYS or isinstance(q.value, str):
            continue
        role = _KINDS[q.kind]
        if role == "duration":
            at = text.find(q.text)
            around = text[max(0, at - _NEAR) : at + len(q.text) + _NEAR] if at >= 0 else text
            if _PRISON.search(around):
                continue  # a punishment is no time by which something is due
            role = "retention" if _RETENTION.search(around) else "duration"
        working = q.qualifier == "working"
        out.append(Period(role, q.value * _DAYS[q.unit] * (_WORKING if working else 1.0), q.comparator, q.text, working))
    return tuple(out)
