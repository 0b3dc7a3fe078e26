"""The words of EU citations as tokens: units, numbers, marks, ordinals and the small words that join them."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

from ingest.references.eu.acts import Named

UNITS = {
    "article": "article",
    "articles": "article",
    "art": "article",
    "art.": "article",
    "arts": "article",
    "annex": "annex",
    "annexes": "annex",
    "section": "section",
    "sections": "section",
    "point": "point",
    "points": "point",
    "paragraph": "paragraph",
    "paragraphs": "paragraph",
    "subparagraph": "subparagraph",
    "subparagraphs": "subparagraph",
    "chapter": "chapter",
    "chapters": "chapter",
    "title": "title",
    "titles": "title",
    "part": "part",
    "parts": "part",
    "recital": "recital",
    "recitals": "recital",
    "indent": "indent",
    "indents": "indent",
    "sentence": "sentence",
    "sentences": "sentence",
    "rule": "rule",
    "rules": "rule",
    "appendix": "appendix",
}
ORDINALS = {
    word: number
    for number, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth last".split(), start=1
    )
}
_MARKS = r"(?:\s?\((?:\d{1,3}[a-z]{0,2}|[a-z]{1,4})\))"
_PATTERN = re.compile(
    rf"""
    (?P<number>\d{{1,3}}(?:\.\d{{1,3}})*[a-z]{{0,2}}(?![\w/]){_MARKS}*)   # 10 - 10(9)(a) - 16a - 107g (4) - 2.3
  | (?P<mark>(?:\((?:\d{{1,3}}[a-z]{{0,2}}|[a-z]{{1,4}})\))+)               # (a) - (9)(a)
  | (?P<roman>(?<![\w])[IVXL]{{1,6}}(?![\w]){_MARKS}?)                     # IX
  | (?P<letter>(?<![\w.])[A-H](?![\w.']))                                   # Part A
  | (?P<word>[A-Za-z]+\.?)
  | (?P<comma>,)
  | (?P<dash>[–-])
  | (?P<other>[^\w\s(,–-]+|\(+(?=\()|[^\s])
    """,
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Token:
    """`kind` is unit, number, mark, roman, letter, ordinal, act, of, the, this, to, and, comma, thereof or other."""

    kind: str
    value: str
    start: int
    end: int


_SMALL = {
    "of": "of",
    "the": "the",
    "this": "this",
    "to": "to",
    "and": "and",
    "or": "and",
    "thereof": "thereof",
    "thereto": "thereof",
    "in": "in",
    "that": "that",
}
OWN_WORDS = frozenset({"Regulation", "Directive", "Decision"})


def tokens(text: str, names: list[Named]) -> list[Token]:
    """Tokens in order; each name of an act is one token whose value is its index in `names`."""
    starts = [n.start for n in names]
    out: list[Token] = []
    position = 0
    while position < len(text):
        at = bisect_right(starts, position) - 1
        if at >= 0 and names[at].start <= position < names[at].end:
            out.append(Token("act", str(at), names[at].start, names[at].end))
            position = names[at].end
            continue
        limit = names[at + 1].start if at + 1 < len(names) else len(text)
        found = _PATTERN.search(text, position, limit)
        if not found:
            position = limit
            continue
        out.append(_token(found))
        position = found.end()
    return out


def _token(found: re.Match[str]) -> Token:
    kind, value = str(found.lastgroup), found[0]
    if kind == "word":
        lower = value.lower()
        if lower in UNITS:
            return Token("unit", UNITS[lower], found.start(), found.end())
        lower = lower.rstrip(".")
        if lower in UNITS:
            return Token("unit", UNITS[lower], found.start(), found.start() + len(lower))
        if lower in ORDINALS:
            return Token("ordinal", str(ORDINALS[lower]), found.start(), found.end())
        if lower in _SMALL:
            return Token(_SMALL[lower], lower, found.start(), found.end())
        if value.rstrip(".") in OWN_WORDS:
            return Token("own", value.rstrip("."), found.start(), found.start() + len(value.rstrip(".")))
        return Token("other", value, found.start(), found.end())
    if kind in {"number", "mark", "roman"}:
        value = re.sub(r"\s", "", value)
    return Token({"dash": "to"}.get(kind, kind), value, found.start(), found.end())
