"""The reading of a text: blocks, sentences, segments, clauses, and the obligations that they state."""

from __future__ import annotations

import re
from bisect import bisect_left

from ingest.obligations.zh import clauses as c
from ingest.obligations.zh.actors import leading_actor
from ingest.obligations.zh.cues import QUICK, defines
from ingest.obligations.zh.draft import Carry, Draft
from ingest.obligations.zh.lists import demands_items, names_cases, points_at_items
from ingest.obligations.zh.penalty import GAINS, Penalty, cue_words, find_penalty, read_penalty
from ingest.obligations.zh.sanctions import RECORD_KEEPER
from ingest.obligations.zh.statement import main_cue, read_statement, without_deadline
from ingest.quantities.zh import find_quantities
from ingest.sentences.zh import Block, Marks, Span, trim
from kg.records import Obligation, Quantity

_JOINT = re.compile(r"(?:并且|并|但是|但|且|而)(?=(?:同时|也|还)?(?:不得|应当|必须|可以|禁止|严禁|有权|无需|无须))")
"""Where a clause without a comma goes on to a second cue: …并不得…"""
_DESIGNATOR = re.compile(
    r"[|※*•·\s]*(?:第[〇零一二三四五六七八九十百千]{1,9}条(?:之[一二三四五六七八九十]{1,3})?(?!第|、|和|至|规定"
    r"|的)|\d{1,2}(?:\.\d{1,3}){1,4}\.?(?![\d%])(?:（[^（）]{1,20}）)?)\s*\|?\s*"
)
"""A designator that the text was left with: 第九十七条, 2.23.1|."""
_DEFINITION = re.compile(r"是指|系指|(?:的|之)含义(?:是|为|：)|下列用语|下列术语")
_BREACH = re.compile(r"违反|违法|虚假|拒不|欺骗|骗取|贿赂|隐瞒|处罚|伪造|吊销|犯罪")
_PREDICATIVE = re.compile(r"应(?:当|该)?(?:是|为)")
"""应当是连续不间断的: the 的 of a predicate."""
_OTHER_LAW = re.compile(r"从其规定|依照其规定|按照其规定|适用其规定|依照本法第[^，]*规定执行\Z")
_LONGEST_CLAUSE = 1500
"""Longer than any clause of a law: text without marks is read piece by piece, so that the time stays linear."""
_MOST_PENDING = 40


def is_case(clause: str, final: bool = False) -> bool:
    """Whether a clause by its end is a case (…的) or an exception (…除外), whose cues command nothing."""
    if clause.endswith("除外"):
        return True
    return clause.endswith("的") and not clause.endswith(("目的", "标的")) and not (final and _PREDICATIVE.search(clause))


def is_definition(text: str) -> bool:
    """Whether a segment says what a word means."""
    return _DEFINITION.search(text) is not None


def find_obligations(text: str, lead_in: str = "") -> tuple[Obligation, ...]:
    """The obligations of `text` in order. `lead_in` is the text above a list item: its cue, doer and conditions hold there."""
    if not QUICK.search(text) and not lead_in:
        return ()
    reader = _Reader(text)
    inherited = _inherit(lead_in) if lead_in else None
    drafts = [] if inherited is not None and inherited.cases else reader.read(inherited)
    if not drafts and inherited is None:
        return ()
    quantities = find_quantities(text)
    starts = [q.start for q in quantities]
    found = (_finish(text, d, quantities, starts, lead_in, inherited) for d in drafts)
    return tuple(o for o in found if o.action)


class _Lead:
    """What a lead-in hands down to its items."""

    __slots__ = ("cases", "conditions", "demand", "exceptions", "subject", "text")

    def __init__(self, text: str, demand: Draft | None, subject: str | None, cases: bool) -> None:
        self.text = text
        self.cases = cases
        self.demand = demand
        self.subject = subject
        self.conditions = tuple(text[x.start : x.end] for x in demand.shared) if demand else ()
        self.exceptions = tuple(text[x.start : x.end] for x in demand.exceptions) if demand else ()


def _inherit(lead_in: str) -> _Lead:
    reader = _Reader(lead_in)
    drafts = reader.read(None)
    last = drafts[-1] if drafts else None
    demand = last if last is not None and demands_items(lead_in, last) else None
    return _Lead(lead_in, demand, last.subject if last is not None else None, names_cases(lead_in, last))


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.marks = Marks(text)

    def read(self, lead: _Lead | None) -> list[Draft]:
        drafts: list[Draft] = []
        carry = Carry(subject=lead.subject if lead else None)
        for block in self.marks.blocks():
            found = self._block(block, carry)
            drafts.extend(found)
            carry = carry.next_sentence()
        if lead is not None and lead.demand is not None and not drafts:
            whole = trim(self.text, Span(0, len(self.text)))
            if whole.end > whole.start:
                drafts.append(_item(whole, lead.demand, [], []))
        return drafts

    def _block(self, block: Block, carry: Carry) -> list[Draft]:
        drafts = self._sentence(block.span, carry)
        if not block.items:
            return drafts
        last = drafts[-1] if drafts else None
        if last is not None and demands_items(self.text, last):
            drafts.pop()
            for span in block.items:
                own = self._sentence(span, Carry(subject=last.subject), opening=False)
                drafts.extend(own or [_item(span, last, list(last.shared), list(last.exceptions))])
            return drafts
        counted = next((d for d in drafts if points_at_items(self.text, d)), last)
        if counted is not None:
            counted.n_items = block.top
        subject = carry.subject if last is None or last.modality == "SANCTION" else last.subject
        if names_cases(self.text[block.span.start : block.span.end], last):
            return drafts
        for span in block.items:
            drafts.extend(self._sentence(span, Carry(subject=subject), opening=False))
        return drafts

    def _sentence(self, span: Span, carry: Carry, opening: bool = True) -> list[Draft]:
        drafts: list[Draft] = []
        designator = _DESIGNATOR.match(self.text, span.start, span.end)
        if designator:
            span = Span(designator.end(), span.end)
        for i, segment in enumerate(self.marks.cut(span, self.marks.segment)):
            if _DEFINITION.search(self.text, segment.start, segment.end):
                continue
            found = self._segment(segment, carry, opening=opening and i == 0 and not drafts)
            if not found:
                self._remember_doer(segment, carry)
            drafts.extend(found)
        return drafts

    def _remember_doer(self, segment: Span, carry: Carry) -> None:
        """A clause without a cue still names who is spoken of."""
        head = self.text[segment.start : min(segment.end, segment.start + 120)]
        m = c.CONNECTIVES.match(head)
        head = head[m.end() :] if m else head
        length = leading_actor(head)
        if length:
            carry.subject = head[:length]

    def _clauses(self, segment: Span) -> list[Span]:
        parts: list[Span] = []
        for clause in self.marks.cut(segment, self.marks.clause):
            start = clause.start
            for m in _JOINT.finditer(self.text, clause.start + 1, clause.end):
                if self.marks.hidden(m.start()):
                    continue
                parts.append(Span(start, m.start()))
                start = m.start()
            parts.append(Span(start, clause.end))
        if any(p.end - p.start > _LONGEST_CLAUSE for p in parts):
            parts = [Span(at, min(at + _LONGEST_CLAUSE, p.end)) for p in parts for at in range(p.start, p.end, _LONGEST_CLAUSE)]
        return [p for p in (trim(self.text, x) for x in parts) if p.end > p.start]

    def _segment(self, segment: Span, carry: Carry, opening: bool) -> list[Draft]:
        text = self.text
        drafts: list[Draft] = []
        pending: list[Span] = []
        held: list[Span] = []
        current: Draft | None = None
        for clause in self._clauses(segment):
            t = text[clause.start : clause.end]
            penalty = find_penalty(t)
            if penalty is not None and self._punishes(penalty, current, pending, carry):
                before = held or pending
                if current is not None and current.modality == "SANCTION" and self._goes_on(penalty, held, pending):
                    current.extend(clause.end)
                else:
                    current = read_penalty(text, clause, before, penalty, carry)
                    drafts.append(current)
                    self._keep_penalty(current, carry)
                pending, held = [], []
                continue
            cue = None if is_case(t, clause.end >= segment.end) else main_cue(t)
            if cue is not None and not self._under_way(cue[0].modality, t, cue[0].start, current):
                current_ = read_statement(text, clause, held or pending, cue, carry, opening and not drafts)
                if (
                    current_ is not None
                    and current_.restrictive
                    and current is not None
                    and current.modality == "MANDATORY"
                    and (held or not current_.shared)
                ):
                    self._required_first(current, current_, held)
                pending, held = [], []
                if current_ is not None:
                    current = current_
                    drafts.append(current)
                    carry.last, carry.subject = current, current.subject
                continue
            if current is None:
                pending.append(clause)
                del pending[:-_MOST_PENDING]
                continue
            kind = c.kind_of(t)
            if kind is c.Kind.EXCEPTION and t.endswith("除外"):
                current.exceptions.append(clause)
            elif defines(t) or _OTHER_LAW.search(t):
                held, pending, current = [], [], None
            elif kind in (c.Kind.CONDITION, c.Kind.EXCEPTION, c.Kind.DEADLINE, c.Kind.FRAME):
                held.append(clause)
                del held[:-_MOST_PENDING]
            elif current.cues == ["负责"]:
                held, current = [], None  # 负责全国…工作，会同…: the cue does not reach further
                pending.append(clause)
            else:
                current.own.extend(x for x in held if text[x.start : x.end].endswith(("的", "必要时")))
                held = []
                current.extend(clause.end)
                self._inner_condition(current, clause)
        if current is not None and held and not text[held[-1].start : held[-1].end].endswith("的"):
            current.extend(held[-1].end)
        return drafts

    def _required_first(self, demand: Draft, permission: Draft, held: list[Span]) -> None:
        """必须取得…后，方可…: what must be done is the condition of what may be done then."""
        if any(self.text[x.end - 1] == "的" for x in held):
            return
        end = held[-1].end if held else demand.action.end
        body = self.text.find(demand.cues[-1], demand.action.start, end)
        body = body + len(demand.cues[-1]) if body >= 0 else demand.action.start
        permission.shared = [trim(self.text, Span(body, end))]
        if self.text[end - 1] == "后":
            end -= 1
        demand.extend(end)

    def _inner_condition(self, current: Draft, clause: Span) -> None:
        """必要时 at the head of a coordinated act is a condition, and stays in the act."""
        at = self.text.find("必要时", clause.start, min(clause.end, clause.start + 8))
        if at >= 0:
            current.own.append(Span(at, at + 3))

    def _under_way(self, modality: str, text: str, cue: int, current: Draft | None) -> bool:
        """负责 coordinated under 应当, or a weak cue in a measure under way, opens nothing new."""
        if current is None:
            return False
        if text.startswith("负责", cue):
            return not leading_actor(text[:cue]) if cue else True
        return False

    def _punishes(self, penalty: Penalty, current: Draft | None, pending: list[Span], carry: Carry) -> bool:
        if not penalty.weak:
            return True
        if (
            penalty.bare
            and not (current and current.modality == "SANCTION")
            and not (carry.last and carry.last.modality == "SANCTION")
        ):
            return penalty.barring and any(_BREACH.search(self.text, x.start, x.end) for x in pending)
        if current is not None:
            return current.modality == "SANCTION"
        if carry.last is not None and carry.last.modality == "SANCTION":
            return True
        if penalty.modal:
            return any(_BREACH.search(self.text, x.start, x.end) for x in pending)
        return any(self.text[x.start : x.end].endswith("的") for x in pending)

    def _goes_on(self, penalty: Penalty, held: list[Span], pending: list[Span]) -> bool:
        if penalty.target is not None or (penalty.authority is not None and penalty.permitted):
            return False
        rest = [x for x in held if not GAINS.match(self.text, x.start)]
        rest = [x for x in rest if c.kind_of(self.text[x.start : x.end]) not in (c.Kind.FRAME, c.Kind.DEADLINE)]
        return not rest and penalty.authority is None

    def _keep_penalty(self, draft: Draft, carry: Carry) -> None:
        carry.last = draft
        carry.base = carry.base or draft.shared
        carry.target = draft.target
        if draft.subject and not RECORD_KEEPER.fullmatch(draft.subject):
            carry.authority = draft.subject


def _item(span: Span, demand: Draft, shared: list[Span], exceptions: list[Span]) -> Draft:
    return Draft(
        demand.modality,
        span.start,
        span,
        list(demand.cues),
        subject=demand.subject,
        target=demand.target,
        shared=shared,
        exceptions=exceptions,
        restrictive=demand.restrictive,
        negative=demand.negative,
    )


def _finish(
    text: str, draft: Draft, quantities: tuple[Quantity, ...], starts: list[int], lead_in: str, lead: _Lead | None
) -> Obligation:
    start, end = draft.start, draft.action.end
    draft.action = _trimmed(text, draft)
    if draft.modality == "SANCTION":
        draft.cues = cue_words(text[draft.action.start : end])
    if draft.modality != "SANCTION":
        draft.action = without_deadline(text, draft.action)
    elif "直至由" in text[draft.action.start : end]:
        draft.subject = None  # two authorities share the measure
    inside = [q for q in quantities[bisect_left(starts, start) : bisect_left(starts, end)] if not _recounts(text, draft, q)]
    conditions = [text[x.start : x.end] for x in (*draft.shared, *draft.own)]
    exceptions = [text[x.start : x.end] for x in draft.exceptions]
    if lead is not None and lead.demand is not None and not conditions:
        conditions, exceptions = [*lead.conditions], [*exceptions, *lead.exceptions]
    full = text[start:end]
    return Obligation(
        modality=draft.modality,
        cue=" ... ".join(draft.cues),
        action=text[draft.action.start : draft.action.end],
        text=f"{lead_in} {full}" if lead_in else full,
        lang="zh",
        subject=draft.subject,
        target=draft.target,
        polarity="negative" if draft.negative else "positive",
        restrictive=draft.restrictive,
        conditions=tuple(dict.fromkeys(conditions)),
        exceptions=tuple(dict.fromkeys(exceptions)),
        quantities=tuple(inside),
        n_items=draft.n_items,
        start=start,
        end=end,
    )


def _trimmed(text: str, draft: Draft) -> Span:
    """The action without marks at its edges; 鼓励企业 with nothing behind has the one addressed as its object."""
    action = trim(text, draft.action)
    if action.end > action.start or draft.subject is None or not text.endswith(draft.subject, draft.start, draft.action.end):
        return action
    return Span(draft.action.end - len(draft.subject), draft.action.end)


def _recounts(text: str, draft: Draft, quantity: Quantity) -> bool:
    """A period in a condition (四十五日内不能办结的) restates another demand's limit."""
    if quantity.kind not in ("deadline", "duration"):
        return False
    return any(x.start <= quantity.start < x.end and text[x.end - 1] == "的" for x in draft.shared)
