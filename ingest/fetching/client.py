"""A client that a site's keeper would not mind: slow, honest about itself, obeying robots.txt, asking nothing twice."""

from __future__ import annotations

import hashlib
import json
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from urllib.parse import urlsplit
from urllib.robotparser import RobotFileParser

import httpx
from tenacity import RetryCallState, Retrying, retry_if_exception_type, stop_after_attempt

from ingest.fetching.guard import is_wanted
from kg.errors import SourceError, Transient

AGENT = "regkg/0.1 (regulatory research; one request a second)"
TRIES = 5
_PASSING = frozenset({408, 425, 429, 500, 502, 503, 504})


class _Again(Exception):
    """A passing fault; `seconds` is how long the server asks to wait, None where it does not say."""

    def __init__(self, reason: str, seconds: float | None = None) -> None:
        super().__init__(reason)
        self.seconds = seconds


@dataclass(frozen=True, slots=True)
class Fetched:
    """A document on disk. `changed` tells that the source gave another text than the last time it was asked for."""

    url: str
    path: str
    sha256: str
    bytes: int
    etag: str = ""
    fetched: str = ""
    from_cache: bool = False
    changed: bool = False


class PoliteClient:
    """Fetches into `folder`, which holds the files and `fetched.jsonl`, one line a document.

    At most one request in `pause` seconds to a host; 429 and 5xx are tried again after what the server asks, else after
    1, 2, 4 ... seconds; a body that breaks off is resumed where the server can, else asked for again.
    """

    def __init__(self, folder: Path, *, pause: float = 1.0, first_wait: float = 1.0, obey_robots: bool = True) -> None:
        self.folder = folder
        self._pause = pause
        self._first_wait = first_wait
        self._obey = obey_robots
        self._last: dict[str, float] = {}
        self._robots: dict[str, RobotFileParser] = {}
        self._http = httpx.Client(headers={"User-Agent": AGENT}, timeout=60.0, follow_redirects=True)
        folder.mkdir(parents=True, exist_ok=True)
        self._ledger = folder / "fetched.jsonl"
        self._known: dict[str, Fetched] = {}
        if self._ledger.exists():
            for line in self._ledger.read_text(encoding="utf-8").splitlines():
                row = Fetched(**json.loads(line))
                self._known[row.url] = row

    def get(self, url: str, name: str, kind: str, *, accept: str = "*/*", lasting: bool = False) -> Fetched:
        """The document at `url` as `folder/name`; `kind` is what it must be (xml, json, pdf, html).

        `lasting` marks a document that can't change (a dated version): once fetched it is not asked for again. Raises
        Transient when the source is busy or guarded by a challenge for now, SourceError when it refuses for good.
        """
        known = self._known.get(url)
        path = self.folder / name
        if known and path.exists() and lasting:
            return Fetched(**{**asdict(known), "from_cache": True})
        self._check_robots(url)
        headers = {"Accept": accept}
        if known and known.etag and path.exists():
            headers["If-None-Match"] = known.etag
        response, body = self._with_retries(url, headers, path)
        if response.status_code == 304 and known:
            return Fetched(**{**asdict(known), "from_cache": True})
        if not is_wanted(body, kind):
            raise Transient(
                f"{url}: a challenge or error page came in place of the {kind} document; try later or save it by hand"
            )
        digest = hashlib.sha256(body).hexdigest()
        changed = known is not None and known.sha256 != digest
        if changed and path.exists():
            path.replace(path.with_name(f"{path.stem}.{known.sha256[:8] if known else ''}{path.suffix}"))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body)
        stamp = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        done = Fetched(url, name, digest, len(body), response.headers.get("etag", ""), stamp, False, changed)
        self._known[url] = done
        with self._ledger.open("a", encoding="utf-8") as ledger:
            ledger.write(json.dumps(asdict(done), ensure_ascii=False) + "\n")
        return done

    def _with_retries(self, url: str, headers: dict[str, str], path: Path) -> tuple[httpx.Response, bytes]:
        part = path.with_name(path.name + ".part")
        try:
            for attempt in Retrying(
                retry=retry_if_exception_type(_Again), stop=stop_after_attempt(TRIES), wait=self._wait, reraise=True
            ):
                with attempt:
                    return self._once(url, headers, part)
        except _Again as fault:
            raise Transient(f"{url}: {fault} after {TRIES} tries; try later") from None
        raise AssertionError("tenacity ends by a result or an exception")

    def _wait(self, state: RetryCallState) -> float:
        fault = state.outcome.exception() if state.outcome else None
        asked = fault.seconds if isinstance(fault, _Again) else None
        return asked if asked is not None else self._first_wait * 2 ** (state.attempt_number - 1)

    def _once(self, url: str, headers: dict[str, str], part: Path) -> tuple[httpx.Response, bytes]:
        self._wait_turn(url)
        part.parent.mkdir(parents=True, exist_ok=True)
        have = part.stat().st_size if part.exists() else 0
        asked = {**headers, "Range": f"bytes={have}-"} if have else headers
        try:
            with self._http.stream("GET", url, headers=asked) as response:
                if response.status_code in _PASSING:
                    after = response.headers.get("retry-after", "")
                    raise _Again(f"HTTP {response.status_code}", float(after) if after.isdigit() else None)
                if response.status_code == 416:
                    part.unlink(missing_ok=True)
                    raise _Again("the part on disk did not fit")
                if response.status_code >= 400:
                    raise SourceError(f"{url}: HTTP {response.status_code}; check the address, the date and the number")
                with part.open("ab" if response.status_code == 206 else "wb") as out:
                    for block in response.iter_raw() if response.status_code == 206 else response.iter_bytes():
                        out.write(block)
        except httpx.HTTPError as error:
            raise _Again(f"{type(error).__name__}") from None
        body = part.read_bytes()
        part.unlink()
        return response, body

    def _wait_turn(self, url: str) -> None:
        host = urlsplit(url).netloc
        due = self._last.get(host, 0.0) + self._pause - time.monotonic()
        if due > 0:
            time.sleep(due)
        self._last[host] = time.monotonic()

    def _check_robots(self, url: str) -> None:
        if not self._obey:
            return
        parts = urlsplit(url)
        if parts.netloc not in self._robots:
            parser = RobotFileParser()
            try:
                self._wait_turn(url)
                answer = self._http.get(f"{parts.scheme}://{parts.netloc}/robots.txt")
                parser.parse(answer.text.splitlines() if answer.status_code == 200 else [])
            except httpx.HTTPError as error:
                raise Transient(f"{parts.netloc} does not answer ({type(error).__name__}); try later") from None
            self._robots[parts.netloc] = parser
        if not self._robots[parts.netloc].can_fetch(AGENT, url):
            raise SourceError(f"{url}: the site's robots.txt asks programs not to fetch this; save it by hand")

    def close(self) -> None:
        self._http.close()
