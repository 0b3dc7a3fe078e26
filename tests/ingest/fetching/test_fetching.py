"""A fetched block page taken for law, or half a document, would make every later claim of silence wrong."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from ingest.fetching import PoliteClient, fetch_act, fetch_address, fetch_part
from kg.errors import SourceError, Transient, UsageError

ACT = b"<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><body><p>Article 1</p></body></html>"
PART = b"<?xml version='1.0'?><DIV5 N='211' TYPE='PART'><HEAD>PART 211</HEAD></DIV5>"
CHALLENGE = b"<html><head><script>window.$_ts={}</script></head><body></body></html>"
TITLES = {"meta": {"import_in_progress": False}, "titles": [{"number": 21, "up_to_date_as_of": "2026-01-29"}]}


class Site(ThreadingHTTPServer):
    """A site whose answers are scripted by path: a list of (status, headers, body, cut) used in turn, the last one for ever."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answers: dict[str, list[tuple[int, dict[str, str], bytes, int]]] = {}
        self.seen: list[tuple[str, dict[str, str]]] = []

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def say(self, path: str, body: bytes, status: int = 200, cut: int = 0, **headers: str) -> None:
        self.answers.setdefault(path, []).append((status, headers, body, cut))

    def asked(self, path: str) -> int:
        return sum(p == path for p, _ in self.seen)


class _Handler(BaseHTTPRequestHandler):
    server: Site

    def do_GET(self) -> None:
        self.server.seen.append((self.path, dict(self.headers)))
        queue = self.server.answers.get(self.path, [(404, {}, b"", 0)])
        status, headers, body, cut = queue.pop(0) if len(queue) > 1 else queue[0]
        start = self.headers.get("Range")
        if start and status == 200:
            status, body = 206, body[int(start[6:].rstrip("-")) :]
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body[: len(body) - cut] if cut else body)

    def log_message(self, *_: object) -> None:
        return


@pytest.fixture
def site() -> Iterator[Site]:
    server = Site()
    server.say("/robots.txt", b"User-agent: *\nDisallow: /private\n")
    server.say("/api/versioner/v1/titles.json", json.dumps(TITLES).encode())
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def client(tmp_path: Path) -> PoliteClient:
    return PoliteClient(tmp_path, pause=0.0, first_wait=0.0)


PART_PATH = "/api/versioner/v1/full/2026-01-29/title-21.xml?part=211"


def test_a_part_is_asked_for_at_the_newest_date_and_never_twice(site: Site, client: PoliteClient, tmp_path: Path) -> None:
    site.say(PART_PATH, PART)
    got = fetch_part(client, "211", base=site.base)
    assert (tmp_path / got.path).read_bytes() == PART
    assert fetch_part(PoliteClient(tmp_path, pause=0.0), "211", base=site.base).from_cache
    assert site.asked(PART_PATH) == 1
    assert all("regkg" in headers["User-Agent"] for _, headers in site.seen)


def test_an_import_under_way_means_later(site: Site, client: PoliteClient) -> None:
    site.answers["/api/versioner/v1/titles.json"] = [
        (200, {}, json.dumps({**TITLES, "meta": {"import_in_progress": True}}).encode(), 0)
    ]
    with pytest.raises(Transient, match="importing"):
        fetch_part(client, "211", base=site.base)
    assert site.asked(PART_PATH) == 0


@pytest.mark.parametrize(
    ("status", "why"),
    [(429, "told to slow down"), (503, "down for a moment"), (500, "an error over there"), (408, "timed out")],
)
def test_passing_faults_are_tried_again(site: Site, client: PoliteClient, status: int, why: str) -> None:
    site.say("/resource/celex/32017R0745.ENG", b"busy", status=status, Retry_After="0")
    site.say("/resource/celex/32017R0745.ENG", ACT)
    assert fetch_act(client, "32017R0745", base=site.base).bytes == len(ACT), why


def test_a_fault_that_stays_is_told_and_leaves_nothing(site: Site, client: PoliteClient, tmp_path: Path) -> None:
    site.say("/resource/celex/32017R0745.ENG", b"busy", status=503)
    with pytest.raises(Transient, match="HTTP 503 after 5 tries"):
        fetch_act(client, "32017R0745", base=site.base)
    assert not list(tmp_path.glob("eu/*.xhtml"))


def test_a_body_that_breaks_off_is_resumed(site: Site, client: PoliteClient, tmp_path: Path) -> None:
    site.say("/resource/celex/32017R0745.ENG", ACT, cut=40)
    site.say("/resource/celex/32017R0745.ENG", ACT)
    got = fetch_act(client, "32017R0745", base=site.base)
    assert (tmp_path / got.path).read_bytes() == ACT
    assert site.seen[-1][1].get("Range") == f"bytes={len(ACT) - 40}-"


@pytest.mark.parametrize("status", [200, 202])
def test_a_challenge_page_is_never_kept_as_law(site: Site, client: PoliteClient, tmp_path: Path, status: int) -> None:
    site.say("/law.html", CHALLENGE, status=status)
    with pytest.raises(Transient, match="challenge"):
        fetch_address(client, f"{site.base}/law.html", "cn")
    assert not list(tmp_path.glob("cn/*"))


def test_an_html_page_in_place_of_a_pdf_is_refused(site: Site, client: PoliteClient) -> None:
    site.say("/media/1/download", b"<html>gone</html>")
    with pytest.raises(Transient, match="pdf"):
        fetch_address(client, f"{site.base}/media/1/download", "us")


def test_a_changed_document_is_told_and_the_old_one_kept(site: Site, client: PoliteClient, tmp_path: Path) -> None:
    site.say("/law.html", ACT)
    site.say("/law.html", ACT.replace(b"Article 1", b"Article 2"))
    first = fetch_address(client, f"{site.base}/law.html", "cn")
    second = fetch_address(client, f"{site.base}/law.html", "cn")
    assert (first.changed, second.changed) == (False, True)
    assert len(list(tmp_path.glob("cn/*"))) == 2


def test_an_unchanged_document_is_not_sent_again(site: Site, client: PoliteClient) -> None:
    site.say("/law.html", ACT, ETag='"1"')
    site.say("/law.html", b"", status=304)
    fetch_address(client, f"{site.base}/law.html", "cn")
    assert fetch_address(client, f"{site.base}/law.html", "cn").from_cache
    assert site.seen[-1][1].get("If-None-Match") == '"1"'


def test_robots_are_obeyed(site: Site, client: PoliteClient) -> None:
    site.say("/private/law.html", ACT)
    with pytest.raises(SourceError, match=r"robots\.txt"):
        fetch_address(client, f"{site.base}/private/law.html", "cn")
    assert site.asked("/private/law.html") == 0


@pytest.mark.parametrize(("celex", "why"), [("2017/745", "a number, not a CELEX"), ("../../etc/passwd", "a path")])
def test_wrong_use_asks_nobody(site: Site, client: PoliteClient, celex: str, why: str) -> None:
    with pytest.raises(UsageError):
        fetch_act(client, celex, base=site.base)
    assert not site.seen, why
