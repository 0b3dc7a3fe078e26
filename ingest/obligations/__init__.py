"""Obligations of one text: who must, may or must not do what, under which conditions.

Rules only: the same text comes out the same way twice, and each result names its cue. Conventions: see
`docs/conventions.md`.
"""

from ingest.obligations import en, zh
from kg.records import Obligation


def find_obligations(text: str, lang: str, lead_in: str = "") -> tuple[Obligation, ...]:
    """The obligations that `text` states, in order, with offsets into `text`.

    `lead_in` is the text above a list item ("" for a bare text): its cue, subject and conditions hold for an item that is
    an act. Languages other than "en" and "zh" give none.
    """
    if lang == "zh":
        return zh.find_obligations(text, lead_in)
    return en.find_obligations(text, lead_in) if lang == "en" else ()


__all__ = ["find_obligations"]
