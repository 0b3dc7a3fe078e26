"""Quantities of an English text: numbers with a unit, the words that bound them, and periods named by a word.

What counts, and how a value, a comparator and a kind are chosen, is told in `docs/conventions.md`.
"""

from __future__ import annotations

import re
from functools import lru_cache

from ingest.quantities.en import comparators, dates, frequencies
from ingest.quantities.en.kinds import kind_of_measure, kind_of_time
from ingest.quantities.en.numbers import NUMBER, value_of
from ingest.quantities.en.unit_names import MONEY, counted_unit, measure_unit, time_unit
from ingest.sentences.en import lowered
from kg.records import Quantity

_MONEY_SIGN = r"(?P<money>us\$|\$|€|£|eur |usd )?"
_START = r"(?<![\w.,/§-])"  # not inside 211.132, 5-10, § 50, 1/2
_NUMBER = re.compile(rf"{_START}{_MONEY_SIGN}(?P<number>{NUMBER})")
_RANGE_END = re.compile(rf"(?P<joint> to | and | through | ?[-–—] ?)(?P<number>{NUMBER})", re.IGNORECASE)
_AGAIN = re.compile(r" \([^()]{1,12}\)")  # thirty (30) days
_EVENT = re.compile(
    r" ?(?:(?:immediately )?(?:after|before|following|prior to|preceding|from|of|in advance of|since)\b)", re.IGNORECASE
)
_ANCHOR_END = re.compile(r"[,;:.()](?:\s|$)|[;:()]")
_ANCHOR_LENGTH = 160

_COIN = re.compile(r"(dollar|euro)s?\b", re.IGNORECASE)
_DIGIT = re.compile(r"\d")
_NUMBER_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twel",
"teen", "twent",
                 "thirt", "fort", "fift", "hundred", "thousand", "million")  # fmt: skip


@lru_cache(maxsize=16)
def find_quantities(text: str) -> tuple[Quantity, ...]:
    """The quantities in `text` in order, none inside another; see the module's docstring for what counts.

    The last results are kept: obligations ask for those of a sentence, which often is the whole text that is asked for next.
    """
    lower = lowered(text)
    found: list[Quantity] = []
    floors: dict[str, int] = {}
    end = 0
    digits = _DIGIT.search(text) is not None
    numbers = _NUMBER.finditer(lower) if digits or any(word in lower for word in _NUMBER_WORDS) else ()
    for match in numbers:
        if match.start() < end:
            continue
        quantity = _read(text, match, end)
        if quantity is None:
            continue
        found.append(_as_minimum(text, quantity, floors))
        end = quantity.end
    found.extend(frequencies.find(text, lower, found))
    found.extend(dates.find(text, lower, found, digits))
    return tuple(sorted(found, key=lambda q: q.start))


def _read(text: str, match: re.Match[str], floor: int) -> Quantity | None:
    """The quantity whose first number is `match`; None where no unit follows. Nothing before `floor` is taken in."""
    start, end = match.span()
    low = value_of(match["number"])
    high: float | int | None = None
    if again := _AGAIN.match(text, end):
        end = again.end()
    unit_first = _unit(text, end, match["money"])
    joined = _RANGE_END.match(text, unit_first[2] if unit_first and unit_first[0] != "money" else end)
    if unit_first is None and joined is None:
        return None
    comparator = comparators.before(text, start)
    if (
        unit_first is not None
        and unit_first[0] == "count"
        and (comparator is None or comparator[0] not in ("<=", ">=", "<", ">"))
    ):
        return None  # "two devices" tells of them, "at least two devices" demands them
    unit, qualifier, unit_end, is_time = "", None, end, False
    if joined is not None and _is_range(joined, comparator):
        second = _unit(text, joined.end(), match["money"])
        if second is not None and (unit_first is None or unit_first[0] == second[0]):
            high = value_of(joined["number"])
            if unit_first is not None and unit_first[3] != second[3]:
                converted = _converted(value_of(match["number"]), unit_first[3], second[3])
                if converted is None:
                    high = _converted(value_of(joined["number"]), second[3], unit_first[3])
                    second = (second[0], second[1], second[2], unit_first[3])
                else:
                    low = converted
            family, qualifier, unit_end, unit = second
            is_time = family == "time"
    if high is None:
        if unit_first is None:
            return None
        family, qualifier, unit_end, unit = unit_first
        is_time = family == "time"
    if text[end : end + 1] == "-" and is_time and text[unit_end - 1] != "s" and not _hyphenated_period(text, unit_end):
        return None  # a 180-day supplement is a name, not a demand
    sign, begin = comparator or ("=", start)
    if begin < floor:
        sign, begin = "=", start
    if high is not None:
        sign = "between"
    elif sign == "between":
        sign, begin = "=", start
    if sign == "=" and (behind := comparators.after(text, unit_end)):
        sign, unit_end = behind
    return _finish(text, begin, unit_end, sign, low, high, unit, qualifier, is_time)


def _finish(
    text: str,
    begin: int,
    end: int,
    sign: str,
    low: float | int,
    high: float | int | None,
    unit: str,
    qualifier: str | None,
    is_time: bool,
) -> Quantity:
    anchor = None
    if is_time:
        kind, sign, begin, end = kind_of_time(text, begin, end, sign)
        anchor = _anchor(text, end) if kind in ("deadline", "duration") else None
    else:
        kind = kind_of_measure(unit)
    return Quantity(text[begin:end], kind, sign, low, unit, qualifier, high, anchor, begin, end)


def _unit(text: str, at: int, money: str | None) -> tuple[str, str | None, int, str] | None:
    """Family, qualifier, end and canonical unit of the number that ends at `at`."""
    if money:
        return "money", None, at, MONEY[money.strip().upper()]
    gap = at
    while text[gap : gap + 1] in (" ", "-", "\u00a0"):
        gap += 1
    if gap - at > 2:
        return None
    if time := time_unit(text, gap):
        return "time", time[1], time[2], time[0]
    if measure := measure_unit(text, gap):
        return "measure", None, measure[1], measure[0]
    if text[at : at + 1] != "-" and (counted := counted_unit(text, gap)):
        return "count", None, counted[1], counted[0]
    if gap > at and (coin := _COIN.match(text, gap)):
        return "money", None, coin.end(), MONEY[coin[1].lower()]
    return None


def _is_range(joined: re.Match[str], comparator: tuple[str, int] | None) -> bool:
    """ "between 1 and 6 °C" is a range, "2 and 4 months" alone are two values."""
    return joined["joint"] != " and " or (comparator is not None and comparator[0] == "between")


def _hyphenated_period(text: str, unit_end: int) -> bool:
    return (
        re.compile(r" (?:[a-z]+ )?(?:period|interval|notice|limit|deadline|waiting)", re.IGNORECASE).match(text, unit_end)
        is not None
    )


def _converted(value: float | int, unit: str, into: str) -> float | int | None:
    """A value in a smaller unit, None the other way: "between 30 minutes and 10 days" is told in minutes."""
    steps = {("day", "hour"): 24, ("day", "minute"): 1440, ("hour", "minute"): 60, ("week", "day"): 7, ("year", "month"): 12,
             ("hour", "second"): 3600, ("minute", "second"): 60,
             ("gram", "milligram"): 1000, ("milligram", "microgram"): 1000}  # fmt: skip
    if unit == into:
        return value
    factor = steps.get((unit, into))
    return None if factor is None else value * factor


def _anchor(text: str, end: int) -> str | None:
    """The event that a period counts from, as written, up to the next mark of punctuation."""
    event = _EVENT.match(text, end)
    if event is None and (inside := re.search(r"(?:after|before|of|prior to)$", text[max(0, end - 10) : end])):
        start = max(0, end - 10) + inside.start()
    elif event is not None:
        start = event.start() + (text[event.start()] == " ")
    else:
        return None
    stop = _ANCHOR_END.search(text, end, start + _ANCHOR_LENGTH)
    anchor = text[start : stop.start() if stop else min(len(text), start + _ANCHOR_LENGTH)].strip()
    return None if anchor.startswith(("of age", "of experience", "of professional")) else anchor or None


def _as_minimum(text: str, quantity: Quantity, floors: dict[str, int]) -> Quantity:
    """A bare concentration under a named minimum is that minimum: "a minimum level of live cultures of 10 7 CFU/g ...
    and later of 10 6 CFU/g". `floors` remembers where each unit last had one."""
    if quantity.comparator != "=" or quantity.kind != "threshold":
        return quantity
    named = re.search(
        r"\bminimum (?:level|concentration|amount|content|potency|number)\b[^.;,]*$",
        text[max(0, quantity.start - 90) : quantity.start],
    )
    if named is None and quantity.start - floors.get(quantity.unit, -400) > 300:
        return quantity
    floors[quantity.unit] = quantity.start
    return Quantity(quantity.text, quantity.kind, ">=", quantity.value, quantity.unit, start=quantity.start, end=quantity.end)
