"""In which clause a cue stands: the main one, a demand reported by "provides that", or a subordinate one.

A clause has one finite verb. Reading from left to right, "which", "if", "that" open a clause that waits for its verb; the next
finite verb belongs to the innermost clause that waits, and when none waits to the main clause. So in "a trial which
must be registered shall not be initiated" the first cue is the relative clause's, the second the main clause's.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ingest.obligations.en.cues import Cue
from ingest.obligations.en.words import (
    AGENTS,
    AUXILIARIES,
    CONJUNCTIONS,
    DETERMINERS,
    MODALS,
    PAST,
    PREPOSITIONS,
    PRONOUNS,
    PURE_BASE,
    PURE_THIRD_PERSON,
    THIRD_PERSON,
    VERBS,
)

_TOKEN = re.compile(r"[A-Za-z][\w'’/-]*|\([a-z]{1,4}\)|\(\d{1,2}\)|\([A-Z]\)|[,;—–]|:(?=\s|$)|\d[\w.,/%-]*\w|\d|§+|Q")

_OPENERS = {
    "which": "rel", "wherein": "rel", "whereby": "rel", "who": "rel", "whom": "rel", "whose": "rel",
    "if": "adverbial", "when": "adverbial", "whenever": "adverbial", "where": "adverbial", "wherever": "adverbial",
    "unless": "adverbial", "until": "adverbial", "although": "adverbial", "though": "adverbial", "because": "adverbial",
    "while": "adverbial", "whereas": "adverbial", "since": "adverbial", "once": "adverbial", "before": "adverbial",
    "after": "adverbial", "lest": "adverbial", "insofar": "adverbial",
    "whether": "question", "how": "question", "what": "question", "why": "question", "whatever": "question",
    "whichever": "question",
    "whoever": "question",
}  # fmt: skip
_ALSO_PREPOSITIONS = frozenset({"before", "after", "since", "until", "once"})
_ELLIPTICAL = frozenset({"where", "when", "if", "unless", "than", "as", "while", "although", "though", "whenever", "wherever"})

_REPORTING = frozenset(
    "provide provides provided providing specify specifies specifying specified state states stating stated require "
    "requires requiring "
    "stipulate stipulates stipulating prescribe prescribes prescribing believe believes note notes noting emphasize "
    "emphasizes remind reminds recommend "
    "recommends recommending advise advises clarify clarifies suggest suggests mean means".split()
)
"""What follows these verbs and "that" is demanded by the text itself; "means that" draws a duty as a conclusion."""

_NOT_A_SUBJECT = frozenset({"a", "an", "one", "those", "these", "such", "this"})
_DEMONSTRATIVE_AFTER = PREPOSITIONS - {"except", "in", "as", "than"}


@dataclass(slots=True)
class _Frame:
    kind: str
    start: int
    has_verb: bool = False
    optional: bool = False
    preposition: bool = False
    left_by_comma: bool = False  # a noun phrase followed a comma in it: the main clause's subject, if no verb was told


@dataclass(slots=True)
class Token:
    word: str
    start: int
    end: int
    raw: str


@dataclass(slots=True)
class Place:
    """Where a cue stands, by offsets in the sentence; `verb_end` is where the finite verb before it in its clause ends."""

    cue: Cue
    kind: str  # main, reported, sub
    start: int  # of the clause
    index: int  # of the cue's first token
    shared: bool = False  # "shall be established and shall contain": the subject is the previous one's
    verb_end: int = -1
    fronted_verbs: list[int] = field(default_factory=list)  # ends of verbs of subordinate clauses since then
    is_item: bool = False


@dataclass(slots=True)
class Reading:
    """A sentence's tokens, its cues in their places, the breaks at semicolons and markers, the relative clauses."""

    tokens: list[Token]
    places: list[Place] = field(default_factory=list)
    breaks: list[int] = field(default_factory=list)
    relatives: list[int] = field(default_factory=list)


def tokenize(masked: str) -> list[Token]:
    """Words, numbers, commas, semicolons, dashes and list markers."""
    return [Token(m[0].lower(), m.start(), m.end(), m[0]) for m in _TOKEN.finditer(masked)]


def read_clauses(masked: str, cues: list[Cue], item_from: int = 0) -> Reading:
    """The clauses of one sentence around its cues; an item that continues a lead-in begins at `item_from`."""
    breaks = {item_from, item_from - 1}
    tokens = tokenize(masked)
    reading = Reading(tokens)
    frames = [_Frame("main", 0)]
    base = frames[:]
    queue = iter(cues)
    cue = next(queue, None)
    last_main_verb, item, listing = -1, False, False
    fronted_verbs: list[int] = []
    last_frame: _Frame = frames[0]
    skip_to = 0
    for i, token in enumerate(tokens):
        if token.start < skip_to:
            continue
        previous = tokens[i - 1] if i else None
        following = tokens[i + 1] if i + 1 < len(tokens) else None
        if cue is not None and token.start >= cue.start:
            place = _place(tokens, i, cue, frames, last_frame)
            place.verb_end, place.fronted_verbs, place.is_item = last_main_verb, fronted_verbs, item
            reading.places.append(place)
            last_frame = frames[-1]
            if place.kind != "sub":
                last_main_verb, fronted_verbs = cue.end, []
            skip_to = cue.end
            cue = next(queue, None)
            continue
        word = token.word
        if word == "—" and not (token.end in breaks or (following is not None and following.word[0] == "(")):
            word = ","
        if word in (";", ":", "—") or word[0] == "(":
            if word in (":", "—"):
                base = (
                    [_Frame(f.kind, f.start, f.has_verb) for f in frames]
                    if frames[-1].kind != "main" and not frames[-1].has_verb
                    else [_Frame("main", token.end)]
                )
            elif word[0] == "(" and not _is_marker(masked, tokens, i, listing):
                continue
            item = item or word[0] == "("
            listing = listing or word in (":", "—")
            frames = [_Frame(f.kind, f.start, f.has_verb) for f in base]
            frames[-1].start = token.end
            last_frame = frames[-1]
            last_main_verb, fronted_verbs = -1, []
            reading.breaks.append(token.start if word[0] == "(" else token.end)
            continue
        if word == ",":
            if previous is not None and previous.start == frames[-1].start:  # when, in its judgment, they may ...
                frames[-1].optional = False
            if len(frames) > 2 and frames[-1].has_verb and frames[-2].optional and not frames[-2].has_verb:
                frames.pop()  # "Unless permitted by the officer who approves it, the tags shall": the comma closes both
            while len(frames) > 1 and frames[-1].optional and not frames[-1].has_verb:
                frames.pop()
            if following is not None and (
                following.word in DETERMINERS or following.word in PRONOUNS or following.word in AGENTS
            ):
                frames[-1].left_by_comma = frames[-1].kind == "adverbial" and len(frames) == 2
            continue
        opened = _opened(tokens, i)
        if opened is not None:
            if (
                word == "which"
                and previous is not None
                and previous.word == "in"
                and following is not None
                and following.word == "case"
            ):
                frames = [_Frame("main", following.end)]
                last_main_verb, fronted_verbs = -1, []
                reading.breaks.append(previous.start)
                continue
            if opened == "rel":
                reading.relatives.append(token.start)
            frames.append(
                _Frame(opened, token.start, optional=_may_lack_verb(word, following), preposition=word in _ALSO_PREPOSITIONS)
            )
            continue
        if _is_finite(tokens, i, frames):
            coordinated = previous is not None and previous.word in CONJUNCTIONS
            if frames[-1].has_verb and not coordinated:
                while len(frames) > 1 and frames[-1].has_verb:
                    frames.pop()
            frames[-1].has_verb = True
            last_frame = frames[-1]
            if last_frame.kind == "main":
                last_main_verb, fronted_verbs = token.end, []
            else:
                fronted_verbs.append(token.end)
    return reading


def _may_lack_verb(word: str, following: Token | None) -> bool:
    """After receipt, where applicable, when used, if any: a comma closes these though no verb was seen."""
    if word in _ALSO_PREPOSITIONS:
        return True
    follows = following.word if following is not None else ""
    return word in _ELLIPTICAL and not (follows in DETERMINERS - {"any"} or follows in PRONOUNS or follows in AGENTS)


def _is_marker(masked: str, tokens: list[Token], i: int, listing: bool) -> bool:
    """Whether a bracketed letter or number marks a list item rather than a paragraph in a citation ("(b), (c), or (d) of")."""
    if masked[tokens[i].end : tokens[i].end + 1] not in (" ", ""):
        return False
    previous = tokens[i - 1].word if i else ";"
    if previous in (";", ":", "—", "–"):
        return True
    if not listing or previous not in (",", "and", "or"):
        return False
    following = tokens[i + 1].word if i + 1 < len(tokens) else ""
    j = i - 2 if i > 1 and tokens[i - 2].word not in (",",) else i - 3
    before = tokens[j].word if j >= 0 else ""
    return not (
        before[:1] in ("(", "§") or before[:1].isdigit() or following in (",", "of", "or", "and", "through", "to", "above")
    )


def _place(tokens: list[Token], i: int, cue: Cue, frames: list[_Frame], last_frame: _Frame) -> Place:
    """Gives the cue, as a finite verb, to the innermost clause that waits for one."""
    previous = tokens[i - 1] if i else None
    j = i - 1
    while j > 0 and tokens[j].word.endswith("ly"):
        j -= 1
    shared = previous is not None and tokens[j].word in CONJUNCTIONS and last_frame.has_verb
    if shared:
        while len(frames) > 1 and frames[-1] is not last_frame:
            frames.pop()
    elif (
        frames[-1].preposition and not frames[-1].has_verb and frames[-1].start > frames[0].start + 2 and not frames[0].has_verb
    ):
        frames.pop()  # "Signs posted after each use shall": the main clause waits, and "after" was a preposition
    elif i > 1 and tokens[i - 1].word in PRONOUNS and tokens[i - 2].word == "," and not frames[0].has_verb and len(frames) > 1:
        del frames[1:]  # ", you must": a pronoun behind a comma begins the main clause
    elif frames[-1].left_by_comma and not frames[-1].has_verb and not frames[0].has_verb:
        frames.pop()  # "If a study ends early, the sponsor shall": "ends" was not told from a noun
    elif _is_contact_clause(tokens, i, frames):
        return Place(cue, "sub", frames[-1].start, i)
    elif frames[-1].has_verb:
        while len(frames) > 1 and frames[-1].has_verb:
            frames.pop()
    frames[-1].has_verb = True
    kinds = {frame.kind for frame in frames}
    kind = "main" if kinds == {"main"} else "reported" if kinds <= {"main", "reported"} else "sub"
    return Place(cue, kind, frames[-1].start, i, shared=shared)


def _opened(tokens: list[Token], i: int) -> str | None:
    """The kind of clause that the token opens, None when it opens none."""
    word = tokens[i].word
    previous = tokens[i - 1].word if i else ""
    following = tokens[i + 1].word if i + 1 < len(tokens) else ""
    if word == "that":
        return _opened_by_that(previous, following, tokens, i)
    if word == "as":
        if previous.endswith("ed") or previous in ("such", "well", "same", "known"):
            return None  # "used as the source"
        opens = following in DETERMINERS - _NOT_A_SUBJECT or following in PRONOUNS or following in AGENTS
        return "adverbial" if opens or following in ("may", "shall", "must") else None
    if word in ("before", "after", "until", "since", "once"):
        return "adverbial"
    if word == "than" and following in PRONOUNS - {"one"}:
        return "adverbial"
    kind = _OPENERS.get(word)
    if kind == "question" and word == "how" and following in ("ever",):
        return None
    return kind


def _opened_by_that(previous: str, following: str, tokens: list[Token], i: int) -> str | None:
    if previous == "" and following not in DETERMINERS and following not in PRONOUNS and not _finite_form(following):
        return None  # "That authority shall"
    if previous in _DEMONSTRATIVE_AFTER or (previous == "in" and following not in DETERMINERS and following not in PRONOUNS):
        return None  # "of that device"
    if following in (",", "of", "in", "") or (
        previous in ("and", "or", ",")
        and i > 1
        and following not in DETERMINERS
        and following not in VERBS
        and not _finite_form(following)
        and following not in PRONOUNS
    ):
        return None
    if previous in ("except",):
        return None  # "except that the sponsor need not": a clause of its own
    if previous in _REPORTING and not _finite_form(following):
        return "reported"
    if previous == "," and i > 1 and tokens[i - 2].word == "provided":
        return "adverbial"
    return "rel" if _finite_form(following) else "content"


def _finite_form(word: str) -> bool:
    return word in AUXILIARIES or word in MODALS or word in PURE_THIRD_PERSON or word in PAST


def _is_finite(tokens: list[Token], i: int, frames: list[_Frame]) -> bool:
    """Whether the token is a finite verb, by its form and its neighbours."""
    word = tokens[i].word
    if word in MODALS or word in AUXILIARIES:
        before = tokens[i - 1].word if i else ""
        return not (
            before == "to" or before in MODALS or (before in ("not", "also") and i > 1 and tokens[i - 2].word in MODALS)
        )
    j = i - 1
    while j > 0 and (tokens[j].word.endswith("ly") or tokens[j].word in ("so", "also")):
        j -= 1
    previous = tokens[j].word if j >= 0 else ""
    if previous in ("who", "which", "that"):  # the verb of a relative clause follows its pronoun
        return word in VERBS or word in THIRD_PERSON or word in PAST
    if previous in ("to", "not") or previous in MODALS:
        return False
    waits = not frames[-1].has_verb
    if word in PURE_THIRD_PERSON:
        return previous not in DETERMINERS and previous not in PREPOSITIONS
    if not waits or frames[-1].kind == "main":
        return False
    subject_like = previous in PRONOUNS or previous in AGENTS
    if word in VERBS and previous in PRONOUNS - {"one"}:
        return True
    if word in THIRD_PERSON:
        following = tokens[i + 1].word if i + 1 < len(tokens) else ""
        return subject_like or (previous not in DETERMINERS and previous not in PREPOSITIONS and following in DETERMINERS)
    if word in PURE_BASE:
        return subject_like or (previous.endswith("s") and not previous.endswith("ss"))
    return (
        word in PAST and subject_like and (previous in PRONOUNS or (i + 1 < len(tokens) and tokens[i + 1].word in DETERMINERS))
    )


def _is_contact_clause(tokens: list[Token], i: int, frames: list[_Frame]) -> bool:
    """A relative clause without pronoun: "the information you must submit", "records it may hold"."""
    if i < 2 or tokens[i - 1].word not in PRONOUNS - {"one"}:
        return False
    before = tokens[i - 2]
    if not before.word[0].isalpha() or before.word in CONJUNCTIONS or before.word in PREPOSITIONS or before.word in _OPENERS:
        return False
    if before.word in ("that", "then", "however", "therefore", "thus") or before.word.endswith("ly"):
        return False
    if before.start < frames[-1].start or (tokens[0].word in _OPENERS or tokens[0].word in PREPOSITIONS):
        return False
    return before.word not in VERBS or before.word in AGENTS
