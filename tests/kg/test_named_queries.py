"""Every named query has a known answer on the small graph, the same on both stores."""

from __future__ import annotations

from typing import Any

import pytest

from kg.errors import QueryError
from kg.queries import get_query, list_queries, parse_query, run_query
from kg.stores import GraphStore
from tests.kg.small_graph import build

A26 = "US:21 CFR 900.1(a)@2026-01-01"
B25 = "US:21 CFR 900.1(b)@2025-01-01"
RECALL = "US:21 CFR 900.4@2026-01-01"
CN1, CN2 = "CN:《不良事件办法》第一条@2024-05-01", "CN:《不良事件办法》第二条@2024-05-01"
EU1 = "EU:Regulation (EU) 2099/1 Article 1@2023-03-01"

# name, parameters, columns, rows in order
ANSWERS: list[tuple[str, dict[str, Any], tuple[str, ...], list[tuple[Any, ...]]]] = [
    ("gaps", {"source": "US", "target": "CN"}, ("id", "state", "p_silent"), [(B25, "unverified", 0.75)]),
    ("gaps", {"source": "US", "target": "EU"}, ("id", "state"), [(RECALL, "reviewed")]),  # not_in_corpus is no gap
    ("gaps", {"source": "US", "target": "EU", "topic": "RECALL"}, ("id",), [(RECALL,)]),
    ("gaps", {"source": "US", "target": "EU", "topic": "vaccine"}, ("id",), []),
    ("gaps", {"source": "US", "target": "EU", "as_of": "2025-06-01"}, ("id",), []),
    ("gaps", {"source": "US", "target": "CN", "as_of": "2025-06-01"}, ("id",), [(B25,)]),
    (
        "divergent_deadlines",
        {},
        ("id", "times", "counterpart", "counterpart_times"),
        [(A26, ["30 days"], CN1, ["7 days"])],
    ),
    ("divergent_deadlines", {"source": "CN"}, ("id",), []),
    ("divergent_deadlines", {"as_of": "2025-06-01"}, ("id",), []),
    (
        "modality_conflicts",
        {"source": "US", "target": "CN"},
        ("id", "modalities", "counterpart", "counterpart_modalities"),
        [(RECALL, ["PROHIBITED"], CN2, ["PERMITTED"])],
    ),
    ("divergences", {"field": "modality"}, ("id", "counterpart"), [(RECALL, CN2)]),
    ("divergences", {"field": "threshold"}, ("id",), []),
    (
        "provision_edges",
        {"citation": B25},
        ("relationship", "direction", "label", "id", "says"),
        [
            ("ALIGNED_WITH", "to", "Provision", EU1, "AGREE"),
            ("HAS_CHILD", "from", "Provision", "US:21 CFR 900.1@2025-01-01", ""),
            ("HAS_CHILD", "from", "Provision", "US:21 CFR 900.1@2026-01-01", ""),
            ("HAS_PROVISION", "from", "Document", "US:21CFR900@2025-01-01", ""),
            ("HAS_PROVISION", "from", "Document", "US:21CFR900@2026-01-01", ""),
            ("SILENT_IN", "to", "Jurisdiction", "CN", "unverified"),
            ("STATES", "to", "Obligation", f"{B25}#o1", ""),
        ],
    ),
    (
        "provision_edges",
        {"citation": "《不良事件办法》第二条"},
        ("relationship", "id"),
        [
            ("ALIGNED_WITH", RECALL),
            ("HAS_PROVISION", "CN:不良事件办法@2024-05-01"),
            ("STATES", f"{CN2}#o1"),
        ],
    ),
    (
        "obligations_by_actor",
        {"actor": "actor:sponsor"},
        ("jurisdiction", "citation", "modality"),
        [
            ("CN", "《不良事件办法》第一条", "MANDATORY"),
            ("EU", "Regulation (EU) 2099/1 Article 1", "MANDATORY"),
            ("US", "21 CFR 900.1(a)", "MANDATORY"),
            ("US", "21 CFR 900.1(b)", "MANDATORY"),
        ],
    ),
    ("obligations_by_actor", {"actor": "PERSON", "modality": "PROHIBITED"}, ("citation",), [("21 CFR 900.4",)]),
    ("obligations_by_actor", {"actor": "person", "as_of": "2025-06-01"}, ("citation",), [("21 CFR 900.3",)]),
    (
        "document_coverage",
        {"document": "US:21CFR900@2026-01-01", "target": "CN"},
        ("found_in", "agree", "diverge", "silent", "state"),
        [("CN:不良事件办法@2024-05-01", 0, 2, 0, ""), ("", 0, 0, 1, "unverified")],
    ),
    (
        "document_coverage",
        {"document": "US:21CFR900@2026-01-01", "target": "EU"},
        ("found_in", "agree", "silent", "state"),
        [("EU:2099/1@2023-03-01", 1, 0, ""), ("", 0, 1, "not_in_corpus"), ("", 0, 1, "reviewed")],
    ),
    (
        "unresolved_references",
        {},
        ("cited", "kind", "times"),
        [("21 CFR 1.1", "same-title", 1), ("《药品管理法》", "statute", 1)],
    ),
    ("unresolved_references", {"jurisdiction": "CN"}, ("cited",), [("《药品管理法》",)]),
    (
        "counts_by_document",
        {},
        ("document", "provisions", "obligations", "captured", "valid_to"),
        [
            ("CN:不良事件办法@2024-05-01", 2, 2, 0.5, None),
            ("EU:2099/1@2023-03-01", 1, 1, 0.5, None),
            ("US:21CFR900@2025-01-01", 6, 3, 0.5, "2026-01-01"),
            ("US:21CFR900@2026-01-01", 6, 3, 0.5, None),
        ],
    ),
    (
        "counts_by_topic",
        {},
        ("jurisdiction", "domain", "subdomain", "documents", "provisions", "own_topic", "obligations", "without_counterpart"),
        [
            ("CN", "Drugs", "Labeling and Packaging", 1, 1, 1, 1, 0),
            ("CN", "Drugs", "Post-market Surveillance", 1, 1, 0, 1, 0),
            ("EU", "Medical_Devices", "Registration and Approval", 1, 1, 0, 1, 0),
            ("US", "Drugs", "Post-market Surveillance", 1, 6, 0, 3, 2),
        ],
    ),
    ("counts_by_topic", {"jurisdiction": "US", "target": "CN"}, ("without_counterpart",), [(1,)]),
    ("counts_by_topic", {"domain": "Medical_Devices"}, ("jurisdiction",), [("EU",)]),
    (
        "counts_by_label",
        {},
        ("label", "nodes"),
        [
            ("Authority", 3),
            ("Citation", 2),
            ("Concept", 1),
            ("DefinedTerm", 1),
            ("Document", 4),
            ("Jurisdiction", 3),
            ("Obligation", 8),
            ("Provision", 12),
            ("Quantity", 3),
            ("Run", 2),
            ("Source", 4),
        ],
    ),
    (
        "counts_by_relationship",
        {},
        ("relationship", "relationships"),
        [
            ("ALIGNED_WITH", 3),
            ("CITES", 9),
            ("CONCERNS", 5),
            ("DEFINES", 1),
            ("HAS_CHILD", 9),
            ("HAS_PROVISION", 15),
            ("ISSUED", 8),
            ("LIMITS", 3),
            ("READ_FROM", 4),
            ("RESTATES", 1),
            ("SILENT_IN", 3),
            ("STATES", 8),
            ("SUPERSEDES", 3),
        ],
    ),
    (
        "changed_between",
        {"after": "2025-06-01"},
        ("date", "change", "citation", "was"),
        [
            ("2026-01-01", "amended_within", "21 CFR 900.1", "US:21 CFR 900.1@2025-01-01"),
            ("2026-01-01", "amended", "21 CFR 900.1(a)", "US:21 CFR 900.1(a)@2025-01-01"),
            ("2026-01-01", "renumbered", "21 CFR 900.4", "US:21 CFR 900.3@2025-01-01"),
        ],
    ),
    ("changed_between", {"after": "2026-01-01"}, ("change",), []),
    ("changed_between", {"after": "2025-01-01", "jurisdiction": "CN"}, ("change",), []),
    (
        "most_cited",
        {"jurisdiction": "US"},
        ("id", "cited_by"),
        [("US:21 CFR 900.2@2025-01-01", 2), ("US:21 CFR 900.1@2026-01-01", 1)],
    ),
    (
        "silent_by_state",
        {},
        ("source", "target", "state", "provisions"),
        [("US", "CN", "unverified", 1), ("US", "EU", "not_in_corpus", 1), ("US", "EU", "reviewed", 1)],
    ),
    ("silent_by_state", {"as_of": "2025-06-01"}, ("target", "state", "provisions"), [("CN", "unverified", 1)]),
    ("silent_in", {"target": "EU"}, ("id", "p_silent"), [(RECALL, 0.9), (A26, 0.5)]),
    ("silent_in", {"target": "EU", "as_of": "2025-06-01"}, ("id",), []),
    (
        "most_cited",
        {"as_of": "2025-06-01"},
        ("id", "cited_by"),
        [("US:21 CFR 900.2@2025-01-01", 2), ("US:21 CFR 900.1@2025-01-01", 1)],
    ),
    ("unresolved_references", {"as_of": "2024-12-31"}, ("cited",), [("《药品管理法》",)]),
    ("verdict_on", {"citation": "21 CFR 900.1(a)", "target": "CN", "as_of": "2025-06-01"}, ("label",), []),
    ("verdict_on", {"citation": "21 CFR 900.1(a)", "target": "CN", "as_of": "2026-06-01"}, ("label",), [("DIVERGE",)]),
    ("counts_by_document", {"as_of": "2025-06-01", "jurisdiction": "US"}, ("document",), [("US:21CFR900@2025-01-01",)]),
    (
        "provision_edges",
        {"citation": "21 CFR 900.1(a)", "as_of": "2025-06-01"},
        ("provision", "relationship", "id"),
        [
            ("US:21 CFR 900.1(a)@2025-01-01", "CITES", "21 CFR 1.1"),
            ("US:21 CFR 900.1(a)@2025-01-01", "CITES", "US:21 CFR 900.2@2025-01-01"),
            ("US:21 CFR 900.1(a)@2025-01-01", "HAS_CHILD", "US:21 CFR 900.1@2025-01-01"),
            ("US:21 CFR 900.1(a)@2025-01-01", "HAS_PROVISION", "US:21CFR900@2025-01-01"),
            ("US:21 CFR 900.1(a)@2025-01-01", "STATES", "US:21 CFR 900.1(a)@2025-01-01#o1"),
            ("US:21 CFR 900.1(a)@2025-01-01", "SUPERSEDES", A26),
        ],
    ),
    ("gap_register", {"source": "US", "target": "CN", "as_of": "2025-06-01"}, ("citation",), [("21 CFR 900.1(b)",)]),
    (
        "document_coverage",
        {"document": "US:21CFR900@2026-01-01", "target": "EU", "as_of": "2020-01-01"},
        ("found_in", "state"),
        [("", "not_in_corpus"), ("", "reviewed")],
    ),
    ("stale", {}, ("id",), []),
    (
        "coverage",
        {"jurisdiction": "CN"},
        ("document", "characters_in", "characters_out", "captured", "fully_read", "partial"),
        [("CN:不良事件办法@2024-05-01", 200, 100, 0.5, False, False)],
    ),
    ("coverage", {"below": 0.5}, ("document",), []),
    ("silent_in", {"target": "EU", "state": "not_in_corpus"}, ("id",), [(A26,)]),
    ("silent_between", {}, ("id", "state", "actors"), [(B25, "unverified", ["actor:sponsor"])]),
    ("silent_between", {"target": "EU"}, ("id", "state"), [(RECALL, "reviewed")]),  # not_in_corpus is no silence
    ("silent_between", {"target": "EU", "state": "not_in_corpus"}, ("id",), [(A26,)]),
    ("silent_between", {"source": "CN", "target": "US"}, ("id",), []),
    ("silent_between", {"topic": "COPY of"}, ("id", "binding"), [(B25, True)]),
    ("silent_between", {"topic": "vaccine"}, ("id",), []),
    ("silent_between", {"actor": "Sponsor"}, ("id",), [(B25,)]),
    ("silent_between", {"target": "EU", "actor": "sponsor"}, ("id",), []),
    ("silent_between", {"force": "binding"}, ("id",), [(B25,)]),
    ("silent_between", {"force": "guidance"}, ("id",), []),
    ("silent_between", {"as_of": "2025-06-01"}, ("id",), [(B25,)]),
    ("silent_between", {"target": "EU", "as_of": "2025-06-01"}, ("id",), []),
    (
        "silent_by_actor",
        {},
        ("source", "target", "actor", "state", "provisions"),
        [("US", "CN", "actor:sponsor", "unverified", 1), ("US", "EU", "(not told)", "reviewed", 1)],
    ),
    ("silent_by_actor", {"target": "CN"}, ("actor",), [("actor:sponsor",)]),
    (
        "silent_by_topic",
        {"source": "US"},
        ("target", "concept", "state", "provisions", "share"),
        [("CN", "actor:sponsor", "unverified", 1, 0.5)],
    ),
    (
        "silent_by_document",
        {},
        ("document", "target", "state", "provisions"),
        [("US:21CFR900@2026-01-01", "CN", "unverified", 1), ("US:21CFR900@2026-01-01", "EU", "reviewed", 1)],
    ),
    ("silent_by_document", {"force": "guidance"}, ("document",), []),
    (
        "demand_outcomes",
        {},
        ("demand", "outcome", "there"),
        [
            (A26, "DIVERGE", "CN:不良事件办法@2024-05-01"),
            (RECALL, "DIVERGE", "CN:不良事件办法@2024-05-01"),
            (B25, "unverified", ""),
        ],
    ),
    (
        "demand_outcomes",
        {"target": "EU"},
        ("demand", "outcome"),
        [(B25, "AGREE"), (A26, "not_in_corpus"), (RECALL, "reviewed")],
    ),
    ("demand_outcomes", {"as_of": "2025-06-01"}, ("demand",), [(B25,)]),
    (
        "coverage_by_instrument",
        {"target": "EU", "fewest": 1},
        ("document", "demands", "agree", "differ", "weak", "not_found", "silent", "untold", "share", "found_in"),
        [("US:21CFR900@2026-01-01", 3, 1, 0, 0, 0, 1, 1, 0.5, ["EU:2099/1@2023-03-01"])],
    ),
    ("coverage_by_instrument", {"fewest": 4}, ("document",), []),
    ("restatements", {}, ("guidance", "law", "match"), [("21 CFR 900.4", "21 CFR 900.1(a)", 0.5)]),
    ("restatements", {"fewest": 0.6}, ("guidance",), []),
    ("restatements", {"document": "no such title"}, ("guidance",), []),
    ("restatements", {"jurisdiction": "CN"}, ("guidance",), []),
    ("find_text", {"text": "SERIOUS EVENT means"}, ("citation",), [("21 CFR 900.2",)]),
    ("find_text", {"text": "召回"}, ("citation",), [("《不良事件办法》第二条",)]),
    ("find_text", {"text": "recall", "as_of": "2025-06-01"}, ("citation",), [("21 CFR 900.3",)]),
    (
        "gap_register",
        {"source": "US", "target": "CN"},
        ("citation", "label", "counterpart", "state"),
        [
            ("21 CFR 900.1(a)", "DIVERGE", "《不良事件办法》第一条", None),
            ("21 CFR 900.4", "DIVERGE", "《不良事件办法》第二条", None),
            ("21 CFR 900.1(b)", "SILENT", None, "unverified"),
        ],
    ),
    (
        "verdict_on",
        {"citation": "21 CFR 900.1(b)", "target": "EU"},
        ("label", "counterpart"),
        [("AGREE", "Regulation (EU) 2099/1 Article 1")],
    ),
]


def test_the_known_answers(store: GraphStore) -> None:
    build(store)
    wrong = []
    for name, parameters, columns, expected in ANSWERS:
        rows = [tuple(row[column] for column in columns) for row in run_query(store, name, **parameters)]
        if rows != expected:
            wrong.append((name, parameters, rows, expected))
    assert not wrong


def test_every_named_query_has_a_known_answer() -> None:
    """Those of question items (`qa_...`) are tested with the items."""
    ours = {query.name for query in list_queries() if not query.name.startswith("qa_")}
    assert ours - {name for name, *_ in ANSWERS} == set()


@pytest.mark.neo4j
def test_both_stores_give_the_same_rows(embedded_store: GraphStore, neo4j_store: GraphStore) -> None:
    """All columns, in the same order: a notebook moves from one store to the other without a change."""
    build(embedded_store)
    build(neo4j_store)
    for name, parameters, *_ in ANSWERS:
        assert run_query(embedded_store, name, **parameters) == run_query(neo4j_store, name, **parameters), name


@pytest.mark.parametrize("query", list_queries(), ids=lambda query: query.name)
def test_headers(query: Any) -> None:
    assert query.answers
    used = {p.name for p in query.parameters}
    assert all(f"${name}" in query.cypher for name in used), "a parameter that the query does not read"
    assert not used or "In Neo4j Browser first" in query.cypher
    assert "ORDER BY" in query.cypher, "rows without an order differ from run to run"


@pytest.mark.parametrize(
    ("name", "given", "says"),
    [
        ("most_sited", {}, "did you mean most_cited"),
        ("xyzzy", {}, "known: "),
        ("most_cited", {"limits": "3"}, "did you mean limit"),
        ("counts_by_label", {"x": 1}, "it takes none"),
        ("most_cited", {"limit": "three"}, "is no integer"),
        ("most_cited", {"limit": -1}, "is no integer"),
        ("most_cited", {"limit": True}, "is no integer"),
        ("most_cited", {"limit": 2.5}, "is no integer"),
        ("gaps", {"as_of": "yesterday"}, "is no date"),
        ("gaps", {"topic": 3}, "is no string"),
        ("silent_in", {}, "needs target"),
    ],
)
def test_wrong_use_is_explained(embedded_store: GraphStore, name: str, given: dict[str, Any], says: str) -> None:
    with pytest.raises(QueryError, match=says):
        run_query(embedded_store, name, **given)


def test_text_from_a_command_line_becomes_a_number(embedded_store: GraphStore) -> None:
    build(embedded_store)
    assert len(run_query(embedded_store, "counts_by_document", limit="2")) == 2


def test_a_header_that_says_too_little_is_refused() -> None:
    with pytest.raises(QueryError, match="answers"):
        parse_query("MATCH (n) RETURN n.id AS id")
    with pytest.raises(QueryError, match="types: "):
        parse_query("// name: x\n// answers: y\n// param: n whole 3 — a number\nRETURN 1 AS one")
    with pytest.raises(QueryError, match="no query"):
        get_query("")
