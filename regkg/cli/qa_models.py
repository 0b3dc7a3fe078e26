"""A model client as the plain call that screening and generation take."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from bench.models import ModelFault, open_model
from bench.protocol import MAX_TOKENS, TEMPERATURE, TIMEOUT_SECONDS, TOP_P, Prompt
from kg.settings import settings
from qa.screening import GRAPH_CHECKS, RETRIES, Ask


def screener(spec: str) -> str:
    """The screener with what the client really sends, for the release's appendix."""
    sent = f"temperature {TEMPERATURE:g}, max_tokens {MAX_TOKENS}, timeout {TIMEOUT_SECONDS:g} s"
    top_p = f", top_p {TOP_P:g}" if spec.startswith("openai:") else ""
    return f"{GRAPH_CHECKS}, and {spec} ({sent}{top_p}, asked again up to {RETRIES} times)"


@contextmanager
def asking(spec: str) -> Iterator[Ask]:
    """A call to the model that `spec` names (`openai:MODEL`, `anthropic:MODEL`). The call raises OSError where it failed."""
    client = open_model(spec, settings())
    loop = asyncio.new_event_loop()

    def ask(system: str, user: str) -> str:
        try:
            return loop.run_until_complete(client.ask(Prompt(system, (("user", user),)), None)).text
        except ModelFault as fault:
            raise OSError(str(fault)) from fault

    try:
        yield ask
    finally:
        loop.run_until_complete(client.close())
        loop.close()
