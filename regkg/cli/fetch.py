"""`fetch`: official sources over the network."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ingest.fetching import ALLOWANCES, Fetched, PoliteClient, fetch_act, fetch_address, fetch_part
from kg.errors import UsageError
from regkg.cli.output import words


def _fetch(client: PoliteClient, source: str, what: str, date: str) -> Fetched:
    if what.startswith(("http://", "https://")):
        return fetch_address(client, what, source)
    if source == "us":
        return fetch_part(client, what, date)
    if source == "eu":
        return fetch_act(client, what)
    raise UsageError(f"{what!r}: Chinese documents are fetched by address; {ALLOWANCES['cn']}")


def fetch_command(
    source: Annotated[str, typer.Argument(help="us, cn or eu.")],
    what: Annotated[list[str] | None, typer.Argument(help="CFR parts (211), CELEX numbers (32017R0745), or addresses.")] = None,
    date: Annotated[str, typer.Option(help="us: the text as it stood on this date (YYYY-MM-DD).")] = "",
    folder: Annotated[Path, typer.Option("--out", help="Where the files go.")] = Path("sources"),
) -> None:
    """Fetches official documents: politely, cached, resumable. Without documents it says what the source allows."""
    if source not in ALLOWANCES:
        raise UsageError(f"unknown source {source}; known: {', '.join(ALLOWANCES)}")
    if not what:
        print(ALLOWANCES[source])
        return
    client = PoliteClient(folder)
    try:
        for one in what:
            got = _fetch(client, source, one, date)
            told = (
                "as before"
                if got.from_cache
                else "CHANGED at the source; the old file is kept beside it"
                if got.changed
                else "new"
            )
            words.print(f"{folder / got.path}: {got.bytes} bytes, {told}", markup=False, soft_wrap=True)
    finally:
        client.close()


def register(app: typer.Typer) -> None:
    app.command("fetch")(fetch_command)
