"""From a text or a document's tree to obligations, quantities, references and terms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from ingest.concepts import concepts_of, find_actor, lexicon
from ingest.obligations import find_obligations
from ingest.obligations.items import with_counted_items
from ingest.quantities import find_quantities
from ingest.references import find_references
from ingest.terms import find_terms
from kg.records import Extraction, Obligation, ParsedDocument, Provision
from kg.tree import Tree

_DEMANDING = frozenset({"body", "definition", "table"})


_CONCERN = frozenset({"actor", "object", "activity", "record", "event"})
"""Kinds of concept that an obligation can concern; general words of law are for retrieval alone."""


@lru_cache(maxsize=64)
def _concerned(text: str, lang: str) -> tuple[str, ...]:
    """The last readings are kept: the obligations of one sentence have its text in common."""
    known = lexicon().by_id
    return tuple(c for c in concepts_of(text, lang) if known[c].kind in _CONCERN)


def with_concepts(obligation: Obligation) -> Obligation:
    """The obligation with its actor and the concepts of its full reading, from the lexicon."""
    actor = find_actor(obligation.subject, obligation.lang) if obligation.subject else None
    return replace(obligation, actor=actor, concepts=_concerned(obligation.text, obligation.lang))


def extract(
    text: str,
    lang: str,
    *,
    jurisdiction: str = "",
    citation: str = "",
    title: str = "",
    lead_in: str = "",
    demanding: bool = True,
    path: Sequence[str] = (),
) -> Extraction:
    """All that one text holds. A text that demands nothing by its place (a recital, a heading, a note) has `demanding` False:
    its references are found, its verbs are not read."""
    return Extraction(
        obligations=tuple(map(with_concepts, find_obligations(text, lang, lead_in))) if demanding else (),
        quantities=find_quantities(text, lang) if demanding else (),
        references=find_references(text, jurisdiction, citation, title, path),
        terms=find_terms(text, lang, citation, lead_in, path) if demanding else (),
    )


def extract_provision(provision: Provision, tree: Tree, title: str = "") -> Extraction:
    """What a provision holds, read with its lead-in. The tail is read too; its offsets continue after text and a newline."""
    text = f"{provision.text}\n{provision.tail}" if provision.tail else provision.text
    return extract(
        text,
        provision.lang,
        jurisdiction=provision.jurisdiction,
        citation=provision.citation,
        title=title,
        lead_in=tree.lead_in(provision),
        demanding=provision.role in _DEMANDING,
        path=provision.path,
    )


def extract_document(parsed: ParsedDocument) -> dict[str, Extraction]:
    """What each provision of a document holds, by provision id; provisions without a find are left out."""
    tree = Tree(parsed.provisions)
    found = {p.id: extract_provision(p, tree, parsed.document.title) for p in parsed.provisions}
    counted = {p.id: with_counted_items(p, tree, found) for p in parsed.provisions}
    empty = Extraction()
    return {key: value for key, value in counted.items() if value != empty}
