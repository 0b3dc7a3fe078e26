"""Frequencies that one word or phrase names: annually, once a year, twice daily, quarterly."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kg.records import Quantity

_ADVERBS = {
    "hourly": (1, "hour"), "daily": (1, "day"), "weekly": (1, "week"), "biweekly": (2, "week"), "monthly": (1, "month"),
    "bimonthly": (2, "month"), "quarterly": (3, "month"), "semiannually": (6, "month"), "semi-annually": (6, "month"),
    "annually": (1, "year"), "yearly": (1, "year"), "biennially": (2, "year"), "triennially": (3, "year"),
}  # fmt: skip
_PERIODS = {"day": "day", "week": "week", "month": "month", "quarter": "quarter", "year": "year"}
_COUNTS = {"once": 1, "twice": 2, "one time": 1, "two times": 2, "three times": 3, "four times": 4}

_AT_LEAST = r"(?P<least>at (?:the )?(?:very )?least|not? less (?:often|frequently) than|no fewer than|a minimum of)\s+"
_AT_MOST = r"(?P<most>not? more (?:often |frequently )?than|at most|up to)\s+"
_SCALE = rf"(?:{_AT_LEAST}|{_AT_MOST})?"
_IN_MONTH = r"(?: in (?:january|february|march|april|may|june|july|august|september|october|november|december))?"

_ADVERB = rf"(?P<adverb>{'|'.join(map(re.escape, _ADVERBS))})(?!\s+(?:dose|intake|value|diet|consumption|average|basis))"
_RATE = (
    rf"(?P<count>{'|'.join(_COUNTS)}|\d{{1,3}} times)(?:,)? "
    r"(?:a|an|each|every|per|in each|in any|during each|in a)(?: calendar| given)? (?P<per>day|week|month|quarter|year)"
)
_EACH = r"(?P<each>every|each) (?:calendar )?(?P<period>day|week|month|quarter|year)"
_FREQUENCY = re.compile(rf"\b{_SCALE}(?:{_RATE}|{_ADVERB}{_IN_MONTH}|{_EACH})\b")
_NOT_A_DEMAND = re.compile(r"\b(?:during|for|of|in|by|from|the|that|on)\s+$", re.IGNORECASE)  # during each calendar year


def find(text: str, lower: str, taken: Sequence[Quantity]) -> list[Quantity]:
    """Frequencies outside the spans that are taken already; `lower` is the text in lower case."""
    if not any(period in lower for period in ("year", "month", "quarter", "week", "day", "dai", "annual", "ennial", "hourly")):
        return []
    found = []
    spans = iter(sorted((q.start, q.end) for q in taken))
    span = next(spans, None)
    for match in _FREQUENCY.finditer(lower):
        while span and span[1] <= match.start():
            span = next(spans, None)
        if span and span[0] < match.end():
            continue
        if (quantity := _quantity(text, match)) is not None:
            found.append(quantity)
    return found


def _quantity(text: str, match: re.Match[str]) -> Quantity | None:
    if match["each"] and _NOT_A_DEMAND.search(text[max(0, match.start() - 12) : match.start()]):
        return None
    count = 1
    if match["adverb"]:
        value, unit = _ADVERBS[match["adverb"].lower()]
    elif match["each"]:
        value, unit = _interval(match["period"])
    else:
        word = match["count"].lower()
        count = _COUNTS.get(word) or int(word.split()[0])
        value, unit = _interval(match["per"])
    sign = "<=" if match["least"] else ">=" if match["most"] else "="
    if count > 1:  # counts above one are rates, so the bound turns round
        sign = {"<=": ">=", ">=": "<=", "=": "="}[sign]
        value, unit = count, f"per_{match['per'].lower()}"
    return Quantity(text[slice(*match.span())], "frequency", sign, value, unit, start=match.start(), end=match.end())


def _interval(period: str) -> tuple[int, str]:
    return (3, "month") if period.lower() == "quarter" else (1, _PERIODS[period.lower()])
