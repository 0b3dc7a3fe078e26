"""A text with the parts of its obligations marked: in a terminal by colour, in a notebook by displaCy's span view."""

from __future__ import annotations

from dataclasses import dataclass

from ingest.extraction import extract
from ingest.spacy_components import parts, pipeline
from kg.records import Extraction


@dataclass(frozen=True, slots=True)
class Explained:
    """A text and what was found in it. In a notebook it shows itself."""

    text: str
    lang: str
    found: Extraction

    def marks(self) -> list[tuple[int, int, str]]:
        """(start, end, label) of every part, longer ones first; the labels are those of `parts`, and QUANTITY."""
        spans = [(start, end, label) for o in self.found.obligations for start, end, label, _ in parts(self.text, o)]
        spans += [(q.start, q.end, "QUANTITY") for q in self.found.quantities if q.start >= 0]
        return sorted(set(spans), key=lambda span: (-(span[1] - span[0]), span))

    def _repr_html_(self) -> str:
        from spacy import displacy  # noqa: PLC0415 - only where a picture is wanted

        doc = pipeline(self.lang)(self.text)
        return str(displacy.render(doc, style="span", options={"spans_key": "parts"}, jupyter=False))


def explain(text: str, lang: str, *, jurisdiction: str = "", citation: str = "") -> Explained:
    """Reads a bare text and keeps it beside what was found."""
    return Explained(text, lang, extract(text, lang, jurisdiction=jurisdiction, citation=citation))
