"""Acts without markup of their structure: old web pages of plain paragraphs and text flattened by third parties.

Each line is told by its own words: "Article 16a", "CHAPTER 2a", "Whereas:", "(1) ...". Marks that stand alone on a line are
joined to the next line; change marks of consolidated texts (▼M4, ►M11 ... ◄) are taken out and kept as facts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ingest.eu.act import ADOPTED, ANNEX, ARTICLE, DIVISION
from ingest.eu.blocks import Block, is_marker
from kg.text import collapse

_CHANGE = re.compile(r"▼\s?[A-Z]\d*\s*(?:[—–-][—–\s-]*)?|►\s?[A-Z]?\d*|◄")
_FINAL = re.compile(
    r"(?:Done at\s+\S.*|This (?:Regulation|Directive|Decision) shall be binding in its entirety.*"
    r"|For the (?:Council|European Parliament|Commission)|The President)$"
)
_NOTE = re.compile(r"\(\s?\d{1,3}\s?\)\s+(?:OJ|Opinion|Position|Council|Commission|Regulation|Directive)\b")
_MAX_TITLE = 220


class Classifier:
    """Gives each line its part in the act."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines = [text for line in lines if (text := collapse(re.sub(r"^#{1,6}\s+", "", line.strip())))]
        self.part = "front"
        self.last = ""
        self.marker = ""

    def blocks(self) -> Iterator[Block]:
        for index, line in enumerate(self.lines):
            text = line
            for mark in _CHANGE.findall(line):
                if mark != "◄":
                    yield Block("mark", collapse(mark))
            text = collapse(_CHANGE.sub(" ", line))
            if not text or re.fullmatch(r"[—–\s-]{4,}", text):
                continue
            following = next((x for x in self.lines[index + 1 : index + 4] if not x.startswith("▼")), "")
            yield from self._line(text, following)
        if self.marker:
            yield Block("text", "", self.marker)

    def _line(self, text: str, following: str) -> Iterator[Block]:
        block = self._classified(text, following)
        if block.part == "text" and self._lone(text) and self.part != "front":
            if self.marker:
                yield Block("text", "", self.marker)
            self.marker = text
            return
        if self.marker:
            marker, self.marker = self.marker, ""
            if block.part == "text":
                paragraph = re.fullmatch(r"\d{1,3}[a-z]{0,2}\.", marker) is not None
                block = Block("text", f"{marker} {block.text}") if paragraph else Block("text", block.text, marker)
            else:
                yield Block("text", "", marker)
        self.last = block.part
        yield block

    def _lone(self, text: str) -> bool:
        return is_marker(text) and not text.isdigit()

    def _classified(self, text: str, following: str) -> Block:
        if self.part == "notes" or (self.part == "final" and _NOTE.match(text)):
            self.part = "notes"
            return Block("note", text)
        if (found := ARTICLE.fullmatch(text)) and (not found["rest"] or (len(text) < 60 and found["rest"][0].isupper())):
            self.part = "terms"
            return Block("article", text)
        if (found := DIVISION.fullmatch(text)) and self._division(found, text, following):
            self.part = "terms"
            return Block("division", text)
        if (
            (found := ANNEX.fullmatch(text))
            and text.upper().startswith("ANNEX")
            and len(text) < 120
            and text.split(" ", maxsplit=1)[0].isupper()
        ):
            self.part = "annexes"
            return Block("annex", text)
        if (self.part == "terms" and _FINAL.match(text)) or self.part == "final":
            self.part = "final"
            return Block("final", text)
        if self.part == "front":
            return self._front(text)
        if self.last == "division" and len(text) < _MAX_TITLE and not text.endswith((".", ":", ";")):
            return Block("division-title", text)
        if self.last == "article" and self._titles(text, following):
            return Block("article-title", text)
        if self.last == "annex" and text.isupper():
            return Block("annex-title", text)
        return Block("text", text)

    def _division(self, found: re.Match[str], text: str, following: str) -> bool:
        """A heading, not a sentence that begins with "Section 3 of ..."."""
        del following
        return (
            (text.isupper() or not found["rest"] or text.split(" ", maxsplit=1)[0].isupper())
            and len(text) < _MAX_TITLE
            and not text.endswith((".", ";"))
        )

    def _titles(self, text: str, following: str) -> bool:
        """The line under "Article 5" is its title unless it reads as a sentence: most acts of before 1990 have no titles."""
        del following
        return len(text) < _MAX_TITLE and not text.endswith((".", ":", ";", ",")) and text[:1].isupper()

    def _front(self, text: str) -> Block:
        if ADOPTED.search(text):
            self.part = "terms"
        return Block("front", text)


def markdown_lines(text: str) -> Iterator[str]:
    """The text lines of a Markdown file: without front matter, rules and the emphasis that flattening leaves."""
    body = re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.DOTALL)
    for line in body.splitlines():
        if not re.fullmatch(r"\s*(?:-{3,}|\*{3,}|_{3,})\s*", line):
            yield line.replace("**", "").replace("\\", "")
