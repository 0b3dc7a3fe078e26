"""A paragraph's text cut at its markers: "(e) Exemptions. (1) Any person ..." holds two provisions.

Texts carry italics as control characters (`ITALIC_ON`, `ITALIC_OFF`), because a marker's italics tell its depth and an
italic heading before a marker tells that the marker opens a list. `plain` takes them out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice

from ingest.us.designators import DIGIT, LETTER, Reading, readings

ITALIC_ON, ITALIC_OFF = "\x01", "\x02"

_I = r"[\x01\x02]*"
_DESIGNATOR = r"[0-9]{1,3}|[a-z]{1,6}|[A-Z]{1,5}"
# (a), (<I>a</I>), (<I>a)</I>, <I>(a)</I> and (<I>(a)</I>): 21 CFR 312.23, 177.1520, 882.5705, 314.50(d)(1)(ii)
_MARKER = re.compile(rf"[\x01\x02 ]*\(({_I}\(?{_I})({_DESIGNATOR})({_I}\)?{_I})\)")
# (a)-(f) [Reserved], (b) and (c) [Reserved], (d) through (g) [Reserved]: 21 CFR 82.3
_RANGE_END = re.compile(
    rf"{_I} ?(?:-|–|—|through|thru|to|and|,)? ?\({_I}({_DESIGNATOR}){_I}\)(?={_I}[ .:—–-]*{_I}\[?{_I}(?:Reserved|RESERVED))"
)
_RESERVED = re.compile(rf"{_I}[ .:—–-]*{_I}\[?{_I}(?:Reserved|RESERVED)")
# The first of a list, at a place where a list can begin: after a blank, a dash or an italic run.
_FIRST = re.compile(rf"(?:^|(?<=[ —–\x01\x02>”:-]))\({_I}\(?{_I}(1|i|a|A){_I}\)?{_I}\)")
# "described in paragraph (a)(3)" is no heading, though in italics (21 CFR 177.1520(d)(3))
_REFERS = re.compile(r"(?:[Pp]aragraphs?|[Ss]ections?|§|[Pp]arts?|\bof|\bor|\band)[\x01\x02 ]*$")
_ITALIC_RUN = re.compile(r"\x01[^\x01\x02]*\x02")
_HEADING_REST = re.compile(r"(?:[\s.,:;?—–-]|or|and)*")
_LEAD_IN_END = re.compile(rf"(?::|[:—–]{_I}|Provided,?{_I} ?{_I}That,?{_I}) ?{_I}$")
_SHORT_HEADING = re.compile(r"[“\"A-Z][^.:;()]{0,80}(?:[:—–]|[”\"]) ?$")
_ITEM_BEFORE = re.compile(rf"(?:[;,.:—)”]{_I} ?(?:{_I}(?:and|or|and/or){_I} ?)?|\b(?:and|or) ?){_I}$")
_BRACKETS = ("(", "\x01(", " (", "\x02(", "\x02 (", " \x01(", "\x01 (")  # what a marker can begin with
_LONGEST_HEADING = 400
_TRIES = 6

# Unmarked paragraphs that define a term: an italic or quoted term at the head and a defining verb.
_TERM = re.compile(
    r"(?:The term |The terms |For the purposes? of this [a-z]+,? (?:the term )?)?"
    r"(?:\x01([^\x01\x02]{1,160})\x02|[“\"]([^”\"]{1,160})[”\"])"
)
_DEFINES = re.compile(
    r"[^.]{0,200}?\b(?:means?|includes?|refers? to|has the meaning|have the meaning|has the same meaning|have the same meaning"
    r"|is defined|are defined|shall mean|shall include|is|are|consists? of)\b"
)
_NO_TERM = re.compile(r"(?:And )?(?:[Pp]rovided|Except|Note|Example|However|Or)\b")
_SPEAKS_OF_TERMS = re.compile(r"\b(?:[Dd]efinitions?|defined|[Tt]erms?|[Mm]eanings?)\b")
_STRICTLY_DEFINES = re.compile(
    r"[^.]{0,160}?\b(?:means?|refers? to|ha(?:s|ve) the (?:same )?meanings?|(?:is|are) defined|shall mean|includes?)\b"
)


@dataclass(slots=True)
class Segment:
    """One provision's share of a paragraph: its marker as printed and its text up to the next marker.

    `label` is the marker as paths write it: "(a)", "(a)-(f)"; a term for an unmarked definition; "" for a text without
    either. `italic` is None where it can't be told. `stacked` is True where the marker follows another in the same line,
    `inline` where it is an item of a list that runs on within the paragraph, `announced` where the text before ends in a
    colon or a dash (set by the section, which knows the paragraph before).
    """

    marker: str
    label: str
    text: str
    readings: tuple[Reading, ...] = ()
    last: tuple[Reading, ...] = ()
    italic: bool | None = False
    stacked: bool = False
    inline: bool = False
    announced: bool = False


def plain(text: str) -> str:
    """`text` without the marks of italics and with single spaces."""
    if ITALIC_ON in text or ITALIC_OFF in text:
        text = text.replace(ITALIC_ON, "").replace(ITALIC_OFF, "")
        if "  " in text:
            text = " ".join(text.split())
    return text.strip()


def split_paragraph(text: str, italics_known: bool = True) -> list[Segment]:
    """The segments of one paragraph, in order; one segment without a marker where it has none at its head."""
    segments: list[Segment] = []
    position = 0
    if "(" not in text[:5]:
        return [Segment("", "", text)]
    while text.startswith(_BRACKETS, position):
        found = _MARKER.match(text, position)
        segment = _segment(text, found, italics_known) if found else None
        if found is None or segment is None:
            break
        if segments and not _stacks(segments[-1], segment, text, found.end()):
            break
        position = found.end()
        reserved = text.find("eserved", position, position + 60) >= 0 or text.find("ESERVED", position, position + 60) >= 0
        end = _RANGE_END.match(text, position) if reserved and not segments else None
        if end is not None and readings(end.group(1)):
            segment.last = readings(end.group(1))
            segment.label = f"{segment.label}-({end.group(1)})"
            segment.marker += plain(text[position : end.end()])
            position = end.end()
        segment.stacked = bool(segments)
        segments.append(segment)
    if not segments:
        return [Segment("", "", text)]
    rest = text[position:]
    # Most paragraphs are done here: no list can begin within a text without a bracket.
    if _may_open_a_list(rest):
        segments[-1].text, more = _cut_heading(rest, italics_known)
        segments.extend(more)
    else:
        segments[-1].text = rest
    return segments


def _may_open_a_list(text: str) -> bool:
    """A quick look: whether the first of any list stands in the text, however its italics run."""
    return (
        "(1)" in text or "(i)" in text or "(a)" in text or "(A)" in text or "(\x01" in text or "\x02)" in text or "((" in text
    )


def split_text(text: str, italics_known: bool = True) -> list[Segment]:
    """As `split_paragraph`, for a text known to have no marker at its head: only a list within it is cut off."""
    head = Segment("", "", text)
    if _may_open_a_list(text):
        head.text, more = _cut_heading(text, italics_known)
        return [head, *more]
    return [head]


def _segment(text: str, found: re.Match[str], italics_known: bool) -> Segment | None:
    before, designator, after = found.groups()
    if not before and not after and found.start() == 0 and found.group()[0] == "(":
        read = readings(designator)
        return Segment(found.group(), f"({designator})", "", read, (), False if italics_known else None) if read else None
    if ("(" in before) != (")" in after):
        return None
    read = readings(designator)
    if not read:
        return None
    italic: bool | None = False
    if not italics_known:
        italic = None
    elif ITALIC_ON in before:
        italic = True
    elif ITALIC_ON in text:
        start = found.start(2)
        if text.count(ITALIC_ON, 0, start) > text.count(ITALIC_OFF, 0, start):
            italic = True if ITALIC_OFF in after or text.startswith(ITALIC_OFF, found.end()) else None
    marker = found.group()
    if ITALIC_ON in marker or ITALIC_OFF in marker:
        marker = plain(marker)
    return Segment(marker, f"({designator})", "", read, (), italic)


def _stacks(above: Segment, below: Segment, text: str, end: int) -> bool:
    """Whether a marker right after another one is a level of its own: it must be the first of its list.

    "(2) (i) of this section" is a reference and "(A) (A)" a slip; a gap in between is tolerated for the first of a list.
    """
    if any(value == 1 for _, value in below.readings) and below.label != above.label:
        return True
    # (6)(iii) where (i) and (ii) are gone
    return text[end : end + 1] == " " and any(kind not in (LETTER, DIGIT) for kind, _ in below.readings)


def _cut_heading(text: str, italics_known: bool) -> tuple[str, list[Segment]]:
    """The text up to the first list that begins within it, and the segments of that list."""
    for first in islice(_FIRST.finditer(text), _TRIES):
        start = first.start()
        head = text[:start]
        if _is_heading(head):
            return _after_heading(text, start, italics_known)
        if _LEAD_IN_END.search(head[-40:]):
            items = _running_list(text, first)
            if len(items) > 1:
                return head, _items(text, items, italics_known)
            if start <= 90 and _SHORT_HEADING.match(plain(head) + " "):
                return _after_heading(text, start, italics_known)
    return text, []


def _is_heading(head: str) -> bool:
    """Whether all of the text before a marker is an italic or quoted heading: "Toxicology. (a)", "Labeling—(1)"."""
    if len(head) > _LONGEST_HEADING or _REFERS.search(head[-24:]):
        return False
    if ITALIC_ON in head:
        rest = _ITALIC_RUN.sub("", head)
        open_run = rest.find(ITALIC_ON)
        if open_run >= 0:
            rest = rest[:open_run]
        return _HEADING_REST.fullmatch(rest.replace(ITALIC_OFF, "")) is not None
    words = head.strip()
    return words.endswith(("—", "–", "”")) and _SHORT_HEADING.match(words + " ") is not None


def _after_heading(text: str, start: int, italics_known: bool) -> tuple[str, list[Segment]]:
    head = text[:start]
    found = _MARKER.match(text, start)
    segment = _segment(text, found, italics_known) if found else None
    if found is None or segment is None:
        return text, []
    # A dash between heading and marker separates them; it goes with the marker, as it is no part of the heading.
    bare = head.rstrip(" \x01\x02")
    dash = bare[-1:] if bare.endswith(("—", "–")) else ""
    if dash:
        head = bare[:-1]
        segment.marker = dash + segment.marker
    segment.stacked = True
    rest = text[found.end() :]
    segments = [segment]
    while True:
        more = _MARKER.match(rest)
        below = _segment(rest, more, italics_known) if more else None
        if more is None or below is None or not _stacks(segments[-1], below, rest, more.end()):
            break
        below.stacked = True
        segments.append(below)
        rest = rest[more.end() :]
    if _may_open_a_list(rest):
        segments[-1].text, further = _cut_heading(rest, italics_known)
        segments.extend(further)
    else:
        segments[-1].text = rest
    return head, segments


def _running_list(text: str, first: re.Match[str]) -> list[re.Match[str]]:
    """The markers of a list that runs on within a paragraph: (1) ...; (2) ...; and (3) ..."""
    kind, place = readings(first.group(1))[-1] if first.group(1) == "i" else readings(first.group(1))[0]
    found = [first]
    for marker in _ANY.finditer(text, first.end()):
        before = text[max(0, marker.start() - 12) : marker.start()]
        if (kind, place + 1) in readings(marker.group(1)) and _ITEM_BEFORE.search(before):
            found.append(marker)
            place += 1
    return found


_ANY = re.compile(rf"\({_I}({_DESIGNATOR}){_I}\)")


def _items(text: str, items: list[re.Match[str]], italics_known: bool) -> list[Segment]:
    out: list[Segment] = []
    for item, after in zip(items, [*items[1:], None], strict=True):
        found = _MARKER.match(text, item.start())
        segment = _segment(text, found, italics_known) if found else None
        if found is None or segment is None:
            continue
        segment.text = text[found.end() : after.start() if after else len(text)]
        segment.inline = True
        segment.stacked = not out
        out.append(segment)
    return out


def defined_term(text: str, in_definitions: bool, lead: str = "") -> str:
    """The term that an unmarked paragraph defines, "" where it defines none.

    In a definitions section, and after a lead-in that speaks of definitions or terms, an italic head is a term whatever
    follows ("Disability. A substantial disruption ...").
    """
    found = _TERM.match(text)
    if found is None:
        return ""
    in_definitions = in_definitions or _SPEAKS_OF_TERMS.search(lead) is not None
    term = plain(found.group(1) or found.group(2)).strip(" .,:;—–-")
    if _NO_TERM.match(term):
        return ""
    rest = plain(text[found.end() : found.end() + 400])
    if in_definitions and (found.group(1) is not None or _DEFINES.match(rest)):
        return term
    return term if _STRICTLY_DEFINES.match(rest) else ""


def is_reserved(text: str) -> bool:
    """Whether a provision only holds its place: "[Reserved]"."""
    return len(text) < 40 and _RESERVED.match(text) is not None
