"""`mcp`: the graph for an assistant, read-only, over standard input and output."""

from __future__ import annotations

import typer

from regkg.cli.output import StoreOption
from regkg.opening import open_graph


def mcp_command(store: StoreOption = "") -> None:
    """Serves the graph to an MCP client over stdio: named queries, provisions, gaps, words. Only reading."""
    from regkg.mcp_server import make_server  # noqa: PLC0415 - the server's packages are loaded only when asked for

    with open_graph(store) as graph:
        make_server(graph).run("stdio")


def register(app: typer.Typer) -> None:
    app.command("mcp")(mcp_command)
