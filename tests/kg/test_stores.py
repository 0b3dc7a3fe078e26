"""The contract of a graph store, held by both: a user may choose either and see no difference."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kg.errors import QueryError, StoreBusy, StoreUnreachable, UsageError, WriteRefused
from kg.queries import run_query
from kg.stores import GraphStore, open_store

NODE = "MERGE (n:Concept {id: row.id}) SET n += row.properties"


def test_what_is_written_is_read_back_as_plain_values(store: GraphStore) -> None:
    kept = {"text": "第一条 (a) — \"'\\", "order": 3, "share": 0.5, "binding": True, "path": ["Part 1", "(a)"], "none": []}
    store.write(NODE, [{"id": "a", "properties": kept}])
    assert store.run("MATCH (n:Concept) RETURN properties(n) AS n") == [{"n": {"id": "a", **kept}}]
    assert store.run("MATCH (n:Concept) RETURN n.unknown AS x, date('2026-01-29') AS d") == [{"x": None, "d": "2026-01-29"}]


def test_many_rows_in_batches_and_again(store: GraphStore) -> None:
    rows = [{"id": f"c{i}", "properties": {"order": i}} for i in range(7001)]
    for _ in range(2):
        store.write(NODE, rows)
    assert store.run("MATCH (n:Concept) RETURN count(n) AS n, max(n.order) AS last") == [{"n": 7001, "last": 7000}]
    store.clear()
    assert store.run("MATCH (n) RETURN count(n) AS n") == [{"n": 0}]


def test_schema_can_be_applied_again_and_keeps_ids_unique(store: GraphStore) -> None:
    store.apply_schema()
    store.write("CREATE (:Run {id: $id})", id="r")
    with pytest.raises(Exception, match="r"):
        store.write("CREATE (:Run {id: $id})", id="r")


@pytest.mark.parametrize(
    "cypher",
    [
        "CREATE (:Concept {id: 'x'})",
        "MERGE (n:Concept {id: 'x'}) RETURN n.id",
        "MATCH (n:Concept) SET n.id = 'y'",
        "MATCH (n:Concept) REMOVE n.order",
        "MATCH (n:Concept) DETACH DELETE n",
        "CALL () { CREATE (n:Concept {id: 'x'}) RETURN n } RETURN 1",
        "FOREACH (i IN [1] | CREATE (:Concept {id: 'x'}))",
        "CREATE INDEX i IF NOT EXISTS FOR (n:Concept) ON (n.order)",
        "DROP CONSTRAINT concept_id",
        "CREATE USER eve SET PASSWORD 'abcdefgh'",
        "LOAD CSV FROM 'file:///etc/hostname' AS line RETURN line",
        "MATCH (n) CALL (n) { LOAD CSV FROM 'http://127.0.0.1:1/x' AS line RETURN line } RETURN line",
        "CALL apoc.load.json('http://127.0.0.1:1/x') YIELD value RETURN value",
        "CALL dbms.components() YIELD name RETURN name",
    ],
)
def test_a_reading_query_can_neither_write_nor_reach_out(store: GraphStore, cypher: str) -> None:
    store.write(NODE, [{"id": "a", "properties": {"order": 1}}])
    with pytest.raises(WriteRefused):
        store.run(cypher)
    assert store.run("MATCH (n:Concept) RETURN n.id AS id, n.order AS order") == [{"id": "a", "order": 1}]


@pytest.mark.parametrize("cypher", ["MATCH ((", "RETURN $missing AS x", "RETURN 1 / 0 AS x", "RETURN nothing"])
def test_a_wrong_query_says_so_without_a_traceback_of_the_engine(store: GraphStore, cypher: str) -> None:
    with pytest.raises(QueryError, match="refused"):
        store.run(cypher)


HOSTILE = [
    "'",
    '"',
    "\\",
    "`",
    "}) DETACH DELETE n //",
    "') CREATE (:Run {id: 'x'}) //",
    "$x",
    "\\u0027",
    "\x00",
    "{{",
    "//",
    "/*",
]
USER_TEXT = st.one_of(
    st.text(max_size=40),
    st.lists(st.one_of(st.sampled_from(HOSTILE), st.text(max_size=5)), max_size=6).map("".join),
)


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=USER_TEXT)
def test_user_text_is_never_cypher(store: GraphStore, text: str) -> None:
    """Names, citations and search strings: whatever they hold, they find what they say and change nothing."""
    text = text.encode("utf-8", "ignore").decode()  # a lone surrogate is no text
    store.write("MERGE (n:Document {id: 'd'}) SET n.title = $title", title=text)
    row = {"id": "p", "citation": text, "text": text, "heading": "", "jurisdiction": "US", "document": "d"}
    store.write("MERGE (n:Provision {id: row.id}) SET n = row", [row])
    before = store.run("MATCH (n) RETURN count(n) AS n")
    assert [r["id"] for r in run_query(store, "find_text", text=text)] == ["p"]
    assert run_query(store, "provision_edges", citation=text) == []
    assert run_query(store, "gaps", source=text or "US", target=text, topic=text) == []
    assert run_query(store, "obligations_by_actor", actor=text) == []
    assert store.run("MATCH (n:Provision {citation: $t}) RETURN n.text AS t", {"t": text}) == [{"t": text}]
    assert store.run("MATCH (n) RETURN count(n) AS n") == before


def test_a_folder_that_another_process_holds_is_named_busy(embedded_store: GraphStore, tmp_path: Path) -> None:
    code = f"from kg.stores import open_store; open_store({str(tmp_path / 'graph')!r})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "StoreBusy" in done.stderr
    assert "another process" in done.stderr
    with pytest.raises(StoreBusy, match="this process"):
        open_store(str(tmp_path / "graph"))
    assert embedded_store.run("RETURN 1 AS one") == [{"one": 1}]


@pytest.mark.parametrize(
    ("call", "why"),
    [
        ("store.run('UNWIND range(1, 900000) AS i RETURN collect(toString(i) + $x) AS all', {'x': 'x' * 30})", "a query"),
        ("store.write('CREATE (n:Big) SET n.text = row.text', [{'text': 'x' * 3000} for i in range(4000)])", "a transaction"),
    ],
)
def test_what_is_too_large_for_the_engine_names_the_remedy(tmp_path: Path, call: str, why: str) -> None:
    code = (
        "from pathlib import Path; from kg.errors import RegkgError; from kg.stores.embedded import EmbeddedStore\n"
        f"store = EmbeddedStore(Path({str(tmp_path / 'graph')!r}))\n"
        f"try: {call}\n"
        "except RegkgError as error: print(error)"
    )
    env = {**os.environ, "ARCADEDB_NATIVE_ISOLATE_ARGS": "-Xmx24m"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=env)
    assert "ARCADEDB_NATIVE_ISOLATE_ARGS=-Xmx4g" in done.stdout, (why, done.stderr)


def test_a_store_writes_nothing_outside_its_folder(tmp_path: Path) -> None:
    code = "from kg.stores import open_store\nwith open_store('here/graph') as s: s.apply_schema()"
    root = Path(__file__).resolve().parents[2]
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env={"PYTHONPATH": str(root), "HOME": str(tmp_path)}, check=True)
    assert [p.name for p in tmp_path.iterdir()] == ["here"]
    assert {p.name for p in (tmp_path / "here" / "graph").iterdir()} == {"db", "log"}


@pytest.mark.parametrize("address", ["", "http://localhost:7474", "mysql://x"])
def test_an_address_of_another_kind_is_wrong_use(address: str) -> None:
    with pytest.raises(UsageError, match="bolt://"):
        open_store(address)


def test_a_file_is_no_store(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(UsageError, match="is a file"):
        open_store(str(tmp_path / "file"))


def test_a_server_that_is_not_there_is_worth_trying_later() -> None:
    with pytest.raises(StoreUnreachable, match="regkg up"):
        open_store("bolt://127.0.0.1:1")
