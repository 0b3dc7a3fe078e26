"""Broken PDFs: cut, with changed bytes. Nothing may raise or go missing without a finding."""

from __future__ import annotations

import random
from pathlib import Path

from pdf_making import lines, pdf

from ingest.reading import read_file


def test_mutations_give_documents_or_findings(tmp_path: Path) -> None:
    """One damaged download would stop a build."""
    rng = random.Random(7)
    whole = pdf([lines(780, *["1. The holder should keep the records of the system."] * 20)] * 3)
    path = tmp_path / "x.pdf"
    for round_ in range(80):
        data = bytearray(whole[: rng.randrange(30, len(whole))] if round_ % 2 else whole)
        for _ in range(rng.randrange(6)):
            data[rng.randrange(9, len(data))] = rng.randrange(256)
        path.write_bytes(bytes(data))
        reading = read_file(path, "x/x.pdf")
        assert reading.documents or reading.findings
        assert not [f for f in reading.findings if f.code == "I016"], reading.findings
