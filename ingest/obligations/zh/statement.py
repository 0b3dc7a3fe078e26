"""A clause with a modal cue, and the clauses before it, read into doer, conditions and act."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ingest.obligations.zh import clauses as c
from ingest.obligations.zh.actors import is_actor, leading_actor
from ingest.obligations.zh.cues import Cue, modal_cues
from ingest.obligations.zh.draft import Carry, Draft
from ingest.sentences.zh import Span, trim

_LONGEST_PATIENT = 25
"""A thing longer than this stands outside the action (CONVENTIONS.md: about 20 words)."""
_IN_ADDITION = re.compile(r"除(?:了)?\Z")
_STATE_OF = re.compile(r"为|是|系|属于")
"""受试者为未成年人的: who is spoken of, not who must act."""
_GOES_ON = re.compile(r"并|也|还|且|同时")
_BY = re.compile(r"(?:必须)?(?:统一|分别|依法)?由")
_LEADING_EXCEPTION = re.compile(r"除[^，]{1,80}?(?:以外|之外|外)")


@dataclass(slots=True)
class _Found:
    subject: str | None = None
    conditions: list[Span] = field(default_factory=list)
    exceptions: list[Span] = field(default_factory=list)
    thing: int | None = None
    """Where the patient starts, when the clause speaks of a thing."""
    answered: bool = False
    """The region before the cue says who or what is spoken of."""


def main_cue(text: str) -> tuple[Cue, Cue] | None:
    """The first and the last cue word of the clause's demand; two differ in 应当 … 方可."""
    cues = modal_cues(text)
    if not cues:
        return None
    first = cues[0]
    for later in cues[1:]:
        between = text[first.end : later.start]
        if later.restrictive and first.modality == "MANDATORY":
            return first, later
        if "的" in between and first.modality != "MANDATORY" and first.start and not is_actor(text[: first.start]):
            first = later  # 符合要求可以上市的药品应当…: the first cue stands in a relative clause
    return first, first


def read_statement(
    text: str, clause: Span, pending: list[Span], cue: tuple[Cue, Cue], carry: Carry, opening: bool
) -> Draft | None:
    """The obligation of `clause`; `cue` holds offsets in the clause, `opening` is true at the first of its sentence."""
    first, last = cue
    at = clause.start
    before = Span(at, at + first.start)
    found = _region(text, before)
    adds = "还" in text[max(before.start, before.end - 4) : before.end]
    if found.thing is not None and last.restrictive:  # 经批准的变更…方可实施: the case in which it is permitted
        found.conditions.append(trim(text, Span(found.thing, before.end)))
        found.thing = None
    if first is not last:
        between = trim(text, Span(at + first.end, at + last.start))
        if between.end > between.start:
            found.conditions.append(between)
    _pending(text, pending, found, carry, clause)
    if adds:  # 除…外，还应当…: in addition, no exception
        found.exceptions = [x for x in found.exceptions if text[x.start] != "除"]
    if last.modality == "RECOMMENDED":  # 国家制定规划，支持…: what the state does besides is no condition
        found.conditions = [
            x for x in found.conditions if text[x.end - 1] == "的" or c.INNER_TOPIC_END.search(text, x.start, x.end)
        ]
    action = trim(text, Span(at + last.end, clause.end))
    word = text[at + first.start : at + first.end]
    if word == "负责":
        action = _charge(text, clause, first, action, found)
    elif last.modality == "RECOMMENDED" or word in {"禁止", "严禁", "严格禁止", "不准", "不许"}:
        action = _addressee(text, action, found, keep=last.modality == "PROHIBITED")
    else:
        action = _by_agent(text, action, found)
    if text[action.start : action.end].endswith("外") and _IN_ADDITION.search(text[before.start : before.end]):
        action = trim(text, Span(action.start, action.end - 1))
        found.thing = None
    if found.thing is not None and action.start - found.thing >= 0:
        patient = before.end - found.thing
        if patient <= _LONGEST_PATIENT or action.end <= action.start:
            action = Span(found.thing, max(action.end, at + last.end))
    if action.end <= action.start and clause.end < at + last.end:
        return None
    shared = list(found.conditions)
    if not pending and not found.answered and not found.conditions and carry.last is not None:
        shared = [s for s in carry.last.shared if not c.REPEATED_BASE.match(text[s.start : s.end])]
        if not found.exceptions:
            found.exceptions = list(carry.last.exceptions)
    subject = found.subject
    if subject is None and not found.answered and last.modality != "RECOMMENDED":
        subject = _left_out(text, found, pending, carry, opening, last.restrictive)
    start = min([clause.start, *(s.start for s in pending)])
    cues = [word] if first is last else [word, text[at + last.start : at + last.end]]
    return Draft(
        last.modality, start, action, cues, subject=subject, shared=shared, exceptions=found.exceptions,
        restrictive=last.restrictive, negative=last.negative,
    )  # fmt: skip


def _left_out(text: str, found: _Found, pending: list[Span], carry: Carry, opening: bool, restrictive: bool) -> str | None:
    """The doer that the clause leaves out because an earlier one named it."""
    if not restrictive and any(c.REPEATED_BASE.match(text[s.start : s.end]) for s in found.conditions):
        return None
    if opening and pending:
        head = text[pending[0].start : pending[0].end]
        if not (head.endswith("的") or c.INNER_TOPIC_END.search(head)) or c.VERB_START.match(head):
            return None
    return carry.subject


def _region(text: str, span: Span) -> _Found:
    """Who or what stands before the cue in its own clause."""
    found = _Found()
    span = trim(text, span)
    m = c.CONNECTIVES.match(text, span.start, span.end)
    if m:
        span = trim(text, Span(m.end(), span.end))
    m = _LEADING_EXCEPTION.match(text, span.start, span.end)
    if m and m.end() < span.end:
        found.exceptions.append(Span(*m.span()))
        span = trim(text, Span(m.end(), span.end))
    need = text.find("必要时", span.start, span.end)
    if need >= 0:
        found.conditions.append(Span(need, need + 3))
    m = c.ADVERBS.search(text, span.start, span.end)
    core = trim(text, Span(span.start, m.start())) if m else span
    whole = text[core.start : core.end]
    if whole.startswith("只有"):
        core = Span(core.start + 2, core.end)
        whole = whole[2:]
    if not whole or whole == "必要时":
        return found
    if is_actor(whole):
        found.subject, found.answered = whole, True
        return found
    if whole.startswith("经") and whole.endswith("后"):
        found.conditions.append(core)
        return found
    length = leading_actor(whole)
    if length:
        found.subject, found.answered = whole[:length], True
        rest = trim(text, Span(core.start + length, core.end))
        tail = text[rest.start : rest.end]
        thing = "的" in tail or (c.THING_END.search(tail) and not c.VERB_START.match(tail) and not leading_verb(tail))
        if thing and not c.INNER_TOPIC_END.search(tail) and not tail.startswith(("对", "按", "依", "根据", "在")):
            found.subject, found.thing = None, core.start  # 经营者建立的文件: a thing of the actor's
        elif tail and tail not in ("之间", "内部", "内", "必要时") and not c.FRAME_START.match(tail):
            found.conditions.append(rest)
        return found
    by = re.search(r"由(?=[^，]{2,40}\Z)", whole)
    if by and is_actor(whole[by.end() :]):
        found.subject, found.answered = whole[by.end() :], True
        if by.start():
            found.thing = core.start
        return found
    if (
        c.INNER_TOPIC_END.search(whole)
        or whole.startswith(("对", "经", "未经", "如", "因", "在"))
        or (c.SURE_VERB_START.match(whole) and "的" not in whole)
    ):
        found.conditions.append(core)
        return found
    if c.kind_of(whole) in (c.Kind.FRAME, c.Kind.DEADLINE) or c.FRAME_START.match(whole):
        return found
    found.thing, found.answered = core.start, True
    return found


def _pending(text: str, pending: list[Span], found: _Found, carry: Carry, clause: Span) -> None:
    """The clauses before the cue's own: exceptions, conditions, a doer or a thing set off by a comma."""
    conditions: list[Span] = []
    if (
        len(pending) > 1
        and _GOES_ON.match(text, clause.start)
        and c.kind_of(text[pending[-1].start : pending[-1].end]) is c.Kind.PLAIN
    ):
        pending = pending[:-1]  # …的，增加检查频次，并可以…: a bare predicate, no condition
    for i, span in enumerate(pending):
        t = text[span.start : span.end]
        m = c.CONNECTIVES.match(t)
        lead = m.end() if m and m.end() < len(t) else 0
        body = t[lead:]
        inner = Span(span.start + lead, span.end)
        kind = c.kind_of(body)
        if kind is c.Kind.EXCEPTION:
            found.exceptions.append(inner)
            continue
        if kind is c.Kind.FRAME:
            continue
        if not found.answered and found.subject is None:
            if is_actor(body):
                found.subject = body
                continue
            length = leading_actor(body)
            if length and not _STATE_OF.match(body, length):
                found.subject = body[:length]
                if kind is c.Kind.DEADLINE:
                    continue
                rest = trim(text, Span(inner.start + length, inner.end))
                if rest.end > rest.start and c.kind_of(text[rest.start : rest.end]) is not c.Kind.FRAME:
                    conditions.append(rest)
                continue
        if kind is c.Kind.DEADLINE:
            continue
        last = i == len(pending) - 1
        if last and kind is c.Kind.PLAIN and found.subject is not None and leading_actor(body) and found.answered:
            continue  # 部门公开信息，申请人可以查询: another's act, no condition
        last = i == len(pending) - 1
        if (
            last and kind is c.Kind.PLAIN and not found.answered and found.subject is None and not found.conditions
            and not c.VERB_START.match(body) and not c.RESTRICTS.search(body) and len(body) <= _LONGEST_PATIENT
        ):  # fmt: skip
            found.thing, found.answered = inner.start, True
            continue
        conditions.append(inner)
    found.conditions[:0] = conditions


_LEADING_VERB = re.compile(
    r"[^，]{0,3}?(?:通过|经营|生产|实施|签署|收到|发现|提交|出具|作出|进行|采用|使用|购进|销售|报送|公布|制定|持"
    r"|取得|变更|更换|增加|暂停|召回|对|将|在|为|以|向|按|依|未|已|不)"
)


def leading_verb(text: str) -> bool:
    """Whether what follows a doer is a predicate (企业生产药品) and not the rest of a name (企业质量标准)."""
    return bool(_LEADING_VERB.match(text))


def _charge(text: str, clause: Span, cue: Cue, action: Span, found: _Found) -> Span:
    """The act of 负责: what follows it, or with 对…负责 the clause from 对 on."""
    if action.end > action.start:
        return action
    whole = text[clause.start : clause.start + cue.start]
    at = max(whole.rfind("对"), 0)
    if not at and found.subject and whole.startswith(found.subject):
        at = len(found.subject)
    charged = trim(text, Span(clause.start + at, clause.end))
    found.conditions = [x for x in found.conditions if x.start < charged.start]
    return charged


def _addressee(text: str, action: Span, found: _Found, keep: bool) -> Span:
    """鼓励企业采用…, 严禁血站采集…: the one addressed is the doer; the state that encourages is not."""
    body = text[action.start : action.end]
    length = leading_actor(body)
    if not keep:
        found.subject = None
        found.answered = True
    if length and ((length == len(body) and not keep) or body[length : length + 1] not in ("", *"的、和与等，")):
        found.subject, found.answered = body[:length], True
        return Span(action.start + length, action.end)
    return action


def _by_agent(text: str, action: Span, found: _Found) -> Span:
    """应当由药师调配: the agent behind 由 is the doer."""
    m = _BY.match(text, action.start, action.end)
    if m and found.subject is None:
        length = leading_actor(text[m.end() : action.end])
        if length:
            found.subject, found.answered = text[m.end() : m.end() + length], True
    return action


def without_deadline(text: str, action: Span) -> Span:
    """An action without the deadline that it opens with, which is among the quantities."""
    m = c.LEADING_DEADLINE.match(text, action.start, action.end)
    if m and m.end() < action.end:
        return trim(text, Span(m.end(), action.end))
    return action
