"""The main job in one call: files into an aligned graph."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from align.review import settle
from align.run import AlignReport, align
from ingest.pipeline import IngestReport, ingest
from kg.progress import Report, silent
from kg.settings import settings
from kg.stores import GraphStore


@dataclass(frozen=True, slots=True)
class BuildReport:
    """What both stages did."""

    ingested: IngestReport
    aligned: AlignReport


def build(store: GraphStore, paths: Sequence[Path], progress: Report = silent) -> BuildReport:
    """Ingests what changed under `paths`, aligns, puts reviews in force; repeating it with nothing changed changes nothing."""
    ingested = ingest(paths, store, settings(), progress)
    aligned = align(store, settings(), progress)
    settle(store)
    return BuildReport(ingested, aligned)
