"""What a run would ask, how many tokens that is about, and what it would cost."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.protocol import Prompt, make_prompt
from bench.runs.log import Key
from kg.errors import UsageError
from qa.items import Item

_LATIN_PER_TOKEN = 4.0
_HAN_PER_TOKEN = 1.5
_REPLY_TOKENS = 90
_HAN = re.compile(r"[\u4e00-\u9fff]")


@dataclass(frozen=True, slots=True)
class Evidence:
    """What an arm shows for an item: the text and the ids of its provisions."""

    text: str = ""
    provisions: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()
    """Titles of the documents that the text quotes, in its order, each once."""


@dataclass(frozen=True, slots=True)
class Task:
    """One call to make."""

    item: Item
    arm: str
    repeat: int
    prompt: Prompt
    evidence: Evidence

    def key(self, model: str) -> Key:
        return Key(self.item.id, model, self.arm, self.repeat, self.prompt.digest)


@dataclass(frozen=True, slots=True)
class Price:
    """Dollars for a million tokens in and out; read from a file, since prices change."""

    input: float
    output: float

    def of(self, input_tokens: float, output_tokens: float) -> float:
        return (input_tokens * self.input + output_tokens * self.output) / 1e6


@dataclass(frozen=True, slots=True)
class Plan:
    """The tasks of a run with its estimates."""

    tasks: tuple[Task, ...]

    @property
    def input_tokens(self) -> int:
        return round(sum(estimate_tokens(task.prompt) for task in self.tasks))

    @property
    def output_tokens(self) -> int:
        return _REPLY_TOKENS * len(self.tasks)


def text_tokens(text: str) -> float:
    """About how many tokens a text is: four Latin characters or one and a half Han ones a token."""
    han = len(_HAN.findall(text))
    return han / _HAN_PER_TOKEN + (len(text) - han) / _LATIN_PER_TOKEN


def estimate_tokens(prompt: Prompt) -> float:
    """About how many tokens a prompt is."""
    return text_tokens(prompt.system + "".join(turn for _, turn in prompt.turns))


def make_plan(
    items: Sequence[Item],
    arm: str,
    evidence: Callable[[Item], Evidence],
    *,
    repeats: int = 1,
    examples: Iterable[Item] = (),
) -> Plan:
    """A task for every item and repeat. `examples` are shown to items of their own type and language (few-shot)."""
    shown = list(examples)
    tasks: list[Task] = []
    for item in items:
        found = evidence(item)
        fitting = [e for e in shown if e.type == item.type and e.lang == item.lang] or [e for e in shown if e.type == item.type]
        prompt = make_prompt(item, found.text, fitting[:5])
        tasks.extend(Task(item, arm, repeat, prompt, found) for repeat in range(repeats))
    return Plan(tuple(tasks))


def read_prices(path: Path) -> dict[str, Price]:
    """Prices by model from a TSV file with the columns model, input, output (dollars for a million tokens)."""
    if not path.exists():
        raise UsageError(f"{path}: no such price file")
    out = {}
    with path.open(encoding="utf-8-sig", newline="") as lines:
        for number, row in enumerate(csv.DictReader(lines, delimiter="\t"), 2):
            try:
                out[row["model"]] = Price(float(row["input"]), float(row["output"]))
            except (KeyError, TypeError, ValueError):
                raise UsageError(f"{path}, line {number}: the columns model, input and output are needed") from None
    return out
