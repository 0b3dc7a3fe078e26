"""Broken and hostile files: cut, doubled, re-encoded, with swapped tags. Nothing may raise or go missing without a finding."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ingest.reading import read_file

SAMPLES = Path(__file__).parent / "samples"
FILES = sorted(path for path in SAMPLES.iterdir() if not path.name.endswith(".expected.json"))
ROUNDS = 12


def mutations(data: bytes, rng: random.Random) -> Iterator[bytes]:
    yield data[: rng.randrange(len(data))]
    at, to = sorted((rng.randrange(len(data)), rng.randrange(len(data))))
    yield data[:to] + data[at:]
    yield data.decode("utf-8", "replace").encode("utf-16")
    yield data.decode("utf-8", "replace").encode("latin-1", "replace")
    yield data.replace(b"<p", b"<td", 1 + rng.randrange(3))
    yield data.replace(b"ARTICLE", b"LIST")
    yield bytes(b if rng.random() > 0.01 else rng.randrange(256) for b in data)
    yield b"".join(rng.sample(data.splitlines(keepends=True), k=len(data.splitlines())))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_mutations_give_documents_or_findings(path: Path, tmp_path: Path) -> None:
    """One damaged download would stop a build, or vanish from the coverage table."""
    rng = random.Random(path.name)
    for _ in range(ROUNDS):
        for data in mutations(path.read_bytes(), rng):
            target = tmp_path / path.name
            target.write_bytes(data)
            begun = time.monotonic()
            reading = read_file(target, f"x/{path.name}")
            assert time.monotonic() - begun < 10
            assert reading.documents or reading.findings
            assert not [f for f in reading.findings if f.code == "I016"], (reading.findings, data[:300])
            for parsed in reading.documents:
                d = parsed.document
                assert d.characters_in == d.characters_out or any(f.code == "I010" for f in reading.findings)
                assert len({p.id for p in parsed.provisions}) == len(parsed.provisions)


def test_deep_nesting_is_a_finding_or_read(tmp_path: Path) -> None:
    """A hostile page would end the whole build with a traceback."""
    deep = (
        b'<html><body><p class="oj-ti-art">Article 1</p>' + b"<div>" * 3000 + b"<p>the text of the law</p>" + b"</div>" * 3000
    )
    path = tmp_path / "deep.html"
    path.write_bytes(deep + b"</body></html>")
    reading = read_file(path, "x/deep.html")
    assert reading.documents or reading.findings
