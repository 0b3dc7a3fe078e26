"""Obligations of English texts, by rules: cue, clause, subject, action, conditions, exceptions, quantities.

What counts is told in `docs/conventions.md`. A sentence goes through `masking` (asides and quotations are blanked), `cues`,
`clauses` (where each cue stands), `exclusions` (which demand nothing), `building` (the record).
"""

from __future__ import annotations

from functools import lru_cache

from ingest.obligations.en.building import build
from ingest.obligations.en.cues import find_cues, may_hold_cue
from ingest.obligations.en.exclusions import defines, is_boilerplate
from ingest.obligations.en.masking import mask
from ingest.sentences.en import split_sentences
from kg.records import Obligation

LONGEST_SENTENCE = 8_000
"""Characters that are read as one clause structure: no sentence of a law is longer, a table without stops may be."""


def find_obligations(text: str, lead_in: str = "") -> tuple[Obligation, ...]:
    """The obligations that `text` states, in order, with offsets into it.

    `lead_in` is the text above a list item. Where its last sentence breaks off ("The sponsor shall:") the item is read as its
    continuation: its cue, subject and conditions hold for the item.
    """
    found: list[Obligation] = []
    opening = _open_sentence(lead_in[-LONGEST_SENTENCE:])
    if not opening and not may_hold_cue(text.lower()):
        return ()
    for number, (start, end) in enumerate(split_sentences(text)):
        if number == 0 and opening and len(opening) + end - start < LONGEST_SENTENCE:
            found.extend(_read_item(opening, text, start, end))
            continue
        for piece in range(start, end, LONGEST_SENTENCE):
            found.extend(_read(text, piece, min(end, piece + LONGEST_SENTENCE)))
    return tuple(found)


def _read(text: str, start: int, end: int) -> list[Obligation]:
    """The obligations of one sentence."""
    sentence = text[start:end]
    if sentence.endswith("?") or not may_hold_cue(sentence.lower()) or defines(sentence) or is_boilerplate(sentence):
        return []
    masked = mask(sentence)
    cues = find_cues(masked)
    return build(sentence, masked, cues, start) if cues else []


def _read_item(opening: str, text: str, start: int, end: int) -> list[Obligation]:
    """The obligations of an item's first sentence, read as the continuation of its lead-in."""
    own = text[start:end]
    joined = f"{opening} {own}"
    offset = len(opening) + 1
    if not may_hold_cue(joined.lower()) or defines(joined) or is_boilerplate(own):
        return []
    masked = mask(joined)
    cues = find_cues(masked)
    return build(joined, masked, cues, start - offset, item_from=offset) if cues else []


@lru_cache(maxsize=64)
def _open_sentence(lead_in: str) -> str:
    """The last sentence of a lead-in that an item continues (it ends with a colon, a dash, or a word that waits), else ""."""
    lead_in = lead_in.rstrip()
    if not lead_in or not (lead_in[-1] in ":—–-" or lead_in.rsplit(None, 1)[-1].lower() in _LEFT_OPEN):
        return ""
    start, end = split_sentences(lead_in)[-1]
    return lead_in[start:end]


_LEFT_OPEN = frozenset("shall must may should will to that not if be for by and or of with the when where unless".split())
