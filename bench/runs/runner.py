"""The runner: asks what is not in the log yet, several at once, slower when told to, up to a cost."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from bench.models import Model, ModelFault, RateLimited, Reply
from bench.protocol import RETRIES, read_answer
from bench.runs.log import ERROR_BYTES, REPLY_BYTES, Call, Log, clipped
from bench.runs.plan import Price, Task, estimate_tokens, text_tokens
from kg.errors import RegkgError, Transient
from kg.progress import Report, silent

_FIRST_WAIT = 0.5
_LONGEST_WAIT = 60.0


FAILED_IN_A_ROW = 20
"""Items that fail one after the other, each with its retries, before a run gives up for now."""


class ModelUnavailable(Transient):
    """The run stopped because the model no longer answers; what was answered is in the log."""


class CostCeiling(RegkgError):
    """The run stopped because it would cost more than was allowed; what was answered is in the log."""


@dataclass(frozen=True, slots=True)
class RunOutcome:
    """What a run did: calls made now, skipped as done before, failed for good, and what was spent (None without a price)."""

    asked: int
    skipped: int
    failed: int
    spent: float | None


class _Gate:
    """How many calls may be under way: halved at each 429, one more after as many good replies as are allowed now."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._allowed = most
        self._running = 0
        self._good = 0
        self._changed = asyncio.Condition()

    async def __aenter__(self) -> None:
        async with self._changed:
            await self._changed.wait_for(lambda: self._running < self._allowed)
            self._running += 1

    async def __aexit__(self, *_: object) -> None:
        async with self._changed:
            self._running -= 1
            self._changed.notify_all()

    async def slower(self) -> None:
        async with self._changed:
            self._allowed = max(1, self._allowed // 2)
            self._good = 0

    async def good(self) -> None:
        async with self._changed:
            self._good += 1
            if self._good >= self._allowed < self._most:
                self._allowed += 1
                self._good = 0
                self._changed.notify_all()


@dataclass
class _Purse:
    price: Price | None
    ceiling: float | None
    spent: float = 0.0

    def pay(self, tokens_in: float, tokens_out: float) -> None:
        if self.price is not None:
            self.spent += self.price.of(tokens_in, tokens_out)

    @property
    def empty(self) -> bool:
        return self.ceiling is not None and self.spent >= self.ceiling


@dataclass
class _Run:
    """What the workers of a run share."""

    model: Model
    log: Log
    gate: _Gate
    purse: _Purse
    first_wait: float
    asked: int = 0
    failed: int = 0
    last_error: str = ""
    in_a_row: int = 0
    """Tasks that failed since the last one that was answered."""

    @property
    def over(self) -> bool:
        return self.purse.empty or self.in_a_row >= FAILED_IN_A_ROW

    def note(self, call: Call) -> None:
        self.log.add(call)
        failed = call.state == "failed"
        self.asked += 1
        self.failed += failed
        self.in_a_row = self.in_a_row + 1 if failed else 0
        self.last_error = call.error or self.last_error

    async def ask(self, task: Task) -> None:
        """One task with its retries: a passing fault or an unreadable answer is tried again, up to RETRIES times.

        Nothing is awaited between the reply that settles a task and its line in the log, so that a kill finds no reply
        that was paid for and not kept, but for those still on their way.
        """
        error, used = "", Counter({"in": 0, "out": 0})
        tries = 0
        for tries in range(1, RETRIES + 2):
            pause = min(_LONGEST_WAIT, self.first_wait * 2 ** (tries - 1)) * random.uniform(0.5, 1.0)
            try:
                async with self.gate:
                    reply = await self.model.ask(task.prompt, task.item)
                    used.update(_tokens(reply, task))
                    self.purse.pay(*_tokens(reply, task).values())
                    answer = read_answer(reply.text)
                    settled = answer.valid or tries > RETRIES or self.purse.empty
                    if settled:
                        self.note(_call(self.model, task, reply.text, "", tries, used))
                await self.gate.good()
                if settled:
                    return
                pause = 0.0  # the server is well, only its words can't be read
            except RateLimited as fault:
                error = str(fault)
                await self.gate.slower()
                pause = fault.seconds if fault.seconds is not None else pause
            except ModelFault as fault:
                error = str(fault)
                if not fault.passing:
                    break
            if tries <= RETRIES:
                await asyncio.sleep(pause)
        self.note(_call(self.model, task, "", error, tries, used))


def _tokens(reply: Reply, task: Task) -> dict[str, int]:
    """What a call used; estimated where the provider does not tell, so that a ceiling holds there too."""
    told_in, told_out = reply.input_tokens, reply.output_tokens
    return {
        "in": round(estimate_tokens(task.prompt)) if told_in is None else told_in,
        "out": round(text_tokens(reply.text)) if told_out is None else told_out,
    }


def _call(model: Model, task: Task, reply: str, error: str, tries: int, used: Counter[str]) -> Call:
    answer = read_answer(reply)
    return Call(
        item=task.item.id,
        model=model.name,
        arm=task.arm,
        repeat=task.repeat,
        prompt=task.prompt.digest,
        state="failed" if error else "answered",
        letter=answer.letter,
        valid=answer.valid,
        reply=clipped(reply, REPLY_BYTES),
        tries=tries,
        input_tokens=used["in"],
        output_tokens=used["out"],
        revision=model.revision,
        error=clipped(error, ERROR_BYTES),
    )


async def _all(run: _Run, tasks: list[Task], most: int, progress: Report) -> None:
    queue = iter(tasks)
    done = 0

    async def worker() -> None:
        nonlocal done
        for task in queue:
            if run.over:
                return
            await run.ask(task)
            done += 1
            progress("ask", done, len(tasks))

    try:
        await asyncio.gather(*(worker() for _ in range(min(most, max(1, len(tasks))))))
    finally:
        await run.model.close()


def run(
    tasks: Iterable[Task],
    model: Model,
    log: Log,
    *,
    concurrency: int = 8,
    price: Price | None = None,
    ceiling: float | None = None,
    first_wait: float = _FIRST_WAIT,
    progress: Report = silent,
) -> RunOutcome:
    """Asks every task that the log has no answer to; killed and started again it pays for no answer twice.

    `ceiling` is in dollars and needs `price`. Raises CostCeiling when it is reached with tasks left, ModelUnavailable when
    FAILED_IN_A_ROW items failed one after the other: a server that is gone would else cost hours of waiting.
    """
    every = list(tasks)
    open_tasks = [task for task in every if not log.done(task.key(model.name))]
    going = _Run(model, log, _Gate(concurrency), _Purse(price, ceiling), first_wait)
    asyncio.run(_all(going, open_tasks, concurrency, progress))
    left = len(open_tasks) - going.asked
    spent = going.purse.spent
    if going.in_a_row >= FAILED_IN_A_ROW:
        raise ModelUnavailable(
            f"stopped after {going.in_a_row} items failed in a row, {left} to go: {going.last_error}; the same command goes on"
        )
    if left and going.purse.empty:
        raise CostCeiling(f"stopped at ${spent:.2f} of ${ceiling:.2f} with {left} items to go; the same command goes on")
    return RunOutcome(len(open_tasks), len(every) - len(open_tasks), going.failed, spent if price else None)
