"""Telling the document that was asked for from the page that a guarded site sends in its place."""

from __future__ import annotations

import re

_MARKS: dict[str, tuple[bytes, ...]] = {
    "xml": (b"<?xml", b"<ECFR", b"<DIV", b"<ecfr"),
    "json": (b"{", b"["),
    "pdf": (b"%PDF-",),
    "html": (b"<!doctype", b"<html", b"<?xml"),
}
_CHALLENGE = re.compile(
    rb"\$_ts\b|__jsl_|acw_sc__|cf-chl|challenge-platform|awswaf|AwsWafIntegration|verify you are (?:a )?human|"
    rb"enable javascript and cookies|access denied|request unsuccessful",
    re.IGNORECASE,
)
_TAG = re.compile(rb"(?s)<(script|style)\b.*?</\1\s*>|<[^>]*>")
_LEAST_WORDS = 400
"""Bytes of text below which a page with a challenge's marks is one; a law that quotes such words is far longer."""


def is_wanted(body: bytes, kind: str) -> bool:
    """Whether `body` is a document of `kind` (xml, json, pdf, html) and no challenge or error page."""
    head = body[:512].lstrip(b"\xef\xbb\xbf \r\n\t").lower()
    if not any(head.startswith(mark.lower()) for mark in _MARKS[kind]):
        return False
    if kind == "xml" and (head.startswith(b"<!doctype html") or b"<html" in head):
        return False
    words = len(_TAG.sub(b"", body[:200_000]).split(b" ")) if kind == "html" else _LEAST_WORDS
    return (
        not (_CHALLENGE.search(body[:100_000]) and (kind != "html" or words < _LEAST_WORDS))
        if kind in ("html", "xml")
        else True
    )
