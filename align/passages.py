"""What is aligned: passages with the texts around them, as plain records.

A reader cites a rule by its section, article or 条 (the unit) and reads its demand in a paragraph. So candidates are ranked
by unit, and scored on the passages inside: each US paragraph by itself, the numbered paragraph of an EU article with its
points, the Chinese 条 whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kg.records import ABOVE_A_PROVISION, UNIT_LEVELS, Document, Extraction, Obligation, Provision
from kg.tree import Tree

LEAD_IN_CHARACTERS = 200
"""Of each lead-in only its last part is read: the part that governs the item stands next to it."""
GOVERNING_CHARACTERS = 800
_SENTENCE_END = re.compile(r"(?<=[.;])\s+(?=[A-Z(])|(?<=[。；])|\n+")
SHOWN_CHARACTERS = 4000
"""Longer texts are cut before matching: a paragraph above this is a table or a schedule, whose head names its subject."""

_DUTIES = re.compile(r"\b(?:responsibilit(?:y|ies)|duties)\b[^.]{0,60}:\s*$|(?:职责|义务|责任)[^。]{0,12}：\s*$", re.IGNORECASE)
"""A lead-in that hands out duties without a verb of command: "has the following responsibilities:"."""
_READ = frozenset({"body", "definition", "table"})


@dataclass(frozen=True, slots=True)
class Passage:
    """A provision as the aligner reads it.

    `unit` is the id of the section, article or 条 that it stands in (its own id for the unit itself). `chapter` are the
    headings above the unit, `heading` those from the unit down to the passage. `target`
    tells whether it is scored as a possible counterpart, `states` whether it puts a demand of its own to someone.
    """

    id: str
    document: str
    jurisdiction: str
    lang: str
    citation: str
    unit: str
    level: str
    title: str
    chapter: str
    heading: str
    lead_in: str
    text: str
    order: int
    binding: bool
    target: bool
    states: bool
    part: str = ""
    """The CFR part, Chinese law or EU act (or its chapter) that the instrument prior is estimated for."""
    home: str = ""
    """For a part of a passage that is scored whole (a 款 of its 条, a point of its numbered paragraph): the id of the whole."""
    obligations: tuple[Obligation, ...] = ()
    governing: str = ""
    """Where `lead_in` begins inside a sentence: that sentence from its beginning, which names who must do what."""

    @property
    def context(self) -> str:
        """Headings and lead-in: what the passage is about where it does not say so itself."""
        return " ".join(part for part in (self.heading, self.lead_in) if part)


def unit_of(provision: Provision, tree: Tree) -> Provision:
    """The section, article or 条; where a document has none, the highest numbered provision that is no chapter."""
    chain = [provision, *tree.ancestors(provision)]
    for p in chain:
        if p.level in UNIT_LEVELS:
            return p
    below = [p for p in chain if p.level not in ABOVE_A_PROVISION]
    return below[-1] if below else provision


def _is_target(provision: Provision, unit: Provision, tree: Tree) -> bool:
    if provision.jurisdiction == "US":
        return bool(provision.text or provision.tail)
    if provision.jurisdiction == "CN":
        return provision.id == unit.id
    if provision.id == unit.id:
        return bool(provision.text) or not tree.children(provision)
    return provision.parent == unit.id


def _home(unit: Provision, tree: Tree, ancestors: list[Provision]) -> str:
    """The nearest passage above that is scored with all it holds; "" in the US, where each paragraph speaks for itself."""
    for p in ancestors:
        if p.jurisdiction != "US" and _is_target(p, unit, tree):
            return p.id
        if p.id == unit.id:
            break
    return ""


def _lead_in(provision: Provision, unit: Provision, tree: Tree) -> str:
    texts: list[str] = []
    if provision.id == unit.id:
        return ""
    for p in tree.ancestors(provision):
        if p.text:
            texts.append(_last_part(p.text))
        if p.id == unit.id:
            break
    return " ".join(reversed(texts))


def _governing(provision: Provision, unit: Provision, tree: Tree) -> str:
    """The last sentence of the nearest lead-in, if it is longer than what is kept of it."""
    above = next((a.text for a in tree.ancestors(provision) if a.text), "") if provision.id != unit.id else ""
    sentence = _SENTENCE_END.split(above[-GOVERNING_CHARACTERS:])[-1]
    return sentence if len(sentence) > LEAD_IN_CHARACTERS else ""


def _last_part(text: str) -> str:
    """The end of a lead-in, from the beginning of a word."""
    if len(text) <= LEAD_IN_CHARACTERS:
        return text
    part = text[-LEAD_IN_CHARACTERS:]
    whole_word = text[-LEAD_IN_CHARACTERS - 1].isspace() or " " not in part
    return part if whole_word else part.partition(" ")[2]


def _own_text(provision: Provision, unit: Provision, tree: Tree) -> str:
    """The words that are this passage's own: with its children unless they are passages of their own."""
    if provision.jurisdiction == "US" or (provision.jurisdiction == "EU" and provision.id == unit.id):
        own = "\n".join(t for t in (provision.text, provision.tail) if t)
        if own:
            return own[:SHOWN_CHARACTERS]
    return tree.body(provision)[:SHOWN_CHARACTERS]


def _obligations(
    provision: Provision, tree: Tree, extractions: Mapping[str, Extraction], whole: bool
) -> tuple[Obligation, ...]:
    own = extractions[provision.id].obligations if provision.id in extractions else ()
    if not whole:
        return own
    below = [o for child in tree.children(provision) for o in _obligations(child, tree, extractions, True)]
    return (*own, *below)


def read_passages(
    documents: Iterable[Document], provisions: Iterable[Provision], extractions: Mapping[str, Extraction]
) -> list[Passage]:
    """The passages of all documents that are in force, in document order.

    A list item whose lead-in states an obligation states one too, and so does a unit whose children do: the reader of
    either asks what the other side demands.
    """
    docs = {d.id: d for d in documents if d.valid_to is None}
    kept = [p for p in provisions if p.document in docs and p.valid_to is None]
    tree = Tree(kept)
    passages: list[Passage] = []
    for p in kept:
        if p.level in ABOVE_A_PROVISION or p.role not in _READ:
            continue
        document = docs[p.document]
        unit = unit_of(p, tree)
        target = _is_target(p, unit, tree)
        text = _own_text(p, unit, tree)
        if not text.strip():
            continue
        ancestors = list(tree.ancestors(p))
        above = [a.heading for a in ancestors if a.level in ABOVE_A_PROVISION and a.heading]
        inner = [a for a in ancestors if a.level not in ABOVE_A_PROVISION]
        inside = [a.heading for a in inner if a.heading]
        obligations = _obligations(p, tree, extractions, p.jurisdiction != "US" or p.id == unit.id)
        lead = any(a.id in extractions and extractions[a.id].obligations for a in inner) or any(
            _DUTIES.search(a.text[-LEAD_IN_CHARACTERS:]) for a in inner
        )
        passages.append(
            Passage(
                id=p.id,
                document=p.document,
                jurisdiction=p.jurisdiction,
                lang=p.lang,
                citation=p.citation,
                unit=unit.id,
                level=p.level,
                title=document.title,
                chapter=" ".join(reversed(above)),
                heading=" ".join([*reversed(inside), p.heading]).strip(),
                lead_in=_lead_in(p, unit, tree),
                text=text,
                order=p.order,
                binding=document.binding,
                target=target,
                states=bool(obligations) or lead,
                part=document.work or document.id,
                home="" if target else _home(unit, tree, ancestors),
                obligations=obligations,
                governing=_governing(p, unit, tree),
            )
        )
    return passages
