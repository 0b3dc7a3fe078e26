"""Decisions of people and models about verdicts: kept as Review nodes, and put in force over what rules inferred.

A decision settles one source in one jurisdiction. Its edge takes the place of all edges that rules wrote between the two;
those are kept on the Review node, so that a decision taken back, or gone stale, gives them back. `settle` brings the graph in
line with the reviews: it is called after each alignment and changes nothing where nothing changed.

A person's decision wins over a model's, a later one over an earlier one. One whose texts have changed since is stale and is
not in force. Where people disagree the latest counts and the edge says `disputed`.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Literal

from kg.records import Verdict
from kg.stores import GraphStore, Row

Kind = Literal["person", "model"]
Pair = tuple[str, str]
"""A source provision's id and the other jurisdiction."""

FIELDS = ("timeline", "threshold", "modality", "actor", "scope", "condition", "design")
"""What a counterpart may differ in."""
STATE: Mapping[Kind, str] = {"person": "reviewed", "model": "judged"}

_REVIEWS = """
MATCH (r:Review)
RETURN r.id AS id, r.source AS source, r.jurisdiction AS jurisdiction, r.decision AS decision, r.counterpart AS counterpart,
       r.differs_in AS differs_in, r.note AS note, r.reviewer AS reviewer, r.kind AS kind, r.revision AS revision,
       r.time AS time, r.source_hash AS source_hash, r.counterpart_hash AS counterpart_hash, r.run AS run,
       r.stale AS stale, r.replaced AS replaced
ORDER BY time, id
"""
_WRITE = "MERGE (r:Review {id: row.id}) SET r = row"
_LINK = "MATCH (r:Review {id: row.id}), (p:Provision {id: row.source}) MERGE (r)-[:REVIEWED]->(p)"
_TEXTS = "UNWIND $ids AS id MATCH (p:Provision {id: id}) RETURN p.id AS id, p.version_hash AS hash, p.valid_to AS valid_to"
_ALIGNED = """
UNWIND $pairs AS pair
MATCH (p:Provision {id: pair.source})-[a:ALIGNED_WITH]->(q:Provision {jurisdiction: pair.jurisdiction})
RETURN p.id AS source, pair.jurisdiction AS jurisdiction, q.id AS target, properties(a) AS properties
ORDER BY source, jurisdiction, a.rank, target
"""
_SILENT = """
UNWIND $pairs AS pair
MATCH (p:Provision {id: pair.source})-[a:SILENT_IN]->(q:Jurisdiction {id: pair.jurisdiction})
RETURN p.id AS source, q.id AS jurisdiction, '' AS target, properties(a) AS properties
ORDER BY source, jurisdiction
"""
_DROP = (
    "MATCH (p:Provision {id: row.source})-[a:ALIGNED_WITH]->(q:Provision {jurisdiction: row.jurisdiction}) DELETE a",
    "MATCH (p:Provision {id: row.source})-[a:SILENT_IN]->(q:Jurisdiction {id: row.jurisdiction}) DELETE a",
)
_WRITE_ALIGNED = """
MATCH (p:Provision {id: row.source}), (q:Provision {id: row.target})
MERGE (p)-[a:ALIGNED_WITH]->(q) SET a = row.properties
"""
_WRITE_SILENT = """
MATCH (p:Provision {id: row.source}), (j:Jurisdiction {id: row.jurisdiction})
MERGE (p)-[a:SILENT_IN]->(j) SET a = row.properties
"""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a reviewer says of a source in a jurisdiction. `counterpart` is "" for SILENT and needed for the others."""

    source: str
    jurisdiction: str
    label: Verdict
    reviewer: str
    """A person's name, or the model's."""
    counterpart: str = ""
    differs_in: tuple[str, ...] = ()
    note: str = ""
    kind: Kind = "person"
    revision: str = ""
    source_hash: str = ""
    """The text's hash as the reviewer saw it; "" takes the one of now."""
    counterpart_hash: str = ""


@dataclass
class Settled:
    """What `settle` did; `stale` are reviews not in force because a text changed, `disputed` pairs where people disagree."""

    in_force: int = 0
    given_back: int = 0
    stale: list[Row] = field(default_factory=list)
    disputed: list[Pair] = field(default_factory=list)


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def text_hashes(store: GraphStore, ids: Iterable[str]) -> dict[str, str]:
    """The hashes of the texts in force by id; one that is not there, or was replaced by a later version, is left out."""
    rows = store.run(_TEXTS, {"ids": sorted({i for i in ids if i})})
    return {row["id"]: row["hash"] or "" for row in rows if row["valid_to"] is None}


def record(store: GraphStore, decisions: Sequence[Decision], run: str, time: str = "") -> list[str]:
    """Writes decisions as Review nodes and puts them in force; returns their ids in the same order."""
    when = time or now()
    hashes = text_hashes(store, [i for d in decisions for i in (d.source, d.counterpart)])
    rows = [_review_row(d, hashes, run, when) for d in decisions]
    if rows:
        store.write(_WRITE, rows)
        store.write(_LINK, [{"id": row["id"], "source": row["source"]} for row in rows])
        settle(store, {(d.source, d.jurisdiction) for d in decisions})
    return [row["id"] for row in rows]


def _review_row(d: Decision, hashes: Mapping[str, str], run: str, when: str) -> Row:
    what = json.dumps([d.source, d.jurisdiction, d.label, d.counterpart, d.reviewer, when])
    return {
        "id": f"review:{hashlib.sha256(what.encode()).hexdigest()[:12]}",
        "source": d.source,
        "jurisdiction": d.jurisdiction,
        "decision": d.label,
        "counterpart": d.counterpart,
        "differs_in": list(d.differs_in),
        "note": d.note,
        "reviewer": d.reviewer,
        "kind": d.kind,
        "revision": d.revision,
        "time": when,
        "source_hash": d.source_hash or hashes.get(d.source, ""),
        "counterpart_hash": d.counterpart_hash or hashes.get(d.counterpart, ""),
        "run": run,
        "stale": False,
        "replaced": "",
    }


def withdraw(store: GraphStore, ids: Sequence[str]) -> None:
    """Takes decisions back: what was there before them is there again."""
    rows = [row for row in reviews(store) if row["id"] in set(ids)]
    if not rows:
        return
    pairs = {(row["source"], row["jurisdiction"]) for row in rows}
    kept = {pair: replaced for pair, replaced in _replaced(reviews(store)).items() if pair in pairs}
    store.write("MATCH (r:Review {id: row.id}) DETACH DELETE r", [{"id": row["id"]} for row in rows])
    settle(store, pairs, kept)


def reviews(store: GraphStore) -> list[Row]:
    """Every Review of a verdict, the oldest first."""
    return [row for row in store.run(_REVIEWS) if row["source"]]


def latest_by_reviewer(rows: Iterable[Row]) -> dict[Pair, dict[str, Row]]:
    """By source and jurisdiction, the last review of each reviewer, in the order of their times."""
    out: dict[Pair, dict[str, Row]] = defaultdict(dict)
    for row in rows:
        of_pair = out[row["source"], row["jurisdiction"]]
        of_pair.pop(row["reviewer"], None)
        of_pair[row["reviewer"]] = row
    return out


def settle(store: GraphStore, only: Iterable[Pair] | None = None, kept: Mapping[Pair, str] | None = None) -> Settled:
    """Brings edges in line with the reviews, of all pairs or of `only` some.

    `kept` gives the replaced edges of pairs whose Review node is gone.
    """
    done = Settled()
    wanted = None if only is None else set(only)
    rows = [row for row in reviews(store) if wanted is None or (row["source"], row["jurisdiction"]) in wanted]
    by_pair = latest_by_reviewer(rows)
    pairs = sorted(set(by_pair) | (wanted or set()))
    if not pairs:
        return done
    hashes = text_hashes(store, [i for row in rows for i in (row["source"], row["counterpart"])])
    replaced = {**(kept or {}), **_replaced(rows)}
    edges = _edges(store, pairs)
    changes = _Changes()
    for pair in pairs:
        of_pair = list(by_pair.get(pair, {}).values())
        fresh = [row for row in of_pair if not is_stale(row, hashes)]
        done.stale += [row for row in of_pair if is_stale(row, hashes)]
        changes.marks += [
            {"id": row["id"], "stale": is_stale(row, hashes)} for row in of_pair if bool(row["stale"]) != is_stale(row, hashes)
        ]
        persons = [row for row in fresh if row["kind"] == "person"]
        chosen = (persons or fresh)[-1] if fresh else None
        disputed = len({(row["decision"], row["counterpart"]) for row in persons}) > 1
        if disputed:
            done.disputed.append(pair)
        done.in_force += chosen is not None
        done.given_back += changes.of_pair(pair, chosen, disputed, edges.get(pair, []), replaced.get(pair, ""))
    changes.write(store)
    return done


def is_stale(review: Row, hashes: Mapping[str, str]) -> bool:
    """Whether a text has changed, or is gone, since it was reviewed."""
    return hashes.get(review["source"]) != review["source_hash"] or (
        bool(review["counterpart"]) and hashes.get(review["counterpart"]) != review["counterpart_hash"]
    )


def _replaced(rows: Iterable[Row]) -> dict[Pair, str]:
    return {(row["source"], row["jurisdiction"]): row["replaced"] for row in rows if row["replaced"]}


def _edges(store: GraphStore, pairs: Sequence[Pair]) -> dict[Pair, list[Row]]:
    given = {"pairs": [{"source": s, "jurisdiction": j} for s, j in pairs]}
    out: dict[Pair, list[Row]] = defaultdict(list)
    for row in (*store.run(_ALIGNED, given), *store.run(_SILENT, given)):
        out[row["source"], row["jurisdiction"]].append({"target": row["target"], "properties": dict(row["properties"])})
    return out


def _is_settled(edge: Row) -> bool:
    return bool(edge["properties"].get("review")) and edge["properties"].get("state") in STATE.values()


class _Changes:
    """What has to be written, gathered so that it goes in few statements."""

    def __init__(self) -> None:
        self.drop: list[Row] = []
        self.edges: list[Row] = []
        self.keep: list[Row] = []
        self.marks: list[Row] = []

    def of_pair(self, pair: Pair, chosen: Row | None, disputed: bool, edges: list[Row], stored: str) -> bool:
        """Whether inferred edges are given back in place of a decision."""
        place = {"source": pair[0], "jurisdiction": pair[1]}
        settled = [e for e in edges if _is_settled(e)]
        inferred = [_inferred(e) for e in edges if not _is_settled(e)]
        before: list[Row] = inferred or (json.loads(stored) if stored else [])
        if chosen is None:
            if settled:
                self.drop.append(place)
                self.edges += [{**place, **e} for e in before]
            return bool(settled)
        wanted = _decided_edge(chosen, before, disputed)
        if not inferred and [_unmarked(e) for e in settled] == [wanted]:
            return False
        self.drop.append(place)
        self.edges.append({**place, **wanted})
        self.keep.append({**place, "id": chosen["id"], "replaced": json.dumps(before, ensure_ascii=False, sort_keys=True)})
        return False

    def write(self, store: GraphStore) -> None:
        if self.drop:
            for statement in _DROP:
                store.write(statement, self.drop)
        aligned, silent = [e for e in self.edges if e["target"]], [e for e in self.edges if not e["target"]]
        if aligned:
            store.write(_WRITE_ALIGNED, aligned)
        if silent:
            store.write(_WRITE_SILENT, silent)
        if self.keep:
            store.write(
                "MATCH (r:Review {source: row.source, jurisdiction: row.jurisdiction}) "
                "WHERE r.id <> row.id SET r.replaced = ''",
                self.keep,
            )
            store.write("MATCH (r:Review {id: row.id}) SET r.replaced = row.replaced", self.keep)
        if self.marks:
            store.write("MATCH (r:Review {id: row.id}) SET r.stale = row.stale", self.marks)


_DECIDED = frozenset({"review", "verified_by", "verified_at", "reason", "disputed"})


def _inferred(edge: Row) -> Row:
    """An edge as rules wrote it: a rebuild writes over a decided edge and leaves the decision's own properties behind."""
    return {**edge, "properties": {k: v for k, v in edge["properties"].items() if k not in _DECIDED and v is not None}}


def _unmarked(edge: Row) -> Row:
    """An edge without the marks of `kg/staleness.py`: they stay until the next alignment writes its own."""
    return {**edge, "properties": {k: v for k, v in edge["properties"].items() if k not in ("stale", "stale_reason")}}


def _decided_edge(review: Row, before: Sequence[Row], disputed: bool) -> Row:
    """The one edge that stands for the decision, with what rules measured on the same edge."""
    same: Row = next((e["properties"] for e in before if e["target"] == review["counterpart"]), {})
    agrees_with_rules = same.get("label", "SILENT" if same else "") == review["decision"]
    by = " ".join(filter(None, (review["reviewer"], review["revision"])))
    properties: dict[str, Any] = {
        **{k: v for k, v in same.items() if k not in ("probability", "confidence", "relation", "label_modal_aside")},
        "state": STATE[review["kind"]],
        "verified_by": by,
        "verified_at": review["time"],
        "reason": review["note"] or "",
        "review": review["id"],
        "run": review["run"],
        "disputed": disputed,
    }
    if not agrees_with_rules or not same.get("explanation"):
        properties |= {"explanation": _explanation(review), "explanation_zh": _explanation(review, "zh")}
    if review["decision"] == "SILENT":
        properties.setdefault("nearest", [f"{e['target']}: not an answer ({by})" for e in before if e["target"]][:3])
        properties.setdefault("searched", f"the candidates, read by {by}")
        return {"target": "", "properties": properties}
    agree = review["decision"] == "AGREE"
    relation, differs = (same.get("relation"), same.get("differs_in")) if agrees_with_rules else (None, None)
    properties |= {
        "rank": 1,
        "label": review["decision"],
        "relation": relation or ("equivalent" if agree else "intersects"),
        "differs_in": [] if agree else list(review["differs_in"] or differs or ["design"]),
    }
    return {"target": review["counterpart"], "properties": properties}


def _explanation(review: Row, lang: str = "en") -> str:
    who = review["reviewer"]
    said = review["note"] or ""
    differs = ", ".join(review["differs_in"] or [])
    if lang == "zh":
        told = {"SILENT": "所有候选均不构成对应规定", "AGREE": "要求相同", "DIVERGE": f"要求不同（{differs}）"}[
            review["decision"]
        ]
        return f"{told}（{who}）。{said}".strip()
    told = {
        "SILENT": "None of the candidates answers this",
        "AGREE": "This answers the demand",
        "DIVERGE": f"This answers the demand and differs in {differs or 'design'}",
    }[review["decision"]]
    return f"{told} ({who}). {said}".strip()
