"""Asking a model about pairs: one call after the other, each kept in a log, so that a stopped run pays for no reply twice."""

from __future__ import annotations

import asyncio
import json

from bench.models import Model, ModelFault, RateLimited, Reply
from bench.models.base import encodable
from bench.protocol import RETRIES, Prompt
from bench.regdivergence.pairs import Pair
from bench.runs import Call, Log, ModelUnavailable
from bench.runs.log import ERROR_BYTES, clipped

REPLY_BYTES = 8000
"""Bytes of a reply that are kept and read: twice what the 1,024 tokens of the protocol come to."""

FAILED_IN_A_ROW = 5
"""Calls that fail one after the other, each with its retries, before a run gives up for now: pairs are few."""


def read_object(reply: str) -> dict[str, str]:
    """The one JSON object of a reply, its values as text; {} where there is none, it is cut off, or there are several.

    Words or a code fence around it do no harm. A small model nests until it is cut off, and writes halves of characters.
    """
    start = reply.find("{")
    try:
        row, end = json.JSONDecoder().raw_decode(reply, max(start, 0))
    except (ValueError, RecursionError):
        return {}
    if not isinstance(row, dict) or "{" in reply[end:]:
        return {}
    return {str(key): encodable(str(value)) for key, value in row.items()}


class Asker:
    """A model and the log of what it said. Raises ModelUnavailable when FAILED_IN_A_ROW calls failed one after the other."""

    def __init__(self, model: Model, log: Log | None = None, first_wait: float = 0.5) -> None:
        self._model = model
        self._log = log
        self._first_wait = first_wait
        self._failed = 0

    async def ask(self, pair: Pair, step: str, system: str, user: str) -> dict[str, str]:
        """The object that the model answers with; {} where none can be read or the call failed for good.

        `step` names the call among those of a pair. A reply in the log is not asked for again; a failed call is.
        """
        prompt = Prompt(system, (("user", user),))
        if self._log is not None:
            kept = self._log.calls.get(_call(self._model, pair, step, prompt, None, 0).key)
            if kept is not None and kept.state == "answered":
                return read_object(kept.reply)
        reply, error, tries = await self._with_retries(prompt)
        call = _call(self._model, pair, step, prompt, reply, tries, error)
        if self._log is not None:
            self._log.add(call)
        self._failed = 0 if reply is not None else self._failed + 1
        if self._failed >= FAILED_IN_A_ROW:
            again = "the same command goes on" if self._log is not None else "with --out a stopped run goes on where it was"
            raise ModelUnavailable(f"stopped after {self._failed} calls failed in a row: {error}; {again}")
        return read_object(call.reply)

    async def _with_retries(self, prompt: Prompt) -> tuple[Reply | None, str, int]:
        error = ""
        for tries in range(1, RETRIES + 2):
            pause = self._first_wait * 2 ** (tries - 1)
            try:
                return await self._model.ask(prompt, None), "", tries
            except ModelFault as fault:
                error = str(fault)
                if not fault.passing:
                    return None, error, tries
                if isinstance(fault, RateLimited) and fault.seconds is not None:
                    pause = fault.seconds
            if tries <= RETRIES:
                await asyncio.sleep(pause)
        return None, error, RETRIES + 1

    async def close(self) -> None:
        await self._model.close()


def _call(model: Model, pair: Pair, step: str, prompt: Prompt, reply: Reply | None, tries: int, error: str = "") -> Call:
    text = clipped(reply.text, REPLY_BYTES) if reply is not None else ""
    return Call(
        item=pair.id,
        model=model.name,
        arm=step,
        repeat=0,
        prompt=prompt.digest,
        state="answered" if reply is not None else "failed",
        letter="",
        valid=bool(read_object(text)),
        reply=text,
        tries=tries,
        input_tokens=reply.input_tokens if reply is not None else None,
        output_tokens=reply.output_tokens if reply is not None else None,
        revision=model.revision,
        error=clipped(error, ERROR_BYTES),
    )
