"""Reading bytes as a file is read, and what of the result a reviewer compares."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ingest.cn import DIALECTS
from ingest.source import Source, Unreadable
from kg.records import Finding, ParsedDocument


def read(name: str, data: bytes) -> tuple[list[ParsedDocument], list[Finding]]:
    """The documents of a file and its findings, by the first dialect that recognises it."""
    source = Source(name, data)
    for dialect in DIALECTS:
        if dialect.recognises(source):
            try:
                documents = list(dialect.parse(source))
            except Unreadable as fault:
                return [], [fault.finding]
            return documents, [*source.encoding_findings(), *(f for d in documents for f in d.findings)]
    return [], []


def summary(name: str, data: bytes) -> dict[str, Any]:
    """What a golden file holds: identities, findings, and each provision with its path, text and number of children."""
    documents, findings = read(name, data)
    return {"findings": sorted(f"{f.code} {f.message}" for f in findings), "documents": [_document(d) for d in documents]}


def _document(parsed: ParsedDocument) -> dict[str, Any]:
    d = parsed.document
    children = Counter(p.parent for p in parsed.provisions)
    return {
        "id": d.id,
        "title": d.title,
        "number": d.number,
        "authority": d.authority,
        "kind": d.kind,
        "binding": d.binding,
        "valid_from": d.valid_from,
        "dialect": d.dialect,
        "provisions": [
            " | ".join(
                (
                    "/".join(p.path),
                    p.level,
                    p.role,
                    f"{children[p.id]} below",
                    p.citation,
                    p.marker,
                    p.heading,
                    p.text.replace("\n", " ⏎ ") + (f" ⏎⏎ {p.tail}" if p.tail else ""),
                )
            )
            for p in parsed.provisions
        ],
    }
