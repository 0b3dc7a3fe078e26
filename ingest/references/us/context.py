"""Where a text stands, so that "this section" and "section 505 of the act" can be resolved."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_CITATION = re.compile(r"(\d{1,2}) CFR (?:part )?(\d{1,4})(?:\.(\d{1,5}[a-z]{0,2}))?((?:\([0-9A-Za-z]{1,6}\))*)")
_TITLE_PART = re.compile(r"(\d{1,2}) CFR Part (\d{1,4})")
_CHAPTERS_OF_21 = ((1299, "I"), (1399, "II"), (1499, "III"))
_SUBCHAPTERS_OF_21 = tuple(zip((99, 199, 299, 499, 599, 680, 799, 898, 1050, 1199, 1299), "ABCDEFGHJKL", strict=True))


@dataclass(frozen=True, slots=True)
class Context:
    """Title, part, section number and paragraphs of the provision that a text stands in; "" where unknown."""

    title: str = ""
    part: str = ""
    section: str = ""
    paragraphs: str = ""
    subpart: str = ""

    @classmethod
    def of(cls, citation: str, document: str = "", path: Sequence[str] = ()) -> Context:
        subpart = next((step.removeprefix("Subpart ") for step in path if step.startswith("Subpart ")), "")
        found = _CITATION.match(citation)
        if found:
            title, part, section, paragraphs = found.groups()
            return cls(title, part, f"{part}.{section}" if section else "", paragraphs, subpart)
        part_of = _TITLE_PART.match(document)
        return cls(*part_of.groups()) if part_of else cls()

    @property
    def title_or_21(self) -> str:
        return self.title or "21"

    @property
    def act(self) -> str:
        """What "the act" is here: the FD&C Act in FDA's chapter, the Controlled Substances Act in DEA's."""
        if self.title_or_21 != "21":
            return ""
        return "CSA" if self.chapter == "II" else "" if self.chapter == "III" else "FD&C Act"

    @property
    def chapter(self) -> str:
        return (
            next((c for last, c in _CHAPTERS_OF_21 if int(self.part) <= last), "") if self.title == "21" and self.part else ""
        )

    @property
    def subchapter(self) -> str:
        if self.title != "21" or not self.part or self.chapter != "I":
            return ""
        return next((c for last, c in _SUBCHAPTERS_OF_21 if int(self.part) <= last), "")
