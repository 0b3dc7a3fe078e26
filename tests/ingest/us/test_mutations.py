"""Damaged American files: whatever is cut, doubled or swapped, no traceback, no hang, and no loss that is not reported."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.ingest.fuzzing import check, damaged

SAMPLES = sorted(p for p in (Path(__file__).parent / "samples").iterdir() if not p.name.endswith(".expected.json"))
ROUNDS = 40


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda p: p.name)
def test_a_damaged_file_is_read_or_refused_by_name(sample: Path, tmp_path: Path) -> None:
    rng = random.Random(sample.name)
    for _ in range(ROUNDS):
        check(f"us/{sample.name}", damaged(sample.read_bytes(), rng), tmp_path)
