"""The guide, style and favourites for Neo4j Browser, served to it from this machine.

Neo4j Browser fetches a guide across origins and asks first (CORS preflight), which a plain file server does not answer. Only
the files of `cypher/browser` are served, and only to this machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from threading import Thread
from urllib.parse import quote, urlencode, urlsplit

from kg.errors import UsageError

ADDRESS_IN_GUIDE = "http://localhost:8001"
"""What the guide calls its server; replaced by the real address when it is served."""

_TYPES = {"html": "text/html", "grass": "text/plain", "cypher": "text/plain"}


def _pages(address: str) -> dict[str, tuple[str, bytes]]:
    """Path -> content type and content, with the server's address filled in."""
    out = {}
    for file in files("cypher").joinpath("browser").iterdir():
        kind = _TYPES.get(file.name.rpartition(".")[2])
        if kind is not None:
            text = file.read_text(encoding="utf-8").replace(ADDRESS_IN_GUIDE, address)
            out[f"/{file.name}"] = (f"{kind}; charset=utf-8", text.encode())
    return out


class _Handler(BaseHTTPRequestHandler):
    pages: dict[str, tuple[str, bytes]]

    def do_OPTIONS(self) -> None:
        self.send_response(204)
        self._allow()
        self.end_headers()

    def do_GET(self) -> None:
        found = self.pages.get(urlsplit(self.path).path)
        if found is None:
            self.send_error(404)
            return
        kind, content = found
        self.send_response(200)
        self._allow()
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def _allow(self) -> None:
        self.send_header("Access-Control-Allow-Origin", "*")
        self.send_header("Access-Control-Allow-Methods", "GET, OPTIONS")
        self.send_header("Access-Control-Allow-Headers", "*")
        # A page of another network asks for this before it may talk to this machine.
        self.send_header("Access-Control-Allow-Private-Network", "true")

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: a terminal is no access log."""


@contextmanager
def guide_server(port: int = 0) -> Iterator[str]:
    """Serves until the block ends; gives the address. Raises UsageError when the port is taken."""
    try:
        server = ThreadingHTTPServer(("127.0.0.1", port), _Handler)
    except OSError as error:
        raise UsageError(f"port {port} can't be used ({error.strerror}); choose another with --port") from None
    # By name: Neo4j Browser allows `localhost` unless it is told otherwise.
    address = f"http://localhost:{server.server_address[1]}"
    server.RequestHandlerClass = type("Handler", (_Handler,), {"pages": _pages(address)})
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield address
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def browser_address(browser: str, database: str, guide: str, *, password: bool) -> str:
    """The address that opens Neo4j Browser on `database` (bolt://...) with the guide at the address `guide`."""
    asked = {"dbms": database, "cmd": "play", "arg": f"{guide}/guide.html"}
    if not password:
        asked["preselectAuthMethod"] = "NO_AUTH"
    return f"{browser.rstrip('/')}/?{urlencode(asked, quote_via=quote)}"


def browser_of(database: str) -> str:
    """Where the server of a bolt or neo4j address shows Neo4j Browser, unless it was set up otherwise."""
    host = urlsplit(database).hostname or "localhost"
    return f"http://{host}:7474/browser"
