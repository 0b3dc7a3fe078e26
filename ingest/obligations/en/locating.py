"""Where a cue's clause and its subject begin."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

from ingest.obligations.en import adjuncts
from ingest.obligations.en.clauses import Place, Token
from ingest.obligations.en.words import AGENTS, CONJUNCTIONS, DETERMINERS, PREPOSITIONS, PRONOUNS, VERBS

_BEFORE_A_SUBJECT = frozenset({",", "however", "therefore", "that", "then", "so"})


@dataclass(slots=True)
class Start:
    """Offsets in the sentence. `clause` is where the clause begins, its conjunction included; `fronted_from` where that
    begins which stands before the subject. `case_span` is the case that "in which case" takes up."""

    clause: int
    subject: int
    subject_end: int
    fronted_from: int
    inverted: bool = False
    case_span: tuple[int, int] | None = None

    def clause_text(self, masked: str) -> int:
        """Where the clause begins without white space and conjunctions."""
        return adjuncts.trimmed(masked, min(self.fronted_from, self.subject), len(masked))[0]


def locate(masked: str, tokens: list[Token], place: Place) -> Start:
    """The start of the clause and the subject of a cue that has a subject of its own."""
    low = place.start + (4 if place.kind == "reported" else 0)
    clause = low
    cue_start = place.cue.start
    case_span = _case(masked, low) if masked[max(0, low - 14) : low].lower().endswith("in which case") else None
    first = _first_token(tokens, low, place.index)
    if place.verb_end > low:
        conjunction = _boundary(tokens, place)
        if conjunction is not None:
            clause, first = tokens[conjunction].start, conjunction + 1
            low = tokens[first].start if first < place.index else tokens[conjunction].end
        else:
            low = clause = place.verb_end
            first = _first_token(tokens, low, place.index)
    while first < place.index and (
        tokens[first].word in CONJUNCTIONS or tokens[first].word in _BEFORE_A_SUBJECT or _is_except_that(tokens, first)
    ):
        first += 1
    fronted_from = tokens[first].start if first < place.index else cue_start
    subject = fronted_from
    if first < place.index and adjuncts.is_fronted(masked, fronted_from):
        subject = _after_fronted(tokens, place, first)
    return Start(clause, subject, cue_start, fronted_from, inverted=subject >= cue_start, case_span=case_span)


def _is_except_that(tokens: list[Token], i: int) -> bool:
    return tokens[i].word == "except" and i + 1 < len(tokens) and tokens[i + 1].word == "that"


def _case(masked: str, low: int) -> tuple[int, int] | None:
    """The exception or condition that stands right before "in which case"."""
    _, found = adjuncts.carve(masked, 0, low - 13, list_end=low - 13)
    spans = sorted([*found.conditions, *found.exceptions])
    if not spans:
        return None
    start, end = spans[-1]
    for word in ("except ", "except that "):
        if masked[start:end].lower().startswith(word):
            start += len(word)
    return start, end


def _first_token(tokens: list[Token], position: int, stop: int) -> int:
    return min(bisect_left(tokens, position, 0, stop, key=_start), stop)


def _start(token: Token) -> int:
    return token.start


def starts_noun_phrase(token: Token) -> bool:
    word = token.word
    return (
        (word in DETERMINERS and word != "other")
        or word in PRONOUNS
        or word in AGENTS
        or (token.raw[:1].isupper() and word not in PREPOSITIONS)
        or word == "there"
    )


def _boundary(tokens: list[Token], place: Place) -> int | None:
    """The conjunction that opens the cue's clause after an earlier verb; None where none stands between."""
    after_comma = plain = comma_only = bare = last = None
    for j in range(max(_first_token(tokens, place.verb_end, place.index), 1), place.index):
        token = tokens[j]
        follows = tokens[j + 1] if j + 1 < place.index else None
        if follows is None:
            continue
        if token.word in CONJUNCTIONS or token.word in ("however", "so", "except"):
            opens = starts_noun_phrase(follows) or follows.word in ("if", "when", "where", "unless", "upon", "in", "that")
            if tokens[j - 1].word == "," and opens:
                after_comma = j
            elif tokens[j - 1].word == ",":
                bare = j
            elif opens:
                plain = j
            elif token.word != "except":
                last = j
        elif token.word == "," and starts_noun_phrase(follows):
            comma_only = j
    fronted = max(place.fronted_verbs, default=-1)
    if after_comma is not None and fronted > tokens[after_comma].start:
        return after_comma
    for choice in (after_comma, plain, bare, comma_only, last):
        if choice is not None:
            return choice
    return None


def _after_fronted(tokens: list[Token], place: Place, first: int) -> int:
    """Where the subject starts behind fronted adjuncts: at the comma that a noun phrase follows, behind their last verb."""
    cue_start = place.cue.start
    commas = [j for j in range(first, place.index - 1) if tokens[j].word == ","]
    verbs = [end for end in place.fronted_verbs if end > tokens[first].start]
    for verb in [*reversed(verbs), tokens[first].start]:
        behind = [j for j in commas if tokens[j].start >= verb and starts_noun_phrase(tokens[j + 1])]
        for j in [
            *(j for j in behind if tokens[j + 1].word not in AGENTS),
            *behind,
        ]:  # "the owner, operator, or agent" is a list
            if tokens[j + 1].word not in PREPOSITIONS:
                return tokens[j + 1].start
        if verbs and verb == verbs[-1]:
            at = _noun_phrase_without_comma(tokens, place, _first_token(tokens, verb, place.index))
            if at is not None and not any(tokens[j].start >= verb for j in commas):
                return at
    for j in reversed(commas):
        if tokens[j + 1].word not in CONJUNCTIONS and tokens[j + 1].word not in PREPOSITIONS:
            return tokens[j + 1].start
    at = _noun_phrase_without_comma(tokens, place, first + 1)
    return at if at is not None else cue_start


def _noun_phrase_without_comma(tokens: list[Token], place: Place, first: int) -> int | None:
    """ "At the request of an importer the Agency shall": a determiner right behind a noun opens a new phrase."""
    found = None
    for j in range(max(first, 1), place.index):
        word, before = tokens[j].word, tokens[j - 1].word
        if (
            (word in DETERMINERS or word in PRONOUNS)
            and before not in DETERMINERS
            and before not in PREPOSITIONS
            and before not in CONJUNCTIONS
        ):
            if (
                before in VERBS
                or before in (",", "not", "all", "such", "both", "that", "which", "to")
                or before.endswith("ing")
            ):
                continue
            found = tokens[j].start
    return found
