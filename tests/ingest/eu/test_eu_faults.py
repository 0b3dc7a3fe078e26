"""Broken and hostile European files. Nothing may raise or go missing without a finding."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ingest.reading import read_file
from tests.ingest.fuzzing import check, damaged

SAMPLES = Path(__file__).parent / "samples"
FILES = sorted(path for path in SAMPLES.iterdir() if not path.name.endswith(".expected.json"))
ROUNDS = 40


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_damaged_samples(path: Path, tmp_path: Path) -> None:
    """One damaged download would stop a build, or vanish from the coverage table."""
    rng = random.Random(path.name)
    for _ in range(ROUNDS):
        check(f"eu/{path.name}", damaged(path.read_bytes(), rng), tmp_path)


def test_deep_nesting_is_a_finding_or_read(tmp_path: Path) -> None:
    """A hostile page would end the whole build with a traceback."""
    deep = (
        b'<html><body><p class="oj-ti-art">Article 1</p>' + b"<div>" * 3000 + b"<p>the text of the law</p>" + b"</div>" * 3000
    )
    path = tmp_path / "deep.html"
    path.write_bytes(deep + b"</body></html>")
    reading = read_file(path, "x/deep.html")
    assert reading.documents or reading.findings
