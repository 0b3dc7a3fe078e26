"""Definitions in English texts of the US and the EU: "X means ...", with the reach that the text or its lead-in states.

Terms come quoted (“device”, ‘device’), after "the term", or bare at the head of a definition, whose italics the text no longer
has; a bare head counts only with a defining verb, or where the lead-in says that definitions follow.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kg.records import DefinedTerm

_QUOTED = r"[“‘\"'](?P<quoted>[^“”‘’\"]{1,120}?)[,.]?[”’\"']"
_BARE = r"(?P<bare>[A-Za-z0-9][\w&/'’(),-]*(?: [\w&/'’()-]+,?){0,11}?)"
_ASIDE = r"(?:,? \([^()]{1,120}\))?"  # means, or 'device' (as an abbreviation) means
_REACH = r"(?:,? (?:for (?:the )?purposes? of|as used in|when used in|as defined in|with respect to|in)\b[^.;:]{3,90}?,?)?"
_MEANS = (
    r",? (?:means?|shall mean|ha(?:s|ve) the (?:same )?meanings?|(?:is|are) defined|includes?|shall include|refers? to"
    r"|(?:is|are) (?:a|an|the|any|either|one|considered)\b)"
)
_STRICT = (
    r",? (?:means(?! (?:of|shall|to|for|by)\b)|shall mean|ha(?:s|ve) the (?:same )?meanings?"
    r"|(?:is|are) defined as|refers? to)\b"
)
_STRICT_WORDS = ("mean", "defined as", "refer")  # one of them stands in every match of `_STRICT`
_QUOTES = "“‘\"'"
_FOR = r"(?:(?:[Ff]or|[Ii]n|[Aa]s used in)[^.;:“‘\"]{0,90}?, )?"
_HEAD_QUOTED = re.compile(
    rf"(?:\(?\d+[a-z]?\)? )?{_FOR}(?:[Tt]he (?:terms?|words?|phrases?) )?{_QUOTED}{_ASIDE}{_REACH}{_MEANS}"
)
_HEAD_BARE = re.compile(rf"(?:[Tt]he (?:terms?|words?) )?{_BARE}{_ASIDE}{_REACH}{_STRICT}")
_HEAD_LOOSE = re.compile(rf"{_BARE}{_ASIDE}{_REACH}{_MEANS}")
_HEAD_PERIOD = re.compile(r"(?P<bare>[A-Z][\w&/'’(),-]*(?: [\w&/'’()-]+){0,9})\. (?=[A-Z])")
_WITHIN = re.compile(
    rf"\b[Tt]he (?:term|word|phrase)s? (?:{_QUOTED}|(?P<bare>[\w-]+(?: [\w-]+){{0,6}}?)){_ASIDE}{_REACH}{_STRICT}"
)
_HEREAFTER = re.compile(rf"\b(?:hereafter|hereinafter)(?: \w+){{0,3}}? {_QUOTED}")
_DEFINITIONS = re.compile(r"\b(?:[Dd]efinitions?|following terms|terms? (?:used|listed)|following meanings?|shall apply)\b")
_SCOPE = re.compile(
    r"\b[Tt]h(?:is|ese) (?P<what>part|section|subpart|subchapter|chapter|paragraph|title|Regulation|Directive|Decision|Annex|"
    r"Chapter|Article|guidance|guideline|document|Act)\b"
)
_NO_TERM = frozenset(  # words that open a sentence, not a term
    (
        "this that it which these those such there he she they who section paragraph part nothing provided any each no if for "
        "except unless all both by with in under when where"
    ).split()
)
_CLAUSE = re.compile(r"\b(?:shall|must|may|will|can|should|is|are|was|were)\b")
_US = re.compile(r"(?P<title>\d{1,2}) CFR (?:part )?(?P<part>\d{1,4})(?P<section>\.\d{1,5}[a-z]{0,2})?(?P<rest>.*)")
_EU_UNIT = re.compile(r"^(?P<act>.*?),? (?P<unit>(?:Article|Art\.|Annex|Chapter|Recital) [\w.]+)")
_CHAPTERS = ((1299, "I"), (1399, "II"), (1499, "III"))
_LONGEST_HEAD = 400


def find_terms(text: str, citation: str = "", lead_in: str = "", path: Sequence[str] = ()) -> tuple[DefinedTerm, ...]:
    """The terms that `text` defines, in order, with their scope: a citation such as `21 CFR part 211` or an act's name."""
    found: dict[str, DefinedTerm] = {}
    for term, start, end in _terms(text, lead_in):
        if term and not _CLAUSE.search(term) and term.split()[0].lower() not in _NO_TERM and term not in found:
            found[term] = DefinedTerm(term, _scope(text, citation, lead_in, path), text[start:end], start, end)
    return tuple(found.values())


def _terms(text: str, lead_in: str) -> Iterator[tuple[str, int, int]]:
    head = text[:_LONGEST_HEAD]
    first = None
    if any(mark in head for mark in _QUOTES):
        first = _HEAD_QUOTED.match(head)
    strict = any(word in text for word in _STRICT_WORDS)
    if first is None and strict:
        first = _HEAD_BARE.match(head)
    if first is None and lead_in and _DEFINITIONS.search(lead_in[-600:]):
        first = _HEAD_PERIOD.match(head) or _HEAD_LOOSE.match(head)
    if first:
        yield _clean(first), 0, len(text)
    patterns = ((_WITHIN, strict), (_HEREAFTER, "hereafter" in text or "hereinafter" in text))
    for pattern in (pattern for pattern, possible in patterns if possible):
        for found in pattern.finditer(text):
            end = text.find(". ", found.end())
            yield _clean(found), found.start(), end + 1 if end >= 0 else len(text)


def _clean(found: re.Match[str]) -> str:
    groups = found.groupdict()
    term = (groups.get("quoted") or groups.get("bare") or "").strip(" ,.;:")
    return term.removeprefix("The term ").removeprefix("the term ")


def _scope(text: str, citation: str, lead_in: str, path: Sequence[str]) -> str:
    """How far a definition reaches: what the text says, else what its lead-in says, else the part or the act."""
    stated = _SCOPE.search(text[:_LONGEST_HEAD]) or _SCOPE.search(lead_in)
    what = stated.group("what").lower() if stated else ""
    us = _US.match(citation)
    if us:
        title, part, section = us.group("title"), us.group("part"), us.group("section")
        if what in ("section", "paragraph") and section:
            paragraphs = us.group("rest") if what == "paragraph" else ""
            return f"{title} CFR {part}{section}{paragraphs}".rstrip()
        if what in ("chapter", "subchapter") and title == "21":
            return f"21 CFR chapter {next((c for last, c in _CHAPTERS if int(part) <= last), '')}".rstrip()
        subpart = next((step for step in path if step.startswith("Subpart ")), "") if what == "subpart" else ""
        return f"{title} CFR part {part} {subpart.lower()[:7]}{subpart[7:]}".rstrip()
    unit = _EU_UNIT.match(citation)
    if unit is None:
        return citation
    return f"{unit.group('act')} {unit.group('unit')}" if what in ("annex", "article", "chapter") else unit.group("act")
