"""Why an English sentence that holds a cue states no obligation."""

from __future__ import annotations

from ingest.obligations.en import building
from ingest.obligations.en.clauses import read_clauses
from ingest.obligations.en.cues import find_cues, may_hold_cue
from ingest.obligations.en.exclusions import defines, is_boilerplate
from ingest.obligations.en.masking import mask


def why_none(sentence: str) -> str | None:
    """The reason ("definition", "scope", "epistemic", "subordinate clause" ...); None for a sentence that has no cue, and
    "unexplained" where no rule left it out."""
    if not may_hold_cue(sentence.lower()) or not find_cues(sentence):
        return None
    if sentence.endswith("?"):
        return "question"
    if defines(sentence):
        return "definition"
    if is_boilerplate(sentence):
        return "boilerplate"
    masked = mask(sentence)
    cues = find_cues(masked)
    if not cues:
        return "quoted or aside"
    reading = read_clauses(masked, cues)
    demands = building.demands_of(masked, reading)
    if not demands:
        return "subordinate clause"
    reasons = (building.reason_of(masked, reading, demand) for demand in demands)
    return next((reason for reason in reasons if reason is not None), "unexplained")
