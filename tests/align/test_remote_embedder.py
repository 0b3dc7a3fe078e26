"""Vectors from a server: what a user would lose is the order of paid vectors, or the reason why there are none."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
import pytest

from align.embeddings import make_embedder
from align.remote_embedder import OpenAICompatibleEmbedder
from kg.errors import Missing, RegkgError, SettingsError, Transient
from kg.settings import Settings

Answer = int | str | list[list[float]]


class _Handler(BaseHTTPRequestHandler):
    server: Server

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append({**asked, "path": self.path, "key": self.headers["Authorization"]})
        answer = self.server.answers.pop(0) if self.server.answers else [[float(t), 1.0] for t in asked["input"]]
        status, body = 200, b""
        if isinstance(answer, int):
            status, body = answer, b'{"error": {"message": "told so\\nin two lines"}}'
        elif isinstance(answer, str):
            body = answer.encode()
        else:
            rows = [{"index": i, "embedding": row, "object": "embedding"} for i, row in enumerate(answer)]
            body = json.dumps({"object": "list", "model": "m", "data": rows[::-1]}).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json" if body.startswith(b"{") else "text/html")
        self.send_header("Content-Length", str(len(body)))
        if status == 429:
            self.send_header("Retry-After", "0.01")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        return None


class Server(ThreadingHTTPServer):
    """Answers a text, which is a number, with that number and 1, the last first; before that with `answers`."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answers: list[Answer] = []
        self.asked: list[dict[str, Any]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server()
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def embedder(server: Server) -> OpenAICompatibleEmbedder:
    return OpenAICompatibleEmbedder("m", server.url, "secret")


def test_many_texts_go_in_batches_and_come_back_in_their_order(server: Server) -> None:
    chosen = Settings(embedder="openai:m", openai_base_url=server.url, openai_api_key="secret")  # type: ignore[arg-type]
    found = make_embedder(chosen).encode([str(n) for n in range(300)])
    assert found.shape == (300, 2)
    assert found[:, 0].tolist() == list(range(300)), "the server answers the last first"
    assert [len(asked["input"]) for asked in server.asked] == [128, 128, 44]
    assert {(asked["path"], asked["model"], asked["key"]) for asked in server.asked} == {
        ("/v1/embeddings", "m", "Bearer secret")
    }


def test_a_server_that_throttles_is_asked_again(server: Server) -> None:
    server.answers = [429, 429]
    assert embedder(server).encode(["7"]).tolist() == [[7, 1]]
    assert len(server.asked) == 3


def test_empty_texts_are_not_sent(server: Server) -> None:
    assert embedder(server).encode(["", "4", " "]).tolist() == [[0, 0], [4, 1], [0, 0]]
    assert server.asked[0]["input"] == ["4"], "OpenAI refuses a request that holds an empty text"
    assert embedder(server).encode([""]).shape == (1, 0)


@pytest.mark.parametrize(
    ("answers", "kind", "said", "why"),
    [
        ([429] * 6, Transient, "answers 429 after 6 tries; run the command again later", "throttled for good"),
        ([401], SettingsError, "REGKG_OPENAI_API_KEY", "a wrong key"),
        ([404], SettingsError, "knows no model m", "a model mistyped, or a server without embeddings"),
        ([400], SettingsError, "told so", "the server's own words, the first line of them"),
        (["<html>welcome</html>"], SettingsError, "something other than 1 vectors", "an address of another server"),
        (["{}"], SettingsError, "something other than 1 vectors", "an answer without data"),
        ([[[1.0], [2.0]]], SettingsError, "something other than 1 vectors", "more vectors than texts"),
        ([[[]]], SettingsError, "something other than 1 vectors", "a vector without values"),
    ],
)
def test_a_fault_is_one_sentence_with_its_remedy(
    server: Server, answers: list[Answer], kind: type[RegkgError], said: str, why: str
) -> None:
    server.answers = answers
    with pytest.raises(kind) as fault:
        embedder(server).encode(["1"])
    assert said in str(fault.value), why
    assert "\n" not in str(fault.value)
    assert "secret" not in str(fault.value)


def test_vectors_of_two_lengths_are_refused(server: Server) -> None:
    server.answers = [[[1.0, 2.0]] * 128, [[1.0, 2.0, 3.0]]]
    with pytest.raises(SettingsError, match="keeps to one length"):
        embedder(server).encode([str(n) for n in range(129)])


def test_without_key_and_address_nothing_is_asked() -> None:
    with pytest.raises(Missing, match="REGKG_OPENAI_API_KEY, or REGKG_OPENAI_BASE_URL"):
        OpenAICompatibleEmbedder("m", "", "")


def test_a_server_that_is_not_there(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("align.remote_embedder._RETRIES", 1)
    with pytest.raises(Transient, match="does not answer; start the server"):
        OpenAICompatibleEmbedder("m", "http://127.0.0.1:9/v1", "").encode(["1"])
    assert np.array(server.asked).size == 0
