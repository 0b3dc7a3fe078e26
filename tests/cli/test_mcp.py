"""The MCP server, asked by a real client in-process: an assistant reads the graph and can do nothing else."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from mcp import Client

from kg.stores import GraphStore
from regkg.mcp_server import make_server
from tests.kg.small_graph import build, snapshot


@pytest.fixture
def graph(embedded_store: GraphStore) -> GraphStore:
    build(embedded_store)
    embedded_store.write("MATCH (:Provision)-[a:ALIGNED_WITH]->() SET a.state = 'unverified'")
    return embedded_store


def asked(graph: GraphStore, do: Callable[[Client], Awaitable[Any]]) -> Any:
    async def session() -> Any:
        async with Client(make_server(graph)) as client:
            return await do(client)

    return asyncio.run(session())


def call(graph: GraphStore, tool: str, **arguments: Any) -> tuple[bool, Any]:
    """Whether it failed, and the result (or the message)."""
    result = asked(graph, lambda client: client.call_tool(tool, arguments))
    text = "".join(part.text for part in result.content)
    return bool(result.is_error), text if result.is_error else json.loads(text)


def test_every_tool_is_marked_read_only(graph: GraphStore) -> None:
    tools = asked(graph, lambda client: client.list_tools()).tools
    assert {tool.name for tool in tools} == {"queries", "query", "show", "gaps", "search_text"}
    assert all(tool.annotations.read_only_hint for tool in tools)


def test_what_an_assistant_asks(graph: GraphStore) -> None:
    before = snapshot(graph)
    failed, found = call(graph, "gaps", source="US", target="CN", label="SILENT")
    assert not failed
    assert [(row["citation"], row["finding"]) for row in found["rows"]] == [
        ("21 CFR 900.1(b)", "no counterpart found (unverified)")
    ]
    _, found = call(graph, "query", name="silent_between", parameters={"source": "US", "target": "EU"})
    assert [row["state"] for row in found["rows"]] == ["reviewed"]
    _, found = call(graph, "search_text", text="召回")
    assert [row["citation"] for row in found["rows"]] == ["《不良事件办法》第二条"]
    _, found = call(graph, "show", citation="21 CFR 900.4")
    assert {row["relationship"] for row in found["rows"]} >= {"ALIGNED_WITH", "STATES"}
    assert snapshot(graph) == before


@pytest.mark.parametrize(
    ("tool", "arguments", "says"),
    [
        ("query", {"name": "most_sited"}, "did you mean most_cited"),
        ("query", {"name": "silent_between", "parameters": {"limit": "many"}}, "is no integer"),
        ("show", {"citation": "21 CFR 1.1"}, "no provision"),
        ("gaps", {"source": "XX", "target": "CN"}, "unknown jurisdiction"),
        ("gaps", {"source": "US", "target": "CN", "label": "QUIET"}, "unknown label"),
        ("gaps", {"source": "US", "target": "CN", "as_of": "yesterday"}, "is no date"),
        ("search_text", {"text": " "}, "give a word"),
    ],
)
def test_wrong_use_is_explained(graph: GraphStore, tool: str, arguments: dict[str, Any], says: str) -> None:
    failed, message = call(graph, tool, **arguments)
    assert failed
    assert says in message
