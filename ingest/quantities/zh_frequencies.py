"""How often: 每年, 每半年, 至少每六个月, 每年不少于两次."""

from __future__ import annotations

import re

from ingest.quantities.zh_numbers import HAN, to_number
from kg.records import Quantity

_PERIODS = {
    "年": "year",
    "月": "month",
    "季度": "quarter",
    "季": "quarter",
    "周": "week",
    "星期": "week",
    "日": "day",
    "天": "day",
    "小时": "hour",
    "工作日": "day",
    "学期": "semester",
}
_LEAST = r"(?:至少|最少|不少于|不得少于|应至少)"
_EVERY = re.compile(
    rf"(?P<least>(?:应)?{_LEAST})?每(?:隔|间隔)?(?:满)?(?P<count>\d{{1,3}}|{HAN}{{1,4}}"
    rf"|半)?(?:个)?(?P<period>年(?!龄)|月|季度|季|周(?!岁|边|期|围)|星期|日(?!常)|天|小时|工作日"
    rf"|学期)(?:度)?(?:内)?"
    rf"(?P<least2>应当|应|须)?(?P<least3>{_LEAST})?(?:(?P<times>\d{{1,3}}|{HAN}{{1,3}})次(?!品|要))?(?P<above>以上)?"
)
_LATER = re.compile(rf"[^，。；]{{0,40}}?{_LEAST}[^，。；\d一二两三四五六七八九十]{{0,14}}(?P<times>\d{{1,3}}|{HAN}{{1,3}})次")
_LATER_ABOVE = re.compile(rf"[^，。；]{{0,40}}?(?P<times>\d{{1,3}}|{HAN}{{1,3}})次(?P<above>以上)?")
_DATED = re.compile(r"的?(?:\d{1,2}|[一二三四五六七八九十]{1,3})[月日](?!龄)|年?[初底末]|第[一二三四]")


def find_frequencies(text: str) -> tuple[list[Quantity], list[tuple[int, int]]]:
    """Frequencies as intervals (每半年 is 6 months; counts above one as `per_year` and so on), and where their counts stand."""
    found: list[Quantity] = []
    counts: list[tuple[int, int]] = []
    if "每" in text:
        for m in _EVERY.finditer(text):
            if not _DATED.match(text, m.end("period")):
                quantity, count = _frequency(text, m)
                found.append(quantity)
                counts.extend([count] if count else [])
    return found, counts


def _frequency(text: str, m: re.Match[str]) -> tuple[Quantity, tuple[int, int] | None]:
    unit = _PERIODS[m.group("period")]
    count = m.group("count")
    value: float | int = to_number(count) or 1 if count else 1
    if count == "半" and unit == "year":
        value, unit = 6, "month"
    if unit == "quarter":
        value, unit = 3 * value, "month"
    at_least = bool(m.group("least") or m.group("least3") or m.group("above"))
    counted = m if m.group("times") else _LATER.match(text, m.end())
    at_least = at_least or (counted is not None and counted is not m)
    if counted is None:
        counted = _LATER_ABOVE.match(text, m.end())
        at_least = at_least or (counted is not None and counted.group("above") is not None)
    times = to_number(counted.group("times")) if counted else None
    qualifier = "working" if m.group("period") == "工作日" else None
    comparator = "<=" if at_least else "="
    if times is not None and times > 1 and value == 1:
        comparator, value, unit = ">=" if at_least else "=", times, f"per_{unit}"
    quantity = Quantity(m.group(), "frequency", comparator, value, unit, qualifier=qualifier, start=m.start(), end=m.end())
    return quantity, counted.span("times") if counted else None
