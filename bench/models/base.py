"""What a model client does and how it fails."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from bench.protocol import Prompt
from qa.items import Item


@dataclass(frozen=True, slots=True)
class Reply:
    """A model's words and what they used; tokens are None where the provider does not tell."""

    text: str
    input_tokens: int | None = None
    output_tokens: int | None = None


class ModelFault(Exception):
    """The call failed; `passing` says whether trying again may help."""

    def __init__(self, message: str, *, passing: bool) -> None:
        super().__init__(message)
        self.passing = passing


class RateLimited(ModelFault):
    """429: wait `seconds` (None: unknown) and ask with fewer calls at once."""

    def __init__(self, message: str, seconds: float | None) -> None:
        super().__init__(message, passing=True)
        self.seconds = seconds


class Model(Protocol):
    """`name` is what results are filed under; `revision` what the provider says it served, "" when unknown."""

    name: str
    revision: str

    async def ask(self, prompt: Prompt, item: Item | None) -> Reply:
        """One call. `item` is for scripted models only; a real one gets nothing but the prompt. Raises ModelFault."""
        ...

    async def close(self) -> None: ...


def encodable(text: str) -> str:
    """`text` without halves of characters (lone surrogates), which a reply that was cut off can hold and no file can."""
    return text.encode("utf-8", "replace").decode()
