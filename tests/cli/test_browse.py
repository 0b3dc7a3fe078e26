"""Neo4j Browser can fetch the guide and the style, and nothing else of this machine."""

from __future__ import annotations

import httpx
import pytest

from kg.errors import UsageError
from regkg.browsing import browser_address, browser_of, guide_server


def test_the_guide_answers_what_neo4j_browser_asks() -> None:
    with guide_server() as address:
        asked = httpx.options(f"{address}/guide.html", headers={"Origin": "http://localhost:7474"})
        assert asked.status_code == 204
        assert asked.headers["Access-Control-Allow-Origin"] == "*"
        guide = httpx.get(f"{address}/guide.html")
        assert f":style {address}/regkg.grass" in guide.text, "the guide names the server that it came from"
        assert "node.Provision" in httpx.get(f"{address}/regkg.grass").text
        for path in ("/", "/../queries/gaps.cypher", "/%2e%2e/queries/gaps.cypher", "/etc/passwd"):
            assert httpx.get(address + path).status_code == 404


def test_a_port_that_is_taken_is_explained() -> None:
    with guide_server() as address, pytest.raises(UsageError, match="--port"), guide_server(int(address.rpartition(":")[2])):
        pass


def test_addresses() -> None:
    assert browser_of("neo4j://graph.example:7687") == "http://graph.example:7474/browser"
    opened = browser_address("http://h:7474/browser/", "bolt://h:7687", "http://localhost:8001", password=False)
    assert opened == (
        "http://h:7474/browser/?dbms=bolt%3A%2F%2Fh%3A7687&cmd=play&arg=http%3A%2F%2Flocalhost%3A8001%2Fguide.html"
        "&preselectAuthMethod=NO_AUTH"
    )
