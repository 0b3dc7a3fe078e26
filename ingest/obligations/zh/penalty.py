"""A clause that punishes, read into authority, target and measure."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ingest.obligations.zh import clauses as c
from ingest.obligations.zh import sanctions as s
from ingest.obligations.zh.actors import is_actor, leading_actor
from ingest.obligations.zh.cues import modal_cues
from ingest.obligations.zh.draft import Carry, Draft
from ingest.sentences.zh import Span, trim

GAINS = re.compile(r"(?:对)?(?:有|没有|无)(?:违法|非法)(?:所得|收入)")
"""有违法所得的: part of a measure, no tier of its own."""
_LONGEST_OBJECT = 30


@dataclass(slots=True)
class Penalty:
    """Where the measure starts in the clause, and whom the clause itself names."""

    start: int
    authority: str | None
    target: str | None
    permitted: bool
    weak: bool
    bare: bool = False
    """Refusals and bars (不予受理, 三年内不得…): sanctions only beside another one, or a bar behind a breach."""
    barring: bool = False
    modal: bool = False
    """应当 or 可以 stands before it: a weak verb is then a duty or a power unless a breach went before."""


def find_penalty(text: str) -> Penalty | None:
    """The sanction that opens the predicate of one clause, None where it has none or only speaks of one."""
    if text.endswith("的"):
        return None
    m = c.CONNECTIVES.match(text)
    at = m.end() if m else 0
    authority = target = None
    permitted = modal = False
    for _ in range(4):
        m = s.PREFIX.match(text, at)
        stop = m.end() if m else at
        prefix = text[at:stop]
        if "有权" in prefix:
            return None
        permitted = permitted or "可以" in prefix
        modal = modal or "可以" in prefix or "应当" in prefix or "必须" in prefix
        by = prefix.endswith("由")
        verb = s.VERB.match(text, stop)
        if verb is None and (at < stop and not by):
            verb = s.VERB.match(text, at)
            stop = at if verb else stop
        if verb:
            penalty = _checked(text, at, stop, verb.end(), authority, target, permitted, bool(s.WEAK.match(text, stop)))
            if penalty is not None:
                penalty.modal = modal
            return penalty
        rest = text[stop:]
        if rest.startswith("对"):
            found = s.VERB.search(text, stop)
            if found is None:
                return None
            who = text[stop + 1 : found.start()]
            while (cut := c.ADVERBS.search(who)) and cut.start() < len(who):
                who = who[: cut.start()]
            for word in ("依法", "可以", "应当", "并", "给予", "由"):
                who = who.removesuffix(word)
            at = found.start()
            if text[found.start() - 2 : found.start()] == "依法":
                at -= 2
            if not is_actor(who):  # 对违法产品予以没收: the measure takes a thing
                if found.start() - stop > _LONGEST_OBJECT:
                    return None
                weak = bool(s.WEAK.match(text, found.start()))
                return _checked(text, stop, stop, found.end(), authority, target, permitted, weak)
            target = who
            continue
        length = leading_actor(rest)
        if not length and by:  # 由作出决定的部门撤销…: a long name, up to the measure
            found = s.VERB.search(text, stop)
            who = text[stop : found.start()].removesuffix("依法") if found else ""
            length = len(who) if is_actor(who) else 0
        if not length:
            return None
        authority = rest[:length]
        at = stop + length
    return None


def _checked(
    text: str, at: int, verb: int, verb_end: int, authority: str | None, target: str | None, permitted: bool, weak: bool
) -> Penalty | None:
    if text.startswith("的", verb_end) and not text.endswith(("罚款", "责任", "处分", "处罚")):
        return None
    later = modal_cues(text[verb_end:])
    if any(
        cue.modality in ("MANDATORY", "PERMITTED") and not text[verb_end : verb_end + cue.start].endswith(("并", "直至"))
        for cue in later
    ):
        return None
    start = verb
    head = text[at:verb]
    if "依法" in head:
        start = at + head.index("依法")
    elif head.endswith("并") or (head.startswith("并") and not permitted):
        start = verb
    if verb and text[verb - 1 : verb] == "并" and text[verb] in "处没":
        start = verb - 1
    bare, barring = s.BARE.match(text, verb) is not None, s.BARRING.match(text, verb) is not None
    return Penalty(start, authority, target, permitted, weak, bare, barring)


def read_penalty(text: str, clause: Span, pending: list[Span], penalty: Penalty, carry: Carry) -> Draft:
    """The sanction of `clause` behind its `pending` clauses."""
    conditions: list[Span] = []
    exceptions: list[Span] = []
    authority, target = penalty.authority, penalty.target
    offender: str | None = None
    for span in pending:
        t = text[span.start : span.end]
        m = c.CONNECTIVES.match(t)
        lead = m.end() if m and m.end() < len(t) else 0
        body = t[lead:]
        kind = c.kind_of(body)
        if body.startswith("由") and not body.endswith("的"):
            length = leading_actor(body[1:])
            authority = authority or (body[1 : 1 + length] if length else None)
            after = body[1 + length :]
            if after.startswith("对") and is_actor(after[1:]):
                target = target or after[1:]
            continue
        if body.startswith("对") and not body.endswith("的") and is_actor(body.removeprefix("对于").removeprefix("对")):
            target = target or body.removeprefix("对于").removeprefix("对")
            continue
        if kind is c.Kind.EXCEPTION:
            exceptions.append(Span(span.start + lead, span.end))
            continue
        if kind is c.Kind.FRAME and not body.startswith("违反"):
            continue
        length = len(body) if is_actor(body) else leading_actor(body)
        if length and offender is None:
            offender = body[:length]
            finds = "发现" in body[length:] or "发现" in text[span.end : clause.start]
            if authority is None and finds and s.AUTHORITY.search(offender):
                authority = offender  # 药监部门在检查中发现…的，应当责令…
        conditions.append(Span(span.start + lead, span.end))
    if offender is not None and offender == authority:
        offender = None
    measure = Span(clause.start + penalty.start, clause.end)
    word = text[measure.start : measure.end]
    if target is None and offender is None and word.startswith("责令") and not carry.target:
        length = leading_actor(word[2:])
        target = word[2 : 2 + length] or None
    if s.NO_CARRY_AUTHORITY.search(word):
        if "承担" in word and authority:
            target, authority = target or authority, None
    elif authority is None and "由" not in word:
        authority = carry.authority
    shared = conditions
    if not conditions and carry.last is not None and carry.last.modality == "SANCTION":
        last = carry.last.shared
        of_gains = bool(last) and GAINS.match(text, last[0].start) is not None
        shared = list(carry.base if of_gains or pending else last)
    if "承担" in word and offender and conditions and target is None:
        first = next(x for x in conditions if text.startswith(offender, x.start))
        rest = trim(text, Span(first.start + len(offender), first.end))
        shared = [rest if x is first else x for x in shared if x is not first or rest.end > rest.start]
    return Draft(
        "SANCTION",
        min([clause.start, *(x.start for x in pending)]),
        measure,
        [],
        subject=authority,
        target=target or offender or carry.target,
        shared=shared,
        exceptions=exceptions,
    )


def cue_words(measure: str) -> list[str]:
    """The words of a measure that make it a sanction, in order."""
    words = [m.group() for m in s.CUE_WORD.finditer(measure)]
    return list(dict.fromkeys(words)) or [measure[:2]]
