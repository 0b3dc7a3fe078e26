"""Damaged Chinese files: one damaged download would stop a build, or vanish from the coverage table."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from cn_cases import cases

from ingest.reading import read_file
from tests.ingest.fuzzing import check, damaged

ROUNDS = 12


def test_a_page_nested_too_deeply_says_what_was_not_read(tmp_path: Path) -> None:
    path = tmp_path / "nested.html"
    path.write_text("<html><body>" + "<div>企业应当报告演示情况。" * 3000, encoding="utf-8")
    reading = read_file(path, "cn/nested.html")
    assert {f.code for f in reading.findings} & {"I010", "I016"}


@pytest.mark.parametrize("name", sorted(cases()))
def test_damaged_samples(name: str, tmp_path: Path) -> None:
    rng = random.Random(name)
    for _ in range(ROUNDS):
        check(f"cn/{name}", damaged(cases()[name], rng, name.endswith((".pdf", ".doc", ".docx"))), tmp_path)
