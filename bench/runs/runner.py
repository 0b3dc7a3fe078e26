"""The runner: asks what is not in the log yet, several at once, slower when told to, up to a cost."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from bench.models import Model, ModelFault, RateLimited, Reply
from bench.protocol import RETRIES, read_answer
from bench.runs.log import EXCERPT, Call, Log
from bench.runs.plan import Price, Task
from kg.errors import RegkgError
from kg.progress import Report, silent

_FIRST_WAIT = 0.5
_LONGEST_WAIT = 60.0


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

    def pay(self, reply: Reply) -> None:
        if self.price is not None:
            self.spent += self.price.of(reply.input_tokens or 0, reply.output_tokens or 0)

    @property
    def empty(self) -> bool:
        return self.ceiling is not None and self.spent >= self.ceiling


async def _ask(model: Model, task: Task, gate: _Gate, purse: _Purse, wait: float) -> Call:
    """One task with its retries: a passing fault or an unreadable answer is tried again, up to RETRIES times."""
    reply = Reply("")
    error = ""
    used = Counter({"in": 0, "out": 0})
    tries = 0
    for tries in range(1, RETRIES + 2):
        pause = min(_LONGEST_WAIT, wait * 2 ** (tries - 1)) * random.uniform(0.5, 1.0)
        try:
            async with gate:
                reply = await model.ask(task.prompt, task.item)
            purse.pay(reply)
            used.update({"in": reply.input_tokens or 0, "out": reply.output_tokens or 0})
            error = ""
            await gate.good()
            if read_answer(reply.text).valid or purse.empty:
                break
        except RateLimited as fault:
            error = str(fault)
            await gate.slower()
            pause = fault.seconds if fault.seconds is not None else pause
        except ModelFault as fault:
            error = str(fault)
            if not fault.passing:
                break
        if tries <= RETRIES:
            await asyncio.sleep(pause)
    answer = read_answer(reply.text)
    return Call(
        item=task.item.id,
        model=model.name,
        arm=task.arm,
        repeat=task.repeat,
        prompt=task.prompt.digest,
        state="answered" if reply.text and not error else "failed",
        letter=answer.letter,
        valid=answer.valid,
        reply=reply.text[:EXCERPT],
        tries=tries,
        input_tokens=used["in"],
        output_tokens=used["out"],
        revision=model.revision,
        evidence=task.evidence.provisions,
        error=error[:300],
    )


async def _run(tasks: list[Task], model: Model, log: Log, most: int, purse: _Purse, wait: float, progress: Report) -> int:
    gate = _Gate(most)
    queue = iter(tasks)
    done = 0
    failed = 0

    async def worker() -> None:
        nonlocal done, failed
        for task in queue:
            if purse.empty:
                return
            call = await _ask(model, task, gate, purse, wait)
            log.add(call)
            done += 1
            failed += call.state == "failed"
            progress("ask", done, len(tasks))

    try:
        await asyncio.gather(*(worker() for _ in range(min(most, max(1, len(tasks))))))
    finally:
        await model.close()
    return failed


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

    `ceiling` is in dollars and needs `price`. Raises CostCeiling when it is reached with tasks left.
    """
    every = list(tasks)
    open_tasks = [task for task in every if not log.done(task.key(model.name))]
    purse = _Purse(price, ceiling)
    failed = asyncio.run(_run(open_tasks, model, log, concurrency, purse, first_wait, progress))
    left = sum(task.key(model.name) not in log.calls for task in open_tasks)
    if left:
        raise CostCeiling(f"stopped at ${purse.spent:.2f} of ${ceiling:.2f} with {left} items to go; the same command goes on")
    return RunOutcome(len(open_tasks), len(every) - len(open_tasks), failed, purse.spent if price else None)
