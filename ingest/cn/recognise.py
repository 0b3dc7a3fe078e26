"""Telling a Chinese legal text by its content: mostly Han script and a Chinese legal layout, never by its name."""

from __future__ import annotations

import re

from ingest.cn.readers.printed import read_lines
from ingest.cn.readers.record import is_mojibake, mend, read_object, text_of
from ingest.source import Source, Unreadable

_HAN = re.compile(r"[\u3400-\u9fff]")
_LETTER = re.compile(r"[A-Za-z\u00c0-\u024f\u3400-\u9fff]")
_TAG = re.compile(r"(?s)<(?:script|style)\b.*?(?:</(?:script|style)\s*>|\Z)|<[^>]*>|\]\([^)]*\)|\A\s*---\n.*?\n---\n")
_HTML = re.compile(r"<(?:!doctype\s+html|html|head|body|div|p|table|meta)\b", re.IGNORECASE)
_MARKED_UP = re.compile(r"\ufeff?\s*(?:<(?!!--)|\{|\[\{)")
_SAMPLE = 200_000


def han_share(text: str) -> float:
    """Share of Han characters among the letters of `text`, markup left out; 0.0 for a text without letters."""
    plain = _TAG.sub(" ", text[:_SAMPLE])
    letters = len(_LETTER.findall(plain))
    return len(_HAN.findall(plain)) / letters if letters else 0.0


def is_binary(source: Source) -> bool:
    return source.data[:4] in (b"PK\x03\x04", b"%PDF", b"\xd0\xcf\x11\xe0") or b"\0" in source.data[:1024]


def is_chinese_html(source: Source) -> bool:
    """A Chinese web page, or the script that a guarded site answers in place of one."""
    if is_binary(source) or not _HTML.search(source.head):
        return False
    if source.head.lstrip().startswith(("<?xml", "<akomaNtoso", "{")):
        return False
    return _mostly_han(source.text[:_SAMPLE]) or is_challenge(source)


_SCRIPTED = re.compile(r"\$_ts\b|r=['\"]m['\"]|__jsl|eval\(function|location\.(?:href|replace)|acw_sc__")


def is_challenge(source: Source) -> bool:
    """The page that a guarded site answers to a plain client: a script and an empty body instead of a document."""
    text = source.text[:_SAMPLE]
    body = re.search(r"(?is)<body[^>]*>(.*)", text)
    words = _TAG.sub(" ", body.group(1) if body else text)
    return bool(_SCRIPTED.search(text)) and len(words.split()) < 40 and len(_HAN.findall(words)) < 200


def is_chinese_json(source: Source) -> bool:
    """A JSON object about a Chinese document, with its text or without."""
    if not source.head.lstrip("\ufeff \n\r\t").startswith("{") or is_binary(source):
        return False
    record = read_object(source)
    if record is None:
        return False
    text = text_of(record)
    if not text:
        return len(_HAN.findall(str(record)[:_SAMPLE])) >= 20
    return _mostly_han(mend(text) if is_mojibake(text) else text)


def is_chinese_pdf(source: Source) -> bool:
    """A PDF whose first pages are mostly Han. A PDF that can't be opened is left to the reader of PDFs in general."""
    if source.data[:4] != b"%PDF":
        return False
    try:
        text = "\n".join(line.text for line in read_lines(source, 3))
    except Unreadable:
        return False
    return len(_HAN.findall(text)) >= 100 and han_share(text) > 0.6


def is_chinese_text(source: Source) -> bool:
    return not is_binary(source) and not _MARKED_UP.match(source.head) and _mostly_han(source.text[:_SAMPLE])


def _mostly_han(text: str) -> bool:
    return len(_HAN.findall(text[:_SAMPLE])) >= 20 and han_share(text) > 0.5


def is_markdown(source: Source) -> bool:
    text = source.text[:_SAMPLE]
    return bool(re.search(r"(?m)^#{1,6}\s|^\*\*第|<!-- INFO END -->|^---\s*$|\|\s*-{3}|^-{3}\|", text))
