"""inspect_ai runs must score as the built-in runner does, or the two could not stand in one table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from qa.items import Item, write_items

pytest.importorskip("inspect_ai", reason="the extra `inspect` is not installed")


@pytest.mark.slow
def test_logs_come_back_as_predictions(tmp_path: Path) -> None:
    from inspect_ai import eval as run_eval  # noqa: PLC0415 - after the skip
    from inspect_ai.model import ModelOutput, ModelUsage, get_model  # noqa: PLC0415

    from bench.inspect_tasks import drugqa, predictions_of  # noqa: PLC0415

    items = [Item(f"X_{n}", "Monolingual", "EN", f"Question {n}?", ("A. a", "B. b", "C. c", "D. d"), "B") for n in range(3)]
    write_items(tmp_path / "items.jsonl", items)
    said = [json.dumps({"answer": "B"}), json.dumps({"answer": "A"}), "Both A and B"]
    outputs = [ModelOutput.from_content("mockllm", text) for text in said]
    for output in outputs:
        output.usage = ModelUsage(input_tokens=1, output_tokens=1)  # else it counts them, by a file from the network
    model = get_model("mockllm/model", custom_outputs=outputs)
    task = drugqa(str(tmp_path / "items.jsonl"))
    log = run_eval(task, model=model, log_dir=str(tmp_path / "logs"), display="none", max_connections=1, max_samples=1)[0]
    rows = predictions_of([Path(log.location.removeprefix("file://"))])
    assert sorted((r["valid"], r["correct"]) for r in rows) == [(False, False), (True, False), (True, True)]
