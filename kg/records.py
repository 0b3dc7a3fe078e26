"""The records that flow through regkg, each a frozen dataclass that pickles and compares by value.

A record holds what was read or found and nothing about where it is stored. Identity is the `id`, a stable readable
key: `US:21CFR211.132(c)(1)(iii)@2026-01-29` names the jurisdiction, the citation and the date of the version.
Dates are ISO strings (`2026-01-29`); an unknown date, like every unknown value, is None.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Jurisdiction = Literal["US", "CN", "EU"]
Lang = Literal["en", "zh"]
Modality = Literal["MANDATORY", "PROHIBITED", "RECOMMENDED", "PERMITTED", "EXEMPTED", "SANCTION"]
Verdict = Literal["AGREE", "DIVERGE", "SILENT"]
Relation = Literal["equivalent", "subset_of", "superset_of", "intersects", "none"]
ProvisionRole = Literal["body", "heading", "recital", "definition", "note", "table", "reserved", "meta"]
"""What a provision's text is. Only `body`, `definition` and `table` can state an obligation."""

JURISDICTIONS: tuple[Jurisdiction, ...] = ("US", "CN", "EU")

ABOVE_A_PROVISION = frozenset(
    {
        *("document", "title", "chapter", "subchapter", "part", "subpart", "subject-group", "annex"),
        *("group", "section-group", "recitals", "编", "分编", "章", "节"),
    }
)
"""Levels that group provisions and never are a counterpart themselves."""

UNIT_LEVELS = frozenset({"section", "article", "条", "条款", "appendix", "recital", "annex-section"})
"""Levels at which a reader cites and reads a rule whole: the section, the article, the 条."""

ATTACHED_LEVELS = frozenset({"note", "footnote", "table", "extract", "heading", "meta", "flush", "subject-group"})
"""Levels of nodes that stand at their place in the text and are no unit of its outline: they don't count as children."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that a reader of the graph must know about a source: coded, placed, with its remedy.

    `code` is a key of `kg.findings.CATALOGUE`; `place` is a line, page, article or character offset, "" for the whole file.
    """

    code: str
    file: str
    place: str
    message: str
    remedy: str
    severity: Literal["error", "warning", "info"] = "warning"


@dataclass(frozen=True, slots=True)
class Document:
    """One legal document in one version: a CFR part, a Chinese law, an EU act, a guidance.

    `binding` is the document's force, whatever verbs its sentences use. `source` is the file's path relative to the root it
    was given under. `characters_in` counts the characters of the source's text that belong to this document after markup is
    removed and white space is left out; `characters_out` counts those that the provisions hold, so the two are comparable.
    """

    id: str
    jurisdiction: Jurisdiction
    title: str
    kind: Literal["statute", "regulation", "rule", "guidance", "annex", "notice"]
    binding: bool
    lang: str
    source: str
    sha256: str
    authority: str | None = None
    number: str | None = None
    valid_from: str | None = None
    valid_to: str | None = None
    dialect: str = ""
    characters_in: int = 0
    characters_out: int = 0
    work: str = ""
    """Key of the law across its versions: `US:21CFR211`, `CN:药品管理法`. Equal works with unequal ids are versions."""


@dataclass(frozen=True, slots=True)
class Provision:
    """A node of a document's tree, holding its own text exactly once.

    `path` are the labels from the top of the document down, as `score/README.md` writes them. `text` is the text up to the
    first child, without the marker; `tail` is the text after the last child ("flush" text), so that text, children and
    tail in order give the source back. `order` is the position in document order, from 0.
    """

    id: str
    document: str
    citation: str
    path: tuple[str, ...]
    level: str
    text: str
    lang: str
    jurisdiction: Jurisdiction
    order: int
    parent: str | None = None
    heading: str = ""
    tail: str = ""
    marker: str = ""
    """The marker as printed, "(a)" or "第三条", so that the source can be given back."""
    role: ProvisionRole = "body"
    valid_from: str | None = None
    valid_to: str | None = None


@dataclass(frozen=True, slots=True)
class Quantity:
    """A measured demand: `no later than 15 calendar days after ...`. Meanings in the gold's CONVENTIONS.md.

    `value` is a number, an ISO date, or with `value_high` the lower bound of a range. `start` and `end` are offsets into the
    text that it was found in.
    """

    text: str
    kind: str
    comparator: str
    value: float | int | str
    unit: str
    qualifier: str | None = None
    value_high: float | int | None = None
    anchor: str | None = None
    """The event that a period counts from, as written: "after the sponsor determines", 自收到之日起."""
    start: int = -1
    end: int = -1


@dataclass(frozen=True, slots=True)
class Obligation:
    """One demand, permission, exemption or sanction, as one cue and clause state it (gold CONVENTIONS.md).

    `start` and `end` are the offsets of the clause in the provision's `text`; they are -1 where it was read from the
    lead-in. `text` is the full reading, with the lead-in for a list item. `actor` is the id of a Concept of kind actor.
    """

    modality: Modality
    cue: str
    action: str
    text: str
    lang: str
    subject: str | None = None
    actor: str | None = None
    target: str | None = None
    polarity: Literal["positive", "negative"] = "positive"
    restrictive: bool = False
    conditions: tuple[str, ...] = ()
    exceptions: tuple[str, ...] = ()
    quantities: tuple[Quantity, ...] = ()
    concepts: tuple[str, ...] = ()
    n_items: int = 0
    start: int = -1
    end: int = -1


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference as written and the citation it names. `kind` as in CONVENTIONS.md; `target` is "" when unresolved."""

    text: str
    target: str
    kind: Literal["internal", "same-title", "other-title", "statute", "external"]
    start: int = -1
    end: int = -1


@dataclass(frozen=True, slots=True)
class DefinedTerm:
    """A term, where it is defined and how far the definition reaches (`scope`: a citation or a document id)."""

    term: str
    scope: str
    text: str
    start: int = -1
    end: int = -1


@dataclass(frozen=True, slots=True)
class Extraction:
    """All that was found in one text. Offsets point into that text."""

    obligations: tuple[Obligation, ...] = ()
    quantities: tuple[Quantity, ...] = ()
    references: tuple[Reference, ...] = ()
    terms: tuple[DefinedTerm, ...] = ()


@dataclass(frozen=True, slots=True)
class Topic:
    """What is regulated (object domain) and which activity (functional subdomain); the names are in `ingest.taxonomy`.

    `evidence` is the rule or the words that decided. Two topics are equal when they name the same, however it was known.
    """

    domain: str
    subdomain: str
    evidence: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class ParsedDocument:
    """A document with its tree in document order (every parent before its children) and what could not be read."""

    document: Document
    provisions: tuple[Provision, ...]
    findings: tuple[Finding, ...] = ()
    unparsed: tuple[str, ...] = ()
    """Spans of the source's text that no provision holds, as they stand."""
    topics: Mapping[str, Topic] = field(default_factory=dict)
    """By id: the document's topic, and that of each provision that has another. Empty until `ingest.taxonomy` classified it."""


@dataclass(frozen=True, slots=True)
class Run:
    """One stage's run: what went in, by which code and model, when, and whether it ended."""

    id: str
    stage: Literal["ingest", "align", "restate", "verify", "qa", "bench"]
    code_version: str
    input_digest: str
    parameters: dict[str, str | int | float | bool] = field(default_factory=dict)
    model: str | None = None
    model_revision: str | None = None
    started: str = ""
    ended: str | None = None
    state: Literal["running", "complete", "failed"] = "running"
