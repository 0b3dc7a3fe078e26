"""References of one text and the citations they name, by the grammar of each jurisdiction."""

from collections.abc import Sequence

from ingest.references import cn, eu, us
from kg.records import Reference

_GRAMMARS = {"CN": cn.find_references, "EU": eu.find_references}


def find_references(
    text: str, jurisdiction: str, citation: str = "", title: str = "", path: Sequence[str] = ()
) -> tuple[Reference, ...]:
    """Every reference of `text`, one entry a target, in order.

    Relative references ("paragraph (b) of this section", 前款) are resolved from `citation`, the citation of the provision
    that `text` stands in; `title` is the title of its document and `path` its
    place in it, which alone tells what "this subpart" is.
    """
    if jurisdiction == "US":
        return us.find_references(text, citation, title, path)
    return _GRAMMARS[jurisdiction](text, citation, title) if jurisdiction in _GRAMMARS else ()


__all__ = ["find_references"]
