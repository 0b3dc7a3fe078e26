"""Plain text: one paragraph a line, or hard-wrapped lines that have to be joined."""

from __future__ import annotations

import re

from ingest.cn.lines import Line, Page, tidy
from ingest.cn.parts import structural
from ingest.cn.readers.wrapping import unwrap

__all__ = ["read_plain"]

_INDENT = re.compile(r"^[\s\u3000\u00a0]{2,}")


def read_plain(text: str) -> Page:
    """The lines of a plain text."""
    raws = [raw for raw in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")]
    return Page(tuple(Line(t) for t in unwrap([tidy(raw) for raw in raws], lambda t: structural(Line(t)) is not None) if t))
