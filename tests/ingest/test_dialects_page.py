"""The page that tells what regkg reads names every dialect of the code, in the order in which they are tried, and no other."""

from __future__ import annotations

import re
from pathlib import Path

from ingest.reading import DIALECTS

PAGE = Path(__file__).resolve().parents[2] / "docs" / "dialects.md"


def test_every_dialect_is_explained() -> None:
    named = re.findall(r"^\| `([\w-]+)` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert named == [dialect.name for dialect in DIALECTS]
