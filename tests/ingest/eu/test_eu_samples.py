"""Golden files: one small act in each layout, each with irregularities of the real ones, and its reviewed tree beside it.

`python tests/ingest/eu/test_eu_samples.py` writes the expected files anew; read the difference before committing it.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from eu_reading import read

SAMPLES = Path(__file__).parent / "samples"
FILES = sorted(path for path in SAMPLES.iterdir() if not path.name.endswith(".expected.json"))


def expected(path: Path) -> Path:
    return path.with_name(path.name + ".expected.json")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_sample_gives_its_reviewed_tree(path: Path) -> None:
    """A user would lose provisions, citations or the line between law and recital."""
    assert read(path) == json.loads(expected(path).read_text(encoding="utf-8"))


def write_expected() -> None:
    for path in FILES:
        expected(path).write_text(json.dumps(read(path), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_expected()
