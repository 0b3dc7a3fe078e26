"""The ingest stage: files into a store, only what changed, every document by itself in a pool of processes.

    hash -> read what changed (processes) -> keep one copy of each version -> extract (processes) -> load -> resolve references

A source is marked `loading` before its first node is written and `complete` after its last, so a run that was ended in the
middle is seen and done again by the next.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from ingest.concepts import lexicon
from ingest.copies import Kept, keep_one
from ingest.extraction import extract_document
from ingest.reading import Reading, list_files, read_file
from ingest.source import file_digest
from ingest.taxonomy import classified
from ingest.terms.linking import link_terms
from kg import load
from kg.findings import finding
from kg.processes import process_pool
from kg.progress import Report, silent
from kg.records import Extraction, Finding, ParsedDocument
from kg.runs import start_run
from kg.settings import Settings
from kg.stores import GraphStore
from kg.version import stage_version

_READ_AT_ONCE = 4
"""Files a task: small files are read by the handful, so that passing them between processes does not cost more than reading."""
_PROVISIONS_AT_ONCE = 3000
"""Provisions a task of extraction: some seconds of work."""


@dataclass(frozen=True)
class IngestReport:
    """What a run of the stage did. `findings` are those of every file given, also of the unchanged ones' last reading."""

    files: int
    read: int
    unchanged: int
    removed: int
    documents: int
    provisions: int
    findings: tuple[Finding, ...]

    @property
    def changed(self) -> bool:
        return bool(self.read or self.removed)


@dataclass(frozen=True)
class _Plan:
    """The files of this run by what is to be done with them."""

    every: dict[str, Path]
    digests: dict[str, str]
    changed: list[str]
    removed: list[str]
    known: dict[str, load.KnownSource]


def _plan(paths: Sequence[Path], store: GraphStore, max_mb: int) -> tuple[_Plan, list[Finding]]:
    missing = [finding("I001", str(path)) for path in paths if not path.exists()]
    every = {name: path for path, name in list_files([path for path in paths if path.exists()])}
    digests = {name: file_digest(path, max_mb) for name, path in every.items()}
    known = load.known_sources(store)
    version = stage_version("ingest")
    changed = {name for name in every if name not in known or not known[name].is_current(digests[name], version)}
    roots = {name.split("/")[0] for name in every}
    removed = {
        name for name in known if name not in every and name.split("/")[0] in roots and _under_a_given_folder(name, paths)
    }
    # A document whose kept copy changed or went may now be best read from another file that holds it: read those too.
    touched = {doc for name in changed | removed if name in known for doc in known[name].documents}
    changed |= {name for name in every if name in known and touched & set(known[name].documents)}
    return _Plan(every, digests, sorted(changed), sorted(removed), known), missing


def _under_a_given_folder(name: str, paths: Sequence[Path]) -> bool:
    """Whether a file of this name would have been found under one of the folders that were given."""
    return any(path.is_dir() and name.startswith(path.resolve().name + "/") for path in paths)


def _read_all(files: Sequence[tuple[Path, str]], max_mb: int) -> list[Reading]:
    readings = [read_file(path, name, max_mb) for path, name in files]
    return [replace(one, documents=tuple(map(classified, one.documents))) for one in readings]


def _extract_all(documents: Sequence[ParsedDocument]) -> list[dict[str, Extraction]]:
    return [extract_document(parsed) for parsed in documents]


def _readings(pool: ProcessPoolExecutor, plan: _Plan, max_mb: int, progress: Report) -> list[Reading]:
    """The changed files read, the largest first so that none is waited for at the end; in the order of their names."""
    by_size = sorted(plan.changed, key=lambda name: (-plan.every[name].stat().st_size, name))
    tasks: list[list[str]] = []
    for name in by_size:
        large = plan.every[name].stat().st_size > 1 << 20
        if large or not tasks or len(tasks[-1]) >= _READ_AT_ONCE or plan.every[tasks[-1][0]].stat().st_size > 1 << 20:
            tasks.append([])
        tasks[-1].append(name)
    futures = [pool.submit(_read_all, [(plan.every[name], name) for name in task], max_mb) for task in tasks]
    out: list[Reading] = []
    for future in futures:
        out.extend(future.result())
        progress("read", len(out), len(by_size))
    return sorted(out, key=lambda reading: reading.name)


def _batches(kept: Iterable[Kept]) -> Iterator[list[Kept]]:
    batch: list[Kept] = []
    size = 0
    for one in kept:
        batch.append(one)
        size += len(one.parsed.provisions)
        if size >= _PROVISIONS_AT_ONCE:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def ingest(paths: Sequence[Path], store: GraphStore, settings: Settings, progress: Report = silent) -> IngestReport:
    """Brings the store to what the files under `paths` hold. Unchanged files are not read; vanished ones close their versions.

    Never raises for what a file holds: every fault is a finding of the report and stands on the file's Source node.
    """
    store.apply_schema()
    plan, findings = _plan(paths, store, settings.max_file_mb)
    count = 0
    documents = 0
    if plan.changed or plan.removed:
        digest = hashlib.sha256("\n".join(f"{name} {plan.digests[name]}" for name in sorted(plan.digests)).encode()).hexdigest()
        with start_run(store, "ingest", digest) as run, process_pool(settings.workers) as pool:
            readings = _readings(pool, plan, settings.max_file_mb, progress)
            kept = keep_one(parsed for reading in readings for parsed in reading.documents)
            copies = {found.file: found for one in kept for found in one.findings()}
            load.begin_sources(store, [(r.name, r.sha256 or plan.digests[r.name]) for r in readings], stage_version("ingest"))
            load.remove_sources(store, plan.removed)
            works = load.unsettled_works(store) | {one.parsed.document.work or one.parsed.document.id for one in kept}
            batches = list(_batches(kept))
            futures: list[Future[list[dict[str, Extraction]]]] = [
                pool.submit(_extract_all, [one.parsed for one in batch]) for batch in batches
            ]
            for batch, future in zip(batches, futures, strict=True):
                extractions = future.result()
                load.load_documents(
                    store,
                    [one.parsed for one in batch],
                    {key: value for found in extractions for key, value in found.items()},
                    {one.parsed.document.id: one.copies for one in batch},
                    run,
                )
                documents += len(batch)
                count += sum(len(one.parsed.provisions) for one in batch)
                progress("load", documents, len(kept))
            progress("link", 0, 1)
            load.link(store)
            link_terms(store, works, run.id)
            for reading in readings:
                found = [*reading.findings, *([copies[reading.name]] if reading.name in copies else [])]
                load.complete_source(store, reading.name, [d.document.id for d in reading.documents], found)
            progress("link", 1, 1)
    findings.extend(load.stored_findings(store, list(plan.every)))
    return IngestReport(
        files=len(plan.every),
        read=len(plan.changed),
        unchanged=len(plan.every) - len(plan.changed),
        removed=len(plan.removed),
        documents=documents,
        provisions=count,
        findings=tuple(findings),
    )


def _concepts() -> list[dict[str, str]]:
    return [
        {"id": c.id, "label_en": c.label_en, "label_zh": c.label_zh, "kind": c.kind, "domain": c.domain, "note": c.note}
        for c in lexicon().by_id.values()
    ]
