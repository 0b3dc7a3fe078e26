"""The verdicts of the graph as the lines of verdicts.jsonl (docs/formats.md): those of the last complete run, with what a
person or a model has decided since in the place of what rules found."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from align.candidate_file import candidate_path, read_candidates
from align.judging import SourceVerdict
from align.review import STATE, Pair, reviews
from kg.errors import Missing
from kg.runs import last_complete
from kg.settings import settings
from kg.stores import GraphStore, Row

MOST_CANDIDATES = 50
_DECIDED = """
MATCH (p:Provision)-[a:ALIGNED_WITH]->(q:Provision)
WHERE a.state IN $states
RETURN p.id AS source, q.jurisdiction AS jurisdiction, q.id AS counterpart, a.label AS label, a.state AS state,
       a.relation AS relation
ORDER BY source, jurisdiction, counterpart
UNION ALL
MATCH (p:Provision)-[s:SILENT_IN]->(j:Jurisdiction)
WHERE s.state IN $states
RETURN p.id AS source, j.id AS jurisdiction, '' AS counterpart, 'SILENT' AS label, s.state AS state, 'none' AS relation
ORDER BY source, jurisdiction, counterpart
"""


def verdict_rows(verdicts: Iterable[SourceVerdict]) -> Iterator[dict[str, Any]]:
    """Verdicts in memory as lines; `best` are the passages inside the first candidates that speak most of the source."""
    for v in verdicts:
        yield {
            "source": v.source,
            "jurisdiction": v.jurisdiction,
            "label": v.label,
            "p_silent": v.p_silent,
            "relation": v.relation,
            "state": v.state,
            "candidates": [{"id": unit, "score": score} for unit, score in v.ranking],
            "best": {c.unit: list(c.passages) for c in v.compared},
        }


def stored_verdicts(store: GraphStore) -> Iterator[dict[str, Any]]:
    """A line each source and other jurisdiction, as the graph has it; decisions alone where it was never aligned."""
    decided = _decided(store)
    for row in _of_rules(store):
        found = decided.pop((row["source"], row["jurisdiction"]), None)
        yield {**row, "reviewers": 0} if found is None else _settled(row, found)
    for (source, jurisdiction), found in sorted(decided.items()):  # of provisions that state no obligation, or no run lists
        yield _settled({"source": source, "jurisdiction": jurisdiction, "p_silent": None, "candidates": []}, found)


def _of_rules(store: GraphStore) -> Iterator[dict[str, Any]]:
    run = last_complete(store, "align")
    if run is None:
        return
    path = candidate_path(store, settings(), run["id"])
    if not path.exists():
        raise Missing(f"{path} is not there: the candidate lists of {run['id']}; run `regkg align` to make them again")
    yield from read_candidates(path)


def _decided(store: GraphStore) -> dict[Pair, Row]:
    """The decision in force of each pair, with how many have decided on it: persons where one has, else models."""
    kinds = {state: kind for kind, state in STATE.items()}
    who: dict[tuple[Pair, str], set[str]] = defaultdict(set)
    for review in reviews(store):
        if not review["stale"]:
            who[(review["source"], review["jurisdiction"]), review["kind"]].add(review["reviewer"])
    out = {}
    for row in store.run(_DECIDED, {"states": sorted(kinds)}):
        pair = (row["source"], row["jurisdiction"])
        out[pair] = {**row, "reviewers": len(who[pair, kinds[row["state"]]])}
    return out


def _settled(row: dict[str, Any], decision: Row) -> dict[str, Any]:
    """The line with the decision's counterpart first; one that no search listed has no score."""
    candidates = row["candidates"]
    if decision["counterpart"]:
        first = next((c for c in candidates if c["id"] == decision["counterpart"]), None)
        rest = [c for c in candidates if c is not first]
        candidates = [first or {"id": decision["counterpart"], "score": None}, *rest][:MOST_CANDIDATES]
    return {
        **row,
        "label": decision["label"],
        "relation": decision["relation"],
        "state": decision["state"],
        "candidates": candidates,
        "reviewers": decision["reviewers"],
    }
