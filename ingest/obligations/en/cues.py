"""The cues: the words that demand, forbid, recommend, permit, exempt or punish."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ingest.sentences.en import lowered
from kg.records import Modality

_ADV = r"(?:(?:[a-z]+ly|also|therefore|then|thus|still|always|ever|further|thereafter|nevertheless|not only) ){0,2}"
_IS = r"(?:is|are|shall be|must be|will be|would be|may be)"
_NOT_REQUIRED = r"(?:(?:is|are|was|were|shall|will|would)(?: not|n['’]t)(?: be)?)"

_PENALTIES = (
    r"(?= (?:[\w,'’-]+ ){0,8}?(?:regulatory|enforcement|disciplinary|administrative|legal|judicial|corrective) (?:action"
    r"|sanction)s?\b"
    r"|(?:[\w,'’-]+ ){0,8}?(?:penalt(?:y|ies)|fines?|seizure|injunction|prosecution|imprisonment|forfeiture|sanctions?"
    r"|debarment|disqualification|liability)\b)"
)

_EXEMPTED = (
    rf"needs? not\b|{_NOT_REQUIRED} {_ADV}(?:required|obliged|obligated)(?: to\b)?|(?:do|does)(?: not"
    rf"|n['’]t) {_ADV}(?:need|have) to"
    rf"|(?:is|are|shall be|will be) {_ADV}(?:exempt|exempted)(?: from\b)?"
)
_SANCTION = (
    rf"{_IS} {_ADV}subject to{_PENALTIES}|(?:is|are|shall be) {_ADV}(?:held )?liable\b"
    rf"|shall be {_ADV}(?:fined|imprisoned|punished|punishable|guilty)\b"
)
_PROHIBITED = (
    r"(?:shall|must|may)(?: not\b(?! only)| neither\b| never\b| no longer\b| under no circumstances| in no (?:case|event))"
    rf"|(?:is|are|shall be) {_ADV}(?:prohibited(?: from\b)?|unlawful|forbidden)|prohibits\b"
)
_PERMITTED = (
    rf"(?:is|are|shall be|will be|must be) {_ADV}(?:allowed|permitted|authori[sz]ed|entitled|empowered|free) to\b|(?:has"
    rf"|have|shall have) the (?:right|power|option) to\b"
    r"|may only\b|may\b(?! \d)|can only\b|can\b(?! not)"
)
_RECOMMENDED = (
    rf"should(?: not\b(?! only)| never\b)?|(?:strongly |also |further )?(?:recommends?|encourages?)\b(?: against\b)?"
    rf"|(?:is|are) {_ADV}(?:encouraged|advised|recommended)(?: to\b)?"
)
_MANDATORY = (
    rf"(?:is|are|shall be|must be|will be) {_ADV}(?:required|obliged|obligated) to\b|(?:is|are) {_ADV}responsible for\b"
    r"|shall\b|must\b|will\b|(?:has|have) to\b|(?:is|are) required\b(?! to)"
)

# What a cue begins with: told apart first and without groups, which is several times faster at every other word.
_FIRST_WORDS = (
    r"shall|may|must|should|can|will|is|are|ha[sv]|do|need|was|were|would|prohibits|recommend|encourage|strongly|also|further"
)
_CUE = re.compile(
    rf"(?<![\w-])(?={_FIRST_WORDS})(?:(?P<EXEMPTED>{_EXEMPTED})|(?P<SANCTION>{_SANCTION})|(?P<PROHIBITED>{_PROHIBITED})"
    rf"|(?P<PERMITTED>{_PERMITTED})"
    rf"|(?P<RECOMMENDED>{_RECOMMENDED})|(?P<MANDATORY>{_MANDATORY}))(?![\w-])"
)
_CUE_WORDS = (
    "shall", "must", "may", "should", "can", "will", "need", "requir", "oblig", "responsib", "exempt", "subject to", "liable",
    "prohibit", "unlawful", "forbid", "permitted", "allowed", "authori", "entitled", "empowered", "free to",
    "right to", "power to",
    "option to", "recommend", "encourag", "advised", "has to", "have to",
)  # fmt: skip


def may_hold_cue(lower: str) -> bool:
    """Whether a text in lower case has a word that a cue needs; most texts without a cue are told by this, at once."""
    return any(word in lower for word in _CUE_WORDS)


@dataclass(frozen=True, slots=True)
class Cue:
    """A cue as it stands in a sentence; `text` is in lower case with single spaces."""

    modality: Modality
    text: str
    start: int
    end: int

    @property
    def modal(self) -> str:
        """The first word: shall, must, may, should, can, will, is, are, recommends."""
        return self.text.split()[0]


def find_cues(masked: str) -> list[Cue]:
    """All cues of a sentence whose asides are blanked, in order, whether or not they come to demand something."""
    found: list[Cue] = []
    lower = lowered(masked)
    for match in _CUE.finditer(lower):
        text = " ".join(match[0].split())
        before = lower[max(0, match.start() - 12) : match.start()].rstrip()
        if text.split()[-1].startswith(("recommend", "encourage", "prohibit")) and before.endswith(_NOT_FINITE):
            continue  # "FDA may recommend", "to encourage"
        if text in ("may", "will") and masked[match.start()].isupper() and before and not before.endswith((".", ":", ";", ")")):
            continue  # the month, the document
        if text == "may not" and before.endswith("may or"):  # an option either way
            del found[-1:]
            continue
        found.append(Cue(match.lastgroup, text, match.start(), match.end()))  # type: ignore[arg-type]
    return found


_NOT_FINITE = (
    "to",
    "shall",
    "may",
    "must",
    "should",
    "will",
    "can",
    "not",
    "would",
    "might",
    " a",
    " an",
    "the",
    "in",
    "by",
    "on",
)
