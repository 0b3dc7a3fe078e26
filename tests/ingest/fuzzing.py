"""Damaged files of every dialect: whatever is cut, doubled, re-encoded or swapped, nothing raises, hangs or goes missing.

    python -m tests.ingest.fuzzing --minutes 10        # every sample, over and over, with new seeds

The tests of each jurisdiction do some rounds of the same.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from ingest.extraction import extract_document
from ingest.reading import Reading, read_file

Mutation = Callable[[bytes, random.Random], bytes]

ALLOWED_SECONDS = 10
RAISED = "I016"
"""A reader raised, and the pipeline told it: a fault of ours, never of the file."""
LOST = "I010"


def _two(data: bytes, rng: random.Random) -> tuple[int, int]:
    a, b = sorted(rng.randrange(len(data) + 1) for _ in range(2))
    return a, b


def cut(data: bytes, rng: random.Random) -> bytes:
    a, b = _two(data, rng)
    return data[:a] + data[b:]


def cut_little(data: bytes, rng: random.Random) -> bytes:
    a, b = _two(data, rng)
    return data[:a] + data[min(b, a + 200) :]


def truncate(data: bytes, rng: random.Random) -> bytes:
    return data[: rng.randrange(len(data) + 1)]


def double(data: bytes, rng: random.Random) -> bytes:
    a, b = _two(data, rng)
    return data[:b] + data[a:b] * rng.randint(1, 3) + data[b:]


def reencode(data: bytes, rng: random.Random) -> bytes:
    text = data.decode("utf-8", errors="replace")
    return text.encode(rng.choice(["gb18030", "utf-16", "utf-8-sig", "big5", "latin-1"]), errors="replace")


def swap_lines(data: bytes, rng: random.Random) -> bytes:
    lines = data.split(b"\n")
    for _ in range(3):
        i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
        lines[i], lines[j] = lines[j], lines[i]
    return b"\n".join(lines)


def shuffle_lines(data: bytes, rng: random.Random) -> bytes:
    lines = data.splitlines(keepends=True)
    return b"".join(rng.sample(lines, k=len(lines)))


_TAG = re.compile(rb'<[^<>]{1,60}>|[{}\[\],:#|*"]')


def swap_tags(data: bytes, rng: random.Random) -> bytes:
    tags = list(_TAG.finditer(data))
    if len(tags) < 2:
        return data
    one, two = sorted(rng.sample(tags, 2), key=lambda found: found.start())
    return data[: one.start()] + two.group() + data[one.end() : two.start()] + one.group() + data[two.end() :]


def rename_tags(data: bytes, rng: random.Random) -> bytes:
    return data.replace(b"<p", b"<td", 1 + rng.randrange(3)).replace(b"ARTICLE", b"LIST", rng.randrange(3))


def flip(data: bytes, rng: random.Random) -> bytes:
    out = bytearray(data)
    for _ in range(rng.randint(1, 20) if data else 0):
        out[rng.randrange(len(out))] = rng.randrange(256)
    return bytes(out)


def noise(data: bytes, rng: random.Random) -> bytes:
    return bytes(b if rng.random() > 0.01 else rng.randrange(256) for b in data)


TEXT: tuple[Mutation, ...] = (
    *(cut, cut_little, truncate, double, reencode, swap_lines, shuffle_lines, swap_tags, rename_tags, flip, noise),
)
BINARY: tuple[Mutation, ...] = (cut, cut_little, truncate, double, flip)


def damaged(data: bytes, rng: random.Random, binary: bool = False) -> bytes:
    """One to three mutations of `data`."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        data = rng.choice(BINARY if binary else TEXT)(data, rng)
    return data


def check(name: str, data: bytes, folder: Path) -> Reading:
    """Reads and extracts `data` as the file `name`; asserts what holds for every file whatever it contains."""
    path = folder / Path(name).name
    path.write_bytes(data)
    started = time.perf_counter()
    reading = read_file(path, name)
    for parsed in reading.documents:
        extract_document(parsed)
    seconds = time.perf_counter() - started
    assert seconds < ALLOWED_SECONDS, f"{seconds:.0f} s"
    assert reading.documents or reading.findings, "neither read nor refused"
    raised = [f.message for f in reading.findings if f.code == RAISED]
    assert not raised, raised
    for parsed in reading.documents:
        lost = parsed.document.characters_in - parsed.document.characters_out
        told = any(f.code == LOST for f in (*parsed.findings, *reading.findings))
        assert lost <= max(5, parsed.document.characters_in // 200) or told, f"{lost} characters lost without a finding"
        ids = {p.id for p in parsed.provisions}
        assert len(ids) == len(parsed.provisions), "two provisions with one id"
        assert all(p.parent is None or p.parent in ids for p in parsed.provisions), "a parent that is not there"
    return reading


def _samples() -> Iterator[Path]:
    here = Path(__file__).parent
    bundled = here.parents[1] / "regkg/sample"
    for folder in (*(here / name / "samples" for name in ("us", "cn", "eu")), *(bundled / name for name in ("us", "cn", "eu"))):
        yield from sorted(p for p in folder.iterdir() if p.is_file() and not p.name.endswith(".expected.json"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    samples = [(path, path.read_bytes()) for path in _samples()]
    until = time.monotonic() + 60 * options.minutes
    done, codes, faults, round_ = 0, Counter[str](), 0, options.seed
    with tempfile.TemporaryDirectory() as folder:
        while time.monotonic() < until:
            round_ += 1
            for path, data in samples:
                rng = random.Random(f"{path.name} {round_}")
                binary = path.suffix in {".pdf", ".doc", ".docx"}
                try:
                    reading = check(f"{path.parent.name}/{path.name}", damaged(data, rng, binary), Path(folder))
                    codes.update({f.code for f in reading.findings})
                except Exception as error:  # noqa: BLE001 - every fault is told with what makes it again
                    faults += 1
                    print(f"{path.name} round {round_}: {type(error).__name__}: {error}"[:300], file=sys.stderr)
                done += 1
    print(f"{done} damaged files of {len(samples)} samples, {faults} faults; findings {dict(codes.most_common())}")
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
