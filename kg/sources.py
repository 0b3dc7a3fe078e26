"""Source nodes: which files the graph was read from, and whether all of each is in.

    begin -> (load) -> link -> complete

A source says `loading` from before its first node is written until after its last, so what kill -9 left half done is seen
and read again by the next build.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from kg.records import Finding
from kg.stores import GraphStore


@dataclass(frozen=True, slots=True)
class KnownSource:
    """A file that the graph knows. `documents` are the ids of all that it held when it was last read, copies included."""

    name: str
    sha256: str
    pipeline: str
    state: str
    documents: tuple[str, ...]

    def is_current(self, sha256: str, pipeline: str) -> bool:
        """Whether the whole file is in the graph, with these bytes, read by this version of the code."""
        return self.state == "complete" and self.sha256 == sha256 and self.pipeline == pipeline


def known_sources(store: GraphStore) -> dict[str, KnownSource]:
    """Every source by its name."""
    rows = store.run(
        "MATCH (s:Source) RETURN s.id AS name, s.sha256 AS sha256, s.pipeline AS pipeline, s.state AS state, "
        "s.documents AS documents"
    )
    return {
        row["name"]: KnownSource(
            row["name"], row["sha256"] or "", row["pipeline"] or "", row["state"], tuple(row["documents"] or ())
        )
        for row in rows
    }


def begin_sources(store: GraphStore, sources: Sequence[tuple[str, str]], pipeline: str) -> None:
    """Marks (name, sha256) as loading. What an earlier reading gave goes at the next `link`, unless it is loaded again."""
    if sources:
        rows = [{"id": name, "sha256": sha256, "pipeline": pipeline} for name, sha256 in sources]
        store.write(
            "MERGE (s:Source {id: row.id}) SET s.sha256 = row.sha256, s.pipeline = row.pipeline, s.state = 'loading'", rows
        )
        store.write("MATCH (s:Source {id: row.id})<-[:READ_FROM]-(d:Document) SET d.stale = true", rows)


def remove_sources(store: GraphStore, names: Sequence[str]) -> None:
    """Marks vanished files: they and their documents go at the next `link`, unless another file gives the documents."""
    if names:
        rows = [{"id": name} for name in names]
        store.write("MATCH (s:Source {id: row.id}) SET s.state = 'removed'", rows)
        store.write("MATCH (s:Source {id: row.id})<-[:READ_FROM]-(d:Document) SET d.stale = true", rows)


def unsettled_works(store: GraphStore) -> set[str]:
    """Works of which a document is read again or goes at the next `link`."""
    return {row["work"] for row in store.run("MATCH (d:Document) WHERE d.stale = true RETURN DISTINCT d.work AS work")}


def complete_source(store: GraphStore, name: str, documents: Sequence[str], findings: Sequence[Finding]) -> None:
    """Marks a source as wholly in the graph; `documents` are the ids of all that the file holds, copies included."""
    store.write(
        "MATCH (s:Source {id: row.id}) SET s.state = 'complete', s.documents = row.documents, s.findings = row.findings",
        [
            {
                "id": name,
                "documents": sorted(set(documents)),
                "findings": json.dumps([asdict(found) for found in findings], ensure_ascii=False),
            }
        ],
    )


def stored_findings(store: GraphStore, names: Sequence[str]) -> list[Finding]:
    """The findings of the last reading of these files."""
    rows = store.run(
        "UNWIND $names AS name MATCH (s:Source {id: name}) RETURN s.id AS name, s.findings AS findings ORDER BY name",
        {"names": list(names)},
    )
    return [Finding(**found) for row in rows for found in json.loads(row["findings"] or "[]")]
