"""The align stage over a graph: candidates, verdicts and silences for every demand and every other jurisdiction.

Done again only when something that it reads has changed. The edges of a run name it; those of earlier runs are removed
when it has written its own, except where a person has reviewed them.
"""

from __future__ import annotations

from collections import Counter
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field

from align.blocks import Block, judge_blocks
from align.calibration import calibration_parameters
from align.candidate_file import CandidateWriter, candidate_path
from align.corpus import AlignCorpus
from align.edge_rows import find_ids
from align.embeddings import Embedder, VectorCache, make_embedder, spec_with_contents
from align.graph_input import input_digest, read_graph
from align.silence import NOT_IN_CORPUS, PARSE_FAILED
from kg.progress import Report, silent
from kg.runs import last_complete, start_run
from kg.settings import Settings
from kg.stores import GraphStore

_ALIGNED = """
MATCH (p:Provision {id: row.source}), (q:Provision {id: row.target})
MERGE (p)-[a:ALIGNED_WITH]->(q)
SET a += row.properties, a.stale = null, a.stale_reason = null
"""
_SILENT = """
MATCH (p:Provision {id: row.source}), (j:Jurisdiction {id: row.target})
MERGE (p)-[a:SILENT_IN]->(j)
SET a += row.properties, a.stale = null, a.stale_reason = null
"""
_OLD = "MATCH (:Provision)-[a:{kind}]->() WHERE a.run <> $run AND a.state <> 'reviewed' DELETE a"


@dataclass
class AlignReport:
    """What the stage did; `labels` counts verdicts by direction and label, silences that claim nothing by state."""

    run: str
    unchanged: bool = False
    sources: int = 0
    labels: dict[str, Counter[str]] = field(default_factory=dict)

    def summary(self) -> str:
        if self.unchanged:
            return "alignment: nothing changed"
        parts = [
            f"{direction}: {n['AGREE']} agree, {n['DIVERGE']} diverge, {n['SILENT']} no counterpart found (unverified), "
            f"{n[NOT_IN_CORPUS] + n[PARSE_FAILED]} not told since the law that would answer was not, or not wholly, there"
            for direction, n in sorted(self.labels.items())
        ]
        return "alignment: " + ("; ".join(parts) if parts else "one jurisdiction alone, nothing to align")


def align(
    store: GraphStore, settings: Settings, progress: Report = silent, embedder: Embedder | None = None, *, again: bool = False
) -> AlignReport:
    """Aligns all that is in the graph; `again` also where nothing changed.

    A run that was ended in the middle is done again and writes the same edges.
    """
    digest = input_digest(store, spec_with_contents(settings.embedder))
    before = last_complete(store, "align")
    if not again and before and before["input_digest"] == digest and candidate_path(store, settings, before["id"]).exists():
        return AlignReport(before["id"], unchanged=True)
    model = embedder or make_embedder(settings)
    with start_run(store, "align", digest, calibration_parameters(), model=model.name, model_revision=model.revision) as run:
        report = AlignReport(run.id)
        blocks = judge_blocks(
            read_corpus(store, settings, model, progress), run.id, settings.workspace / "cache", settings.workers
        )
        # The store writes one block while the next is judged: its engine works outside the interpreter.
        with CandidateWriter(candidate_path(store, settings, run.id)) as candidates, ThreadPoolExecutor(1) as writer:
            written: Future[None] | None = None
            for block, share in blocks:
                progress(f"align {block.direction}", round(100 * share), 100)
                report.labels.setdefault(block.direction, Counter()).update(block.labels)
                report.sources += block.labels.total()
                candidates.write(block.candidates)
                if written is not None:
                    written.result()
                written = writer.submit(_write_edges, store, block)
            if written is not None:
                written.result()
        for kind in ("ALIGNED_WITH", "SILENT_IN"):
            store.write(_OLD.replace("{kind}", kind), run=run.id)
        progress("align", 1, 1)
    return report


def read_corpus(store: GraphStore, settings: Settings, model: Embedder | None = None, progress: Report = silent) -> AlignCorpus:
    """What is in the graph, ready for matching; vectors come from the cache of the workspace."""
    progress("read graph", 0, 1)
    given = read_graph(store)
    progress("embed", 0, 1)
    vectors = VectorCache(settings.workspace / "cache", model or make_embedder(settings))
    return AlignCorpus.build(
        given.documents, given.provisions, given.extractions, vectors, find_ids, settings.workers, given.half_read
    )


def _write_edges(store: GraphStore, block: Block) -> None:
    if block.aligned:
        store.write(_ALIGNED, block.aligned)
    if block.silent:
        store.write(_SILENT, block.silent)
