"""Dates that bound an act: by March 31, 2027; not later than 1 January; the tenth day of each month."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from ingest.quantities.en.numbers import ORDINAL, ordinal_of
from kg.records import Quantity

_MONTHS = {name: number for number, name in enumerate(
    "january february march april may june july august september october november december".split(), 1)}  # fmt: skip
_MONTH = f"(?:{'|'.join(name.capitalize() for name in _MONTHS)})"

_LATEST = r"no(?:t)? later than|on or before|by(?: the)?|before|until|prior to"
_EARLIEST = r"on or after|from|no(?:t)? earlier than|after|beginning(?: on)?|starting(?: on)?|as of|effective"
_BOUND = rf"(?:(?P<latest>{_LATEST})|(?P<earliest>{_EARLIEST})|on) "
_AMERICAN = rf"(?P<month>{_MONTH}) (?P<day>\d{{1,2}})(?:, ?(?P<year>(?:19|20)\d\d))?(?: of each year)?"
_EUROPEAN = rf"(?P<day2>\d{{1,2}}) (?P<month2>{_MONTH})(?: (?P<year2>(?:19|20)\d\d))?"
_DATE = re.compile(rf"\b{_BOUND}(?:{_AMERICAN}|{_EUROPEAN})\b")
_STATES_A_FACT = re.compile(
    r"(?:effective|dated|published|issued|approved|manufactured|marketed|introduced|received) $", re.IGNORECASE
)
_DAY_OF_MONTH = re.compile(
    rf"\b(?:(?P<latest>no(?:t)? later than|on or before|by|before) )?the (?P<ordinal>{ORDINAL}) day of (?:the|each|every"
    rf"|that|any) (?:calendar |following |next )?month\b",
    re.IGNORECASE,
)


def find(text: str, lower: str, taken: Sequence[Quantity], digits: bool) -> list[Quantity]:
    """Dates and days of the month outside the spans that are taken already; `lower` is the text in lower case, `digits` whether
    it has any."""
    named = digits and any(month in lower for month in _MONTHS)
    counted = " day of " in lower
    if not named and not counted:
        return []
    spans = [(q.start, q.end) for q in taken]
    found = [_day_of_month(match) for match in _DAY_OF_MONTH.finditer(text) if counted]
    found.extend(quantity for match in _DATE.finditer(text) if (quantity := _date(match)) is not None)
    if not found:
        return found
    inside = sorted(spans)
    return [q for q in found if not _overlaps(inside, q)]


def _overlaps(spans: list[tuple[int, int]], q: Quantity) -> bool:
    at = bisect_left(spans, (q.start, q.start))
    return any(start < q.end and q.start < end for start, end in spans[max(0, at - 1) : at + 1])


def _day_of_month(match: re.Match[str]) -> Quantity:
    sign = "<=" if match["latest"] else "="
    return Quantity(
        match[0], "deadline", sign, ordinal_of(match["ordinal"]), "day_of_month", start=match.start(), end=match.end()
    )


def _date(match: re.Match[str]) -> Quantity | None:
    month = _MONTHS[(match["month"] or match["month2"]).lower()]
    day, year = int(match["day"] or match["day2"]), match["year"] or match["year2"]
    if not 1 <= day <= 31 or _STATES_A_FACT.search(match.string, max(0, match.start() - 16), match.start()):
        return None
    value = f"{year}-{month:02d}-{day:02d}" if year else f"--{month:02d}-{day:02d}"
    latest = (match["latest"] or "").lower()
    sign = ("<" if latest in ("before", "prior to") else "<=") if latest else ">=" if match["earliest"] else "="
    return Quantity(match[0], "deadline", sign, value, "date", start=match.start(), end=match.end())
