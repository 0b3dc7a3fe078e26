"""Whether the evidence that was shown held what the item was made from: the provision, or the document that it names."""

from __future__ import annotations

import re
from collections.abc import Iterable

from kg.text import squeeze
from qa.items import Item

_DATE = re.compile(r"@\d{4}-\d{2}-\d{2}")
_PART = re.compile(r"(?:21cfr)?part[_\s]*(\d+)", re.IGNORECASE)
_NOISE = re.compile(r"中华人民共和国|\([^()]*\)|\.(?:txt|md|docx?|pdf|xml|html)$|[-《》.]", re.IGNORECASE)
_SHORTEST = 6
"""Shorter names are compared whole only: 药品管理法 is also a part of the name of its implementing rules."""


def _place(provision: str) -> str:
    """A provision's id without the date of its version."""
    return _DATE.sub("", provision)


def holds(shown: str, gold: str) -> bool:
    """Whether one of two provisions is the other or stands within it, whatever the version."""
    short, long = sorted((_place(shown), _place(gold)), key=len)
    return long == short or (long.startswith(short) and long[len(short)] in "(/")


def reached_provision(item: Item, shown: Iterable[str]) -> bool | None:
    """None for an item that names no provision, or where nothing was shown."""
    shown = list(shown)
    gold = [key for key in item.derived_from if ":" in key] or [quote.provision for quote in item.evidence if quote.provision]
    return any(holds(s, g) for s in shown for g in gold) if shown and gold else None


def document_key(name: str) -> str:
    """What a document's title and the name of its file have in common: the CFR part, or the Chinese title without addenda."""
    text = squeeze(name)
    part = _PART.match(text)
    return f"part{part.group(1)}" if part else _NOISE.sub("", text).lower()


def same_document(name: str, title: str) -> bool:
    """Whether a published source name means the document with this title."""
    a, b = document_key(name), document_key(title)
    if a.startswith("part") or b.startswith("part"):
        return a == b
    return bool(a) and (a == b or (min(len(a), len(b)) >= _SHORTEST and (a in b or b in a)))


def named_sources(item: Item) -> list[str]:
    """The documents that an item says it was drawn from."""
    return [name for name in (item.source_us, item.source_cn, item.source_eu) if name]


def reached_document(item: Item, shown: Iterable[str]) -> bool | None:
    """Whether every document that the item names was quoted; None where it names none or nothing was shown."""
    shown, wanted = list(shown), named_sources(item)
    if not shown or not wanted:
        return None
    return all(any(same_document(name, title) for title in shown) for name in wanted)
