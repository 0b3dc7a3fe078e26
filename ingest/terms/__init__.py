"""Terms that a text defines, with the scope of the definition."""

from collections.abc import Sequence

from ingest.terms import en, zh
from kg.records import DefinedTerm


def find_terms(
    text: str, lang: str, citation: str = "", lead_in: str = "", path: Sequence[str] = ()
) -> tuple[DefinedTerm, ...]:
    """The terms that `text` defines; never from a recital or from quoted amending text (the caller leaves those out).

    `path` is the place of the text in its document, which alone tells what "this subpart" is.
    """
    if lang == "zh":
        return zh.find_terms(text, citation, lead_in)
    return en.find_terms(text, citation, lead_in, path) if lang == "en" else ()


__all__ = ["find_terms"]
