"""What must hold of a graph, checked: Neo4j Community and the embedded store know no other constraint than a unique id.

Each check has a code and a query for what breaks it; `examine` runs them all and tells how many it found and the first few.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from kg.stores import GraphStore, Row
from kg.stores.schema import LABELS

_SHOWN = 3

REQUIRED = {
    "Document": ("title", "jurisdiction", "kind", "lang", "source", "sha256", "work"),
    "Provision": ("citation", "document", "level", "text", "lang", "jurisdiction", "order", "text_hash", "version_hash"),
    "Obligation": ("modality", "cue", "action", "text", "lang", "jurisdiction"),
    "Quantity": ("kind", "comparator", "value_text", "unit", "text"),
    "DefinedTerm": ("term", "scope"),
    "Run": ("stage", "code_version", "state"),
    "Source": ("sha256", "state"),
}
"""Properties that every node of a label has."""

INFERRED = ("STATES", "LIMITS", "CITES", "DEFINES", "USES_TERM", "CONCERNS", "ALIGNED_WITH", "SILENT_IN", "RESTATES")
"""Relationships made by inference: each names its Run."""

SILENCE_STATES = frozenset({"unverified", "judged", "reviewed", "not_in_corpus", "not_searched", "parse_failed"})


@dataclass(frozen=True, slots=True)
class Check:
    """`find` gives the ids of what breaks the rule, or words about it."""

    code: str
    rule: str
    remedy: str
    find: Callable[[GraphStore], list[str]]


def _ids(cypher: str) -> Callable[[GraphStore], list[str]]:
    return lambda store: [str(row["id"]) for row in store.run(cypher)]


def _doubles(store: GraphStore) -> list[str]:
    found: list[str] = []
    for label in LABELS:
        rows = store.run(f"MATCH (n:{label}) WITH n.id AS id, count(*) AS times WHERE times > 1 OR id IS NULL RETURN id")
        found.extend(f"{label} {row['id']}" for row in rows)
    return found


def _lacking(store: GraphStore) -> list[str]:
    found: list[str] = []
    for label, names in REQUIRED.items():
        for name in names:
            rows = store.run(f"MATCH (n:{label}) WHERE n.`{name}` IS NULL RETURN n.id AS id")
            found.extend(f"{row['id']} has no {name}" for row in rows)
    return found


def _without_run(store: GraphStore) -> list[str]:
    runs = {row["id"] for row in store.run("MATCH (n:Run) RETURN n.id AS id")}
    found: list[str] = []
    for kind in INFERRED:
        for row in store.run(f"MATCH ()-[r:{kind}]->() RETURN r.run AS run, count(*) AS times"):
            if row["run"] not in runs:
                found.extend([f"{kind} names {row['run'] or 'no run'}"] * row["times"])
    return found


def _ambiguous(store: GraphStore) -> list[str]:
    """Citations that name two provisions of one jurisdiction on one day."""
    rows = store.run(
        "MATCH (p:Provision) WHERE p.citation <> '' "
        "RETURN p.jurisdiction AS j, p.citation AS citation, p.valid_from AS start, p.valid_to AS end, p.lang AS lang"
    )
    spans: dict[tuple[str, str, str], list[tuple[str, str]]] = defaultdict(list)
    for row in rows:
        spans[row["j"], row["lang"], row["citation"]].append((row["start"] or "", row["end"] or "9999"))
    found = []
    for (_, _, citation), validity in spans.items():
        validity.sort()
        if any(later[0] < earlier[1] for earlier, later in pairwise(validity)):
            found.append(citation)
    return sorted(found)


def _indexes(store: GraphStore) -> list[str]:
    there = {
        (label, name)
        for row in store.run("SHOW INDEXES YIELD labelsOrTypes, properties RETURN labelsOrTypes AS labels, properties AS names")
        for label in row["labels"] or ()
        for name in row["names"] or ()
    }
    wanted = [(label, "id") for label in LABELS] + [("Provision", "citation")]
    return [f"{label}.{name}" for label, name in wanted if (label, name) not in there]


def _silence_states(store: GraphStore) -> list[str]:
    rows = store.run(
        "MATCH (p:Provision)-[s:SILENT_IN]->(j:Jurisdiction) RETURN s.state AS state, min(p.id) AS id, count(*) AS times"
    )
    return [
        f"{row['id']}: {row['state'] or 'no state'}"
        for row in rows
        if row["state"] not in SILENCE_STATES
        for _ in range(row["times"])
    ]


def _both(store: GraphStore) -> list[str]:
    aligned = {
        (row["id"], row["j"])
        for row in store.run(
            "MATCH (p:Provision)-[a:ALIGNED_WITH]->(q:Provision) WHERE a.rank = 1 "
            "RETURN DISTINCT p.id AS id, q.jurisdiction AS j"
        )
    }
    silent = {
        (row["id"], row["j"])
        for row in store.run("MATCH (p:Provision)-[:SILENT_IN]->(j:Jurisdiction) RETURN p.id AS id, j.id AS j")
    }
    return sorted(f"{key} in {jurisdiction}" for key, jurisdiction in aligned & silent)


def _unfinished(store: GraphStore) -> list[str]:
    rows = store.run("MATCH (r:Run) RETURN r.id AS id, r.stage AS stage, r.state AS state ORDER BY r.started, id")
    last = {row["stage"]: row for row in rows}
    return [f"{row['id']} is {row['state']}" for row in last.values() if row["state"] != "complete"]


BUILD = "run `regkg build` again over the same files"
ALIGN = "run `regkg align`"

CHECKS: tuple[Check, ...] = (
    Check("G001", "every id is there once in its label", BUILD, _doubles),
    Check("G002", "every node has the properties of its label", BUILD, _lacking),
    Check(
        "G003",
        "every provision stands in a document",
        BUILD,
        _ids("MATCH (p:Provision) WHERE NOT EXISTS { (p)<-[:HAS_PROVISION]-(:Document) } RETURN p.id AS id ORDER BY id"),
    ),
    Check(
        "G004",
        "every obligation, quantity and term hangs on what states it",
        BUILD,
        lambda store: [
            row["id"]
            for label, above in (("Obligation", "STATES"), ("Quantity", "LIMITS"), ("DefinedTerm", "DEFINES"))
            for row in store.run(f"MATCH (n:{label}) WHERE NOT EXISTS {{ (n)<-[:{above}]-() }} RETURN n.id AS id ORDER BY id")
        ],
    ),
    Check("G005", "every inferred relationship names its run", BUILD, _without_run),
    Check(
        "G006",
        "a citation names one provision of a jurisdiction on any day",
        "look at both (`regkg show CITATION`): two documents with one name, or a numbering that was read wrongly",
        _ambiguous,
    ),
    Check("G007", "the indexes are there", "run `regkg build` again: it sets them up", _indexes),
    Check(
        "G008",
        "every source is wholly in the graph",
        BUILD,
        _ids("MATCH (s:Source) WHERE s.state <> 'complete' RETURN s.id AS id ORDER BY id"),
    ),
    Check(
        "G009",
        "every document was read from a source and issued in a jurisdiction",
        BUILD,
        _ids(
            "MATCH (d:Document) WHERE NOT EXISTS { (d)-[:READ_FROM]->(:Source) } "
            "OR NOT EXISTS { (d)<-[:ISSUED]-(:Jurisdiction) } RETURN d.id AS id ORDER BY id"
        ),
    ),
    Check(
        "G010",
        "no provision is its own ancestor or has two parents in force",
        BUILD,
        _ids(
            "MATCH (p:Provision)<-[:HAS_CHILD]-(q:Provision) WHERE p.valid_to IS NULL AND q.valid_to IS NULL "
            "WITH p, count(q) AS parents, sum(CASE WHEN p.id = q.id THEN 1 ELSE 0 END) AS itself "
            "WHERE parents > 1 OR itself > 0 RETURN p.id AS id ORDER BY id"
        ),
    ),
    Check("G011", "every silence has one of the known states", ALIGN, _silence_states),
    Check("G012", "no provision is both answered and unanswered in one jurisdiction", ALIGN, _both),
    Check(
        "G013",
        "the last run of every stage ended",
        "run the stage again; it completes what is missing",
        _unfinished,
    ),
)


def examine(store: GraphStore, checks: Sequence[Check] = CHECKS) -> list[Row]:
    """One row a check: `code`, `rule`, `state` (ok or bad), `found`, the first few as `examples`, and the `remedy`."""
    rows: list[Row] = []
    for check in checks:
        found = check.find(store)
        first = list(Counter(found))[:_SHOWN]
        rows.append(
            {
                "code": check.code,
                "rule": check.rule,
                "state": "bad" if found else "ok",
                "found": len(found),
                "examples": first,
                "remedy": check.remedy if found else "",
            }
        )
    return rows
