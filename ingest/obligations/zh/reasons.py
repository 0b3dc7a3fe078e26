"""Why a Chinese sentence that holds a cue states no obligation."""

from __future__ import annotations

from ingest.obligations.zh.cues import cue_in, defines, modal_cues, without_brackets
from ingest.obligations.zh.reader import is_case, is_definition
from ingest.sentences.zh import Marks, Span


def why_none(sentence: str) -> str | None:
    """The reason ("definition", "quoted or aside", "case", "embedded" ...); None for a sentence that has no cue, and
    "unexplained" where no rule left it out."""
    if not cue_in(sentence):
        return None
    if not cue_in(without_brackets(sentence)):
        return "quoted or aside"
    if is_definition(sentence):
        return "definition"
    marks = Marks(sentence)
    clauses = [sentence[c.start : c.end] for c in marks.cut(Span(0, len(sentence)), sorted({*marks.segment, *marks.clause}))]
    with_cue = [clause for clause in clauses if cue_in(without_brackets(clause))]
    if any(defines(clause) for clause in clauses):
        return "scope"
    if with_cue and all(is_case(clause) for clause in with_cue):
        return "case"
    return "embedded" if not any(modal_cues(clause) for clause in with_cue) else "unexplained"
