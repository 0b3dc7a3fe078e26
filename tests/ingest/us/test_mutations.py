"""Damaged files: whatever is cut, doubled or swapped, no traceback, no hang, and no loss that is not reported."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from ingest.reading import read_file
from kg.text import count_characters

SAMPLES = sorted(p for p in (Path(__file__).parent / "samples").iterdir() if not p.name.endswith(".expected.json"))
_TAG = re.compile(r"<[^<>]*>|[{}\[\],:#|*\"]")


def _mutated(text: str, seed: int) -> str:
    """One to three of: a piece cut out, a piece doubled, two tags swapped, the end cut off."""
    rng = random.Random(seed)
    for _ in range(rng.randint(1, 3)):
        a, b = sorted(rng.randrange(len(text) + 1) for _ in range(2))
        b = min(b, a + 200)
        tags = list(_TAG.finditer(text))
        kind = rng.choice(("cut", "double", "swap", "end"))
        if kind == "cut":
            text = text[:a] + text[b:]
        elif kind == "double":
            text = text[:b] + text[a:b] + text[b:]
        elif kind == "swap" and len(tags) > 1:
            one, two = sorted(rng.sample(tags, 2), key=lambda m: m.start())
            text = text[: one.start()] + two.group() + text[one.end() : two.start()] + one.group() + text[two.end() :]
        else:
            text = text[: rng.randrange(len(text) // 2, len(text) + 1)]
    return text


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda p: p.name)
def test_a_damaged_file_is_read_or_refused_by_name(sample: Path, tmp_path: Path) -> None:
    path = tmp_path / sample.name
    original = sample.read_text()
    for seed in range(40):
        path.write_text(_mutated(original, seed) or " ")
        reading = read_file(path, path.name)
        assert not [f for f in reading.findings if f.code == "I016"], (seed, reading.findings)
        assert reading.documents or reading.findings, seed
        for parsed in reading.documents:
            ids = [p.id for p in parsed.provisions]
            assert len(ids) == len(set(ids)), seed
            assert all(p.parent is None or p.parent in ids for p in parsed.provisions), seed
            held = count_characters("".join(p.marker + p.heading + p.text + p.tail for p in parsed.provisions))
            lost = parsed.document.characters_in - parsed.document.characters_out
            assert held >= parsed.document.characters_out
            assert lost <= 0 or any(f.code == "I010" for f in parsed.findings), (seed, lost)
