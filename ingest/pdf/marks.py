"""The marks at the head of a paragraph of guidance: section numbers of every family, list marks, bullets."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Kind = Literal["decimal", "module", "outline", "chapter", "list", "bullet", "addendum"]

# 4.8.10. - 4.8.10 - 1.4 - 1. ; the last dot is often missing, a space always follows or nothing at all
_DECIMAL = re.compile(r"(\d{1,2}(?:\.\d{1,3}){1,5})(?:\.{0,2}(?=\s|$)|\.(?=[A-Z]))\s*")
# I.B.9.1. of the GVP modules, also V.App. and P.I.B.
_MODULE = re.compile(r"((?:P\.)?[IVX]{1,5}\.[A-Z](?:\.\d{1,3}){0,5})\.{0,2}(?=\s|$)\s*")
# III. A. 1. a. of the FDA; 1. of the ICH
_OUTLINE = re.compile(r"([IVX]{1,5}|[A-Z]|\d{1,2}|[ivx]{1,5}|[a-z])\.(?=\s|$)\s*")
_BARE = re.compile(r"(\d{1,2})\s+(?=[A-Z])(?!CFR|U\.?S\.?C)")  # "1 Introduction": a heading only by its type
_CHAPTER = re.compile(
    r"((?:Chapter|Part|Annex|Appendix|ANNEX|APPENDIX|CHAPTER|PART|Attachment|ATTACHMENT|Module)\s+(?:[IVX]{1,5}|\d{1,2}|[A-Z])(?:\.\d+)?)(?=[\s:.–—-]|$)[\s:.–—-]*"
)
_LIST = re.compile(r"(\((?:[a-z]{1,2}|[ivx]{1,5}|\d{1,2}|[A-Z])\)|(?:[a-z]|[ivx]{1,5}|\d{1,2}|[A-Z])\))(?=\s|$)\s*")
_BULLET = re.compile(r"([•◦○▪■□–—−\-*✓►·])(?:\s+|$)|(o)(?:\s+(?=\S{2})|$)")
_ADDENDUM = re.compile(r"(ADDENDUM)\s*$")


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark as printed with its kind, its bare label, and the length of text that it takes."""

    kind: Kind
    label: str
    printed: str
    length: int


def mark_of(text: str, heading: bool = False) -> Mark | None:
    """The mark that `text` begins with; `heading` allows those that only the type shows to be one ("1 Introduction")."""
    for kind, pattern in _PATTERNS:
        if found := pattern.match(text):
            printed = text[: found.end()].strip()
            label = next(g for g in found.groups() if g)
            return Mark(kind, label, printed, found.end())
    if heading and (found := _BARE.match(text)):
        return Mark("outline", found[1], found[1], found.end())
    return None


_PATTERNS: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("decimal", _DECIMAL),
    ("module", _MODULE),
    ("bullet", _BULLET),
    ("outline", _OUTLINE),
    ("list", _LIST),
    ("chapter", _CHAPTER),
    ("addendum", _ADDENDUM),
)
