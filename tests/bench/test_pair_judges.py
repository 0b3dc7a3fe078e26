"""The judges of pairs against a real server: what a user would lose is money asked twice, or a figure from no answer."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from bench.models import ModelFault, RateLimited
from bench.models.scripted import ReplayModel
from bench.regdivergence import Pair, graph_rag, judge_pairs
from bench.regdivergence.asking import FAILED_IN_A_ROW, read_object
from bench.runs import Log, ModelUnavailable
from kg.settings import settings
from regkg.cli import app

PAIR = Pair("p", "Records must be kept.", "Records should be kept.", "DIVERGE")
LEVEL = '{{"subject": "x", "obligation_level": "{}", "requirement": "y", "conditions": ""}}'.format


@pytest.mark.parametrize(
    ("reply", "label", "why"),
    [
        ('{"label": "AGREE", "reason": "same"}', "AGREE", "as asked"),
        ('{"label": "Agree", "reason": "DIVERGE"}', "AGREE", "the case is no matter, and the reason is not the label"),
        ('```json\n{"label": " DIVERGE "}\n``` as you see', "DIVERGE", "a fence and words around it"),
        ('{"label": "SILENT"}', "SILENT-FDA", "the side is told from the pair: the shorter text"),
        ('{"label": "AGREE|DIVERGE|SILENT"}', "", "the form repeated is no choice"),
        ('{"label": "FDA"}', "", "no label of the three"),
        ('{"label": ["AGREE"]}', "", "a list is no label"),
        ('{"label": null}', "", "nothing"),
        ('{"label": "AGREE"} {"label": "DIVERGE"}', "", "two answers"),
        ('{"label": "AGREE", "reason": "cut o', "", "cut off"),
        ("[1]", "", "no object"),
        ("", "", "no words"),
        ('{"a":' * 50_000, "", "nested until it is cut off"),
        ('{"label": ' + "[" * 50_000, "", "lists too"),
        ('{"label": ' + "9" * 6_000 + "}", "", "a number of thousands of digits"),
        ('{"label": "DIVERGE", "reason": "\\ud83d"}', "DIVERGE", "half a character in the reason"),
    ],
)
def test_only_a_plain_answer_is_a_label(tmp_path: Path, reply: str, label: str, why: str) -> None:
    log = Log(tmp_path / "log.jsonl")
    assert [j.label for j in judge_pairs([PAIR], ReplayModel("m", [reply]), log)] == [label], why
    again = judge_pairs([PAIR], ReplayModel("m", []), Log(tmp_path / "log.jsonl"))
    assert [j.label for j in again] == [label], "the log says the same without a call"


@pytest.mark.parametrize(
    ("replies", "label", "calls", "why"),
    [
        ((LEVEL("MANDATORY"), LEVEL("PROHIBITED")), "DIVERGE", 2, "a hard rule"),
        ((LEVEL("SILENT"), LEVEL("silent")), "SILENT-FDA", 2, "neither says anything: the shorter text"),
        ((LEVEL("MANDATORY"), LEVEL("SILENT"), '{"label": "SILENT"}'), "SILENT-EMA", 3, "the side whose triplet is silent"),
        ((LEVEL("MANDATORY"), LEVEL("SILENT"), '{"label": "AGREE"}'), "AGREE", 3, "one silent side is no rule of the paper"),
        ((LEVEL("MANDATORY"), '{"title": "x"}'), "", 2, "nothing is compared with a triplet that can't be read"),
        ((LEVEL("MANDATORY"), LEVEL("MANDATORY"), "hm"), "", 3, "the comparison can't be read"),
        ((LEVEL("MANDATORY"), '{"obligation_level": "MANDATORY", "x": "\\ud83d"}', '{"label": "AGREE"}'), "AGREE", 3, "half"),
    ],
)
def test_graph_rag_step_by_step(replies: tuple[str, ...], label: str, calls: int, why: str) -> None:
    model = ReplayModel("m", replies)
    assert [j.label for j in graph_rag([PAIR], model)] == [label], why
    assert model.calls == calls, why


def test_passing_faults_are_tried_again_and_final_ones_cost_one_pair() -> None:
    pairs = [Pair(f"p{n}", f"a {n}", f"b {n}", "AGREE") for n in range(3)]
    good = '{"label": "AGREE"}'
    model = ReplayModel(
        "m",
        [
            ModelFault("HTTP 500", passing=True),
            RateLimited("429", 0.0),
            good,
            ModelFault("HTTP 400: long", passing=False),
            good,
        ],
    )
    assert [j.label for j in judge_pairs(pairs, model, first_wait=0.0)] == ["AGREE", "", "AGREE"]


@pytest.mark.parametrize("passing", [True, False])
def test_a_server_that_is_gone_is_one_sentence_and_the_rest_is_asked_later(tmp_path: Path, passing: bool) -> None:
    pairs = [Pair(f"p{n}", f"a {n}", f"b {n}", "AGREE") for n in range(20)]
    good = '{"label": "AGREE"}'
    gone = ModelFault("no connection", passing=passing)
    log = Log(tmp_path / "log.jsonl")
    with pytest.raises(ModelUnavailable, match="no connection; the same command goes on") as caught:
        judge_pairs(pairs, ReplayModel("m", [good] * 7 + [gone] * 6 * FAILED_IN_A_ROW), log, first_wait=0.0)
    assert "\n" not in str(caught.value)
    log.close()
    with (tmp_path / "log.jsonl").open("a", encoding="utf-8") as torn:
        torn.write('{"item": "p9", "mod')  # a kill in the middle of a line
    model = ReplayModel("m", [good] * 20)
    assert len(judge_pairs(pairs, model, Log(tmp_path / "log.jsonl"))) == 20
    assert model.calls == 13, "seven were paid for before"


def test_another_text_is_another_question(tmp_path: Path) -> None:
    log = Log(tmp_path / "log.jsonl")
    replies = ['{"label": "AGREE"}', '{"label": "SILENT"}']
    model = ReplayModel("m", replies)
    found = [judge_pairs([Pair("p", "must", text)], model, log)[0].label for text in ("must", "Not addressed", "must")]
    assert found == ["AGREE", "SILENT-EMA", "AGREE"]
    assert model.calls == 2


def test_an_object_is_read_in_time_however_long_the_reply() -> None:
    assert read_object("{" * 1_000_000) == {}


class _Handler(BaseHTTPRequestHandler):
    server: Server

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked += 1
        status, content = self.server.reply([m["content"] for m in body["messages"]])
        told = content if isinstance(content, bytes) else json.dumps({"choices": [{"message": {"content": content}}]}).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(told)))
        self.end_headers()
        self.wfile.write(told)

    def log_message(self, *_: object) -> None:
        return None


Answers = Callable[[list[str]], tuple[int, object]]


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, reply: Answers) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.reply = reply
        self.asked = 0


@contextmanager
def serving(reply: Answers, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    server = Server(reply)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    monkeypatch.setenv("REGKG_OPENAI_BASE_URL", f"http://127.0.0.1:{server.server_address[1]}/v1")
    settings.cache_clear()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        settings.cache_clear()


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    path = tmp_path / "pairs.jsonl"
    rows = [
        {"id": f"p{n}", "fda_text": f"Records must be kept {n} years.", "ema_text": text, "label": label}
        for n in range(5, 8)
        for text, label in ((f"Records must be kept {n} years.", "AGREE"), ("Not addressed in the guidance", "SILENT-EMA"))
    ]
    path.write_text("".join(json.dumps(row | {"id": f"q{at}"}) + "\n" for at, row in enumerate(rows)), encoding="utf-8")
    return path


def call(path: Path, *arguments: object) -> Result:
    command = ["bench", "regdivergence", str(path), "--resamples", "10", "--json", "--model", "openai:m", *map(str, arguments)]
    return CliRunner().invoke(app, command)


def _answers(said: list[str]) -> tuple[int, object]:
    if "obligation_level" in said[0]:
        return 200, LEVEL("MANDATORY")
    if "6 years" in said[1]:
        return 200, "I can't say."
    return 200, json.dumps({"label": "silent" if "Not addressed" in said[1] else "Agree"})


def test_the_command_counts_what_can_be_read_and_asks_nothing_twice(
    pairs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(_answers, monkeypatch) as server:
        first = call(pairs, "--out", tmp_path / "out")
        rows = {row["method"]: row for row in map(json.loads, first.stdout.splitlines())}
        assert (rows["judge openai:m"]["readable"], rows["judge openai:m"]["n"]) == (4, 6)
        assert rows["judge openai:m"]["accuracy"] == pytest.approx(4 / 6), "what can't be read is wrong"
        assert rows["lexical"]["readable"] == 6
        asked = server.asked
        assert asked == 6 + 3 * 6
        assert call(pairs, "--out", tmp_path / "out").stdout == first.stdout
        assert server.asked == asked
    labels = [json.loads(line) for line in (tmp_path / "out" / "judge-openai-m.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [row["label"] for row in labels] == ["AGREE", "SILENT-EMA", "", "", "AGREE", "SILENT-EMA"]


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        ((401, "no such key"), "HTTP 401"),
        ((404, b"<html>no such model</html>"), "HTTP 404"),
    ],
)
def test_a_server_that_refuses_is_one_sentence_after_the_other_rows(
    pairs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reply: tuple[int, object], words: str
) -> None:
    with serving(lambda said: reply, monkeypatch):
        found = call(pairs, "--out", tmp_path / "out")
    assert isinstance(found.exception, ModelUnavailable)
    assert words in str(found.exception)
    assert [json.loads(line)["method"] for line in found.stdout.splitlines()] == ["always one class", "lexical", "ours"]


@pytest.mark.parametrize("content", [["parts"], 7, None])
def test_a_message_that_is_no_text_breaks_nothing(pairs: Path, monkeypatch: pytest.MonkeyPatch, content: object) -> None:
    monkeypatch.setattr("bench.regdivergence.asking.RETRIES", 0)
    with serving(lambda said: (200, content), monkeypatch):
        found = call(pairs)
    assert found.exception is None or isinstance(found.exception, ModelUnavailable)
