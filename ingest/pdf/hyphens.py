"""Hyphens at line ends: most are real (product-specific, non-compliance), some only break a word (capabili-ties).

One is dropped only where the document itself writes the word whole and never with the hyphen.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from ingest.pdf.lines import AT_LINE_END, Page

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_LEFT = re.compile(r"([^\W\d_]+)-$")
_RIGHT = re.compile(r"[^\W\d_]+")
_MARKED = re.compile(rf"([^\W\d_]*){AT_LINE_END}\s*([^\W\d_]*)")


class Vocabulary:
    """The words of a document as its lines write them."""

    def __init__(self, pages: Iterable[Page]) -> None:
        self.words: Counter[str] = Counter()
        for page in pages:
            for line in page.lines:
                self.words.update(word.lower() for word in _WORD.findall(line.text))

    def breaks(self, left: str, right: str) -> bool:
        """Whether the hyphen between two parts only breaks the word."""
        return bool(left and right) and self.words[(left + right).lower()] > 0 and self.words[f"{left}-{right}".lower()] == 0

    def joined(self, before: str, after: str) -> str | None:
        """Two lines as one text where the first ends in a hyphen and the second goes on in small letters; else None."""
        left, right = _LEFT.search(before), _RIGHT.match(after)
        if not left or not right or not after[0].islower():
            return None
        return (before[:-1] if self.breaks(left[1], right[0]) else before) + after

    def resolved(self, text: str) -> str:
        """`text` with the hyphens that PDFium joined lines over kept or dropped."""

        def mend(found: re.Match[str]) -> str:
            left, right = found.groups()
            return f"{left}{'' if self.breaks(left, right) else '-'}{right}"

        return _MARKED.sub(mend, text) if AT_LINE_END in text else text

    def resolve(self, pages: Iterable[Page]) -> list[Page]:
        return [replace(page, lines=tuple(replace(x, text=self.resolved(x.text)) for x in page.lines)) for page in pages]
