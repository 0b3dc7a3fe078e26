"""Records as the plain rows of the exported formats (JSON Lines); one place that knows the field names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from kg.records import Extraction, Finding, Obligation, ParsedDocument, Quantity
from kg.tree import Tree

Row = dict[str, Any]


def finding_row(found: Finding) -> Row:
    return asdict(found)


def document_row(parsed: ParsedDocument) -> Row:
    row = asdict(parsed.document)
    row["file"] = row["source"]
    return row


def provision_rows(parsed: ParsedDocument) -> Iterator[Row]:
    """One row a provision, in document order, with `full_text` and `n_children` worked out from the tree."""
    tree = Tree(parsed.provisions)
    for p in parsed.provisions:
        yield {
            "id": p.id,
            "document": p.document,
            "file": parsed.document.source,
            "citation": p.citation,
            "path": list(p.path),
            "level": p.level,
            "heading": p.heading,
            "text": p.text,
            "tail": p.tail,
            "full_text": tree.full_text(p),
            "n_children": tree.count_children(p),
            "lang": p.lang,
            "jurisdiction": p.jurisdiction,
            "parent": p.parent,
            "role": p.role,
            "valid_from": p.valid_from,
            "valid_to": p.valid_to,
        }


def quantity_row(q: Quantity) -> Row:
    """`value` is `[low, high]` for a range, as the gold sets write it."""
    return {
        "text": q.text,
        "kind": q.kind,
        "comparator": q.comparator,
        "value": q.value if q.value_high is None else [q.value, q.value_high],
        "unit": q.unit,
        "qualifier": q.qualifier,
        "anchor": q.anchor,
    }


def obligation_slots(o: Obligation) -> Row:
    """The parts of an obligation that every form of it has, in the graph and in files."""
    return {
        "modality": o.modality,
        "polarity": o.polarity,
        "restrictive": o.restrictive,
        "cue": o.cue,
        "subject": o.subject,
        "actor": o.actor,
        "target": o.target,
        "action": o.action,
        "conditions": list(o.conditions),
        "exceptions": list(o.exceptions),
        "n_items": o.n_items,
    }


def obligation_row(o: Obligation) -> Row:
    return {**obligation_slots(o), "quantities": [quantity_row(q) for q in o.quantities]}


def extraction_row(found: Extraction) -> Row:
    return {
        "obligations": [obligation_row(o) for o in found.obligations],
        "quantities": [quantity_row(q) for q in found.quantities],
        "references": [{"text": r.text, "target": r.target, "kind": r.kind} for r in found.references],
        "terms": [{"term": t.term, "scope": t.scope, "text": t.text} for t in found.terms],
    }
