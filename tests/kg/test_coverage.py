"""What was not read must be seen before an absence is believed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kg import load
from kg.coverage import coverage
from kg.findings import finding
from kg.records import ParsedDocument
from kg.runs import start_run
from kg.stores import GraphStore
from tests.kg.small_graph import Draft, cn_rule, eu_act, us_part


def _read(draft: Draft, out: int, *codes: str, unparsed: tuple[str, ...] = ()) -> ParsedDocument:
    parsed = draft.parsed()
    found = tuple(finding(code, draft.source, "x") for code in codes)
    return replace(
        parsed,
        document=replace(parsed.document, characters_in=1000, characters_out=out),
        findings=found,
        unparsed=unparsed,
    )


@pytest.fixture
def read(store: GraphStore) -> GraphStore:
    documents = [
        _read(us_part("2026-01-01"), 1000, "I020"),
        _read(cn_rule(), 1000, "I041", "I042", "I042"),
        _read(eu_act(), 979, "I010", unparsed=("a span\nof two lines " + "x" * 100,)),
    ]
    with start_run(store, "ingest", "coverage") as run:
        load.begin_sources(store, [(d.document.source, "0") for d in documents], "1")
        load.load_documents(store, documents, {}, {}, run)
        load.link(store)
        for d in documents:
            load.complete_source(store, d.document.source, [d.document.id], d.findings)
    return store


def test_the_table_tells_what_was_not_read_and_why(read: GraphStore) -> None:
    rows = {row["source"]: row for row in coverage(read)}
    assert [(row["percent"], row["state"], row["findings"]) for row in rows.values()] == [
        (97.9, "under 98% read", "I010"),
        (100.0, "a fragment", "I041 I042 x2"),
        (100.0, "fully read", "I020"),
    ]
    assert rows["eu/act.html"]["unparsed"] == ["a span of two lines " + "x" * 60], "the first 80 characters, on one line"


def test_only_what_is_flagged(read: GraphStore) -> None:
    assert [row["source"] for row in coverage(read, flagged=True)] == ["eu/act.html", "cn/rule.html"]
    assert coverage(read, jurisdiction="US", flagged=True) == []


def test_whether_silence_may_be_claimed_stands_on_the_document(read: GraphStore) -> None:
    rows = read.run("MATCH (d:Document) RETURN d.jurisdiction AS j, d.fully_read AS read, d.partial AS partial ORDER BY j")
    assert [tuple(row.values()) for row in rows] == [("CN", False, True), ("EU", False, False), ("US", True, False)]
