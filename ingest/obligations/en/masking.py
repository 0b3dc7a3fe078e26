"""Blanks out what states no demand of its own: asides in brackets and quoted text. Offsets stay."""

from __future__ import annotations

import re

# Brackets that hold more than a list marker; one level inside them, since "(see paragraph (b))" is common.
_ASIDE = re.compile(r"\((?![a-z]{1,4}\)|\d{1,2}\)|[A-Z]\)|s\)|es\))[^()]{0,1500}(?:\([^()]{0,200}\)[^()]{0,600}){0,8}\)")
_SQUARE = re.compile(r"\[[^\[\]]{0,300}\]")
_QUOTED = re.compile(r"“[^“”]{1,800}”|\"[^\"]{1,800}\"")


_PROVISO = re.compile(r":(?=\s+(?:And )?[Pp]rovided, )")  # ": Provided, That" goes on with the sentence


def mask(text: str) -> str:
    """`text` with asides as spaces and each quotation as one word, of the same length."""
    if "(" in text:
        text = _ASIDE.sub(_blank, text)
    if "[" in text:
        text = _SQUARE.sub(_blank, text)
    if "rovided, " in text:
        text = _PROVISO.sub(",", text)
    if '"' in text or "“" in text:
        text = _QUOTED.sub(_blank_quote, text)
    return text


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _blank_quote(match: re.Match[str]) -> str:
    """A quotation becomes one word, so that it can be a subject or an object."""
    return "Q" + "q" * (len(match[0]) - 1)
