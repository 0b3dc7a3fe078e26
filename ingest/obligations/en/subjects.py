"""Who owes the duty: finding the subject of a cue and telling persons and bodies from things."""

from __future__ import annotations

import re

from ingest.obligations.en.clauses import Token
from ingest.obligations.en.words import (
    AGENCIES,
    AGENTS,
    CONJUNCTIONS,
    DETERMINERS,
    IRREGULAR_PARTICIPLES,
    PAST,
    PREPOSITIONS,
    PRONOUNS,
)

_PARTITIVES = frozenset("each any one all some none either both neither members member most many two three".split())
_ENDS_OF_HEAD = PREPOSITIONS | frozenset(
    {",", "who", "which", "that", "whose", "responsible", "subject", "not", "seeking", "other", "whom", "acting", "performing"}
)
_CONTACT_VERBS = frozenset(
    {
        "contain",
        "include",
        "bear",
        "be",
        "state",
        "consist",
        "appear",
        "have",
        "identify",
        "describe",
        "indicate",
        "specify",
        "remain",
    }
)

STATIVE = frozenset(
    "qualified subject responsible able aware required allowed permitted entitled familiar independent free located "
    "prepared present bound accountable "
    "satisfied authorized authorised resident capable liable exempt eligible licensed registered domiciled employed "
    "involved experienced established "
    "convinced concerned committed an a the in on at of under not".split()
)
"""What follows "be" when a person is in a state rather than acted upon."""


_DEEDS = ("tion", "sion", "ment", "review", "approval", "use", "receipt", "audit", "request", "ance")
_AFTER_AN_AGENT = (PREPOSITIONS - {"of"}) | frozenset(
    ", and or if when where that which who whose whom unless prior using without whichever whenever either provided not".split()
)


def is_participle(word: str) -> bool:
    return word in PAST or word in IRREGULAR_PARTICIPLES or (word.endswith("ed") and len(word) > 4)


def agent_end(tokens: list[Token], start: int, end: int, verbs: frozenset[str] = frozenset()) -> int | None:
    """Index after the head of the noun phrase at tokens[start:end] when that head is a person or body, else None.

    `verbs` are words that may follow the head: "that sponsors consult".
    """
    i = start
    while i < end and (tokens[i].word in DETERMINERS or tokens[i].word == "only"):
        if tokens[i].word in _PARTITIVES and i + 1 < end and tokens[i + 1].word == "of":
            return agent_end(tokens, i + 2, end, verbs)
        i += 1
    if i < end and tokens[i].word in _PARTITIVES and i + 1 < end and tokens[i + 1].word == "of":
        return agent_end(tokens, i + 2, end, verbs)
    if i < end and tokens[i].word in PRONOUNS:
        return i + 1
    while i < end:
        word = tokens[i].word
        if word in _ENDS_OF_HEAD:
            return None
        if _is_agent(word):
            following = tokens[i + 1].word if i + 1 < end else ""
            if (
                following in ("", ",")
                or following in verbs
                or following in _ENDS_OF_HEAD
                or following in CONJUNCTIONS
                or is_participle(following)
                or following.endswith("ing")
            ):
                return i + 1
            if not following[0].isalpha() or following in ("concerned", "in", "whose"):
                return i + 1
        i += 1
    return None


def _is_agent(word: str) -> bool:
    if word in AGENTS:
        return True
    if "/" in word or "-" in word:
        return any(part in AGENTS for part in re.split(r"[/-]", word)[-1:])
    return False


def is_agency(tokens: list[Token], start: int, end: int) -> bool:
    """Whether the subject is an authority, whose "will" is a duty."""
    words = {token.word for token in tokens[start : min(end, start + 12)]}
    return bool(words & AGENCIES)


def passive_participle(tokens: list[Token], after: int, end: int) -> int | None:
    """Index of the participle when the predicate that starts at `after` is passive ("be promptly reported"), else None."""
    i = after
    while i < end and (
        tokens[i].word.endswith("ly")
        or tokens[i].word
        in (
            "also",
            "not",
            "still",
            "then",
            "therefore",
            "only",
            "thus",
            "first",
            "always",
            "either",
            "both",
            "at",
            "least",
            "in",
            "turn",
            ",",
        )
    ):
        i += 1
    if i >= end or tokens[i].word not in ("be", "been", "being"):
        if i + 1 < end and tokens[i].word == "have" and tokens[i + 1].word == "been":
            i += 1
        else:
            return None
    i += 1
    while i < end and (
        tokens[i].word.endswith("ly") or tokens[i].word in ("also", "so", "not", "then", "only", "first", "either", "both")
    ):
        i += 1
    return i if i < end and is_participle(tokens[i].word) else None


def by_agent(tokens: list[Token], participle: int, end: int) -> tuple[int, int] | None:
    """Token span of the agent of a passive ("certified by a notified body"), without "by"."""
    for i in range(participle + 1, end):
        word = tokens[i].word
        if word == "by":
            if i > participle + 1 and tokens[i - 1].word.endswith(_DEEDS):
                return None  # "done after a review by boards"
            head_end = agent_end(tokens, i + 1, end)
            if head_end is None:
                return None
            stop = head_end
            while stop < end and tokens[stop].word not in _AFTER_AN_AGENT:
                stop += 1
            while (
                stop + 1 < end and tokens[stop].word in ("or", "and") and (more := agent_end(tokens, stop + 1, end)) is not None
            ):
                stop = more
            return i + 1, stop
        if i > participle + 1 and is_participle(word) and tokens[i - 1].word not in CONJUNCTIONS and tokens[i - 1].word != ",":
            return None
        if word in ("that", "which", "who", "if", "unless", "when", "to"):
            return None
    return None


def names_a_person(tokens: list[Token], start: int, end: int, verb: str) -> bool:
    """Whether a subject is a duty-bearer; "it" and "they" are things before verbs of content ("it must contain")."""
    if start >= end:
        return False
    if end - start == 1 and tokens[start].word in ("it", "they", "he", "she", "one"):
        return verb not in _CONTACT_VERBS
    return agent_end(tokens, start, end) is not None
