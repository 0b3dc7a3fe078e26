"""Where a text stands, read from its citation: what "this Article" and "paragraph 1" mean there."""

from __future__ import annotations

import re
from dataclasses import dataclass

_ARTICLE = re.compile(r"^(?P<act>.*?)\s+Article\s+(?P<article>\d+[a-z]{0,3})(?P<marks>(?:\([0-9a-z]+\))*)(?P<rest>.*)$")
_ANNEX = re.compile(
    r"^(?P<act>.*?)\s+(?P<annex>Annex(?:\s+(?:[IVXLC]+[a-zA-Z]?|\d+|[A-H])\b)?)(?P<groups>(?:,?\s+(?:Part|Chapter|Appendix)\s+\w+)*)"
    r"(?:,?\s+(?:Section\s+)?(?P<section>\d+[a-z]?(?:\.\d+)*))?(?P<marks>(?:\([0-9a-z]+\))*)"
)
_RECITAL = re.compile(r"^(?P<act>.*?)\s+[Rr]ecital\s+\d+")
_MODULE = re.compile(r"^(?P<act>GVP Module [IVX]+)\b")
_GMP = re.compile(r"^(?P<act>EU GMP Chapter \d+)\b")
_ACT = re.compile(
    r"^(?P<act>(?:.*?(?:Regulation|Directive|Decision)\s+(?:\(.*?\)\s*)?(?:No\s+)?[\d/]+(?:/[A-Z]+)?|MDR|IVDR|CTR))"
)
_SECTION = re.compile(r"^(?P<act>.*?),?\s+(?:Section\s+)?(?P<section>\d+(?:\.\d+)*|[IVX]+(?:\.[A-Z])?(?:\.\d+)*)(?:[(\s,].*)?$")


@dataclass(frozen=True, slots=True)
class Place:
    """The act and the place in it. `act` is the short form that citations begin with."""

    act: str = ""
    article: str = ""
    paragraph: str = ""
    marks: str = ""
    subparagraph: str = ""
    annex: str = ""
    groups: str = ""
    section: str = ""
    guidance: bool = False


def place_of(citation: str) -> Place:
    """Place of a provision cited as `citation`; empty fields where it does not tell."""
    citation = " ".join(citation.split())
    if m := _ARTICLE.match(citation):
        marks = re.findall(r"\([0-9a-z]+\)", m["marks"])
        paragraph = marks[0] if marks and re.fullmatch(r"\(\d+[a-z]{0,2}\)", marks[0]) else ""
        sub = re.search(r"subparagraph (\d+)", m["rest"])
        return Place(m["act"], m["article"], paragraph, "".join(marks), sub[1] if sub else "")
    if m := _ANNEX.match(citation):
        groups = re.sub(r",", "", m["groups"] or "").strip()
        return Place(m["act"].rstrip(","), annex=m["annex"], groups=groups, section=m["section"] or "", marks=m["marks"] or "")
    for pattern in (_RECITAL, _ACT):
        if m := pattern.match(citation):
            return Place(m["act"].strip())
    for pattern in (_MODULE, _GMP):
        if m := pattern.match(citation):
            return Place(m["act"], guidance=True)
    if m := _SECTION.match(citation):
        return Place(m["act"], section=m["section"], guidance=True)
    return Place(citation, guidance=True)
