"""The candidate lists of a run as one Parquet file beside the graph: fifty a source and jurisdiction are no edges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from numpy.typing import NDArray

from align.calibration import recalibrated
from align.judging import SourceVerdict
from align.silence import UNVERIFIED
from align.weighting import Matrix
from kg.settings import Settings
from kg.stores import GraphStore

_SCHEMA = pa.schema(
    [
        ("source", pa.string()),
        ("jurisdiction", pa.string()),
        ("label", pa.string()),
        ("relation", pa.string()),
        ("state", pa.string()),
        ("p_silent", pa.float32()),
        ("candidates", pa.list_(pa.string())),
        ("scores", pa.list_(pa.float32())),
    ]
)


def candidate_path(store: GraphStore, settings: Settings, run: str) -> Path:
    """Where the lists of `run` are: beside an embedded graph, else in the workspace."""
    folder = getattr(store, "folder", None)
    base = Path(folder).parent if folder else settings.workspace
    return base / f"candidates-{run.replace(':', '-')}.parquet"


def candidate_table(batch: Sequence[SourceVerdict]) -> pa.Table:
    """Verdicts with their ranking, a row a source."""
    columns: dict[str, list[Any]] = {
        "source": [v.source for v in batch],
        "jurisdiction": [v.jurisdiction for v in batch],
        "label": [v.label for v in batch],
        "relation": [v.relation for v in batch],
        "state": [v.state for v in batch],
        "p_silent": [None if v.p_silent is None else recalibrated(v.p_silent, "silent") for v in batch],
        "candidates": [[unit for unit, _ in v.ranking] for v in batch],
        "scores": [[score for _, score in v.ranking] for v in batch],
    }
    return pa.table(columns, schema=_SCHEMA)


def reranked(table: pa.Table, ranked: NDArray[Any], scores: Matrix, units: Sequence[str]) -> pa.Table:
    """`table` with the candidates `ranked`, a row each, as positions in `units`."""
    told = {
        "candidates": [[units[at] for at in row] for row in ranked.tolist()],
        "scores": [[round(score, 3) for score in row] for row in scores.tolist()],
    }
    columns = [pa.array(told[f.name], f.type) if f.name in told else table[f.name] for f in _SCHEMA]
    return pa.table(columns, schema=_SCHEMA)


def read_tables(path: Path) -> dict[str, pa.Table]:
    """The lists by direction, in the order of the file, where each direction stands in one piece."""
    table = pq.read_table(path)
    home = pc.list_element(pc.split_pattern(table["source"], ":", max_splits=1), 0)
    names = pc.binary_join_element_wise(home.cast(pa.string()), table["jurisdiction"], "->")
    counts = {row["values"]: row["counts"] for row in names.value_counts().to_pylist()}
    tables: dict[str, pa.Table] = {}
    at = 0
    for name in names.unique().to_pylist():
        tables[name] = table.slice(at, counts[name])
        at += counts[name]
    return tables


def labels_of(table: pa.Table) -> Counter[str]:
    """Verdicts by label; silences that claim nothing by their state."""
    states = zip(table["label"].to_pylist(), table["state"].to_pylist(), strict=True)
    return Counter(label if state == UNVERIFIED else state for label, state in states)


class CandidateWriter:
    """Writes tables of verdicts with their ranking; the file takes its name only when it is whole."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._partial = path.with_suffix(".partial")
        path.parent.mkdir(parents=True, exist_ok=True)
        self._writer = pq.ParquetWriter(self._partial, _SCHEMA, compression="zstd", use_dictionary=True)

    def write(self, table: pa.Table) -> None:
        self._writer.write_table(table)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._writer.close()
        if kind is None:
            self._partial.replace(self._path)
        else:
            self._partial.unlink(missing_ok=True)


def read_candidates(path: Path) -> Iterator[dict[str, Any]]:
    """The lines of verdicts.jsonl, batch by batch."""
    with pq.ParquetFile(path) as file:
        for batch in file.iter_batches(4096):
            for row in batch.to_pylist():
                row["candidates"] = [
                    {"id": unit, "score": round(score, 3)}
                    for unit, score in zip(row["candidates"], row.pop("scores"), strict=True)
                ]
                yield row
