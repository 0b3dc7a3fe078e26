"""The verdicts of the last complete run as the lines of verdicts.jsonl (docs/formats.md)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from align.candidate_file import candidate_path, read_candidates
from align.judging import SourceVerdict
from kg.errors import Missing
from kg.runs import last_complete
from kg.settings import settings
from kg.stores import GraphStore


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
    """The lines of the graph's last complete run; none where it was never aligned."""
    run = last_complete(store, "align")
    if run is None:
        return
    path = candidate_path(store, settings(), run["id"])
    if not path.exists():
        raise Missing(f"{path} is not there: the candidate lists of {run['id']}; run `regkg align` to make them again")
    yield from read_candidates(path)
