"""Provenance: the Run node that every inferred edge names."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from typing import Literal

from kg.records import Run
from kg.stores import GraphStore
from kg.version import CODE_VERSION

Stage = Literal["ingest", "align", "restate", "verify", "qa", "bench"]
Parameters = Mapping[str, str | int | float | bool]

_WRITE = """
MERGE (n:Run {id: row.id})
SET n.stage = row.stage, n.code_version = row.code_version, n.input_digest = row.input_digest,
    n.parameters = row.parameters, n.model = row.model, n.model_revision = row.model_revision,
    n.started = row.started, n.ended = row.ended, n.state = row.state
"""


def write_run(store: GraphStore, run: Run) -> None:
    """Writes or brings up to date the node of `run`."""
    store.write(
        _WRITE,
        [
            {
                "id": run.id,
                "stage": run.stage,
                "code_version": run.code_version,
                "input_digest": run.input_digest,
                "parameters": json.dumps(dict(run.parameters), sort_keys=True),
                "model": run.model,
                "model_revision": run.model_revision,
                "started": run.started,
                "ended": run.ended,
                "state": run.state,
            }
        ],
    )


def run_id(stage: Stage, input_digest: str, parameters: Parameters, model: str | None, model_revision: str | None) -> str:
    """The key of a run: equal code, input, model and parameters are one run, so that one done again after it was ended in
    the middle writes the same edges."""
    what = json.dumps([CODE_VERSION, input_digest, model, model_revision, dict(parameters)], sort_keys=True)
    return f"{stage}:{hashlib.sha256(what.encode()).hexdigest()[:12]}"


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


@contextmanager
def start_run(
    store: GraphStore,
    stage: Stage,
    input_digest: str,
    parameters: Parameters | None = None,
    model: str | None = None,
    model_revision: str | None = None,
) -> Iterator[Run]:
    """Writes the run as `running`, and at the end as `complete`, or as `failed` when an exception passes."""
    given = dict(parameters or {})
    run = Run(
        id=run_id(stage, input_digest, given, model, model_revision),
        stage=stage,
        code_version=CODE_VERSION,
        input_digest=input_digest,
        parameters=given,
        model=model,
        model_revision=model_revision,
        started=_now(),
    )
    write_run(store, run)
    try:
        yield run
    except BaseException:
        write_run(store, replace(run, ended=_now(), state="failed"))
        raise
    write_run(store, replace(run, ended=_now(), state="complete"))


def last_complete(store: GraphStore, stage: Stage) -> dict[str, str] | None:
    """`id` and `input_digest` of the stage's last complete run; None where there is none, or a later one did not end."""
    rows = store.run(
        "MATCH (n:Run {stage: $stage}) RETURN n.id AS id, n.input_digest AS input_digest, n.state AS state "
        "ORDER BY n.started DESC LIMIT 1",
        {"stage": stage},
    )
    return {"id": rows[0]["id"], "input_digest": rows[0]["input_digest"]} if rows and rows[0]["state"] == "complete" else None
