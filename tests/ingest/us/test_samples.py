"""Every US dialect and irregularity has a small file of the real format with its reviewed reading beside it.

After a wanted change: `REGKG_UPDATE_SAMPLES=1 pytest tests/ingest/us/test_samples.py`, then read the difference.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from ingest.reading import Reading, read_file
from ingest.us.metadata import section_counts
from kg.text import count_characters

SAMPLES = Path(__file__).parent / "samples"
FILES = sorted(p for p in SAMPLES.iterdir() if not p.name.endswith(".expected.json"))


def shown(reading: Reading) -> dict[str, Any]:
    return {
        "documents": [
            {
                "id": d.document.id,
                "title": d.document.title,
                "kind": d.document.kind,
                "authority": d.document.authority,
                "valid_from": d.document.valid_from,
                "dialect": d.document.dialect,
                "provisions": [[p.citation, p.level, p.role, p.marker, p.heading, p.text, p.tail] for p in d.provisions],
                "last_path": list(d.provisions[-1].path),
            }
            for d in reading.documents
        ],
        "findings": [[f.code, f.place, f.message] for f in reading.findings],
    }


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.name)
def test_a_sample_reads_as_reviewed(path: Path) -> None:
    got = json.loads(json.dumps(shown(read_file(path, f"samples/{path.name}")), ensure_ascii=False))
    expected = path.with_name(path.name + ".expected.json")
    if os.environ.get("REGKG_UPDATE_SAMPLES"):
        expected.write_text(json.dumps(got, ensure_ascii=False, indent=1) + "\n")
    assert got == json.loads(expected.read_text())


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.name)
def test_no_character_of_a_sample_is_lost(path: Path) -> None:
    """A loss here would make an absence claim over the document false."""
    for parsed in read_file(path, path.name).documents:
        document = parsed.document
        held = "".join(p.marker + p.heading + p.text + p.tail for p in parsed.provisions)
        assert document.characters_out == document.characters_in
        # A table's bars are regkg's own, so the provisions may hold a few more signs than were counted.
        assert 0 <= count_characters(held) - document.characters_out <= held.count(" | ")


def test_dates_come_from_the_content_where_it_states_one() -> None:
    later = read_file(SAMPLES / "annual-part-later.md", "x.md").documents[0].document
    assert (later.work, later.valid_from) == ("US:21CFR9206", "2026-02-02")


def test_the_structure_gives_section_counts() -> None:
    assert section_counts((SAMPLES / "structure.json").read_text()) == {"9200": 2}
