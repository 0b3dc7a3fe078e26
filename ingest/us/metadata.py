"""Files about the law that are no law: structure, titles, agencies and corrections of the eCFR API, indexes of Markdown parts.

They yield no document. The structure JSON serves as a check: `section_counts` gives the sections that it lists for each part.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from ingest.source import Source, Unreadable
from kg.findings import finding
from kg.records import ParsedDocument

_JSON_KEYS = re.compile(
    r"\"(?:label_level|latest_issue_date|cfr_references|corrective_action|swagger|fr_document_number)\"\s*:"
)
_INDEX = re.compile(r"^instrument: .*\n(?:.*\n){0,8}?chunks:", re.MULTILINE)


def recognises(source: Source) -> bool:
    head = source.head.lstrip("\ufeff \r\n\t")
    return (head[:1] in "{[" and _JSON_KEYS.search(head) is not None) or _INDEX.match(head) is not None


def parse(source: Source) -> Iterator[ParsedDocument]:
    raise Unreadable(finding("I024", source.name))


def section_counts(text: str) -> dict[str, int]:
    """Sections by part, as a structure JSON lists them; empty where the text is no structure."""
    try:
        top = json.loads(text)
    except ValueError:
        return {}
    counts: dict[str, int] = {}
    queue: list[tuple[Any, str]] = [(top, "")]
    while queue:
        node, part = queue.pop()
        if not isinstance(node, dict):
            continue
        kind = node.get("type")
        if kind == "part":
            part = str(node.get("identifier", ""))
            counts.setdefault(part, 0)
        elif kind == "section" and part:
            counts[part] += 1
        queue.extend((child, part) for child in node.get("children", []))
    return counts
