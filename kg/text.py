"""Comparing texts: the hash that tells versions apart and the counting that accounts for every character."""

from __future__ import annotations

import hashlib
import re
import unicodedata

_ASCII_BLANKS = b" \t\n\r\x0b\x0c\x1c\x1d\x1e\x1f"
_ASCII_BLANKS_BUT_SEPARATOR = _ASCII_BLANKS.replace(b"\x1f", b"")
_ZERO_WIDTH = ("\u200b", "\ufeff", "\u00ad")
_BLANK = re.compile(r"[\s\u200b\ufeff\u00ad]+")


def squeeze(text: str) -> str:
    """`text` in NFKC without any white space: two printings of one text compare equal."""
    return _squeezed(text).decode()


def _squeezed(text: str) -> bytes:
    """As `squeeze`, in UTF-8, which is what a hash is made of."""
    if text.isascii():
        return text.encode().translate(None, _ASCII_BLANKS)
    normal = "".join(unicodedata.normalize("NFKC", text).split())
    for mark in _ZERO_WIDTH:
        if mark in normal:
            normal = normal.replace(mark, "")
    return normal.encode()


def collapse(text: str) -> str:
    """`text` with every run of white space (also no-break and ideographic) as one space, trimmed."""
    return " ".join(text.split())


def count_characters(text: str) -> int:
    """Characters of `text` that carry content: all but white space and zero-width marks."""
    return len(_BLANK.sub("", text))


def text_hash(*parts: str) -> str:
    """16 hex digits that are equal when the parts say the same, whatever the white space and character width."""
    joined = "\x1f".join(parts)
    if joined.isascii():
        data = joined.encode().translate(None, _ASCII_BLANKS_BUT_SEPARATOR)
    else:
        data = b"\x1f".join(map(_squeezed, parts))
    return hashlib.sha256(data).hexdigest()[:16]
