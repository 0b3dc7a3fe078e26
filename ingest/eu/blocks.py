"""What every layout of an EU act comes down to: a stream of blocks, each a paragraph with its part in the act."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Part = Literal[
    "title",  # the act's title
    "front",  # the enacting formula, visas, "Whereas:"
    "recital",
    "division",  # "CHAPTER II", "TITLE I", "Section 1", "PART ONE"
    "division-title",
    "article",
    "article-title",
    "text",
    "annex",
    "annex-title",
    "group",  # a heading within an annex
    "row",  # a table row, cells joined by tabs
    "final",  # "This Regulation shall be binding ...", "Done at ...", signatures
    "note",  # a footnote
    "quote",  # text that the act puts into another act
    "mark",  # a change mark of a consolidated text: a fact about the text, not text
    "meta",  # contents lists, disclaimers, Official Journal heads
]


@dataclass(frozen=True, slots=True)
class Block:
    """One paragraph. `marker` is the mark of a list cell beside it, `depth` how many lists it stands in."""

    part: Part
    text: str
    marker: str = ""
    depth: int = 0

    @property
    def whole(self) -> str:
        """Marker and text, for the parts where a marker starts nothing."""
        return f"{self.marker} {self.text}".strip()


# Marks as printed: (a) (aa) (i) (1) a) 1) 1. 1.2. 16a. - bullets and dashes; a leading quote opens quoted text: '(12)
_BRACKETED = r"\(?(?:[a-z]{1,4}|[A-Z]{1,4}|\d{1,3}[a-z]{0,2})\)"
_DECIMAL = r"\d{1,3}[a-z]{0,2}(?:\.\d{1,3}[a-z]?)*\.?"
_ROMAN = r"[IVXL]{1,6}\."
_LETTER = r"[A-Za-z]\."
_DASH = r"[—–\-•●▪○◦·]"
MARKER = re.compile(rf"[‘'\"“]?(?:{_BRACKETED}|{_DECIMAL}|{_ROMAN}|{_LETTER}|{_DASH})")
DASH = re.compile(_DASH)
LEADING_POINT = re.compile(rf"({_BRACKETED}|{_DASH})\s+(?=\S)")
LEADING_PARAGRAPH = re.compile(r"(\d{1,3}[a-z]{0,2})\.\s+(?=\S)")
LEADING_DECIMAL = re.compile(r"(\d{1,3}[a-z]?(?:\.\d{1,3}[a-z]?)*)\.?(?:\s+(?=\S)|$)")


def is_marker(text: str) -> bool:
    return len(text) <= 12 and MARKER.fullmatch(text) is not None
