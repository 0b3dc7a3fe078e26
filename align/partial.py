"""The writing side of an alignment that is brought up to date: candidate lists, edges and counts of what was searched."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from align.candidate_file import reranked
from align.candidates import shown_order
from align.changed import DirectionUpdate
from align.corpus import AlignCorpus
from align.edge_rows import Searched
from align.explain import searched_words
from align.frozen import Ranking
from align.side import Ints, Side
from align.state import Signature
from kg.stores import GraphStore

_STALE = """
UNWIND $documents AS document
MATCH (d:Document {id: document})-[:HAS_PROVISION]->(p:Provision)
MATCH (p)<-[a:ALIGNED_WITH]-(q:Provision) WHERE a.stale = true
RETURN DISTINCT q.id AS source, p.jurisdiction AS target
"""
_STALE_OWN = """
UNWIND $documents AS document
MATCH (d:Document {id: document})-[:HAS_PROVISION]->(p:Provision)
MATCH (p)-[a:ALIGNED_WITH|SILENT_IN]->() WHERE a.stale = true
RETURN DISTINCT p.id AS source
"""
_OLD = (
    "MATCH (p:Provision {id: row.source})-[a:ALIGNED_WITH]->(q:Provision) "
    "WHERE q.jurisdiction = row.target AND a.run <> $run AND a.state <> 'reviewed' DELETE a",
    "MATCH (p:Provision {id: row.source})-[a:SILENT_IN]->(j:Jurisdiction {id: row.target}) "
    "WHERE a.run <> $run AND a.state <> 'reviewed' DELETE a",
)
_SEARCHED_AGAIN = """
MATCH (j:Jurisdiction {id: row.id})<-[a:SILENT_IN]-(p:Provision) WHERE a.run <> $run
SET a.stale = null, a.stale_reason = null, a.searched = row.searched,
    a.explanation = replace(a.explanation, row.en_before, row.en),
    a.explanation_zh = replace(a.explanation_zh, row.zh_before, row.zh)
"""


def stale_sources(
    store: GraphStore, works: Collection[str], documents: Mapping[str, Signature], tables: Mapping[str, pa.Table]
) -> dict[str, Ints]:
    """By direction the old positions of sources with an edge that says it is stale: it must be written again, or go."""
    ids = {"documents": sorted(key for key, signature in documents.items() if signature.work in works)}
    by_target: dict[str, set[str]] = {}
    for row in store.run(_STALE, ids):
        by_target.setdefault(row["target"], set()).add(row["source"])
    own = {row["source"] for row in store.run(_STALE_OWN, ids)}
    out: dict[str, Ints] = {}
    for direction, table in tables.items():
        wanted = own | by_target.get(direction.partition("->")[2], set())
        if wanted:
            found = pc.is_in(table["source"], pa.array(sorted(wanted))).to_numpy()
            out[direction] = np.flatnonzero(found)
    return out


def updated_table(old: pa.Table, update: DirectionUpdate, asked: Sequence[pa.Table], target: Side) -> pa.Table:
    """The candidate lists of one direction, in the order of the sources. What stands is not copied."""
    moved = np.flatnonzero(update.reordered)
    order = shown_order(target.instrument[update.ranking.units[moved]], update.most)
    units = np.take_along_axis(update.ranking.units[moved], order, axis=1)
    scores = np.take_along_axis(update.ranking.scores[moved], order, axis=1)
    again = reranked(old.take(pa.array(update.before[moved])), units, scores, target.units)
    tables = (old, again, pa.concat_tables([old.slice(0, 0), *asked]))
    table, row = np.zeros(len(update.before), np.int8), update.before.copy()
    for which, rows in ((1, moved), (2, np.flatnonzero(update.asked))):
        table[rows], row[rows] = which, np.arange(len(rows))
    breaks = np.flatnonzero((np.diff(row) != 1) | (np.diff(table) != 0)) + 1
    starts, ends = np.r_[0, breaks], np.r_[breaks, len(row)]
    runs = [tables[table[s]].slice(int(row[s]), int(e - s)) for s, e in zip(starts, ends, strict=True) if e > s]
    return pa.concat_tables([old.slice(0, 0), *runs])


def put_asked(update: DirectionUpdate, answers: Sequence[Ranking]) -> Ranking:
    """The ranking with the places of the sources that were asked filled."""
    if answers:
        found = Ranking.joined(answers)
        update.ranking.units[update.asked] = found.units
        update.ranking.scores[update.asked] = found.scores
        update.ranking.moments[update.asked] = found.moments
    return update.ranking


def remove_old(store: GraphStore, run: str, asked: Mapping[str, Collection[str]], gone: Collection[str]) -> None:
    """Takes out what earlier runs said of the sources that were asked (by direction), and of those that are none any more."""
    targets = sorted({direction.partition("->")[2] for direction in asked})
    rows = [
        {"source": source, "target": direction.partition("->")[2]} for direction, ids in asked.items() for source in ids
    ] + [{"source": source, "target": target} for source in sorted(gone) for target in targets]
    if rows:
        for statement in _OLD:
            store.write(statement, rows, run=run)


def tell_searched(
    store: GraphStore, run: str, before: Mapping[str, Searched], now: Mapping[str, Searched], touched: Collection[str]
) -> None:
    """Silences that stand have been searched for among the texts as they are now: they say so, and are not stale."""
    rows = [
        {
            "id": j,
            "searched": str(now[j]),
            "en_before": searched_words(before[j].passages),
            "en": searched_words(now[j].passages),
            "zh_before": searched_words(before[j].passages, "zh"),
            "zh": searched_words(now[j].passages, "zh"),
        }
        for j in sorted(touched)
    ]
    for row in rows:
        store.write(_SEARCHED_AGAIN, [row], run=run)


def source_ids(
    old: AlignCorpus, new: AlignCorpus, tables: Mapping[str, pa.Table], updates: Mapping[str, DirectionUpdate]
) -> tuple[dict[str, list[str]], set[str]]:
    """By direction the sources that are asked; and those that no longer put a demand to anyone, or are gone."""
    asked: dict[str, list[str]] = {}
    gone: set[str] = set()
    for direction, update in updates.items():
        side = new.sides[direction.partition("->")[0]]
        rows = side.stating()
        asked[direction] = [side.passages[int(row)].id for row in rows[update.asked]]
        left = np.setdiff1d(np.arange(len(tables[direction])), update.before)
        ids = set(tables[direction]["source"].take(pa.array(left)).to_pylist())
        gone |= ids - set(asked[direction])
    return asked, gone
