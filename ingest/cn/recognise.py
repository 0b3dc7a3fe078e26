"""Telling a Chinese legal text by its content: mostly Han script and a Chinese legal layout, never by its name."""

from __future__ import annotations

import re

from ingest.source import Source

_HAN = re.compile(r"[\u3400-\u9fff]")
_LETTER = re.compile(r"[A-Za-z\u00c0-\u024f\u3400-\u9fff]")
_TAG = re.compile(r"(?s)<(?:script|style)\b.*?(?:</(?:script|style)\s*>|\Z)|<[^>]*>|\]\([^)]*\)|\A\s*---\n.*?\n---\n")
_HTML = re.compile(r"<(?:!doctype\s+html|html|head|body|div|p|table|meta)\b", re.IGNORECASE)
_SAMPLE = 200_000


def han_share(text: str) -> float:
    """Share of Han characters among the letters of `text`, markup left out; 0.0 for a text without letters."""
    plain = _TAG.sub(" ", text[:_SAMPLE])
    letters = len(_LETTER.findall(plain))
    return len(_HAN.findall(plain)) / letters if letters else 0.0


def is_binary(source: Source) -> bool:
    return source.data[:4] in (b"PK\x03\x04", b"%PDF", b"\xd0\xcf\x11\xe0") or b"\0" in source.data[:1024]


def is_chinese_html(source: Source) -> bool:
    if is_binary(source) or not _HTML.search(source.head):
        return False
    return not source.head.lstrip().startswith(("<?xml", "<akomaNtoso", "{")) and _chinese(source)


def is_chinese_text(source: Source) -> bool:
    return not is_binary(source) and not source.head.lstrip("\ufeff \n\r\t").startswith(("<", "{", "[{")) and _chinese(source)


def _chinese(source: Source) -> bool:
    text = source.text[:_SAMPLE]
    return len(_HAN.findall(text)) >= 20 and han_share(text) > 0.5


def is_markdown(source: Source) -> bool:
    text = source.text[:_SAMPLE]
    return bool(re.search(r"(?m)^#{1,6}\s|^\*\*第|<!-- INFO END -->|^---\s*$|\|\s*-{3}|^-{3}\|", text))
