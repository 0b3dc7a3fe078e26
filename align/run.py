"""The align stage over a graph: candidates, verdicts and silences for every demand and every other jurisdiction.

Done again only when something that it reads has changed. The edges of a run name it; those of earlier runs are removed
when it has written its own, except where a person has reviewed them.
"""

from __future__ import annotations

from collections import Counter
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field

import pyarrow as pa

from align.blocks import Block, Task, all_tasks, directions, judge_blocks, searched, tasks_of
from align.calibration import calibration_parameters
from align.candidate_file import CandidateWriter, candidate_path, labels_of, read_tables
from align.changed import MOST_DRIFT, changed_works, known_moments, updated_corpus, updated_directions
from align.corpus import AlignCorpus
from align.embeddings import Embedder, VectorCache, make_embedder, spec_with_contents
from align.frozen import Frozen, Ranking
from align.graph_input import input_digest, read_graph
from align.pair_statistics import freeze_pairs
from align.partial import put_asked, remove_old, source_ids, stale_sources, tell_searched, updated_table
from align.prepared import read_corpus_from, write_corpus
from align.silence import NOT_IN_CORPUS, PARSE_FAILED
from align.state import Signature, State, basis, begin_state, finish_state, last_state, signatures
from kg.processes import release_memory
from kg.progress import Report, silent
from kg.runs import Parameters, last_complete, start_run
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
_OLD = (
    "MATCH (d:Document {id: row.id})-[:HAS_PROVISION]->(p:Provision) "
    "MATCH (p)-[a:{kind}]->() WHERE a.run <> $run AND a.state <> 'reviewed' DELETE a"
)
_DOCUMENTS_A_TIME = 20
"""A transaction is held in memory: one over all edges of a large graph takes a GB."""


@dataclass
class AlignReport:
    """What the stage did; `labels` counts verdicts by direction and label, silences that claim nothing by state."""

    run: str
    unchanged: bool = False
    sources: int = 0
    asked: int | None = None
    """Of a run over what changed: the verdicts that were given anew."""
    labels: dict[str, Counter[str]] = field(default_factory=dict)

    def summary(self) -> str:
        if self.unchanged:
            return "alignment: nothing changed"
        parts = [
            f"{direction}: {n['AGREE']} agree, {n['DIVERGE']} diverge, {n['SILENT']} no counterpart found (unverified), "
            f"{n[NOT_IN_CORPUS] + n[PARSE_FAILED]} not told since the law that would answer was not, or not wholly, there"
            for direction, n in sorted(self.labels.items())
        ]
        anew = "" if self.asked is None else f"little changed, {self.asked} verdicts given anew; "
        return "alignment: " + anew + ("; ".join(parts) if parts else "one jurisdiction alone, nothing to align")


def align(
    store: GraphStore,
    settings: Settings,
    progress: Report = silent,
    embedder: Embedder | None = None,
    *,
    again: bool = False,
    same_statistics: bool = False,
) -> AlignReport:
    """Aligns all that is in the graph; where little changed since the last time, only what depends on that.

    `again` aligns the whole also where little or nothing changed, and estimates all statistics anew, unless
    `same_statistics` keeps those of the last run. A run that was ended in the middle is done again and writes the same edges.
    """
    digest = input_digest(store, spec_with_contents(settings.embedder))
    before = last_complete(store, "align")
    if not again and before and before["input_digest"] == digest and candidate_path(store, settings, before["id"]).exists():
        return AlignReport(before["id"], unchanged=True)
    model = embedder or make_embedder(settings)
    state = last_state(store, settings, before["id"]) if before and (same_statistics or not again) else None
    parameters: Parameters = {**calibration_parameters(), **({} if state is None else {"whole": again})}
    with start_run(store, "align", digest, parameters, model=model.name, model_revision=model.revision) as run:
        work = _Work(store, settings, progress, model, run.id)
        report = None if again or state is None else work.partial(state)
        if report is None:
            report = work.whole(state if again else None)
    if state is not None and state.run != run.id:
        candidate_path(store, settings, state.run).unlink(missing_ok=True)
    return report


class _Work:
    """One run: of the whole graph, or of what changed."""

    def __init__(self, store: GraphStore, settings: Settings, progress: Report, model: Embedder, run: str) -> None:
        self._store, self._settings, self._progress, self._run = store, settings, progress, run
        self._vectors = VectorCache(settings.workspace / "cache", model)
        self._documents: dict[str, Signature] = {}
        self._path = candidate_path(store, settings, run)

    def whole(self, state: State | None) -> AlignReport:
        """Every source against every other side, under the statistics of `state` if it is given."""
        self._documents = self._documents or signatures(self._store)
        folder = begin_state(self._store, self._settings)
        next_state = State(folder, self._run, basis(self._settings), self._documents, state.drift if state else 0)
        tasks = self._prepare(next_state, state)
        release_memory()
        report = AlignReport(self._run)
        rankings: dict[str, list[Ranking]] = {}
        # The store writes one block while the next is judged: its engine works outside the interpreter.
        with CandidateWriter(self._path) as candidates, ThreadPoolExecutor(1) as writer:
            written: Future[None] | None = None
            for block, share in judge_blocks(next_state.corpus, self._run, self._settings.workers, tasks):
                self._progress(f"align {block.direction}", round(100 * share), 100)
                report.labels.setdefault(block.direction, Counter()).update(block.labels)
                report.sources += block.labels.total()
                candidates.write(block.candidates)
                rankings.setdefault(block.direction, []).append(block.ranking)
                if written is not None:
                    written.result()
                written = writer.submit(_write_edges, self._store, block)
                release_memory()
            if written is not None:
                written.result()
        self._remove_old()
        finish_state(next_state, {direction: Ranking.joined(parts) for direction, parts in rankings.items()})
        self._progress("align", 1, 1)
        return report

    def _remove_old(self) -> None:
        """Takes out the edges of earlier runs, but those that a person has reviewed."""
        documents = sorted(self._documents)
        for at in range(0, len(documents), _DOCUMENTS_A_TIME):
            rows = [{"id": key} for key in documents[at : at + _DOCUMENTS_A_TIME]]
            for kind in ("ALIGNED_WITH", "SILENT_IN"):
                self._store.write(_OLD.replace("{kind}", kind), rows, run=self._run)

    def _prepare(self, next_state: State, state: State | None) -> list[Task]:
        """Writes the corpus for the processes. It is held here no longer than that."""
        old = None if state is None else read_corpus_from(state.corpus)
        corpus = _corpus(self._store, self._settings, self._vectors, self._progress, old.frozen if old else None)
        freeze_pairs(corpus)
        if state is not None and old is not None:
            known_moments(old, corpus, {f"{a}->{b}": state.ranking(f"{a}->{b}") for a, b in directions(old)})
        write_corpus(corpus, next_state.corpus)
        return all_tasks(corpus)

    def partial(self, state: State) -> AlignReport | None:
        """Brings the last run up to date; None where too much changed for that."""
        with ThreadPoolExecutor(1) as reader:  # while the store answers
            reading = reader.submit(read_tables, candidate_path(self._store, self._settings, state.run))
            return self._partial(state, reading)

    def _partial(self, state: State, reading: Future[dict[str, pa.Table]]) -> AlignReport | None:
        self._documents = signatures(self._store, state.documents)
        works = changed_works(state.documents, self._documents)
        old = read_corpus_from(state.corpus)
        names = [f"{a}->{b}" for a, b in directions(old)]
        self._progress("read graph", 0, 1)
        given = read_graph(self._store, works)
        drift = state.drift + len(given.provisions)
        if drift > MOST_DRIFT * sum(len(side.unit) for side in old.sides.values()):
            return None
        new = updated_corpus(old, given, works, self._vectors, self._settings.workers)
        tables = reading.result()
        if new is None or set(tables) != set(names):
            return None
        rankings = {name: state.ranking(name) for name in names}
        known_moments(old, new, rankings)
        folder = begin_state(self._store, self._settings)
        next_state = State(folder, self._run, basis(self._settings), self._documents, drift)
        touched = {j for j, side in new.sides.items() if side is not old.sides[j]}
        write_corpus(new, next_state.corpus, set(new.sides) - touched, state.corpus)
        written = read_corpus_from(next_state.corpus)
        new.sides |= {j: written.sides[j] for j in touched}  # mapped now, no longer held
        release_memory()
        again = stale_sources(self._store, works, {**state.documents, **self._documents}, tables)
        updates = updated_directions(old, new, rankings, again)
        tasks = [
            task for a, b in directions(new) for task in tasks_of(a, b, new.sides[a].stating()[updates[f"{a}->{b}"].asked])
        ]
        asked, gone = source_ids(old, new, tables, updates)
        blocks: dict[str, list[Block]] = {name: [] for name in names}
        for block, share in judge_blocks(next_state.corpus, self._run, self._settings.workers, tasks, new):
            self._progress(f"align {block.direction}", round(100 * share), 100)
            blocks[block.direction].append(block)
            _write_edges(self._store, block)
        release_memory()
        remove_old(self._store, self._run, asked, gone)
        marked = {signature.jurisdiction for signature in self._documents.values() if signature.work in works}
        tell_searched(self._store, self._run, searched(old), searched(new), (touched | marked) & set(new.sides))
        report = AlignReport(self._run, asked=sum(len(ids) for ids in asked.values()))
        with CandidateWriter(self._path) as candidates:
            for name, update in updates.items():
                target = new.sides[name.partition("->")[2]]
                table = updated_table(tables[name], update, [block.candidates for block in blocks[name]], target)
                candidates.write(table)
                report.labels[name] = labels_of(table)
                report.sources += len(table)
        finish_state(
            next_state, {name: put_asked(update, [b.ranking for b in blocks[name]]) for name, update in updates.items()}
        )
        self._progress("align", 1, 1)
        return report


def read_corpus(store: GraphStore, settings: Settings, model: Embedder | None = None, progress: Report = silent) -> AlignCorpus:
    """What is in the graph, ready for matching; vectors come from the cache of the workspace."""
    return _corpus(store, settings, VectorCache(settings.workspace / "cache", model or make_embedder(settings)), progress)


def _corpus(
    store: GraphStore, settings: Settings, vectors: VectorCache, progress: Report, frozen: Frozen | None = None
) -> AlignCorpus:
    progress("read graph", 0, 1)
    given = read_graph(store)
    progress("embed", 0, 1)
    return AlignCorpus.build(
        given.documents, given.provisions, given.extractions, vectors, settings.workers, given.half_read, frozen
    )


def _write_edges(store: GraphStore, block: Block) -> None:
    if block.aligned:
        store.write(_ALIGNED, block.aligned)
    if block.silent:
        store.write(_SILENT, block.silent)
