"""EUR-Lex pages without classes: LexUriServ and CELEX text of before 2004, and consolidated texts of that time."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ingest.eu.document import parse_act
from ingest.eu.identity import act_from_title
from ingest.eu.plain import Classifier
from ingest.eu.xhtml import blocks, page
from ingest.source import Dialect, Source
from kg.records import ParsedDocument

_OLD = re.compile(r"EUR-Lex|txt_te|TXT_TE|bglang|▼B|Official Journal|Amtsblatt|Journal officiel")
_ARTICLE = re.compile(r">\s*Arti(?:cle|kel)\s+\d+")
_SLASHED = re.compile(r"Official Journal\s+L\s*\d+\s*,\s*(\d{2})/(\d{2})/(\d{4})")
_STAMP = re.compile(r"\b\d{4}[A-Z]\d{4}\s*—\s*[A-Z]{2}\s*—\s*(\d{2})\.(\d{2})\.(\d{4})")
_TITLE = re.compile(r"(?:Council |Commission )?(?:REGULATION|DIRECTIVE|DECISION)\b.*", re.IGNORECASE)


def recognises(source: Source) -> bool:
    if b"<html" not in source.data[:4096].lower():
        return False
    text = source.text[:400_000]
    return bool(_OLD.search(text)) and bool(_ARTICLE.search(text))


def parse(source: Source) -> Iterator[ParsedDocument]:
    lines = [block.text for block in blocks(page(source))]
    head = "\n".join(lines[:15])
    dated = _SLASHED.search(head) or _STAMP.search(head)
    version = f"{dated[3]}-{dated[2]}-{dated[1]}" if dated else None
    title = next((line for line in lines[:15] if _TITLE.match(line) and any(c.isdigit() for c in line)), "")
    title = re.split(r"\s+Official Journal\b", title)[0]
    listed = list(Classifier(lines).blocks())
    marked = any(block.part == "mark" for block in listed)
    yield parse_act(
        source, listed, "eur-lex-plain", title=title, act=act_from_title(title), version=version, consolidated=marked
    )


DIALECT = Dialect("eur-lex-plain", recognises, parse)
