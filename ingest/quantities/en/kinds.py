"""What a quantity is about: a deadline, a duration, a frequency, an amount or a threshold."""

from __future__ import annotations

import re

_AMOUNTS = frozenset({"USD", "EUR", "GBP", "CNY", "dosage unit", "tablet", "capsule", "person", "copy"})

_EVENT_AFTER = re.compile(r" ?(?:after|following|from|of|since|subsequent to)\b", re.IGNORECASE)
_EVENT_BEFORE = re.compile(r" (?:before|prior to|in advance|preceding|ahead of)\b", re.IGNORECASE)
_INTERVAL_AFTER = re.compile(r"[- ]?intervals?\b", re.IGNORECASE)
_EVERY = re.compile(
    r"(?P<least>(?:at least|at a minimum|not? less (?:often|frequently) than|minimum of) )?(?P<most>not? more (?:often"
    r"|frequently) than )?"
    r"(?P<once>once )?(?:in )?(?:every|each|at intervals of|per)(?: (?:other|at least))?\s*$",
    re.IGNORECASE,
)
_LASTING = re.compile(
    r"(?:\bfor(?: (?:a|the))?(?: (?:period|term|minimum|maximum|total))?(?: of)?(?: up to)?|\buntil|\bperiods? (?:of|is"
    r"|was)|\bterm of|\blasting|\blasts?"
    r"|\bretain(?:ed)?|\bkept|\bmaintain(?:ed)?|\bduration of|\bperiod of(?: time)? (?:of)?|\bby)(?: at least)?\s*$",
    re.IGNORECASE,
)


def kind_of_measure(unit: str) -> str:
    """Money and things handed out are amounts; measured values are thresholds."""
    return "amount" if unit in _AMOUNTS else "threshold"


def kind_of_time(text: str, begin: int, end: int, sign: str) -> tuple[str, str, int, int]:
    """Kind, comparator and span of a stretch of time, read from the words around it."""
    head = text[max(0, begin - 48) : begin]
    every = _EVERY.search(head)
    if every:
        bound = "<=" if every["least"] or sign == ">=" else ">=" if every["most"] else sign
        return "frequency", bound, begin - (len(head) - every.start()), end
    if _INTERVAL_AFTER.match(text, end):
        return "frequency", sign, begin, end
    words = text[begin:end].lower()
    lasting = _LASTING.search(head) or words.startswith("for ")
    if before := _EVENT_BEFORE.match(text, end):
        if sign == "=" and not lasting:
            sign = ">="
        if lasting:  # held for 60 days before release
            return "duration", sign, begin, end
        return "deadline", sign, begin, before.end()
    if words.startswith("within") or "later than" in words or "earlier than" in words or "sooner than" in words:
        return "deadline", sign, begin, end
    after = _EVENT_AFTER.match(text, end)
    if lasting:
        if sign == "=" and (for_ := re.search(r"\bfor\s*$", head)):
            begin -= len(head) - for_.start()
        return "duration", sign, begin, after.end() if after else end
    if after and _counts_from(text, after) and sign in ("<=", "=", "<"):
        return "deadline", sign, begin, after.end()
    return "duration", sign, begin, after.end() if after and "after" in after[0] else end


def _counts_from(text: str, event: re.Match[str]) -> bool:
    """ "30 days of receipt" counts from an event; "5 years of experience" and "18 years of age" do not."""
    return (
        event[0].strip().lower() != "of"
        or re.match(
            r" (?:the |its |such |his |their )?(?:date|receipt|receiving|becoming|being|any|notif)",
            text[event.end() : event.end() + 24],
        )
        is not None
    )
