"""Quantities of one text: deadlines, durations, frequencies, thresholds, amounts, with comparator, value and unit."""

from ingest.quantities import en, zh
from kg.records import Quantity


def find_quantities(text: str, lang: str) -> tuple[Quantity, ...]:
    """The quantities that `text` demands, in order, with offsets into `text`; none for an unknown language."""
    if lang == "zh":
        return zh.find_quantities(text)
    return en.find_quantities(text) if lang == "en" else ()


__all__ = ["find_quantities"]
