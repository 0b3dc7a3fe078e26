"""What guidance says of the law of its own jurisdiction: each of its demands against the binding provisions.

The same search and the same reading as between jurisdictions, kept as RESTATES edges, apart from verdicts: guidance that says
less than the law is no gap. The constants of `match` were fitted between US and EU, so inside a jurisdiction it is unmeasured.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from align.candidates import PairIndex, weights
from align.corpus import AlignCorpus
from align.edge_rows import Row
from align.explain import explain_pair
from align.judging import Judge, JudgedCandidate
from align.match import MIDDLE, match_level
from align.side import Bools, Side
from align.weighting import shared_idf
from kg.progress import Report, silent
from kg.runs import start_run
from kg.stores import GraphStore

_WRITE = """
MATCH (p:Provision {id: row.source}), (q:Provision {id: row.target})
MERGE (p)-[a:RESTATES]->(q)
SET a = row.properties
"""
_OLD = "MATCH (p:Provision {jurisdiction: row.id})-[a:RESTATES]->() WHERE a.run <> $run DELETE a"


@dataclass(frozen=True, slots=True)
class Restatement:
    """A demand of guidance and a binding provision of the same jurisdiction that it restates, the likeliest first."""

    source: str
    rank: int
    candidate: JudgedCandidate


def restatements(corpus: AlignCorpus, jurisdiction: str) -> Iterator[Restatement]:
    """Those with a match of MIDDLE or more, in document order; none where there is no guidance, or no law."""
    whole = corpus.sides[jurisdiction]
    law = _part(whole, np.array([whole.passages[int(r)].binding for r in whole.targets], np.bool_))
    guidance = replace(whole, frozen=None)
    asked = np.array([r for r in whole.stating() if not whole.passages[int(r)].binding], np.int64)
    if not len(asked) or not len(law.targets):
        return
    concepts = shared_idf(whole.concepts[asked], whole.concepts[law.targets])
    words = shared_idf(whole.words[asked], whole.words[law.targets])
    none = np.zeros((len(whole.instruments),) * 2, np.float32)  # that guidance and a part deal with the same tells nothing here
    pair = PairIndex(replace(corpus, moments={}), guidance, law, concepts, words, none)
    judge = Judge(pair, guidance, law)
    chosen = {**weights()["same-language"], "prior": 0.0, "force": 0.0}
    for hits in pair.search(guidance, asked, chosen):
        for row, found in zip(hits.sources.tolist(), judge.compare(hits), strict=True):
            near = [c for c in found if c.match >= MIDDLE]
            ordered = sorted(near, key=lambda c: -c.match)
            yield from (Restatement(whole.passages[row].id, rank, c) for rank, c in enumerate(ordered, 1))


def _part(side: Side, kept: Bools) -> Side:
    return replace(side, targets=side.targets[kept], frozen=None)


def write_restatements(store: GraphStore, corpus: AlignCorpus, digest: str, progress: Report = silent) -> Mapping[str, int]:
    """Writes the edges of every jurisdiction, in place of earlier ones; how many by jurisdiction."""
    counts: dict[str, int] = {}
    with start_run(store, "restate", digest) as run:
        for at, jurisdiction in enumerate(sorted(corpus.sides)):
            progress(f"restate {jurisdiction}", at, len(corpus.sides))
            rows = [_row(found, run.id) for found in restatements(corpus, jurisdiction)]
            if rows:
                store.write(_WRITE, rows)
            store.write(_OLD, [{"id": jurisdiction}], run=run.id)
            counts[jurisdiction] = len(rows)
    return counts


def _row(found: Restatement, run: str) -> Row:
    c = found.candidate
    told = c.verdict.label, c.verdict.differences, c.verdict.source, c.verdict.target
    return {
        "source": found.source,
        "target": c.unit,
        "properties": {
            "rank": found.rank,
            "label": c.verdict.label,
            "relation": c.verdict.relation,
            "differs_in": list(c.verdict.differs_in),
            "match": round(c.match, 3),
            "match_level": match_level(c.match),
            "explanation": explain_pair(*told, "guidance", "the law"),
            "explanation_zh": explain_pair(*told, "指南", "法规", lang="zh"),
            "passages": list(c.passages),
            "run": run,
        },
    }
