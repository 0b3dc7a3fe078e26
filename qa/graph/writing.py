"""Items in the graph: a QAItem node each, DERIVED_FROM its provisions, with the words that it quotes of them."""

from __future__ import annotations

from collections.abc import Sequence

from kg.stores import GraphStore, Row
from qa.items import Item


def write_items_to_graph(store: GraphStore, items: Sequence[Item]) -> None:
    """Brings the items of each type and language in the graph to exactly these; writing them again changes nothing.

    A relationship can't end at an edge, so the edges that an item rests on stand in its property `edges`. A provision that
    the graph does not hold gets no relationship.
    """
    kinds = sorted({(item.type, item.lang) for item in items})
    kept = {item.id for item in items}
    for kind, lang in kinds:
        held = store.run("MATCH (n:QAItem {type: $type, lang: $lang}) RETURN n.id AS id", {"type": kind, "lang": lang})
        if gone := [{"id": row["id"]} for row in held if row["id"] not in kept]:
            store.write("MATCH (n:QAItem {id: row.id}) DETACH DELETE n", gone)
    store.write("MERGE (n:QAItem {id: row.id}) SET n = row.properties", [_node(item) for item in items])
    store.write("MATCH (n:QAItem {id: row.id})-[r:DERIVED_FROM]->() DELETE r", [{"id": item.id} for item in items])
    store.write(
        "MATCH (n:QAItem {id: row.id}) MATCH (p:Provision {id: row.provision}) "
        "MERGE (n)-[r:DERIVED_FROM]->(p) SET r.quote = row.quote, r.run = row.run",
        [row for item in items for row in _sources(item)],
    )


def _node(item: Item) -> Row:
    properties = {
        "id": item.id,
        "type": item.type,
        "lang": item.lang,
        "kind": item.kind,
        "question": item.question,
        "choices": list(item.choices),
        "answer": item.answer,
        "explanation": item.explanation,
        "domain": item.category,
        "subdomain": item.subdomain,
        "concept": item.related_concept,
        "disposition": item.disposition or "unscreened",
        "generator": item.generator,
        "run": item.graph_run,
        "edges": [key for key in item.derived_from if " ALIGNED_WITH " in key],
    }
    return {"id": item.id, "properties": properties}


def _sources(item: Item) -> list[Row]:
    return [{"id": item.id, "provision": q.provision, "quote": q.text, "run": item.graph_run} for q in item.evidence]
