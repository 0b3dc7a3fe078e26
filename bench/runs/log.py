"""The append-only log of a run: one JSON line a finished call, written and flushed before the next is counted as done."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import NamedTuple

REPLY_BYTES, ERROR_BYTES = 1200, 300
"""Bytes of a reply and of an error that are kept; a strict JSON answer is far shorter, and a line stays under 3 KB."""


def clipped(text: str, size: int) -> str:
    """`text` up to `size` bytes of UTF-8, never half a character."""
    return text.encode()[:size].decode(errors="ignore")


class Key(NamedTuple):
    """What a call answers. Another prompt (by hash) is another call."""

    item: str
    model: str
    arm: str
    repeat: int
    prompt: str


@dataclass(frozen=True, slots=True)
class Call:
    """One finished call. `state` is `answered` or `failed` (no reply after all retries); `letter` is "" when not valid.

    What the prompt showed stands in the evidence file of the run, under the same prompt hash.
    """

    item: str
    model: str
    arm: str
    repeat: int
    prompt: str
    state: str
    letter: str
    valid: bool
    reply: str
    tries: int
    input_tokens: int | None
    output_tokens: int | None
    revision: str
    error: str = ""

    @property
    def key(self) -> Key:
        return Key(self.item, self.model, self.arm, self.repeat, self.prompt)


_FIELDS = tuple(field.name for field in fields(Call))


def _calls(path: Path) -> Iterator[Call]:
    """The whole lines of a log; a last line cut by a kill is left out (the call is made again)."""
    with path.open(encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if not line.endswith("\n"):
                return
            try:
                row = json.loads(line)
                yield Call(**{name: row[name] for name in _FIELDS if name in row})
            except (ValueError, TypeError):
                continue


class Log:
    """The calls of a run, on disk at `path`. One process at a time writes it."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.calls: dict[Key, Call] = {}
        whole = True
        if path.exists():
            for call in _calls(path):
                self.calls[call.key] = call
            with path.open("rb") as file:
                file.seek(max(0, path.stat().st_size - 1))
                whole = file.read(1) in (b"", b"\n")
        self._file = path.open("a", encoding="utf-8", newline="\n")
        if not whole:
            self._file.write("\n")

    def done(self, key: Key) -> bool:
        """Whether a reply was had; a failed call is made again by the next run, since nothing was answered."""
        call = self.calls.get(key)
        return call is not None and call.state == "answered"

    def add(self, call: Call) -> None:
        self._file.write(json.dumps(asdict(call), ensure_ascii=False) + "\n")
        self._file.flush()
        self.calls[call.key] = call

    def close(self) -> None:
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
