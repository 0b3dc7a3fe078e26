"""The align stage over a graph: candidates, verdicts and silences for every demand and every other jurisdiction.

Done again only when something that it reads has changed. The edges of a run name it; those of earlier runs are removed
when it has written its own, except where a person has reviewed them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from typing import Any

from align.candidate_file import CandidateWriter, candidate_path
from align.candidates import PairIndex
from align.corpus import AlignCorpus
from align.embeddings import Embedder, VectorCache, make_embedder
from align.explain import explain_pair, explain_silence
from align.graph_input import input_digest, read_graph
from align.judging import JudgedCandidate, SourceVerdict, judge_direction
from align.silence import UNVERIFIED, level
from ingest.concepts import find_concepts, lexicon
from kg.progress import Report, silent
from kg.runs import last_complete, start_run
from kg.settings import Settings
from kg.stores import GraphStore

_BATCH = 5000
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
    """What the stage did; `labels` counts verdicts by direction and label."""

    run: str
    unchanged: bool = False
    sources: int = 0
    labels: dict[str, Counter[str]] = field(default_factory=dict)

    def summary(self) -> str:
        if self.unchanged:
            return "alignment: nothing changed"
        parts = [
            f"{direction}: {n['AGREE']} agree, {n['DIVERGE']} diverge, {n['SILENT']} no counterpart found (unverified)"
            for direction, n in sorted(self.labels.items())
        ]
        return "alignment: " + ("; ".join(parts) if parts else "one jurisdiction alone, nothing to align")


def find_ids(text: str, lang: str) -> list[str]:
    """The ids of the concepts in `text`, one entry a mention."""
    return [match.concept for match in find_concepts(text, lang)]


def concept_labels(ids: Sequence[str], lang: str = "en") -> list[str]:
    known = lexicon().by_id
    return [(known[i].label_zh if lang == "zh" else known[i].label_en) or known[i].label_en for i in ids if i in known]


def align(
    store: GraphStore, settings: Settings, progress: Report = silent, embedder: Embedder | None = None, *, again: bool = False
) -> AlignReport:
    """Aligns all that is in the graph; `again` also where nothing changed.

    A run that was ended in the middle is done again and writes the same edges.
    """
    digest = input_digest(store, settings.embedder)
    before = last_complete(store, "align")
    if not again and before and before["input_digest"] == digest and candidate_path(store, settings, before["id"]).exists():
        return AlignReport(before["id"], unchanged=True)
    model = embedder or make_embedder(settings)
    progress("read graph", 0, 1)
    given = read_graph(store)
    progress("embed", 0, 1)
    vectors = VectorCache(settings.workspace / "cache", model)
    corpus = AlignCorpus.build(given.documents, given.provisions, given.extractions, vectors, find_ids)
    del given
    with start_run(store, "align", digest, model=model.name, model_revision=model.revision) as run:
        report = AlignReport(run.id)
        searched = {j: len(side.targets) for j, side in corpus.sides.items()}
        documents = {j: len({side.passages[r].document for r in side.targets}) for j, side in corpus.sides.items()}
        # The store writes one batch while the next is judged: its engine works outside the interpreter.
        with CandidateWriter(candidate_path(store, settings, run.id)) as candidates, ThreadPoolExecutor(1) as writer:
            directions = len(corpus.sides) * (len(corpus.sides) - 1)
            written: Future[None] | None = None
            for done, (direction, verdicts) in enumerate(_directions(corpus)):
                progress(f"align {direction}", done, directions)
                count = report.labels.setdefault(direction, Counter())
                for batch in _batches(verdicts):
                    count.update(v.label for v in batch)
                    report.sources += len(batch)
                    candidates.write(batch)
                    if written is not None:
                        written.result()
                    written = writer.submit(_write_edges, store, searched, documents, batch, run.id)
            if written is not None:
                written.result()
        for kind in ("ALIGNED_WITH", "SILENT_IN"):
            store.write(_OLD.replace("{kind}", kind), run=run.id)
        progress("align", 1, 1)
    return report


def _directions(corpus: AlignCorpus) -> Iterator[tuple[str, Iterator[SourceVerdict]]]:
    for a, b in combinations(sorted(corpus.sides), 2):
        left, right = corpus.sides[a], corpus.sides[b]
        pair = PairIndex.build(corpus, left, right)
        yield f"{a}->{b}", judge_direction(corpus, pair, left, right, find_ids)
        yield f"{b}->{a}", judge_direction(corpus, pair, right, left, find_ids)


def _batches(verdicts: Iterator[SourceVerdict]) -> Iterator[list[SourceVerdict]]:
    batch: list[SourceVerdict] = []
    for verdict in verdicts:
        batch.append(verdict)
        if len(batch) >= _BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def _write_edges(
    store: GraphStore, searched: Mapping[str, int], documents: Mapping[str, int], batch: Sequence[SourceVerdict], run: str
) -> None:
    """`searched` and `documents` count the passages and documents of each jurisdiction that were looked through."""
    home = {v.source: v.source.split(":", 1)[0] for v in batch}
    aligned = [row for v in batch if v.label != "SILENT" for row in _aligned_rows(v, home[v.source], run)]
    quiet = [_silent_row(v, run, searched[v.jurisdiction], documents[v.jurisdiction]) for v in batch if v.label == "SILENT"]
    if aligned:
        store.write(_ALIGNED, aligned)
    if quiet:
        store.write(_SILENT, quiet)


def _aligned_rows(v: SourceVerdict, home: str, run: str) -> Iterator[dict[str, Any]]:
    explain = partial(explain_pair, source=home, target=v.jurisdiction)
    for rank, c in enumerate(v.compared, 1):
        verdict = c.verdict
        yield {
            "source": v.source,
            "target": c.unit,
            "properties": {
                "rank": rank,
                "label": verdict.label,
                "label_modal_aside": verdict.label_modal_aside,
                "relation": verdict.relation,
                "differs_in": list(verdict.differs_in),
                "probability": round(verdict.probability, 3),
                "confidence": level(verdict.probability),
                "explanation": explain(verdict.label, verdict.differences, verdict.source, verdict.target),
                "explanation_zh": explain(verdict.label, verdict.differences, verdict.source, verdict.target, lang="zh"),
                "passages": list(c.passages),
                "score": round(c.score, 3),
                "cosine": round(c.cosine, 4),
                "parts": [f"{name} {value:+.2f}" for name, value in c.parts.items()],
                "missing": list(c.missing),
                "state": UNVERIFIED,
                "run": run,
            },
        }


def _silent_row(v: SourceVerdict, run: str, searched: int, documents: int) -> dict[str, Any]:
    nearest = [_why_not(c) for c in v.compared]
    first = v.compared[0] if v.compared else None
    properties: dict[str, Any] = {
        "state": UNVERIFIED,
        "searched": f"{searched} passages of {documents} documents, every one scored; the best 50 judged by rules",
        "nearest": nearest,
        "not_found": concept_labels(v.missing),
        "explanation": explain_silence(
            first.unit.partition(":")[2] if first else "",
            concept_labels(first.missing) if first else [],
            searched,
            v.jurisdiction,
        ),
        "explanation_zh": explain_silence(
            first.unit.partition(":")[2] if first else "",
            concept_labels(first.missing, "zh") if first else [],
            searched,
            v.jurisdiction,
            "zh",
        ),
        "run": run,
    }
    if v.p_silent is not None:
        properties |= {"p_silent": v.p_silent, "level": level(v.p_silent)}
    return {"source": v.source, "target": v.jurisdiction, "properties": properties}


def _why_not(c: JudgedCandidate) -> str:
    lacking = concept_labels(c.missing)
    differs = c.verdict.differs_in
    why = f"does not speak of {', '.join(lacking)}" if lacking else "another act" if "design" in differs else "weak match"
    return f"{c.unit}: {why}"
