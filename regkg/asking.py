"""A model client as a plain function of system and user text: retried, counted, and stopped at a cost."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from threading import Thread
from types import TracebackType
from typing import Self

from bench.models import Model, ModelFault, RateLimited
from bench.protocol import RETRIES, TIMEOUT_SECONDS, Prompt
from bench.runs import CostCeiling, Price
from bench.runs.plan import estimate_tokens
from kg.errors import Transient

_FIRST_WAIT, _LONGEST_WAIT = 1.0, 60.0


class ModelGone(Transient):
    """The model does not answer, even after all retries."""


@dataclass
class Spent:
    """What was used so far; tokens are the provider's where it tells them, else estimated."""

    questions: int = 0
    input_tokens: float = 0.0
    output_tokens: float = 0.0


class ModelAsk:
    """Asks `model` from plain code. Raises CostCeiling before a question when `ceiling` dollars are spent."""

    def __init__(self, model: Model, price: Price | None = None, ceiling: float | None = None) -> None:
        self._model, self._price, self._ceiling = model, price, ceiling
        self.spent = Spent()
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    @property
    def dollars(self) -> float | None:
        return self._price.of(self.spent.input_tokens, self.spent.output_tokens) if self._price else None

    def revision(self) -> str:
        """What the provider says it served; "" before the first answer."""
        return self._model.revision

    def __call__(self, system: str, user: str) -> str:
        if self._ceiling is not None and self.dollars is not None and self.dollars >= self._ceiling:
            raise CostCeiling(f"the ceiling of {self._ceiling:.2f} dollars is reached")
        prompt = Prompt(system, (("user", user),))
        wait = _FIRST_WAIT
        for left in range(RETRIES, -1, -1):
            try:
                reply = asyncio.run_coroutine_threadsafe(self._model.ask(prompt, None), self._loop).result(TIMEOUT_SECONDS * 2)
            except ModelFault as fault:
                if not fault.passing or not left:
                    raise ModelGone(f"{self._model.name}: {fault}; what was judged is kept, the same command goes on") from None
                seconds = fault.seconds if isinstance(fault, RateLimited) and fault.seconds is not None else wait
                time.sleep(min(seconds, _LONGEST_WAIT))
                wait = min(wait * 2, _LONGEST_WAIT)
                continue
            self.spent.questions += 1
            self.spent.input_tokens += reply.input_tokens if reply.input_tokens is not None else estimate_tokens(prompt)
            self.spent.output_tokens += reply.output_tokens if reply.output_tokens is not None else len(reply.text) / 3
            return reply.text
        raise AssertionError("the last try returns or raises")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        asyncio.run_coroutine_threadsafe(self._model.close(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()
