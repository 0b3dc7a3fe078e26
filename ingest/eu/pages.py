"""Pages of EU institutions that are about the law and are no law: lists of guidance, news, link lists."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ingest.source import Dialect, Source, Unreadable
from kg.findings import finding
from kg.records import ParsedDocument

_SITE = re.compile(
    r"(?:health\.ec\.europa\.eu|commission\.europa\.eu|ema\.europa\.eu|ecl-page-header|European Commission)", re.IGNORECASE
)
_CHALLENGE = re.compile(
    r"(?:captcha|Just a moment\.\.\.|Access Denied|awswaf|Request unsuccessful|Attention Required)", re.IGNORECASE
)


def _is_challenge(source: Source) -> bool:
    return b"<html" in source.data[:2000].lower() and len(source.data) < 60_000 and _CHALLENGE.search(source.head) is not None


def _refuse(source: Source) -> Iterator[ParsedDocument]:
    raise Unreadable(finding("I013", source.name))
    yield  # pragma: no cover - a dialect's parse is a generator


def _is_page(source: Source) -> bool:
    html = b"<html" in source.data[:2000].lower() and _SITE.search(source.text[:60_000]) is not None
    links = (
        source.data.lstrip()[:1] in {b"[", b"{"}
        and b"europa.eu" in source.data[:4000]
        and b'"href"' in source.data[:4000] + b""
    )
    return (
        html
        or links
        or (source.data.lstrip()[:1] == b"[" and source.data.count(b"https://") > 20 and b"europa.eu" in source.data)
    )


def _name(source: Source) -> Iterator[ParsedDocument]:
    title = re.search(r"<title[^>]*>([^<]+)", source.text[:60_000])
    raise Unreadable(finding("I064", source.name, " ".join(title[1].split())[:80] if title else "links"))
    yield  # pragma: no cover - a dialect's parse is a generator


CHALLENGE = Dialect("challenge-page", _is_challenge, _refuse)
DIALECT = Dialect("institution-page", _is_page, _name)
