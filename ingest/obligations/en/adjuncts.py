"""Conditions and exceptions around a demand: fronted, in the middle, at the end."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ingest.obligations.en.words import VERBS

_FIXED = (
    r"(?:as|where|when|if|whenever|wherever) (?:appropriate|applicable|necessary|needed|required|possible|feasible"
    r"|practicable|relevant|warranted|available|so required|any)"
    r"|to the extent (?:necessary|possible|practicable|feasible|appropriate|applicable|required)|upon request|on request"
    r"|upon receipt(?= ?[,.;]| via\b| in\b)"
)
_EXCEPTION = r"unless|except(?: that)?|other than|until|with the exception of|excluding|excepting|apart from"
_CONDITION = (
    r"if|even if|when|whenever|where(?!as)|wherever|provided,? that|(?<=, )providing that|(?<=, )provided(?= (?:the|it"
    r"|they|such|all|an?|any|there) )|upon|once|in the event|in (?:any |such |those )?cases? (?:of|where|when|in which"
    r"|that)"
    r"|in the (?:case of|absence of)|on condition|on the condition|before|prior to|after|following(?= (?:the|a|an|any|its"
    r"|receipt|completion|notification|approval|such) )"
    r"|to the extent|so long as|as long as|as soon as(?! possible| practicable| reasonably| they are| it is)"
    r"|at the request of|on (?:a |any )?(?:duly )?(?:justified|reasoned|written) request"
    r"|(?:on|under) (?:any|one|all) of the following|(?:on|under) the following (?:grounds|conditions|circumstances)"
    r"|in the following (?:cases|circumstances|situations)"
    r"|assuming|during the course of"
)
_OPENER = re.compile(
    rf"(?<![\w-])(?:(?P<fixed>{_FIXED})(?= ?[,.;:]| and\b| or\b| the\b| by\b| via\b| to\b|\s*$| [a-z]+ed\b| in\b| a\b)"
    rf"|(?P<exception>{_EXCEPTION})|(?P<condition>{_CONDITION}))(?![\w-])",
    re.IGNORECASE,
)
_AFTER_A_DEADLINE = re.compile(
    r"(?:days?|hours?|months?|years?|weeks?|minutes?|immediately|shortly|soon|period|time|date|day|thereof)\s*$", re.IGNORECASE
)
_PLACES = re.compile(
    r"\b(?:country|countries|states?|sites?|places?|locations?|areas?|facility|facilities|establishments?|territory"
    r"|premises|room|rooms|points?)\s*$",
    re.IGNORECASE,
)
_IN_A_NOUN = re.compile(
    r"\b(?:rather|other|even|only|and|or|not|whether|especially|particularly|such as|used|both)\s*$", re.IGNORECASE
)


SET_OFF = re.compile(
    r",\s+(?:(?P<exception>(?:other than|except|unless|excluding|with the exception of)\b[^,;]{0,300})"
    r"|(?P<condition>(?:if|when|where|upon|in the absence of|"
    r"as appropriate|to the extent|provided that|before|prior to|after|until)\b[^,;]{0,300}|(?:and|or),? (?:if|when|where"
    r"|in the absence of)\b[^,;]{0,300}))(?:,|$)",
    re.IGNORECASE,
)
"""A condition or exception that commas set off inside a subject."""


@dataclass(slots=True)
class Adjuncts:
    """Spans in the sentence, in order."""

    conditions: list[tuple[int, int]] = field(default_factory=list)
    exceptions: list[tuple[int, int]] = field(default_factory=list)

    def add(self, is_exception: bool, span: tuple[int, int]) -> None:
        (self.exceptions if is_exception else self.conditions).append(span)

    def extend(self, other: Adjuncts) -> None:
        self.conditions.extend(other.conditions)
        self.exceptions.extend(other.exceptions)


_FRONTED = re.compile(
    rf"(?P<exception>(?:{_EXCEPTION})\b)|(?P<condition>(?:{_CONDITION}|whenever|upon)\b)"
    r"|(?P<other>(?:in|for|at|by|on|under|within|with|without|during|to|notwithstanding|subject to|pursuant to|as"
    r"|although|though|because|since|while|"
    r"whereas|despite|given|based on|from|through|unlike|regardless of|in addition|however|thereafter|hereafter|therefore"
    r"|thus|further|furthermore|moreover|additionally|"
    r"accordingly|similarly|finally|generally|also|instead|likewise|alternatively|consequently|nevertheless|first|second"
    r"|third|otherwise|"
    r"ordinarily|typically|normally|specifically|in general|for example|hence|then|where|using|when|like|among|of|per)\b)",
    re.IGNORECASE,
)


def is_fronted(masked: str, start: int) -> bool:
    """Whether a clause begins with an adjunct or a connective rather than with its subject."""
    return _FRONTED.match(masked, start) is not None


def fronted(masked: str, start: int, end: int) -> Adjuncts:
    """The conditions and exceptions between a clause's start and its subject; other adjuncts there are passed over."""
    found = Adjuncts()
    starts = [start]
    starts.extend(m.end() for m in re.compile(r",\s+(?:and |or |but )?").finditer(masked, start, end))
    pieces: list[tuple[int, str]] = []
    for at in starts:
        match = _FRONTED.match(masked, at, end)
        if match is not None and match.lastgroup is not None:
            if pieces and pieces[-1][1] == "condition" and match.lastgroup == "other":
                continue  # "If, in its view, ..." stays one
            pieces.append((at, match.lastgroup))
    for i, (at, kind) in enumerate(pieces):
        stop = pieces[i + 1][0] if i + 1 < len(pieces) else end
        if kind != "other":
            found.add(kind == "exception", trimmed(masked, at, stop))
    return found


_COMMA_AND_VERB = re.compile(r", (?:[a-z]+ly |not )*(?P<verb>[a-z]+)\b")


def _after_aside(masked: str, start: int, end: int) -> int | None:
    """Where the predicate goes on behind an aside that follows the cue directly, None without one."""
    if not masked[start : start + 2].strip().startswith(","):
        return None
    for match in _COMMA_AND_VERB.finditer(masked, start + 2, min(end, start + 400)):
        if match["verb"] in VERBS or match["verb"] == "be":
            return match.start() + 2
    return None


_NARROWED = re.compile(
    r",|;| (?:and that|that|which|who|shall|if|unless|when|in accordance|within|before|after|until)\b", re.IGNORECASE
)


def carve(masked: str, start: int, end: int, *, list_end: int) -> tuple[tuple[int, int], Adjuncts]:
    """The action's span and the adjuncts of the predicate between `start` (after the cue) and `end`.

    A condition at the end of the clause that a list continues reaches to `list_end`.
    """
    found = Adjuncts()
    action_start, action_end = start, end
    behind_aside = _after_aside(masked, start, end)
    if behind_aside is not None:  # may, by way of a decision, set
        found.extend(fronted(masked, _skip(masked, start, end), behind_aside - 1))
        start = action_start = behind_aside
    at = start
    first = True
    while (match := _OPENER.search(masked, at, end)) is not None:
        kind = match.lastgroup or ""
        at = match.end()
        before = masked[max(start, match.start() - 40) : match.start()]
        if (
            kind == "fixed"
            and match[0].lower() == "as required"
            and re.match(r" ?[a-z(]", masked[match.end() : match.end() + 2])
        ):
            continue  # "as required by part 54" says which, not when
        if kind == "fixed":
            found.add(False, match.span())
            if not masked[action_start : match.start()].strip(" ,"):
                action_start = _skip(masked, match.end(), end)
            continue
        if not _opens(match[0].lower(), before, masked, match):
            continue
        comma = masked.find(",", match.end(), end)
        if match[0].lower() == "other than":  # it narrows a noun, so the action goes on
            narrowed = _NARROWED.search(masked, match.end(), end)
            found.add(True, trimmed(masked, match.start(), narrowed.start() if narrowed else end))
            continue
        opens_predicate = first and not masked[start : match.start()].strip(" ,")
        if opens_predicate and comma >= 0:  # shall, after the hearing, decide
            found.add(kind == "exception", trimmed(masked, match.start(), comma))
            action_start = at = _skip(masked, comma, end)
            first = False
            continue
        first = False
        if before.rstrip().endswith(",") and comma >= 0 and _is_parenthesis(masked, comma, end) and comma - match.start() < 120:
            found.add(kind == "exception", trimmed(masked, match.start(), comma))
            at = comma
            continue
        stop = next_opener(masked, match.end(), end, exception=kind == "exception")
        reach = list_end if stop == end and list_end > end else stop
        found.add(kind == "exception", trimmed(masked, match.start(), reach))
        action_end = min(action_end, match.start())
        at = stop
    return trimmed(masked, action_start, action_end), found


def _opens(word: str, before: str, masked: str, match: re.Match[str]) -> bool:
    """Whether an opener opens an adjunct of the predicate rather than one inside a noun phrase or a period."""
    if word in ("after", "before", "prior to", "following", "once", "upon", "at the time") and _AFTER_A_DEADLINE.search(before):
        return False
    if word == "where" and _PLACES.search(before):
        return False
    if word == "until" and _AFTER_A_DEADLINE.search(before):
        return True
    if word in ("upon", "following", "once") and re.search(
        r"\b(?:based|depending|dependent|relied?|rely|relies|agreed|imposed|conferred|at|the|bear|bearing|act|acting"
        r"|more than)\s*$",
        before,
        re.IGNORECASE,
    ):
        return False
    if word == "if" and re.search(r"\bas\s*$", before):
        return False
    return not (
        word in ("before", "after", "when", "upon", "until")
        and _IN_A_NOUN.search(before)
        and not before.rstrip().endswith("only")
    )


def _is_parenthesis(masked: str, comma: int, end: int) -> bool:
    """Whether what follows a comma goes on with the predicate: "shall notify, if known, the importer"."""
    rest = masked[comma + 1 : end].lstrip()
    return bool(rest) and not re.match(r"(?:and|or|but|if|unless|except|which|who|in which|whichever|nor)\b", rest)


_BESIDE = re.compile(
    r"(?:,\s+|\s+)(?:(?:and|or|but),?\s+)?(?=(?:unless|except|provided,? that)\b)|,\s+(?=in which case\b)", re.IGNORECASE
)
_BESIDE_A_CONDITION = re.compile(rf"{_BESIDE.pattern}|,?\s+(?:and|or|but)\s+(?=(?:if|when|where|upon)\b)", re.IGNORECASE)


def next_opener(masked: str, at: int, end: int, *, exception: bool) -> int:
    """The next adjunct that stands beside this one: ", or if ...", "unless ...". In "except if A, or if B" both are one."""
    match = (_BESIDE if exception else _BESIDE_A_CONDITION).search(masked, at, end)
    return match.start() if match else end


def _skip(masked: str, at: int, end: int) -> int:
    while at < end and masked[at] in " ,":
        at += 1
    return at


def trimmed(masked: str, start: int, end: int) -> tuple[int, int]:
    """The span without white space and punctuation at its ends."""
    while start < end and masked[start] in " ,;:.\n\t":
        start += 1
    while end > start and masked[end - 1] in " ,;:.\n\t—–":
        end -= 1
    return start, end
