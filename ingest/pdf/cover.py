"""What the cover tells: title, reference number, issuing body, dates. File names and PDF titles are never asked."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ingest.eu.identity import iso_date
from ingest.pdf.lines import Line
from kg.records import Jurisdiction
from kg.text import collapse

_MONTH = r"(?:January|February|March|April|May|June|July|August|September|October|November|December)"
_DATE = re.compile(rf"\b(\d{{1,2}})\s+({_MONTH})\s+(\d{{4}})\b|\b({_MONTH})\s+(?:(\d{{1,2}}),\s*)?(\d{{4}})\b", re.IGNORECASE)
_NUMBERS = (
    re.compile(r"\bEMA/[A-Z0-9/.\- ]*\d{3,6}/\d{4}(?:\s*Rev\.?\s*\d+)?"),
    re.compile(r"\b(?:EMEA|CHMP|CPMP)/[A-Z0-9/]*\d+/\d{2,4}(?:\s*Rev\.?\s*\d+)?"),
    re.compile(r"\bMDCG\s+20\d\d-\d{1,2}(?:\s*[Rr]ev\.?\s*\d+)?"),
    re.compile(r"\bC\(\d{4}\)\s?\d{3,5}\b"),
    re.compile(r"\bSANCO/[A-Za-z0-9/.()]+"),
)
_EFFECTIVE = re.compile(
    r"date for coming into effect|deadline for coming into operation|coming into (?:effect|operation)", re.IGNORECASE
)
# Letterheads, series names, addressees and statuses that stand beside a title on covers, family by family.
_NO_TITLE = re.compile(
    r"european medicines agency|european commission|health and consumers|food and drug administration|department of health|"
    r"center for|centre for|office of|international conference|international council|ich harmonised|recommended for adoption|"
    r"this document|committee|an agency|telephone|send a question|www\.|http|©|current step|step 4|step 5|page \d|"
    r"contains nonbinding|heads of medicines|see websites|reproduction is|guidance for|guidance document|draft guidance|^draft|"
    r"docket|document issued|eudralex|the rules governing|^volume \d|eu guidelines for|good manufacturing practice for$|"
    r"medicinal products for human and veterinary use|brussels|^\d+$|^dated|harmonised tripartite|^guideline$|comments|"
    r"^mdcg \d{4}-\d+(?:\s*/?\s*rev\.?\s*\d)?$|^sanco/|^c\(\d{4}\)|^(?:\w{2}\s+)+\w{2}$|commission of the european|u\.s\.|"
    r"medical device$|medical devices$|consensus guideline|for questions|superseded|supersedes|^industry\b|"
    r"^(?:and\s+)?(?:review\s+|fda\s+)?(?:staff|reviewers)\b|drug administration|^final guidance|^part one|^guideline on$|"
    r"^uman|^\W+$|^emea\b|^assessment report$",
    re.IGNORECASE,
)
_SPEAKS_FDA = re.compile(r"Food and Drug Administration|\bFDA\b|\bCDRH\b|U\.S\. Department of Health")
_SPEAKS_EU = re.compile(
    r"European Medicines Agency|\bEMA/|\bEMEA\b|European Commission|EudraLex|\bMDCG\b|Commission Decision|\bEU/\d/\d\d/\d{3}|"
    r"MARKETING AUTHORISATION|PACKAGE LEAFLET",
    re.IGNORECASE,
)
_ICH = re.compile(r"\b([EQSM]\d{1,2}[A-F]?)\s*(\(R\d\))?")


@dataclass(frozen=True, slots=True)
class Cover:
    """What a guidance says of itself; None for what it does not."""

    title: str
    number: str | None
    jurisdiction: Jurisdiction
    authority: str | None
    dated: str | None
    effective: str | None
    short: str
    """How its sections are cited: "GVP Module I", "E6(R2)", "EU GMP Chapter 1", "MDCG 2019-9"."""


def dates(text: str) -> list[str]:
    """All dates of a text as ISO dates; a month without a day is its first."""
    found = []
    for m in _DATE.finditer(text):
        day, month, year = (m[1], m[2], m[3]) if m[1] else (m[5] or "1", m[4], m[6])
        if value := iso_date(day, month, year):
            found.append(value)
    return found


def read_cover(lines: list[Line], opening: str) -> Cover:
    """`lines` are those of the first pages in reading order, `opening` the text of the first pages."""
    text = "\n".join(line.text for line in lines)
    first = lines[: next((i for i, line in enumerate(lines) if line.page > 1), len(lines))]
    title = _title(first or lines)
    number = next((collapse(m[0]) for pattern in _NUMBERS if (m := pattern.search(opening))), None)
    eu = bool(_SPEAKS_EU.search(text)) or bool(
        number and number.startswith(("EMA", "EMEA", "CHMP", "CPMP", "MDCG", "C(", "SANCO"))
    )
    us = bool(_SPEAKS_FDA.search(opening))
    jurisdiction: Jurisdiction = "EU" if eu and not _SPEAKS_FDA.search("\n".join(x.text for x in first)) else "US"
    authority = _authority(jurisdiction, us, text, opening)
    effective = None
    for i, line in enumerate(lines):
        if _EFFECTIVE.search(line.text):
            near = dates(line.text) or (dates(lines[i + 1].text) if i + 1 < len(lines) else [])
            effective = near[0] if near else effective
    on_cover = dates("\n".join(line.text for line in first))
    dated = on_cover[0] if on_cover else None
    return Cover(title, number, jurisdiction, authority, dated, effective, _short(title, number, opening, jurisdiction))


def _authority(jurisdiction: Jurisdiction, us: bool, text: str, opening: str) -> str | None:
    if jurisdiction == "US":
        return "FDA" if us else "ICH" if "harmoni" in opening.lower() else None
    return "EMA" if re.search(r"European Medicines Agency|\bEMA/|\bEMEA\b", text) else "EC"


def _title(lines: list[Line]) -> str:
    """The largest lines of the first page that stand together and are no letterhead."""
    named = [
        line
        for line in lines
        if not _NO_TITLE.search(line.text) and not _only_date(line.text) and any(c.isalpha() for c in line.text)
    ]
    if not named:
        return collapse(lines[0].text)[:200] if lines else ""
    tallest = (
        max(line.height for line in named if len(line.text) > 3) if any(len(x.text) > 3 for x in named) else named[0].height
    )
    picked: list[str] = []
    bold = next((line.bold for line in named if line.height > 0.85 * tallest and line.bold), False)
    for line in named:
        if line.height > 0.85 * tallest and (line.bold or not bold):
            picked.append(line.text)
        elif picked:
            break
        if len(picked) >= 5:
            break
    return collapse(" ".join(picked))[:300]


def _only_date(text: str) -> bool:
    return len(_DATE.sub("", text).strip(" .,:")) < 4


def _short(title: str, number: str | None, opening: str, jurisdiction: Jurisdiction) -> str:
    if (module := re.search(r"\bModule\s+([IVX]+)\b", title + "\n" + opening[:1500])) and "pharmacovigilance" in opening[:1500]:
        return f"GVP Module {module[1]}"
    if "EudraLex" in opening[:1500] and (chapter := re.search(r"\bChapter\s+(\d+)\b", opening[:1500])):
        return f"EU GMP Chapter {chapter[1]}"
    if number and number.startswith("MDCG"):
        return re.sub(r"\s*[Rr]ev.*", "", number)
    harmonised = "harmoni" in opening[:3000].lower()
    in_title = list(_ICH.finditer(title))
    ich = in_title[-1] if in_title else _ICH.search(opening[:1500]) if harmonised else None
    if ich and (harmonised or "ICH" in opening[:1500]):
        code = ich[1] + (ich[2] or "")
        return code if jurisdiction == "EU" else f"ICH {code}"
    name = re.split(r"\s+Legal basis\b", title)[0][:90].strip()
    return f"FDA {name}" if jurisdiction == "US" and _SPEAKS_FDA.search(opening) else name
