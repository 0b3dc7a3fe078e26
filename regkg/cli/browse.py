"""`browse`: Neo4j Browser with the guide, style and favourites of regkg."""

from __future__ import annotations

import webbrowser
from threading import Event
from typing import Annotated

import typer

from kg.errors import UsageError
from kg.settings import settings
from regkg.browsing import browser_address, browser_of, guide_server
from regkg.cli.output import StoreOption, words


def browse_command(
    browser: Annotated[str, typer.Option(help="Address of Neo4j Browser. Default: port 7474 of the server.")] = "",
    port: Annotated[int, typer.Option(help="Port of the guide's small server on this machine.", min=0, max=65535)] = 8001,
    show: Annotated[bool, typer.Option("--open/--print", help="Open the address, or only print it.")] = True,
    store: StoreOption = "",
) -> None:
    """Opens Neo4j Browser with the guide; serves the guide until Ctrl-C."""
    chosen = settings()
    database = store or chosen.store_address
    if "://" not in database:
        raise UsageError(
            "Neo4j Browser shows a Neo4j graph, and this is the embedded one; set NEO4J_URI (`regkg up` starts a server), "
            "or look at the report: regkg gaps --html gaps.html"
        )
    with guide_server(port) as guide:
        password = bool(chosen.neo4j_password.get_secret_value())
        address = browser_address(browser or browser_of(database), database, guide, password=password)
        print(address, flush=True)
        words.print(f"in Neo4j Browser: :play {guide}/guide.html and :style {guide}/regkg.grass; Ctrl-C ends it", markup=False)
        if show:
            webbrowser.open(address)
        Event().wait()


def register(app: typer.Typer) -> None:
    app.command("browse")(browse_command)
