"""The edges of an action and of a clause: what trails behind the act, and the quantities that a clause holds."""

from __future__ import annotations

import re

from ingest.obligations.en import adjuncts
from kg.records import Quantity

_PURPOSE = re.compile(
    r",? (?:in order to|so that|so as to|to ensure that|thereby)\b|, (?:ensuring|taking into account|taking account)\b"
    r"|(?<!adequate)(?<!sufficient)(?<!designed)(?<!necessary)(?<!required)(?<!intended)(?<!used)(?<!able)(?<!appropriate)(?<!validated)(?<!procedures)"
    r" to (?:ensure|assess|determine|understand|verify|evaluate|confirm)\b",
    re.IGNORECASE,
)
_DEADLINE = re.compile(
    r",? (?:but )?(?:within|(?:in no (?:case|event)|no|not) later than|no more than|not more than|not exceeding"
    r"|not to exceed)(?= )",
    re.IGNORECASE,
)


def without_purpose(masked: str, action: tuple[int, int], cue_end: int) -> tuple[int, int]:
    """The action without a trailing purpose clause or deadline, which are no part of the act."""
    start, end = action
    for pattern in (_PURPOSE, _DEADLINE):
        match = pattern.search(masked, max(start + 6, cue_end + 6), end)
        if match is None:
            continue
        comma = masked.find(",", match.end(), end)
        if comma < 0 or pattern is _PURPOSE:
            end = match.start()
    start, end = adjuncts.trimmed(masked, start, end)
    return adjuncts.trimmed(masked, start, trailing_conjunction(masked, start, end))


def trailing_conjunction(masked: str, start: int, end: int) -> int:
    """Where a closing "; and" begins, `end` without one."""
    match = re.compile(r"[;,]?\s*\b(?:and|or)\s*$").search(masked, max(start, end - 12), end)
    return match.start() if match else end


def trim_end(masked: str, start: int, end: int) -> int:
    """`end` without punctuation and white space before it."""
    while end > start and masked[end - 1] in " ,;:—–\n\t":
        end -= 1
    return end


def within(quantities: tuple[Quantity, ...], clause: tuple[int, int], offset: int) -> tuple[Quantity, ...]:
    """The quantities of a clause and its conditions, with offsets into the text."""
    return tuple(_moved(q, offset) for q in quantities if clause[0] <= q.start and q.end <= clause[1])


def _moved(q: Quantity, offset: int) -> Quantity:
    return Quantity(
        q.text, q.kind, q.comparator, q.value, q.unit, q.qualifier, q.value_high, q.anchor, q.start + offset, q.end + offset
    )
