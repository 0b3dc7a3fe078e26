"""Acts that third parties flattened: Markdown of EUR-Lex pages, JSON of selected paragraphs; other copies are only named.

They are copies of a lower rank: `ingest.copies` prefers the official edition of the same version.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from ingest.eu.blocks import Block
from ingest.eu.document import parse_act
from ingest.eu.identity import CELEX, Act, act_from_title, iso_date
from ingest.eu.plain import Classifier, markdown_lines
from ingest.source import Dialect, Source, Unreadable
from kg.findings import finding
from kg.records import ParsedDocument

_TITLE = re.compile(r"\A\s*#\s+((?:COMMISSION\s+|COUNCIL\s+)?(?:\w+\s+)?(?:REGULATION|DIRECTIVE|DECISION)\b.*)", re.IGNORECASE)
_SIGNED = re.compile(r"Done at \w+,?\s+(?:on\s+)?(\d{1,2})\s+(\w+)\s+(\d{4})")


def _is_markdown(source: Source) -> bool:
    return _TITLE.match(source.head) is not None and ("eur-lex" in source.head.lower() or "Article 1" in source.text)


def _parse_markdown(source: Source) -> Iterator[ParsedDocument]:
    lines = list(markdown_lines(source.text))
    found = _TITLE.match(source.text)
    title = found[1].strip() if found else ""
    rest = [line for line in lines if not line.startswith("# ")]
    listed = [Block("title", title), *Classifier(rest).blocks()]
    consolidated = any(b.part == "mark" for b in listed)
    yield parse_act(
        source,
        listed,
        "derived-markdown",
        title=title,
        act=act_from_title(title),
        version=None,
        consolidated=consolidated,
        findings=[finding("I066", source.name, title[:80])],
    )


def _json(source: Source) -> Any:
    try:
        return json.loads(source.text)
    except (ValueError, RecursionError):
        return None


def _is_selection(source: Source) -> bool:
    return source.data[:1] == b"{" and b'"celex"' in source.data[:2000] and b'"paragraphs"' in source.data


def _parse_selection(source: Source) -> Iterator[ParsedDocument]:
    """`{celex, title, paragraphs: [{article, paragraph, text}]}`: `paragraph` is a number or "2nd subpara"."""
    data = _json(source)
    celex = CELEX.fullmatch(str(data.get("celex", ""))) if isinstance(data, dict) else None
    if celex is None or not isinstance(data.get("paragraphs"), list):
        raise Unreadable(finding("I008", source.name, "no paragraphs of an act"))
    title = str(data.get("title", ""))
    named = act_from_title(title)
    act = Act(named.short if named else celex[0], celex[0])
    listed: list[Block] = [Block("title", re.sub(r"\s*\([^()]*\)\s*$", "", title))]
    article = ""
    for item in data["paragraphs"]:
        if not isinstance(item, dict):
            continue
        if str(item.get("article")) != article:
            article = str(item.get("article"))
            listed.append(Block("article", f"Article {article}"))
        listed += _paragraph(str(item.get("paragraph", "")), str(item.get("text", "")))
    yield parse_act(
        source, listed, "derived-selection", act=act, title=listed[0].text, findings=[finding("I066", source.name, act.short)]
    )


def _paragraph(number: str, text: str) -> Iterator[Block]:
    lines = text.splitlines()
    if re.fullmatch(r"\d+[a-z]?", number) and lines:
        lines[0] = re.sub(rf"^{number}\.\s*", "", lines[0])
        lines[0] = f"{number}. {lines[0]}"
    classifier = Classifier(lines)
    classifier.part = "terms"
    yield from classifier.blocks()


def _is_named_copy(source: Source) -> bool:
    head = source.data[:3000]
    if head[:1] == b"{" and b'"celex_id"' in head and b'"articles"' in head:
        return True
    return head[:3] == b"---" and b"sourceType" in head and re.search(rb"<!-- page \d+ -->", source.data[:6000]) is not None


def _name_copy(source: Source) -> Iterator[ParsedDocument]:
    title = re.search(r"""(?m)^title:\s*['"](.+?)['"]\s*$|"full_name":\s*"([^"]+)\"""", source.head)
    celex = re.search(r'"celex_id":\s*"([^"]+)"', source.head)
    name = next((g for g in (title.groups() if title else ()) if g), "a document")
    raise Unreadable(finding("I066", source.name, f"{name} ({celex[1]})" if celex else name))
    yield  # pragma: no cover - a dialect's parse is a generator


def _is_excerpts(source: Source) -> bool:
    return source.data[:200].startswith(b'{"url"') and b'"truncated"' in source.data[:3000]


def _name_excerpts(source: Source) -> Iterator[ParsedDocument]:
    raise Unreadable(finding("I067", source.name))
    yield  # pragma: no cover - a dialect's parse is a generator


def signed(text: str) -> str | None:
    """The date of signature in "Done at Brussels, 5 April 2017"."""
    found = _SIGNED.search(text)
    return iso_date(*found.groups()) if found else None


DIALECTS = (
    Dialect("derived-selection", _is_selection, _parse_selection),
    Dialect("derived-markdown", _is_markdown, _parse_markdown),
    Dialect("derived-copy", _is_named_copy, _name_copy),
    Dialect("web-excerpts", _is_excerpts, _name_excerpts),
)
