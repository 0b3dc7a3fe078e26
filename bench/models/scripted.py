"""Models without a model: controls (always one letter, longest option, random by id) and scripts that replay faults."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable

from bench.models.base import ModelFault, Reply
from bench.protocol import Prompt
from kg.errors import UsageError
from qa.items import LETTERS, Item


def _digest(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4])


def _always(letter: str) -> Callable[[Item], str]:
    return lambda item: letter


_RULES: dict[str, Callable[[Item], str]] = {
    **{f"always-{letter}": _always(letter) for letter in LETTERS},
    "longest-option": lambda item: max(LETTERS[: len(item.choices)], key=lambda x: (len(item.option(x)), x)),
    "shortest-option": lambda item: min(LETTERS[: len(item.choices)], key=lambda x: (len(item.option(x)), x)),
    "random": lambda item: LETTERS[_digest(item.id) % max(1, len(item.choices))],
    "gold": lambda item: item.answer,
    "gold-80": lambda item: item.answer if _digest(item.id) % 5 else LETTERS[(LETTERS.index(item.answer) + 1) % 4],
}


class ScriptedModel:
    """Answers by a rule over the item; `gold` and `gold-80` look at the answer and serve to test the bench itself."""

    revision = "scripted"

    def __init__(self, rule: str) -> None:
        if rule not in _RULES:
            raise UsageError(f"unknown scripted model {rule!r}; known: {', '.join(sorted(_RULES))}")
        self.name = f"scripted:{rule}"
        self._rule = _RULES[rule]

    async def ask(self, prompt: Prompt, item: Item | None) -> Reply:
        if item is None:
            raise ModelFault("a scripted model answers items only", passing=False)
        text = json.dumps({"answer": self._rule(item), "justification": "by rule"})
        return Reply(text, prompt.characters // 4, len(text) // 4)

    async def close(self) -> None:
        return None


class ReplayModel:
    """Gives replies, or raises faults, from a list, in order; for tests of the runner."""

    revision = "replay"

    def __init__(self, name: str, replies: Iterable[str | Exception]) -> None:
        self.name = name
        self._replies = iter(replies)
        self.calls = 0

    async def ask(self, prompt: Prompt, item: Item | None) -> Reply:
        self.calls += 1
        reply = next(self._replies)
        if isinstance(reply, Exception):
            raise reply
        return Reply(reply, prompt.characters // 4, len(reply) // 4)

    async def close(self) -> None:
        return None
