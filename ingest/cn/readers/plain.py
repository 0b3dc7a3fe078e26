"""Plain text: one paragraph a line, or hard-wrapped lines that have to be joined."""

from __future__ import annotations

import re

from ingest.cn.lines import Line, Page, tidy
from ingest.cn.parts import structural
from ingest.cn.readers.wrapping import unwrap, wrap_width

__all__ = ["read_plain"]

_PAGE_NUMBER = re.compile(r"^[—–-]\s*[0-9]{1,4}\s*[—–-]$|^[0-9]{1,3}$")


def read_plain(text: str) -> Page:
    """The lines of a plain text. Page numbers are left out of a text that is wrapped as its pages were printed."""
    raws = [tidy(raw) for raw in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")]
    numbers: tuple[str, ...] = ()
    if wrap_width([raw for raw in raws if raw]) is not None:
        numbers = tuple(raw for raw in raws if _PAGE_NUMBER.match(raw))
        raws = [raw for raw in raws if not _PAGE_NUMBER.match(raw)]
    return Page(tuple(Line(t) for t in unwrap(raws, lambda t: structural(Line(t)) is not None) if t), left_out=numbers)
