"""From the cues of one sentence in their places to obligations."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, field, replace

from ingest.obligations.en import adjuncts, exclusions, recommending, restriction, shaping
from ingest.obligations.en.adjuncts import Adjuncts
from ingest.obligations.en.clauses import Place, Reading, Token, read_clauses
from ingest.obligations.en.cues import Cue
from ingest.obligations.en.locating import Start, locate
from ingest.obligations.en.subjects import STATIVE, by_agent, is_agency, names_a_person, passive_participle
from ingest.obligations.en.words import PREPOSITIONS, VERBS
from ingest.quantities.en import find_quantities
from ingest.sentences.en import list_items
from kg.records import Modality, Obligation, Quantity

LONG_PATIENT = 19
"""Words from which on a patient is left out of the action."""

_NO_SUBJECT = re.compile(
    r"(?:no|neither|none of|not)\b(?! (?:later|earlier|more|less|fewer|longer|sooner|only)\b)", re.IGNORECASE
)
_IN_NO_CASE = re.compile(r"(?:in no (?:case|event|instance)|under no circumstances?|at no time)\b[ ,]*", re.IGNORECASE)
_AGENT_WITHIN = 20
"""Tokens behind a participle in which its agent is looked for: "served in person by a designated employee of FDA"."""
_EMPTY_ACTION = re.compile(
    r"(?:|(?:also |only |either )?(?:do|take|perform|complete|meet|satisfy) (?:all of |each of |any of |one of |both of "
    r"|at least one of )?the following(?: (?:actions?|steps|things|activities))?"
    r"|be|(?:both|either|also|at a minimum|at least|only)|.{0,60}\bas follows)",
    re.IGNORECASE,
)


_TAKES_A_CLAUSE = frozenset(
    "assure believe certify confirm demonstrate determine ensure establish indicate know show state verify".split()
)


@dataclass(slots=True)
class _Demand:
    """One cue that demands something, with the spans that its clause gives it."""

    place: Place
    start: Start
    person: bool = False
    passive: int | None = None
    end: int = 0
    list_end: int = 0
    n_items: int = 0
    found: Adjuncts = field(default_factory=Adjuncts)


def build(sentence: str, masked: str, cues: list[Cue], offset: int, item_from: int = 0) -> list[Obligation]:
    """The obligations of a sentence that stands at `offset` of its text.

    With `item_from` the sentence is a lead-in followed by an item: only what the item states is given.
    """
    reading = read_clauses(masked, cues, item_from)
    demands = demands_of(masked, reading, item_from)
    if not demands:
        return []
    items = [(item_from, len(masked))] if item_from else _items(masked)
    _bound(masked, reading, demands, items)
    quantities = find_quantities(sentence)
    found: list[Obligation] = []
    for demand in demands:
        if reason_of(masked, reading, demand) is not None:
            continue
        if item_from and demand.place.cue.start < item_from:
            found.extend(_inherited(sentence, masked, reading, demand, items, quantities, offset, item_from))
            continue
        verbal = _verbal_items(masked, demand, items)
        if verbal:
            found.extend(_inherited(sentence, masked, reading, demand, verbal, quantities, offset, item_from))
            continue
        obligation = _obligation(sentence, masked, reading, demand, quantities, offset, item_from)
        if obligation is not None:
            found.append(obligation)
    return found


def demands_of(masked: str, reading: Reading, item_from: int = 0) -> list[_Demand]:
    """The cues of main and reported clauses with their subjects, in order."""
    demands: list[_Demand] = []
    for place in reading.places:
        if place.kind == "sub":
            continue
        if (
            place.index and reading.tokens[place.index - 1].word == "nor"
        ):  # "nor shall the plant be located": the subject follows
            before = reading.tokens[place.index - 1].start
            demand = _Demand(place, Start(before, place.cue.start, place.cue.start, place.cue.start, inverted=True))
        elif place.shared and not demands and place.verb_end > place.start:
            demand = _second_predicate(masked, reading, place)
        elif place.shared and demands and demands[-1].place.cue.end <= place.cue.start:
            start = demands[-1].start
            conjunction = _conjunction_before(reading, place)
            demand = _Demand(
                place, Start(conjunction, start.subject, start.subject_end, start.fronted_from), demands[-1].person
            )
        else:
            start = locate(masked, reading.tokens, place)
            if demands and start.clause == place.verb_end and _word_after(reading, place.verb_end) in _TAKES_A_CLAUSE:
                continue  # "must show the device can float": a content clause without "that"
            demand = _Demand(place, start)
            first, last = _token_span(reading, start.subject, place.cue.start)
            verb = _word_after(reading, place.cue.end)
            demand.person = names_a_person(reading.tokens, first, last, verb)
        after = _index_at(reading, place.cue.end)
        if (
            item_from and not demands and item_from <= place.cue.start <= item_from + 1
        ):  # "The quality unit:" "Must approve all labels."
            demand = _Demand(place, Start(item_from, 0, item_from - 1, 0), names_a_person(reading.tokens, 0, place.index, ""))
        demand.passive = (
            passive_participle(reading.tokens, after, len(reading.tokens)) if not place.cue.text.endswith(" to") else None
        )
        demands.append(demand)
    return demands


def _second_predicate(masked: str, reading: Reading, place: Place) -> _Demand:
    """The cue of a predicate behind one without a cue: "Changes are made by the firm and must be validated"."""
    verb = max(_index_at(reading, place.verb_end) - 1, 0)
    at = reading.tokens[verb].start
    first = locate(masked, reading.tokens, Place(replace(place.cue, start=at, end=at), place.kind, place.start, verb))
    start = Start(_conjunction_before(reading, place), first.subject, at, first.fronted_from)
    return _Demand(place, start, names_a_person(reading.tokens, *_token_span(reading, first.subject, at), ""))


def _conjunction_before(reading: Reading, place: Place) -> int:
    i = place.index - 1
    while i > 0 and reading.tokens[i].word.endswith("ly"):
        i -= 1
    return reading.tokens[i].start


def _index_at(reading: Reading, position: int) -> int:
    """Index of the first token at or after `position`."""
    return bisect_left(reading.tokens, position, key=lambda token: token.start)


def _token_span(reading: Reading, start: int, end: int) -> tuple[int, int]:
    return _index_at(reading, start), _index_at(reading, end)


def _word_after(reading: Reading, position: int) -> str:
    i = _index_at(reading, position)
    while i < len(reading.tokens) and (reading.tokens[i].word.endswith("ly") or reading.tokens[i].word == "also"):
        i += 1
    return reading.tokens[i].word if i < len(reading.tokens) else ""


def _items(masked: str) -> list[tuple[int, int]]:
    return list_items(masked) if ")" in masked else []


def _bound(masked: str, reading: Reading, demands: list[_Demand], items: list[tuple[int, int]]) -> None:
    """Ends each predicate at the next clause, semicolon or list, and counts the items that continue it."""
    breaks = iter(sorted(reading.breaks))
    stop = next(breaks, None)
    for k, demand in enumerate(demands):
        cue_end = demand.place.cue.end
        end = len(masked)
        if k + 1 < len(demands) and demands[k + 1].start.clause >= cue_end:
            end = demands[k + 1].start.clause
        while stop is not None and stop <= cue_end:
            stop = next(breaks, None)
        if stop is not None and stop < end:
            end = stop
        demand.end = demand.list_end = end
        following = [item for item in items if item[0] >= end]
        if (
            following
            and not masked[end : following[0][0]].strip(" :—–,")
            and masked[cue_end:end].rstrip(" ").endswith((":", "—", "–"))
        ):
            later = next((d.start.clause for d in demands[k + 1 :] if not d.place.is_item), len(masked))
            counted = [item for item in following if item[0] < later]
            demand.n_items = len(counted)
            demand.list_end = min(later, counted[-1][1]) if counted else end


def reason_of(masked: str, reading: Reading, demand: _Demand) -> str | None:
    """Why the cue demands nothing after all; None when it demands."""
    cue = demand.place.cue
    stative = demand.person and _is_stative(reading.tokens, demand)
    reason = exclusions.demands_nothing(
        masked, cue, demand.person, demand.passive is not None and not stative, masked[demand.start.subject : cue.start].strip()
    )
    if reason is not None:
        return reason
    first, last = _token_span(reading, demand.start.subject, cue.start)
    if demand.place.shared:
        first, last = _token_span(reading, demand.start.subject, demand.start.subject_end)
    if (
        cue.text == "will"
        and not (is_agency(reading.tokens, first, last) and demand.person)
        and not _done_by_an_agency(reading, demand)
    ):
        return "future"
    if recommending.is_active(cue) and not recommending.speaks_for_an_authority(reading.tokens, first, last):
        return "not an authority"
    if cue.text in ("has to", "have to") and not demand.person:
        return "not a person"
    return (
        "no predicate"
        if _word_after(reading, cue.end) in ("the", "a")
        and cue.text in ("may", "must", "shall", "should")
        and not demand.start.inverted
        else None
    )


def _done_by_an_agency(reading: Reading, demand: _Demand) -> bool:
    """ "Orders will be served by FDA" binds the agency as "FDA will serve orders" does."""
    if demand.passive is None:
        return False
    agent = by_agent(reading.tokens, demand.passive, min(len(reading.tokens), demand.passive + _AGENT_WITHIN))
    return agent is not None and is_agency(reading.tokens, *agent)


def _modality(masked: str, demand: _Demand) -> tuple[Modality, str, str]:
    """Modality and polarity, and the words that stand before the cue and belong to it ("No", "In no case")."""
    cue = demand.place.cue
    head = masked[demand.start.subject : cue.start]
    negation = _IN_NO_CASE.search(masked[demand.start.clause : cue.start]) or _NO_SUBJECT.match(head.lstrip())
    if masked[max(0, cue.start - 8) : cue.start].rstrip().lower().endswith("nor"):
        negation = re.search(r"nor$", masked[max(0, cue.start - 8) : cue.start].rstrip(), re.IGNORECASE)
    if negation is None or (
        demand.place.shared and not masked[max(0, cue.start - 8) : cue.start].rstrip().lower().endswith("nor")
    ):
        negative = cue.modality == "RECOMMENDED" and (" not" in cue.text or "never" in cue.text or "against" in cue.text)
        return cue.modality, "negative" if negative else "positive", ""
    word = negation[0].strip(" ,")
    rest = masked[cue.end : demand.end].lower()
    if cue.modality == "MANDATORY" and ("required" in cue.text or re.match(r"[^,;]{0,80}\bbe required\b", rest)):
        return "EXEMPTED", "positive", word
    if cue.modality in ("MANDATORY", "PERMITTED", "PROHIBITED"):
        return "PROHIBITED", "positive", word
    return cue.modality, "negative" if cue.modality == "RECOMMENDED" else "positive", word


def _obligation(
    sentence: str, masked: str, reading: Reading, demand: _Demand, quantities: tuple[Quantity, ...], offset: int, item_from: int
) -> Obligation | None:
    cue = demand.place.cue
    modality, polarity, before = _modality(masked, demand)
    found = adjuncts.fronted(masked, demand.start.fronted_from, demand.start.subject)
    if demand.start.case_span is not None:
        found.conditions.append(demand.start.case_span)
    subject_span, in_subject = _subject_span(masked, demand)
    found.extend(in_subject)
    only = restriction.find(masked, cue, demand.end, demand.list_end) if modality == "PERMITTED" else None
    predicate_end = only.action_end if only is not None else demand.end
    cue_words = " ... ".join(
        part for part in (before, " ".join(masked[cue.start : cue.end].split()), only.words if only else "") if part
    )
    if only is not None:
        found.conditions.extend(only.conditions)
    action, behind = adjuncts.carve(masked, cue.end, predicate_end, list_end=demand.list_end if only is None else predicate_end)
    subject: tuple[int, int] | None = None
    target: tuple[int, int] | None = None
    if recommending.is_active(cue):
        advice = recommending.read(masked, reading.tokens, cue, predicate_end)
        subject, action = advice.subject, advice.action
        found.extend(behind)
        if advice.behind is not None:
            found.extend(advice.behind)
            found.conditions, found.exceptions = _unique(found.conditions), _unique(found.exceptions)
    else:
        found.extend(behind)
        subject, target, action = _roles(sentence, masked, reading, demand, modality, subject_span, action)
    action = shaping.without_purpose(masked, action, cue.end)
    if action[1] - action[0] < 2 or not masked[cue.end : max(demand.end, action[1])].strip(" :;,.—–"):
        return None
    spans = sorted([*found.conditions, *found.exceptions])
    clause = (demand.start.clause_text(masked), max([demand.end, action[1], *(end for _, end in spans)]))
    clause = (max(clause[0], item_from), shaping.trim_end(masked, clause[0], clause[1]))
    restrictive = modality == "PERMITTED" and (
        only is not None or "only" in cue.text or masked[subject_span[0] : subject_span[1]].lower().startswith("only ")
    )
    return Obligation(
        modality=modality,
        cue=cue_words,
        action=sentence[slice(*action)],
        text=sentence if not item_from else sentence[slice(*clause)],
        lang="en",
        subject=sentence[slice(*subject)] if subject else None,
        target=sentence[slice(*target)] if target else None,
        polarity=polarity,  # type: ignore[arg-type]
        restrictive=restrictive,
        conditions=tuple(sentence[slice(*span)] for span in sorted(found.conditions)),
        exceptions=tuple(sentence[slice(*span)] for span in sorted(found.exceptions)),
        quantities=shaping.within(quantities, clause, offset),
        n_items=demand.n_items,
        start=clause[0] + offset,
        end=clause[1] + offset,
    )


def _roles(
    sentence: str,
    masked: str,
    reading: Reading,
    demand: _Demand,
    modality: Modality,
    subject_span: tuple[int, int],
    action: tuple[int, int],
) -> tuple[tuple[int, int] | None, tuple[int, int] | None, tuple[int, int]]:
    """Subject, sanctioned party and action: a passive or a thing's clause begins at the patient."""
    cue, tokens = demand.place.cue, reading.tokens
    if modality == "SANCTION":
        verb = (
            cue.start + cue.text.rfind(" ") + 1
            if cue.text.endswith(("fined", "imprisoned", "punished", "punishable", "guilty", "liable"))
            else action[0]
        )
        return None, subject_span if subject_span[1] > subject_span[0] else None, (min(verb, action[0]), action[1])
    stative = _is_stative(tokens, demand)
    if demand.passive is not None and not (demand.person and stative) and tokens[demand.passive].start < action[1]:
        agent = by_agent(tokens, demand.passive, _index_at(reading, action[1]))
        if agent is not None and agent[0] < agent[1]:
            span = (tokens[agent[0]].start, tokens[agent[1] - 1].end)
            by = tokens[agent[0] - 1].start
            return (
                span,
                None,
                (_patient_start(sentence, demand, subject_span, action), adjuncts.trimmed(masked, action[0], by)[1]),
            )
        return None, None, (_patient_start(sentence, demand, subject_span, action), action[1])
    if demand.person and subject_span[1] > subject_span[0]:
        return subject_span, None, action
    return None, None, (_patient_start(sentence, demand, subject_span, action), action[1])


def _is_stative(tokens: list[Token], demand: _Demand) -> bool:
    """ "must be qualified" tells a state; "must be licensed by the authority" an act of another."""
    i = demand.passive
    return i is not None and tokens[i].word in STATIVE and by_agent(tokens, i, min(len(tokens), i + 12)) is None


def _patient_start(sentence: str, demand: _Demand, subject_span: tuple[int, int], action: tuple[int, int]) -> int:
    if demand.place.shared or demand.start.inverted or subject_span[0] >= subject_span[1]:
        return action[0]
    if len(sentence[demand.start.subject : demand.place.cue.start].split()) >= LONG_PATIENT:
        return action[0]
    return demand.start.subject


def _subject_span(masked: str, demand: _Demand) -> tuple[tuple[int, int], Adjuncts]:
    """The subject without adjuncts that commas set off in it ("Manufacturers, other than ..., shall")."""
    start = demand.start.subject
    end = demand.start.subject_end if demand.place.shared else demand.place.cue.start
    start, end = adjuncts.trimmed(masked, start, end)
    found = Adjuncts()
    for match in adjuncts.SET_OFF.finditer(masked, start, end):
        found.add(
            match.lastgroup == "exception",
            adjuncts.trimmed(masked, match.start() + 1, match.end() - (masked[match.end() - 1] == ",")),
        )
        if match.end() >= end - 1:
            end = match.start()
            break
    while end > start and re.search(
        r"(?:^|[ ,])(?:also|further|therefore|however|then|thus|generally|only|each|both|not|\w+ly)$",
        masked[start:end],
        re.IGNORECASE,
    ):
        end = adjuncts.trimmed(
            masked, start, start + masked[start:end].rstrip(" ,").rfind(" ") if " " in masked[start:end] else start
        )[1]
    if demand.person and (aside := _ASIDE_IN_SUBJECT.search(masked, start, end)):
        end = aside.start()
    return (start, end), found


_ASIDE_IN_SUBJECT = re.compile(
    r", (?:as (?!well)|in|with|on|by|acting|after|through|under|for|where|at|to|having|taking|based|within|during"
    r"|pursuant|following)\b[^,]{0,200}$",
    re.IGNORECASE,
)


def _verbal_items(masked: str, demand: _Demand, items: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The items that continue the cue as verb phrases ("shall: (1) keep ...; (2) send ..."), else none."""
    if not demand.n_items or not _EMPTY_ACTION.fullmatch(masked[demand.place.cue.end : demand.end].strip(" :—–,")):
        return []
    following = [item for item in items if demand.end <= item[0] < demand.list_end]
    return following if following and all(_starts_with_verb(masked, item[0]) for item in following[:2]) else []


_MARKER_AND_WORD = re.compile(
    r"\s*(?:\([a-z0-9]{1,4}\)|[a-z0-9]{1,2}\))?\s*(?:not |be |[a-z]+ly )*(?P<verb>[A-Za-z-]+)(?: (?P<next>[A-Za-z-]+))?"
)


def _starts_with_verb(masked: str, at: int) -> bool:
    match = _MARKER_AND_WORD.match(masked, at)
    if match is None:
        return False
    verb = match["verb"].lower()
    if verb == "be" or masked[match.start() : match.start("verb")].strip().lower().endswith(("be", "not")):
        return True
    return verb in VERBS and (match["next"] or "").lower() not in PREPOSITIONS - {
        "to",
        "with",
        "on",
        "for",
        "in",
        "at",
        "as",
        "about",
        "upon",
        "from",
    }


def _inherited(
    sentence: str,
    masked: str,
    reading: Reading,
    demand: _Demand,
    items: list[tuple[int, int]],
    quantities: tuple[Quantity, ...],
    offset: int,
    item_from: int,
) -> list[Obligation]:
    """The items that are acts, each an obligation under the lead-in's cue, with its subject and conditions."""
    cue = demand.place.cue
    lead_end = items[0][0]
    if item_from and not _EMPTY_ACTION.fullmatch(masked[cue.end : lead_end].strip(" :—–,")):
        return []
    states = masked[cue.end : lead_end].strip(" :—–,").lower() == "be"  # "Labels shall be: (a) stored apart"
    if not states and not all(_starts_with_verb(masked, item[0]) for item in items):
        return []
    modality, polarity, before = _modality(masked, demand)
    fronted = adjuncts.fronted(masked, demand.start.fronted_from, demand.start.subject)
    subject_span, in_subject = _subject_span(masked, demand)
    found = []
    for start, end in items:
        marker = re.compile(r"\s*(?:\([a-z0-9A-Z]{1,4}\)|[a-z0-9]{1,2}\))?\s*").match(masked, start)
        begin = marker.end() if marker else start
        stop = min((b for b in reading.breaks if b > begin + 1), default=end)
        stop = min(stop, end)
        span = (begin, shaping.trim_end(masked, begin, shaping.trailing_conjunction(masked, begin, stop)))
        action, behind = adjuncts.carve(masked, span[0], span[1], list_end=span[1])
        action = shaping.without_purpose(masked, action, action[0])
        if action[1] - action[0] < 2:
            continue
        conditions = [*fronted.conditions, *in_subject.conditions, *behind.conditions]
        exceptions = [*fronted.exceptions, *in_subject.exceptions, *behind.exceptions]
        lead = sentence[demand.start.clause_text(masked) : cue.end]
        words = " ".join(masked[cue.start : cue.end].split())
        found.append(
            Obligation(
                modality=modality,
                cue=f"{before} ... {words}" if before else words,
                action=sentence[slice(*action)],
                text=f"{lead} {sentence[slice(*span)]}",
                lang="en",
                subject=sentence[slice(*subject_span)] if demand.person and subject_span[1] > subject_span[0] else None,
                polarity=polarity,  # type: ignore[arg-type]
                restrictive="only" in cue.text,
                conditions=tuple(sentence[slice(*s)] for s in conditions),
                exceptions=tuple(sentence[slice(*s)] for s in exceptions),
                quantities=shaping.within(quantities, span, offset),
                start=span[0] + offset,
                end=span[1] + offset,
            )
        )
    return found


def _unique(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    return sorted(set(spans))
