"""The official sources: how each is asked, and what it allows."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import urlsplit

from ingest.fetching.client import Fetched, PoliteClient
from kg.errors import Transient, UsageError

ECFR = "https://www.ecfr.gov"
CELLAR = "http://publications.europa.eu"

ALLOWANCES: dict[str, str] = {
    "us": (
        "eCFR's versioner API serves every title by part and date without a key; whole titles are slow there, so parts are "
        "asked for. FDA guidance is served as PDF by address. Works of the US Government are in the public domain."
    ),
    "eu": (
        "The Publications Office serves acts by CELEX number as XHTML without a key; EUR-Lex's own pages stand behind a "
        "challenge. EMA and Commission documents are served by address; reuse with acknowledgement of the source (Decision "
        "2011/833/EU)."
    ),
    "cn": (
        "NMPA, SAMR and the State laws database answer plain programs with a challenge most of the time: fetch by address, "
        "or save the page by hand. Laws and regulations are not subject to copyright (Copyright Law, Article 5)."
    ),
}

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_PART = re.compile(r"\d{1,4}")
_CELEX = re.compile(r"[0-9][0-9]{4}[A-Z]{1,2}[0-9]{4}(?:-[0-9]{8})?(?:R\([0-9]{2}\))?")
_KINDS = {".xml": "xml", ".pdf": "pdf", ".html": "html", ".htm": "html", ".shtml": "html", ".json": "json"}


def fetch_part(client: PoliteClient, part: str, date: str = "", title: int = 21, base: str = ECFR) -> Fetched:
    """One CFR part as it stood on `date` (the newest where left out), as `us/title-21_part-211_DATE.xml`.

    Raises Transient while eCFR imports new text: what it serves then may be half of the old and half of the new.
    """
    if not _PART.fullmatch(part) or (date and not _DATE.fullmatch(date)):
        raise UsageError(f"part {part!r}, date {date!r}: write a part as 211 and a date as 2026-01-29")
    titles = client.get(f"{base}/api/versioner/v1/titles.json", "us/titles.json", "json", accept="application/json")
    state = json.loads((client.folder / titles.path).read_text(encoding="utf-8"))
    if (state.get("meta") or {}).get("import_in_progress"):
        raise Transient("eCFR is importing new text right now; try again in an hour")
    newest = next((t["up_to_date_as_of"] for t in state["titles"] if t["number"] == title), "")
    day = date or newest
    url = f"{base}/api/versioner/v1/full/{day}/title-{title}.xml?part={part}"
    return client.get(url, f"us/title-{title}_part-{part}_{day}.xml", "xml", accept="application/xml", lasting=True)


def fetch_act(client: PoliteClient, celex: str, base: str = CELLAR) -> Fetched:
    """An EU act in English by its CELEX number (32017R0745; a consolidation as 02001L0083-20220101), as XHTML."""
    if not _CELEX.fullmatch(celex):
        raise UsageError(f"{celex!r} is no CELEX number; 32017R0745 is one")
    name = f"eu/{celex}-en.xhtml"
    url = f"{base}/resource/celex/{celex}.ENG"
    return client.get(url, name, "html", accept="application/xhtml+xml, text/html", lasting="-" in celex)


def fetch_address(client: PoliteClient, url: str, jurisdiction: str) -> Fetched:
    """A document by its address: EMA, EudraLex, FDA guidance, NMPA, SAMR, the State laws database."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise UsageError(f"{url!r} is no web address")
    stem = Path(parts.path).name or parts.netloc
    kind = _KINDS.get(Path(stem).suffix.lower(), "pdf" if "/media/" in parts.path else "html")
    name = re.sub(r"[^\w.-]+", "-", stem)
    return client.get(url, f"{jurisdiction}/{name if Path(name).suffix else f'{name}.{kind}'}", kind)
