"""Dates by which something is due: 每年3月31日前, 2025年12月31日前, 每月10日前. Dates that bind to nothing are passed over."""

from __future__ import annotations

import re

from ingest.quantities.zh_numbers import to_number
from kg.records import Quantity

_NUMERAL = r"(?:\d{1,2}|[一二三四五六七八九十]{1,3})"
_DUE = r"(?P<due>之前|以前|前|底前|起)?"
_DATE = re.compile(
    rf"(?:(?P<year>(?:19|20)\d\d|[一二][〇零九]?[〇零一二三四五六七八九]{{2,3}})年|(?P<yearly>每(?:一)?年(?:度)?(?:的)?))?"
    rf"(?P<month>{_NUMERAL})月(?P<day>{_NUMERAL})日{_DUE}"
    rf"|每月(?:的)?(?P<monthly>{_NUMERAL})日{_DUE.replace('due', 'due2')}|(?:19|20)\d\d年(?:\d{{1,2}}月)?"
)


def find_dates(text: str) -> tuple[list[Quantity], list[tuple[int, int]]]:
    """Due dates as quantities, and where any other date stands, whose numbers are no quantities."""
    due: list[Quantity] = []
    idle: list[tuple[int, int]] = []
    if "月" in text or "年" in text:
        for m in _DATE.finditer(text):
            quantity = _due(m)
            if quantity is not None:
                due.append(quantity)
            else:
                idle.append(m.span())
    return due, idle


def _due(m: re.Match[str]) -> Quantity | None:
    if m.group("monthly") and m.group("due2"):
        day = to_number(m.group("monthly"))
        return None if day is None else Quantity(m.group(), "deadline", "<=", day, "day_of_month", start=m.start(), end=m.end())
    if not m.group("month") or m.group("due") not in ("之前", "以前", "前"):
        return None
    month, day = to_number(m.group("month")), to_number(m.group("day"))
    if month is None or day is None or not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    year = to_number(m.group("year")) if m.group("year") else None
    date = f"{year:04d}-{month:02d}-{day:02d}" if isinstance(year, int) else f"--{month:02d}-{day:02d}"
    return Quantity(m.group(), "deadline", "<=", date, "date", start=m.start(), end=m.end())
