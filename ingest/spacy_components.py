"""spaCy as a frame: blank English and Chinese pipelines with our components, which a user can add to, swap or draw.

`pipeline("en")` gives `regkg_sentences`, `regkg_obligations`, `regkg_quantities` and `regkg_concepts` over a blank tokenizer;
no model is loaded. Each component sets `doc.spans[...]`, which displaCy draws (`displacy.render(doc, style="span",
options={"spans_key": "parts"})`), and an extension with the records: `doc._.obligations`, `doc._.quantities`, `doc._.concepts`.
The functions that they call (`find_obligations`, `find_quantities`) need no spaCy and are the fast path.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import spacy
from spacy.language import Language
from spacy.tokens import Doc, Span, SpanGroup

from ingest.concepts.matcher import find_concepts
from ingest.obligations import find_obligations
from ingest.quantities import find_quantities
from ingest.sentences import split_sentences
from kg.records import Obligation

COMPONENTS = ("regkg_sentences", "regkg_obligations", "regkg_quantities", "regkg_concepts")

_EXTENSIONS = ("obligations", "quantities", "concepts")
for _name in _EXTENSIONS:
    if not Doc.has_extension(_name):
        Doc.set_extension(_name, default=())
if not Span.has_extension("record"):
    Span.set_extension("record", default=None)


def pipeline(lang: str, components: Iterable[str] = COMPONENTS) -> Language:
    """A blank pipeline for "en" or "zh" with the given components in order."""
    nlp = spacy.blank(lang)
    nlp.max_length = 50_000_000  # no model, so no memory grows with the text
    for name in components:
        nlp.add_pipe(name)
    return nlp


@Language.component("regkg_sentences")
def sentences(doc: Doc) -> Doc:
    """Sets `token.is_sent_start` and `doc.spans["sentences"]`."""
    spans = [_span(doc, start, end, "SENTENCE") for start, end in split_sentences(doc.text, doc.lang_)]
    starts = {span.start for span in spans if span is not None}
    for token in doc:
        token.is_sent_start = token.i in starts or token.i == 0
    doc.spans["sentences"] = SpanGroup(doc, name="sentences", spans=[span for span in spans if span is not None])
    return doc


@Language.component("regkg_obligations", assigns=["doc._.obligations"])
def obligations(doc: Doc) -> Doc:
    """Sets `doc._.obligations`, one span an obligation labelled with its modality in `doc.spans["obligations"]`, and the
    cues, subjects, actions, conditions and exceptions in `doc.spans["parts"]`."""
    found = find_obligations(doc.text, doc.lang_)
    doc._.obligations = found
    _set(doc, "obligations", ((o.start, o.end, o.modality, o) for o in found))
    _set(doc, "parts", (part for o in found for part in parts(doc.text, o)))
    return doc


@Language.component("regkg_quantities", assigns=["doc._.quantities"])
def quantities(doc: Doc) -> Doc:
    """Sets `doc._.quantities` and `doc.spans["quantities"]`, labelled with the kind."""
    found = find_quantities(doc.text, doc.lang_)
    doc._.quantities = found
    _set(doc, "quantities", ((q.start, q.end, q.kind.upper(), q) for q in found))
    return doc


@Language.component("regkg_concepts", assigns=["doc._.concepts"])
def concepts(doc: Doc) -> Doc:
    """Sets `doc._.concepts` and `doc.spans["concepts"]`, labelled with the concept's id."""
    found = tuple(find_concepts(doc.text, doc.lang_))
    doc._.concepts = found
    _set(doc, "concepts", ((m.start, m.end, m.concept, m) for m in found))
    return doc


def parts(text: str, obligation: Obligation) -> list[tuple[int, int, str, Obligation]]:
    """Where the parts of an obligation stand in `text`: start, end, label (CUE, SUBJECT, ACTION, CONDITION, EXCEPTION).

    A part that was inherited from a lead-in outside `text` is left out.
    """
    named = [("SUBJECT", obligation.subject), ("TARGET", obligation.target), ("ACTION", obligation.action)]
    named.extend(("CUE", word) for word in obligation.cue.split(" ... "))
    named.extend(("CONDITION", part) for part in obligation.conditions)
    named.extend(("EXCEPTION", part) for part in obligation.exceptions)
    found = []
    for label, part in named:
        at = _find(text, part, obligation.start, obligation.end) if part else -1
        if part and at >= 0:
            found.append((at, at + len(part), label, obligation))
    return found


def _find(text: str, part: str, start: int, end: int) -> int:
    """The place of a part, sought in its clause first; a cue is kept in lower case, so case is ignored there."""
    start = max(start, 0)
    for where in (text[start:end], text[start:end].lower()):
        at = where.find(part)
        if at >= 0:
            return start + at
    return text.find(part)


def _set(doc: Doc, key: str, rows: Iterable[tuple[int, int, str, Any]]) -> None:
    group = []
    for start, end, label, record in rows:
        span = _span(doc, start, end, label)
        if span is not None:
            span._.record = record
            group.append(span)
    doc.spans[key] = SpanGroup(doc, name=key, spans=group)


def _span(doc: Doc, start: int, end: int, label: str) -> Span | None:
    """The tokens that cover text[start:end]; None for an empty or inherited one."""
    if start < 0 or end <= start:
        return None
    return doc.char_span(start, end, label=label, alignment_mode="expand")
