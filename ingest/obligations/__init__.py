"""Obligations of one text: who must, may or must not do what, under which conditions.

Rules only: the same text comes out the same way twice, and each result names its cue. Conventions: see
`docs/conventions.md`.
"""

from ingest.obligations import en, zh
from ingest.obligations.en import reasons as en_reasons
from ingest.obligations.zh import reasons as zh_reasons
from kg.records import Obligation


def find_obligations(text: str, lang: str, lead_in: str = "") -> tuple[Obligation, ...]:
    """The obligations that `text` states, in order, with offsets into `text`.

    `lead_in` is the text above a list item ("" for a bare text): its cue, subject and conditions hold for an item that is
    an act. Languages other than "en" and "zh" give none.
    """
    if lang == "zh":
        return zh.find_obligations(text, lead_in)
    return en.find_obligations(text, lead_in) if lang == "en" else ()


def why_none(sentence: str, lang: str) -> str | None:
    """Why a sentence that gave no obligation gave none, though it holds a cue; None where it holds no cue.

    For looking through a corpus: the reasons are words such as "definition", "scope", "quoted or aside"; "unexplained" is one
    that the rules do not tell.
    """
    if lang == "zh":
        return zh_reasons.why_none(sentence)
    return en_reasons.why_none(sentence) if lang == "en" else None


__all__ = ["find_obligations", "why_none"]
