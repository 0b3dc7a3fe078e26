"""A text changes after it was judged or reviewed: the reader is told, and nothing vanishes without a word."""

from __future__ import annotations

from typing import Any

from kg.queries import run_query
from kg.stores import GraphStore
from tests.kg.small_graph import add_documents, add_verdicts, build, cn_rule, eu_act, us_part

A26 = "US:21 CFR 900.1(a)@2026-01-01"
B25 = "US:21 CFR 900.1(b)@2025-01-01"
CN1 = "CN:《不良事件办法》第一条@2024-05-01"
EU1 = "EU:Regulation (EU) 2099/1 Article 1@2023-03-01"


def _stale(store: GraphStore) -> list[tuple[Any, ...]]:
    return [tuple(row[name] for name in ("what", "id", "other", "reason")) for row in run_query(store, "stale")]


def _review(store: GraphStore, key: str, provision: str) -> None:
    store.write("MERGE (v:Review {id: row.id}) SET v.reviewer = 'Li', v.decision = 'agree'", [{"id": key}])
    store.write(
        "MATCH (p:Provision {id: row.to}) MATCH (v:Review {id: row.id}) MERGE (v)-[:REVIEWED]->(p)",
        [{"id": key, "to": provision}],
    )


def _new_rule() -> Any:
    """The Chinese rule in the same version with another period in its first article, as when a file was mended."""
    draft = cn_rule()
    first = draft.provisions[0]
    draft.provisions[0] = type(first)(
        **{name: getattr(first, name) for name in first.__slots__} | {"text": "申办者应当在十日内报告严重事件。"}
    )
    return draft


def test_the_same_texts_again_make_nothing_stale(store: GraphStore) -> None:
    build(store)
    add_documents(store, [cn_rule()], sha256="1" * 64)
    second = us_part("2026-01-01", deadline=30, renumbered=True, source="us/part-900_2026.xml")
    add_documents(store, [second], sha256="1" * 64)
    assert _stale(store) == []


def test_a_changed_text_marks_its_verdicts_reviews_and_the_silences_over_its_jurisdiction(store: GraphStore) -> None:
    build(store)
    _review(store, "review:1", CN1)
    _review(store, "review:2", EU1)
    add_documents(store, [_new_rule()], sha256="1" * 64)
    reason = f"the text of {CN1} changed"
    assert _stale(store) == [
        ("review", "review:1", "Li", reason),
        ("silence", B25, "CN", "texts of CN changed after this search"),
        ("verdict", A26, CN1, reason),
    ]


def test_only_what_changed_gets_a_new_node_and_verdicts_on_the_ended_text_are_marked(store: GraphStore) -> None:
    first = us_part("2025-01-01", source="us/part-900_2025.xml")
    add_documents(store, [first, cn_rule(), eu_act()])
    old = "US:21 CFR 900.1(a)@2025-01-01"
    store.write(
        "MATCH (p:Provision {id: row.a}) MATCH (q:Provision {id: row.b}) MERGE (q)-[r:ALIGNED_WITH]->(p) SET r.rank = 1",
        [{"a": old, "b": CN1}, {"a": B25, "b": EU1}],
    )
    _review(store, "review:1", old)
    before = {row["id"] for row in store.run("MATCH (p:Provision) RETURN p.id AS id")}
    add_documents(store, [us_part("2026-01-01", deadline=30, source="us/part-900_2026.xml")])
    new = {row["id"] for row in store.run("MATCH (p:Provision) RETURN p.id AS id")} - before
    assert new == {"US:21 CFR 900.1@2026-01-01", A26}, "the changed paragraph and the section that holds it"
    reason = f"{old} ended on 2026-01-01"
    assert _stale(store) == [("review", "review:1", "Li", reason), ("verdict", CN1, old, reason)]


def test_a_review_outlives_the_provision_that_it_was_about(store: GraphStore) -> None:
    build(store)
    _review(store, "review:1", CN1)
    draft = cn_rule()
    del draft.provisions[0]
    add_documents(store, [draft], sha256="1" * 64)
    assert ("review", "review:1", "Li", f"{CN1} is no longer in the graph") in _stale(store)


def test_marks_are_kept_apart_from_the_verdict(store: GraphStore) -> None:
    build(store)
    add_documents(store, [_new_rule()], sha256="1" * 64)
    add_verdicts(store)
    assert _stale(store) == [], "judged again, all is fresh"
