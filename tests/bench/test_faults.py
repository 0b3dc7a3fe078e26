"""A run against a server that throttles, breaks, stalls and talks nonsense, killed on the way: nothing is paid for twice."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import re
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from bench.models import ModelFault
from bench.models.remote import Anthropic, OpenAICompatible
from bench.protocol import make_prompt
from bench.runs import Log, ModelUnavailable, make_plan, prediction_rows, run
from bench.runs.plan import Evidence
from qa.items import Item

COUNT = 2000
WORKERS = 16
TIMEOUT = 2.0
GOOD = '{"answer": "A", "justification": "because"}'

# What happens to an item at its n-th call: one entry a call, the last one from then on. Which items, by their number.
_SCRIPTS: dict[int, tuple[object, ...]] = {
    0: (429, GOOD),
    1: (500, 503, GOOD),
    2: ('{"answer": ', GOOD),
    3: ('{"answer": "Both A and B"}',),
    4: ("I can't help with that.",),
    5: (500,),
    6: (b"<html>gateway</html>", GOOD),
    7: ("stall", GOOD),
}
_EVERY = {0: 23, 1: 29, 2: 31, 3: 37, 4: 41, 5: 83, 6: 43, 7: 331}


def script(number: int) -> tuple[object, ...]:
    return next((_SCRIPTS[kind] for kind, every in _EVERY.items() if number % every == 1), (GOOD,))


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Server

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["messages"][-1]["content"]
        number = int(re.search(r"Question (\d+)\?", asked).group(1))  # type: ignore[union-attr]
        steps = script(number)
        with self.server.lock:
            self.server.calls[number] += 1
            step = steps[min(self.server.calls[number], len(steps)) - 1]
            self.server.paid[number] += step == GOOD
        if step == "stall":
            time.sleep(1.5 * TIMEOUT)
        status = step if isinstance(step, int) else 200
        message = {"choices": [{"message": {"content": step}}], "usage": {"prompt_tokens": 9, "completion_tokens": 9}}
        body = step if isinstance(step, bytes) else json.dumps(message).encode()
        try:
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            if status == 429:
                self.send_header("Retry-After", "0.01")
            self.end_headers()
            self.wfile.write(body)
        except OSError:  # the asker has gone
            pass

    def log_message(self, *_: object) -> None:
        return None


class Server(ThreadingHTTPServer):
    """Counts what was asked, and what a provider would have charged for as a good answer."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.lock = threading.Lock()
        self.calls: Counter[int] = Counter()
        self.paid: Counter[int] = Counter()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def handle_error(self, *_: object) -> None:
        return None


@contextmanager
def serving() -> Iterator[Server]:
    server = Server()
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


def tasks(count: int = COUNT) -> tuple:
    choices = ("A. one", "B. two", "C. three", "D. four")
    items = [Item(f"X_{n:05d}", "Monolingual", "EN", f"Question {n}?", choices, "A") for n in range(count)]
    return make_plan(items, "flat", lambda _: Evidence()).tasks


def ask(url: str, path: str) -> None:
    """What a child process does until it is killed or done."""
    log = Log(Path(path))
    run(tasks(), OpenAICompatible("m", url, "", TIMEOUT), log, concurrency=WORKERS, first_wait=0.01)
    log.close()


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_killed_over_2000_items_no_answer_is_paid_for_twice(tmp_path: Path) -> None:
    path, kills = tmp_path / "log.jsonl", 3
    with serving() as server:
        for kill in range(kills):
            child = multiprocessing.get_context("spawn").Process(target=ask, args=(server.url, str(path)))
            child.start()
            while child.is_alive() and len(server.paid) < (kill + 1) * COUNT // (kills + 2):
                time.sleep(0.002)
            child.kill()
            child.join()
            before = Log(path)
            kept = {int(key.item[2:]) for key, call in before.calls.items() if call.state == "answered"}
            before.close()
            asked_for_kept = {number: server.calls[number] for number in kept}
        ask(server.url, str(path))
        again = sum(count - 1 for count in server.paid.values() if count > 1)
        assert again <= kills * WORKERS, "only replies still on their way when the process died"
        assert all(server.calls[n] == count for n, count in asked_for_kept.items()), "nothing in the log is asked again"
    with serving() as server:
        ask(server.url, str(tmp_path / "whole.jsonl"))
        assert max(server.paid.values()) == 1
    killed, whole = Log(path), Log(tmp_path / "whole.jsonl")
    rows = prediction_rows(tasks(), "openai:m", killed)
    assert rows == prediction_rows(tasks(), "openai:m", whole)
    never = {n for n in range(COUNT) if GOOD not in script(n)}
    assert {int(row["id"][2:]) for row in rows if not row["valid"]} == never and len(rows) == COUNT
    failed = {int(key.item[2:]) for key, call in whole.calls.items() if call.state == "failed"}
    assert failed == {n for n in range(COUNT) if script(n) == (500,)}, "refusals and double answers were answers"
    assert max(map(len, path.read_bytes().splitlines())) < 3000


def test_a_server_that_is_gone_stops_the_run_with_one_sentence(tmp_path: Path) -> None:
    log = Log(tmp_path / "log.jsonl")
    gone = OpenAICompatible("m", "http://127.0.0.1:9/v1", "")
    with pytest.raises(ModelUnavailable, match="the same command goes on") as fault:
        run(tasks(100), gone, log, first_wait=0.0)
    assert "no connection" in str(fault.value) and "\n" not in str(fault.value)
    assert len(log.calls) < 40
    assert len(prediction_rows(tasks(100), "openai:m", log)) == len(log.calls), "what was not asked is not counted as wrong"


def test_a_line_of_the_log_stays_small_whatever_the_model_says(tmp_path: Path) -> None:
    choices = ("A. one", "B. two", "C. three", "D. four")
    item = Item("某" * 20, "Monolingual", "CN", "何时报告？", choices, "A")
    plan = make_plan([item], "graph", lambda _: Evidence("证据" * 2000, tuple(f"CN:某办法@2020/第{n}条" for n in range(60))))

    class Talker:
        name, revision = "openai:话多", "r"

        async def ask(self, prompt: object, item: object) -> object:
            from bench.models import Reply  # noqa: PLC0415

            return Reply("根据该办法第一条的规定，" * 900)

        async def close(self) -> None:
            return None

    log = Log(tmp_path / "log.jsonl")
    run(plan.tasks, Talker(), log, first_wait=0.0)  # type: ignore[arg-type]
    log.close()
    lines = (tmp_path / "log.jsonl").read_bytes().splitlines()
    assert len(lines) == 1 and len(lines[0]) < 3000
    assert json.loads(lines[0])["output_tokens"] > 1000, "tokens that the provider does not tell are estimated"


def test_faults_of_both_providers_are_told_apart() -> None:
    prompt = make_prompt(Item("x", "Monolingual", "EN", "Question 84?", ("A. a", "B. b", "C. c", "D. d"), "A"))

    async def fault_of(model: OpenAICompatible | Anthropic) -> ModelFault:
        try:
            with pytest.raises(ModelFault) as caught:
                await model.ask(prompt, None)
            return caught.value
        finally:
            await model.close()

    with serving() as server:
        assert script(84) == (500,)
        for model in (OpenAICompatible("m", server.url, "k", TIMEOUT), Anthropic("m", "k", server.url, TIMEOUT)):
            found = asyncio.run(fault_of(model))
            assert found.passing and "HTTP 500" in str(found)
