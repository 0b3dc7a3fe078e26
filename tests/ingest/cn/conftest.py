"""Makes the helpers beside the tests importable and finds the corpus of official texts."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

CORPUS = Path(__file__).parents[4] / "shared" / "corpus" / "cn"


@pytest.fixture(scope="session")
def chinese_corpus() -> Path:
    """The folder of official Chinese texts; the test is skipped where it is not there."""
    if not CORPUS.is_dir():
        pytest.skip(f"the official texts are not at {CORPUS}")
    return CORPUS
