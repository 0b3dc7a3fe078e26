"""From files to parsed documents: finds the files, tells the dialect by content, and turns every fault into a finding."""

from __future__ import annotations

import gc
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from ingest import cn, eu, us
from ingest.source import Dialect, Source, Unreadable
from kg.findings import finding
from kg.records import Finding, ParsedDocument

DIALECTS: tuple[Dialect, ...] = (*us.DIALECTS, *eu.DIALECTS, *cn.DIALECTS)

_NEVER_LAW = frozenset({".gitignore", ".ds_store", "sources.md", "readme.md", "ingest-notes.md"})

_FRAGMENT = re.compile(r"(?<![a-z])(?:fragments?|excerpts?|extracts?|selected|partial)(?![a-z])", re.IGNORECASE)
"""Words by which a file's name says that it holds only some of a document."""


@dataclass(frozen=True)
class Reading:
    """What one file gave: documents, or findings that say why there are none."""

    name: str
    sha256: str
    documents: tuple[ParsedDocument, ...]
    findings: tuple[Finding, ...]


def list_files(paths: Iterable[Path]) -> Iterator[tuple[Path, str]]:
    """Every file under `paths` with its name relative to the root that was given, in a stable order.

    A folder's files are named `folder/...`; a single file given by itself is named `parent/name`, so that the same file
    has one name whichever way it is given within a corpus.
    """
    seen: set[Path] = set()
    for root in paths:
        if root.is_dir():
            base = root.resolve().parent
            files = sorted(p for p in root.rglob("*") if p.is_file() and p.name.lower() not in _NEVER_LAW)
        else:
            base = root.resolve().parent.parent
            files = [root]
        for path in files:
            resolved = path.resolve()
            if resolved not in seen:
                seen.add(resolved)
                yield path, str(resolved.relative_to(base)) if resolved.is_relative_to(base) else path.name


@contextmanager
def _no_collection() -> Iterator[None]:
    """Without cyclic garbage collection: a parser makes hundreds of thousands of records that stay, and looking through them
    again and again takes a fifth of its time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _marked(documents: tuple[ParsedDocument, ...], name: str) -> tuple[ParsedDocument, ...]:
    """Documents of a file that calls itself a fragment, each with a finding that says so.

    The text of a fragment need not show what it lacks, so here the file's name is believed: it can only make regkg claim less.
    """
    if not _FRAGMENT.search(name.rsplit("/", 1)[-1]):
        return documents
    return tuple(replace(d, findings=(*d.findings, finding("I025", name))) for d in documents)


def read_file(path: Path, name: str, max_mb: int = 256) -> Reading:
    """Reads one file whole; never raises for what a file may hold."""
    digest = ""
    try:
        source = Source.open(path, name, max_mb)
        digest = source.sha256
        for dialect in DIALECTS:
            if dialect.recognises(source):
                with _no_collection():
                    documents = _marked(tuple(dialect.parse(source)), name)
                found = [*source.encoding_findings(), *(f for d in documents for f in d.findings)]
                return Reading(name, digest, documents, tuple(found))
    except Unreadable as fault:
        return Reading(name, digest, (), (fault.finding,))
    except RecursionError:
        return Reading(name, digest, (), (finding("I016", name, "nested too deeply"),))
    except Exception as error:  # noqa: BLE001 - a reader's fault must not stop the other files; it is reported as I016
        return Reading(name, digest, (), (finding("I016", name, f"{type(error).__name__}: {error}"),))
    return Reading(name, digest, (), (finding("I003", name),))
