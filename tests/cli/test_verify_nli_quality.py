"""`verify --model nli:FOLDER` on cross-encoders built here: one that was taught, and ones that say the same of everything."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest

from align.nli_judge import CONTROLS
from align.worklist import open_pairs, read_case
from kg.stores import open_store
from tests.align.tiny_cross_encoder import CLASSES, write_model, write_taught_model
from tests.cli.conftest import Command

pytestmark = [
    pytest.mark.quality,
    pytest.mark.skipif(importlib.util.find_spec("transformers") is None, reason="needs the extra `quality`"),
]

VERIFY = ("verify", "--from", "US", "--to", "CN", "--label", "DIVERGE", "--store", "graph", "--model")
_CLASS = {"AGREE": "entailment", "SILENT": "neutral", "DIVERGE": "contradiction"}


def test_a_taught_cross_encoder_judges_from_its_folder(small: Path, command: Command) -> None:
    with open_store(str(small / "graph")) as store:
        cases = [read_case(store, pair, label, {}, 20) for pair, label in open_pairs(store, "US", "CN", label="DIVERGE")]
    texts = [(case.candidates[0].text, case.source.text) for case in cases if case]
    controls = [(text, demand, _CLASS[label]) for (_, demand), rows in CONTROLS for _, text, label in rows]
    taught = [(*pair, name) for pair, name in zip(texts, ("entailment", "neutral"), strict=True)]
    write_taught_model(small / "tiny", [*controls, *taught])
    dry = command(*VERIFY, "nli:tiny", "--dry-run")
    assert dry.returncode == 0 and "2 sources" in dry.stderr and "nothing to pay" in dry.stderr
    done = command(*VERIFY, "nli:tiny")
    assert done.returncode == 0, done.stderr
    assert "2 sources read: 1 AGREE, 1 SILENT; 0 without" in done.stderr
    assert "rules / nli:tiny: 0 of 2 verdicts alike" in done.stderr
    register = command("gaps", "--from", "US", "--to", "CN", "--state", "judged", "--json", "--store", "graph")
    rows = [json.loads(line) for line in register.stdout.splitlines()]
    assert rows and all(row["verified_by"].startswith("nli:tiny ") for row in rows), "with the digest of the folder"
    assert "nothing is unverified here" in command(*VERIFY, "nli:tiny").stderr


@pytest.mark.parametrize("says", [*CLASSES, ""])
def test_one_that_was_taught_nothing_verifies_nothing(small: Path, command: Command, says: str) -> None:
    write_model(small / "tiny", says=says)
    done = command(*VERIFY, "nli:tiny")
    assert done.returncode == 1, done.stderr
    assert "reads a control pair wrongly" in done.stderr and "Traceback" not in done.stderr
    with open_store(str(small / "graph")) as store:
        assert store.run("MATCH (r:Review) RETURN r.id AS id") == []


def test_a_folder_without_a_model_is_told(small: Path, command: Command) -> None:
    (small / "empty").mkdir()
    done = command(*VERIFY, "nli:empty", HF_HUB_OFFLINE="1")
    assert done.returncode == 2, done.stderr
    assert "empty is no model folder" in done.stderr and "Traceback" not in done.stderr
