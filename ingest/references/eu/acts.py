"""Names of acts and of outside standards in a text: spans with the citation they mean."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from kg.text import collapse

Kind = Literal["internal", "same-title", "other-title", "statute", "external"]


@dataclass(frozen=True, slots=True)
class Named:
    """An act or a standard at `start`..`end`; more than one target where a list shares the word: Directives A and B."""

    start: int
    end: int
    targets: tuple[str, ...]
    kind: Kind = "statute"


_BODY = r"(?P<issuer>(?:Commission|Council)\s+)?(?P<adjective>(?:Implementing|Delegated|Framework)\s+)?"
_TYPE = r"(?P<type>Regulation|Directive|Decision|Recommendation)"
# (EU) 2017/745 | (EC) No 726/2004 | 2001/83/EC | No 1082/2013/EU
_NUMBER = (
    r"(?:\((?:EU|EC|EEC|Euratom|EU,\s*Euratom)\)\s*(?:No\.?\s*)?\d{1,4}/\d{1,4}"
    r"|(?:No\.?\s*)?\d{1,4}/\d{1,4}/(?:EU|EC|EEC|ECSC|JHA|Euratom)(?![A-Za-z]))"
)
_ACT = re.compile(
    rf"{_BODY}{_TYPE}(?P<plural>s)?\s+(?P<numbers>{_NUMBER}(?:(?:\s*,\s*|\s*,?\s*(?:and|or)\s+){_NUMBER})*)", re.IGNORECASE
)
_EACH = re.compile(_NUMBER, re.IGNORECASE)

# The abbreviations that GVP modules print in square brackets (GVP Introductory cover note).
_SHORTS = {
    "IR": "Commission Implementing Regulation (EU) No 520/2012",
    "DIR": "Directive 2001/83/EC",
    "REG": "Regulation (EC) No 726/2004",
}
_SHORT = re.compile(r"\b(IR|DIR|REG)\b(?=\s+(?:Art|Recital|Annex|and\b|or\b|[,;).\]]))")
_TREATIES = (
    (re.compile(r"(?:the\s+)?Treaty on the Functioning of the European Union(?:\s*\(\s*‘?TFEU’?\s*\))?|\bTFEU\b"), "TFEU"),
    (re.compile(r"(?:the\s+)?Treaty on European Union(?:\s*\(\s*‘?TEU’?\s*\))?|\bTEU\b"), "TEU"),
    (re.compile(r"(?:the\s+)?Treaty establishing the European (?:Economic )?Community"), "EC Treaty"),
    (re.compile(r"(?:the\s+)?Charter of Fundamental Rights of the European Union"), "Charter of Fundamental Rights"),
)
# Guidelines that texts name by title: the ICH index of guidelines.
_ICH_TITLES = (
    ("Structure and Content of Clinical Study Reports", "ICH E3"),
    ("Clinical Safety Data Management: Definitions and Standards for Expedited Reporting", "ICH E2A"),
    ("Good Clinical Practice", "ICH E6"),
    ("Statistical Principles for Clinical Trials", "ICH E9"),
    ("Quality Risk Management", "ICH Q9"),
    ("Pharmaceutical Quality System", "ICH Q10"),
    ("Pharmaceutical Development", "ICH Q8"),
)
_ICH_BY_TITLE = re.compile(
    r"(?:the\s+)?(?P<whole>ICH (?:Harmonised Tripartite )?(?:Guideline|Guidance)(?: for| on|:)?\s+(?P<title>"
    + "|".join(re.escape(t).replace("\\ ", r"\s+") for t, _ in _ICH_TITLES)
    + r"))",
    re.IGNORECASE,
)
_CODE = r"[EQSM]\d{1,2}[A-F]?(?:\s?\(R\d\))?"
_ICH = re.compile(
    rf"\b(?:CPMP/)?ICH(?:\s+(?:guidelines?|guidance|topics?|documents?))?\s+({_CODE}(?:(?:\s*,\s*|\s*,?\s+and\s+){_CODE})*)(?![\w/])",
    re.IGNORECASE,
)
_ISO = re.compile(r"\b(?:EN\s+)?(?:ISO(?:/IEC|/TS|/TR)?|IEC)\s+\d{3,5}(?:-\d+)*(?::\d{4})?")
_OTHERS = re.compile(r"\bEuropean Pharmacopoeia\b|\bPh\.\s?Eur\.|\bDeclaration of Helsinki\b", re.IGNORECASE)
_OTHER_NAMES = {"ph. eur.": "European Pharmacopoeia", "ph.eur.": "European Pharmacopoeia"}


def canonical(issuer: str, adjective: str, kind: str, number: str) -> str:
    """`Regulation (EC) No 726/2004`; the Commission is named where it is, the Council is not."""
    parts = ["Commission" if issuer.strip().lower() == "commission" else "", adjective.strip().capitalize(), kind.capitalize()]
    number = re.sub(r"\bNo\.?\s*", "No ", collapse(number))
    number = re.sub(r"\)\s*(?=[N\d])", ") ", number)
    return " ".join([*(p for p in parts if p), number])


def named(text: str) -> list[Named]:
    """All acts and standards that `text` names, in order and without overlaps."""
    found: list[Named] = []
    for m in _ACT.finditer(text):
        numbers = [n[0] for n in _EACH.finditer(m["numbers"])]
        found.append(
            Named(m.start(), m.end(), tuple(canonical(m["issuer"] or "", m["adjective"] or "", m["type"], n) for n in numbers))
        )
    found += [Named(m.start(), m.end(), (_SHORTS[m[1]],)) for m in _SHORT.finditer(text)]
    for pattern, name in _TREATIES:
        found += [Named(m.start(), m.end(), (name,)) for m in pattern.finditer(text)]
    for m in _ICH_BY_TITLE.finditer(text):
        title = collapse(m["title"]).lower()
        target = next(code for name, code in _ICH_TITLES if name.lower() == title)
        found.append(Named(m.start("whole"), m.end(), (target,), "external"))
    for m in _ICH.finditer(text):
        codes = re.findall(_CODE, m[1], re.IGNORECASE)
        found.append(Named(m.start(), m.end(), tuple("ICH " + "".join(c.split()) for c in codes), "external"))
    found += [Named(m.start(), m.end(), (collapse(m[0]),), "external") for m in _ISO.finditer(text)]
    found += [
        Named(m.start(), m.end(), (_OTHER_NAMES.get(m[0].lower(), collapse(m[0])),), "external") for m in _OTHERS.finditer(text)
    ]
    found.sort(key=lambda n: (n.start, -n.end))
    out: list[Named] = []
    for item in found:
        if not out or item.start >= out[-1].end:
            out.append(item)
    return out
