"""Permissions that "only" narrows: "may be conducted only if ...", "may bear only the information"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ingest.obligations.en import adjuncts
from ingest.obligations.en.cues import Cue

_ONLY = re.compile(
    r"(?<!not )\bonly\b(?: (?P<opener>if|when|where|after|upon|to|by|on|in|under|for|until|with|as|at|from|during|within"
    r"|through|once|pursuant)\b)?",
    re.IGNORECASE,
)
_STOPS = re.compile(r"\b(?:which|who|if|unless|when|where|except)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Only:
    """The word or words that restrict ("only if"), where the action ends, and the conditions that they open."""

    words: str
    action_end: int
    conditions: list[tuple[int, int]]


def find(masked: str, cue: Cue, end: int, list_end: int) -> Only | None:
    """The "only" of a permission's predicate; None without one before its first subordinate clause."""
    match = _ONLY.search(masked, cue.end, end)
    if match is None or "only" in cue.text:
        return None
    stop = _STOPS.search(masked, cue.end, match.start())
    if stop is not None:
        return None
    opener = (match["opener"] or "").lower()
    if not opener:
        return Only("only", end, [])
    conditional = opener in ("if", "when", "where")
    start = match.end() if conditional else match.start("opener")
    beside = adjuncts.next_opener(masked, start, list_end, exception=False)
    conditions = [adjuncts.trimmed(masked, start, beside)]
    if beside < list_end:
        conditions.append(adjuncts.trimmed(masked, beside, list_end))
    return Only("only if" if opener == "if" else "only", match.start(), conditions)
