"""Advice by verb: "FDA recommends that sponsors consult", "we encourage applicants to submit", "we recommend the studies"."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

from ingest.obligations.en import adjuncts
from ingest.obligations.en.adjuncts import Adjuncts
from ingest.obligations.en.clauses import Token
from ingest.obligations.en.cues import Cue
from ingest.obligations.en.subjects import agent_end, is_participle
from ingest.obligations.en.words import AGENCIES, CONJUNCTIONS, DETERMINERS, PREPOSITIONS, PURE_BASE, VERBS

_SPEAKERS = AGENCIES | {"guidance", "guideline", "it", "ich", "document"}


@dataclass(frozen=True, slots=True)
class Advice:
    """Who is advised (None for things) and what."""

    subject: tuple[int, int] | None
    action: tuple[int, int]
    behind: Adjuncts | None = None


def is_active(cue: Cue) -> bool:
    """Whether the cue is the verb itself rather than a modal or a participle."""
    return cue.modality == "RECOMMENDED" and cue.text.split()[-1 if "against" not in cue.text else -2] in (
        "recommend",
        "recommends",
        "encourage",
        "encourages",
    )


def speaks_for_an_authority(tokens: list[Token], first: int, last: int) -> bool:
    """Whether an authority or its guidance recommends; a manufacturer's recommendation is none of the text's."""
    return any(token.word in _SPEAKERS for token in tokens[first:last])


def read(masked: str, tokens: list[Token], cue: Cue, end: int) -> Advice:
    """Subject and action of the advice between the cue and `end`."""
    i = bisect_left(tokens, cue.end, key=lambda token: token.start)
    stop = bisect_left(tokens, end, key=lambda token: token.start)
    if i >= stop:
        return Advice(None, (cue.end, cue.end))
    found = None
    if tokens[i].word == "that":
        i += 1
        if i < stop and (tokens[i].word == "," or adjuncts.is_fronted(masked, tokens[i].start)):
            comma = next((j for j in range(i + 1, stop - 1) if tokens[j].word == ","), None)
            if comma is not None:
                found = adjuncts.fronted(masked, tokens[i + (tokens[i].word == ",")].start, tokens[comma].start)
                i = comma + 1
    if i >= stop:
        return Advice(None, (cue.end, cue.end))
    head_end = agent_end(tokens, i, stop, VERBS)
    verb = _verb(tokens, i, stop, head_end)
    start = tokens[i].start
    if verb is None:
        action, _ = adjuncts.carve(masked, start, end, list_end=end)
        return Advice(None, action, found)
    at = verb + 1 if tokens[verb].word == "to" else verb
    passive = tokens[verb].word == "be" and verb + 1 < stop and any(is_participle(t.word) for t in tokens[verb + 1 : verb + 3])
    if head_end is None or passive or at >= stop:
        action, _ = adjuncts.carve(masked, start, end, list_end=end)
        return Advice(None, action, found)
    action, _ = adjuncts.carve(masked, tokens[at].start, end, list_end=end)
    return Advice((start, tokens[verb - 1].end), action, found)


def _verb(tokens: list[Token], first: int, stop: int, head_end: int | None) -> int | None:
    """The verb of the advice: "sponsors consult", "sponsors to consult", "all reports be submitted"."""
    for j in range(head_end or first + 1, stop):
        word, before = tokens[j].word, tokens[j - 1].word
        if (
            word == "to"
            and head_end is not None
            and j + 1 < stop
            and (tokens[j + 1].word in VERBS or tokens[j + 1].word == "be")
        ):
            return j
        if word in ("be", "not"):
            return j
        likely = word in VERBS if head_end is not None else word in PURE_BASE
        if (
            likely
            and before not in DETERMINERS
            and before not in PREPOSITIONS
            and before not in CONJUNCTIONS
            and before != "to"
        ):
            return j
        if head_end is None and word in (",", "that", "which") and j > first + 12:
            return None
    return None
