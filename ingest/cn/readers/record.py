"""JSON records with the text of one document and what the site says about it (title, date, number)."""

from __future__ import annotations

import json
import re
from typing import Any

from ingest.cn.lines import Page
from ingest.cn.readers.plain import read_plain
from ingest.source import Source, Unreadable
from kg.findings import finding

_TEXT_KEYS = ("text", "content", "body", "full_text", "正文")
_HAN = re.compile(r"[\u3400-\u9fff]")
_LATIN = re.compile(r"[\u0080-\u00ff]")


def read_object(source: Source) -> dict[str, Any] | None:
    """The file's JSON object, None where it is no JSON object."""
    try:
        found = json.loads(source.text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def text_of(record: dict[str, Any]) -> str:
    """The text of a record, "" where it has none."""
    return next((record[key] for key in _TEXT_KEYS if isinstance(record.get(key), str) and len(record[key]) > 40), "")


def is_mojibake(text: str) -> bool:
    """UTF-8 that was read as Latin-1: é˜² for 防."""
    sample = text[:4000]
    return len(_LATIN.findall(sample)) > 0.5 * max(1, len(sample)) and not _HAN.search(sample)


def mend(text: str) -> str:
    """Undoes UTF-8 read as Latin-1 (or as Windows-1252); gives the text back unchanged where that is not what happened."""
    for encoding in ("latin-1", "cp1252"):
        try:
            return text.encode(encoding).decode("utf-8")
        except UnicodeError:
            continue
    return text.encode("latin-1", errors="ignore").decode("utf-8", errors="replace")


def read_record(source: Source) -> tuple[Page, bool]:
    """The page of a record, and whether its text had to be mended. Raises Unreadable (I046) for metadata without a text."""
    record = read_object(source)
    text = text_of(record) if record else ""
    if not record or not text:
        raise Unreadable(finding("I046", source.name))
    title = str(record.get("title") or "")
    mended = is_mojibake(text)
    if mended:
        text, title = mend(text), mend(title)
    page = read_plain(text.replace("\\\n", ""))
    return (
        Page(
            page.lines,
            left_out=page.left_out,
            stated_title=" ".join(title.split()),
            stated_date=str(record.get("date") or ""),
            stated_note=str(record.get("enactment_info") or ""),
        ),
        mended,
    )
