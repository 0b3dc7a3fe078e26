"""How much of each instrument's text the lexicon covers: the thinnest instruments show where it should grow next."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from ingest.concepts.lexicon import Lexicon
from ingest.concepts.matcher import ConceptMatcher


@dataclass(frozen=True, slots=True)
class Coverage:
    """Shares of an instrument's characters, white space aside, that stand in a match."""

    instrument: str
    lang: str
    characters: int
    covered: float
    """By any concept."""
    special: float
    """By concepts that are not general vocabulary."""
    concepts: int
    """How many different concepts it names."""


def coverage(lexicon: Lexicon, texts: Iterable[tuple[str, str, str]]) -> list[Coverage]:
    """The coverage of each (instrument, lang) in `texts`, triples of instrument, lang and text; the thinnest first."""
    matcher = ConceptMatcher(lexicon)
    sizes: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    named: dict[tuple[str, str], set[str]] = defaultdict(set)
    for instrument, lang, text in texts:
        size = sizes[instrument, lang]
        size[0] += _characters(text)
        special_ends = -1
        covered_ends = -1
        for match in matcher.find(text, lang):
            length = _characters(text[match.start : match.end])
            if match.start >= covered_ends:
                size[1] += length
                covered_ends = match.end
            if match.start >= special_ends and not lexicon.by_id[match.concept].general:
                size[2] += length
                special_ends = match.end
            named[instrument, lang].add(match.concept)
    found = [
        Coverage(instrument, lang, total, covered / total, special / total, len(named[instrument, lang]))
        for (instrument, lang), (total, covered, special) in sizes.items()
        if total
    ]
    return sorted(found, key=lambda c: (c.special, c.instrument))


def _characters(text: str) -> int:
    return sum(not c.isspace() for c in text)
