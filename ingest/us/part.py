"""One CFR part as a Document: its title, identity, authority, date and the account of its characters."""

from __future__ import annotations

import calendar
import re
from dataclasses import dataclass

from ingest.source import Source
from ingest.us.node import Identity, Node, Provisions, count
from kg.findings import finding
from kg.records import Document, Finding, ParsedDocument, ProvisionRole

_AUTHORITIES = {("21", "I"): "FDA", ("21", "II"): "DEA", ("21", "III"): "ONDCP"}
_SMALL_WORDS = frozenset(
    {
        "a",
        "an",
        "and",
        "as",
        "at",
        "but",
        "by",
        "for",
        "from",
        "in",
        "into",
        "nor",
        "of",
        "on",
        "or",
        "per",
        "the",
        "to",
        "with",
    }
)
_ISO = re.compile(r"(?<!\d)((?:19|20)\d\d-\d\d-\d\d)(?!\d)")
_MONTH_ONLY = re.compile(r"(?<!\d)((?:19|20)\d\d-\d\d)(?![\d-]|-\d)")
_MONTHS = {month.lower(): i for i, month in enumerate(calendar.month_abbr) if month}
_WRITTEN = re.compile(r"([A-Z][a-z]{2})[a-z]*\.? (\d{1,2}), ((?:19|20)\d\d)")


# A head as printed: its marker with the dash, and the heading.
PART_HEAD = re.compile(r"((?:PARTS?|Parts?)\s+\d+[a-z]{0,2}(?:\s?[–-]\s?\d+)?\s*(?:[—–-]+\s*)?)(.*)", re.DOTALL)
SUBPART_HEAD = re.compile(
    r"((?:SUBPARTS?|Subparts?)\s+[A-Z0-9]+(?:\s?[–-]\s?[A-Z](?![A-Za-z]))?\s*(?:[—–-]+\s*)?)(.*)", re.DOTALL
)
SECTION_HEAD = re.compile(r"(§§?\s*\S+)\s*(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class PartHead:
    """What a source says of a part. `chapter` is "" where the source does not tell."""

    title: str
    number: str
    heading: str
    chapter: str
    date: str | None
    dialect: str


def version_date(name: str, written: str = "") -> str | None:
    """The date of the version: a point in time in the file's name, else the date that the text gives itself.

    A file name with a month only counts from the first of the month.
    """
    base = name.rsplit("/", 1)[-1]
    for pattern in (_ISO, _MONTH_ONLY):
        found = pattern.search(base)
        if found:
            return found.group(1) if pattern is _ISO else written_date(written) or f"{found.group(1)}-01"
    return written_date(written)


def written_date(text: str) -> str | None:
    """The first date of a text in ISO form: "Dec. 29, 2022(fm)", "April 1, 2025", "2022-12-29"."""
    found = _ISO.search(text)
    if found:
        return found.group(1)
    spelled = _WRITTEN.search(text)
    if spelled and spelled.group(1).lower() in _MONTHS:
        return f"{spelled.group(3)}-{_MONTHS[spelled.group(1).lower()]:02d}-{int(spelled.group(2)):02d}"
    return None


def split_head(pattern: re.Pattern[str], head: str) -> tuple[str, str]:
    """A printed head as its marker ("PART 211—") and its heading."""
    found = pattern.match(head)
    return (found.group(1).strip(), found.group(2).strip()) if found else ("", head)


def reserved_or(heading: str, role: ProvisionRole) -> ProvisionRole:
    """`reserved` for a heading that only says so."""
    return "reserved" if heading.strip("[]. ").lower() == "reserved" else role


def title_case(heading: str) -> str:
    """A heading in capitals as a title: LABELING OF FOOD -> Labeling of Food; others as they are."""
    if heading.upper() != heading:
        return heading
    words = heading.lower().split()
    out = [word if i and word in _SMALL_WORDS else word[:1].upper() + word[1:] for i, word in enumerate(words)]
    return re.sub(r"([(—–/-])([a-z])", lambda m: m.group(1) + m.group(2).upper(), " ".join(out))


def finish_part(source: Source, facts: PartHead, root: Node, raw: str, findings: list[Finding]) -> ParsedDocument:
    """The part as a parsed document; `raw` is all of its text as the source has it."""
    work = f"US:{facts.title}CFR{facts.number}"
    document = f"{work}@{facts.date or 'undated'}"
    provisions = Provisions(Identity(document, f"US:{facts.title}CFR", f"{facts.title} CFR ", facts.date))
    provisions.add(root, f"part {facts.number}")
    characters_in, characters_out = count(raw), root.characters()
    if facts.date is None:
        findings.append(finding("I014", source.name))
    if characters_out < characters_in:
        findings.append(finding("I010", source.name, characters_in - characters_out, place=f"part {facts.number}"))
    findings.extend(finding("I022", source.name, f"{facts.title} CFR {cite}", place=cite) for cite in provisions.repeated)
    return ParsedDocument(
        Document(
            id=document,
            jurisdiction="US",
            title=f"{facts.title} CFR Part {facts.number}" + (f" — {title_case(facts.heading)}" if facts.heading else ""),
            kind="regulation",
            binding=True,
            lang="en",
            source=source.name,
            sha256=source.sha256,
            authority=_AUTHORITIES.get((facts.title, facts.chapter)),
            number=f"{facts.title} CFR {facts.number}",
            valid_from=facts.date,
            dialect=facts.dialect,
            characters_in=characters_in,
            characters_out=characters_out,
            work=work,
        ),
        tuple(provisions.out),
        tuple(findings),
    )
