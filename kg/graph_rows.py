"""Records as the rows that `kg.load` writes: one dict a node or relationship, plain values, no nulls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from kg.records import (
    ABOVE_A_PROVISION,
    UNIT_LEVELS,
    DefinedTerm,
    Obligation,
    ParsedDocument,
    Provision,
    Quantity,
    Reference,
    Topic,
)
from kg.rows import obligation_slots
from kg.text import collapse, text_hash
from kg.tree import Tree

Row = dict[str, Any]

_UNPARSED_KEPT = 50  # the spans that a reader looks at; I010 counts all characters
_UNPARSED_LENGTH = 300

WELL_READ = 0.98
"""Share of a document's characters that its provisions must hold before anything is said about what it lacks."""

PARTIAL = frozenset({"I025", "I041"})
"""Findings that say that a source holds only some of the document: a fragment, a text that breaks off."""


def node(id_: str, properties: Mapping[str, Any]) -> Row:
    """A row of `MERGE (n:Label {id: row.id}) SET n = row.properties`. Unknown values are left out."""
    known = {key: value for key, value in properties.items() if value is not None}
    return {"id": id_, "properties": {**known, "id": id_}}


def topic_properties(topic: Topic | None) -> Row:
    """Nothing for what was not classified."""
    return {} if topic is None else {"domain": topic.domain, "subdomain": topic.subdomain, "topic_evidence": topic.evidence}


def document_properties(parsed: ParsedDocument, copies: Sequence[str]) -> Row:
    """`ends` keeps the end of validity that the source told; `valid_to` also takes the next version's beginning.

    `partial`: the source holds only some of the document. `fully_read`: it holds all, and at least 98 % of its characters
    stand in provisions; silence of any other document is not claimed.
    """
    document = parsed.document
    unparsed = parsed.unparsed
    partial = any(found.code in PARTIAL for found in parsed.findings)
    captured = document.characters_out >= WELL_READ * document.characters_in
    return {
        **asdict(document),
        **topic_properties(parsed.topics.get(document.id)),
        "work": document.work or document.id,
        "ends": document.valid_to,
        "unparsed": [span[:_UNPARSED_LENGTH] for span in unparsed[:_UNPARSED_KEPT]],
        "copies": list(copies),
        "partial": partial,
        "fully_read": captured and not partial and document.characters_out > 0,
    }


_BESIDE_THE_TEXT = frozenset({"meta", "note"})
"""Roles of what an edition says about a text: its history, authority, editorial notes. They have versions of their own."""


def _words_of(provision: Provision, tree: Tree) -> str:
    """A provision with all below it, markers included, without what is said about it."""
    below = (child for child in tree.children(provision) if child.role not in _BESIDE_THE_TEXT)
    parts = (f"{child.marker} {child.heading} {_words_of(child, tree)}" for child in below)
    return "\n".join((provision.text, *parts, provision.tail))


def version_hash(provision: Provision, tree: Tree) -> str:
    """Equal for two versions of a provision that read the same: a unit with all that it holds, a part of a unit with its
    lead-in, a heading by itself. Where it stands counts too: what moved under another heading is another version. Notes and
    histories do not count: two editions of one text differ in them."""
    parent = tree.by_id.get(provision.parent or "")
    place = (provision.level, provision.role, parent.citation if parent else "")
    if provision.level in UNIT_LEVELS:
        return text_hash(*place, provision.heading, _words_of(provision, tree))
    lead_in = "" if provision.level in ABOVE_A_PROVISION else tree.lead_in(provision)
    return text_hash(*place, lead_in, provision.heading, provision.text, provision.tail)


def short_citation(citation: str, number: str | None) -> str:
    """The citation within its document, as a caption: Article 9(1), 第三条; a US citation is short enough as it is."""
    law, closing, rest = citation.rpartition("》")
    if closing and law.startswith("《"):
        return rest or citation
    return citation.removeprefix(f"{number} ") if number and not citation.startswith(tuple("0123456789")) else citation


def provision_rows(parsed: ParsedDocument) -> Iterator[Row]:
    """One row a provision with `document` and `parent` beside its properties.

    Each has a domain and a subdomain to filter by; `topic_evidence` only where they are not simply its document's.
    """
    tree = Tree(parsed.provisions)
    inherited = topic_properties(parsed.topics.get(parsed.document.id)) | {"topic_evidence": None}
    for p in parsed.provisions:
        full_text = tree.full_text(p) if p.level in UNIT_LEVELS else ""
        properties = {
            "citation": p.citation,
            "short": short_citation(p.citation, parsed.document.number),
            "document": p.document,
            "path": list(p.path),
            "level": p.level,
            "role": p.role,
            "heading": p.heading,
            "text": p.text,
            "tail": p.tail or None,
            "full_text": full_text if full_text and full_text != p.text else None,
            "marker": p.marker,
            "lang": p.lang,
            "jurisdiction": p.jurisdiction,
            "order": p.order,
            "valid_from": p.valid_from or parsed.document.valid_from,
            "valid_to": p.valid_to,
            "ends": p.valid_to,
            "text_hash": text_hash(p.heading, p.text, p.tail),
            "version_hash": version_hash(p, tree),
            **(topic_properties(parsed.topics[p.id]) if p.id in parsed.topics else inherited),
        }
        yield {**node(p.id, properties), "document": p.document, "parent": p.parent}


def obligation_properties(o: Obligation, provision: Provision) -> Row:
    return {
        **obligation_slots(o),
        "text": o.text,
        "lang": o.lang,
        "jurisdiction": provision.jurisdiction,
        "start": o.start,
        "end": o.end,
    }


def quantity_properties(q: Quantity) -> Row:
    """`value` is there when it is a number; `value_text` always, as printed by the reader that found it."""
    number = isinstance(q.value, int | float)
    return {
        "kind": q.kind,
        "comparator": q.comparator,
        "value": float(q.value) if number else None,
        "value_high": None if q.value_high is None else float(q.value_high),
        "value_text": f"{q.value:g}" if isinstance(q.value, float) else str(q.value),
        "unit": q.unit,
        "qualifier": q.qualifier,
        "anchor": q.anchor,
        "text": q.text,
        "start": q.start,
        "end": q.end,
    }


def term_properties(term: DefinedTerm) -> Row:
    return {"term": term.term, "scope": term.scope, "text": term.text}


def citation_id(reference: Reference) -> str:
    """The key of the Citation node that a reference names while no provision in the graph answers to it."""
    return reference.target or f"unresolved: {collapse(reference.text)}"
