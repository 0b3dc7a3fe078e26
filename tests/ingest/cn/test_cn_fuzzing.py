"""Damaged files: whatever is cut, doubled, re-encoded or swapped, nothing raises and nothing is lost without a finding."""

from __future__ import annotations

import os
import random
import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from cn_cases import cases

from ingest.reading import read_file

Mutation = Callable[[bytes, random.Random], bytes]


def cut(data: bytes, rng: random.Random) -> bytes:
    a, b = sorted(rng.randrange(len(data) + 1) for _ in range(2))
    return data[:a] + data[b:]


def truncate(data: bytes, rng: random.Random) -> bytes:
    return data[: rng.randrange(len(data) + 1)]


def double(data: bytes, rng: random.Random) -> bytes:
    a, b = sorted(rng.randrange(len(data) + 1) for _ in range(2))
    return data[:b] + data[a:b] * rng.randint(1, 3) + data[b:]


def reencode(data: bytes, rng: random.Random) -> bytes:
    text = data.decode("utf-8", errors="replace")
    return text.encode(rng.choice(["gb18030", "utf-16", "utf-8-sig", "big5"]), errors="replace")


def swap_lines(data: bytes, rng: random.Random) -> bytes:
    lines = data.split(b"\n")
    for _ in range(3):
        i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
        lines[i], lines[j] = lines[j], lines[i]
    return b"\n".join(lines)


def swap_tags(data: bytes, rng: random.Random) -> bytes:
    tags = re.findall(rb"<[^<>]{1,60}>", data)
    if len(tags) < 2:
        return data
    a, b = rng.choice(tags), rng.choice(tags)
    return data.replace(a, b"\0\1", 1).replace(b, a, 1).replace(b"\0\1", b, 1)


def flip(data: bytes, rng: random.Random) -> bytes:
    out = bytearray(data)
    for _ in range(rng.randint(1, 20)):
        out[rng.randrange(len(out))] = rng.randrange(256)
    return bytes(out)


MUTATIONS: list[Mutation] = [cut, truncate, double, reencode, swap_lines, swap_tags, flip]


def check(name: str, data: bytes, folder: Path) -> None:
    path = folder / name
    path.write_bytes(data)
    started = time.perf_counter()
    reading = read_file(path, f"cn/{name}")
    assert time.perf_counter() - started < 10, "a reader hangs"
    assert reading.documents or reading.findings
    assert not [f for f in reading.findings if f.code == "I016"], [f.message for f in reading.findings]
    for parsed in reading.documents:
        lost = parsed.document.characters_in - parsed.document.characters_out
        told = any(f.code == "I010" for f in parsed.findings)
        assert lost <= max(5, parsed.document.characters_in // 200) or told
        ids = {p.id for p in parsed.provisions}
        assert len(ids) == len(parsed.provisions)
        assert all(p.parent is None or p.parent in ids for p in parsed.provisions)


def test_a_page_nested_too_deeply_says_what_was_not_read(tmp_path: Path) -> None:
    path = tmp_path / "nested.html"
    path.write_text("<html><body>" + "<div>企业应当报告演示情况。" * 3000, encoding="utf-8")
    reading = read_file(path, "cn/nested.html")
    assert {f.code for f in reading.findings} & {"I010", "I016"}


@pytest.mark.parametrize("name", sorted(cases()))
def test_damaged_samples(name: str, tmp_path: Path) -> None:
    """`FUZZ_ROUNDS` sets the number of mutations of each sample."""
    data = cases()[name]
    rng = random.Random(name)
    for _ in range(int(os.environ.get("FUZZ_ROUNDS", "12"))):
        damaged = rng.choice(MUTATIONS)(data, rng)
        if rng.random() < 0.3 and damaged:
            damaged = rng.choice(MUTATIONS)(damaged, rng)
        check(name, damaged, tmp_path)
