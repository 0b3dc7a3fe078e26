"""The graph as files: JSON Lines in the formats of docs/formats.md, or tables of nodes and relationships."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from kg.errors import UsageError
from kg.records import Provision
from kg.stores import GraphStore, Row
from kg.stores.schema import LABELS, RELATIONSHIPS
from kg.tree import Tree

_DOCUMENTS = """
MATCH (d:Document)
RETURN d.id AS id, d.jurisdiction AS jurisdiction, d.title AS title, d.source AS file, d.lang AS lang, d.kind AS kind,
       d.binding AS binding, d.number AS number, d.authority AS authority, d.work AS work, d.valid_from AS valid_from,
       d.valid_to AS valid_to, d.domain AS domain, d.subdomain AS subdomain, d.topic_evidence AS topic_evidence,
       d.characters_in AS characters_in, d.characters_out AS characters_out, d.copies AS copies
ORDER BY id
"""
_PROVISIONS = """
MATCH (d:Document)-[r:HAS_PROVISION]->(p:Provision)
RETURN d.id AS document, p.id AS id, p.citation AS citation, p.path AS path, p.level AS level, p.role AS role,
       p.heading AS heading, p.text AS text, p.tail AS tail, p.marker AS marker, p.lang AS lang,
       p.jurisdiction AS jurisdiction, coalesce(r.order, p.order) AS order, p.valid_from AS valid_from, p.valid_to AS valid_to,
       p.domain AS domain, p.subdomain AS subdomain
"""
_CHILDREN = "MATCH (p:Provision)-[:HAS_CHILD]->(c:Provision) RETURN p.id AS parent, c.id AS child"
_OBLIGATIONS = """
MATCH (p:Provision)-[:STATES]->(o:Obligation)
RETURN o.id AS id, p.id AS provision, o.modality AS modality, o.polarity AS polarity, o.restrictive AS restrictive,
       o.cue AS cue, o.subject AS subject, o.actor AS actor, o.target AS target, o.action AS action,
       o.conditions AS conditions, o.exceptions AS exceptions, o.text AS text, o.lang AS lang
ORDER BY id
"""
_QUANTITIES = """
MATCH (o:Obligation)-[:LIMITS]->(q:Quantity)
RETURN o.id AS obligation, q.id AS id, q.text AS text, q.kind AS kind, q.comparator AS comparator, q.value AS value,
       q.value_high AS value_high, q.value_text AS value_text, q.unit AS unit, q.qualifier AS qualifier, q.anchor AS anchor
ORDER BY id
"""
_REFERENCES = """
MATCH (p:Provision)-[r:CITES]->(e)
RETURN p.id AS source, r.text AS text, r.target AS target, r.kind AS kind, r.resolved AS resolved, e.id AS end
ORDER BY source, target, text, end
"""


def export_jsonl(store: GraphStore, folder: Path, verdicts: Iterable[Mapping[str, Any]] = ()) -> dict[str, int]:
    """Writes documents, provisions, obligations, references and `verdicts` under `folder`; rows written by file name.

    A provision that several versions of a document share is written once, for the last version that holds it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    documents = store.run(_DOCUMENTS)
    return {
        "documents.jsonl": _write(folder / "documents.jsonl", documents),
        "provisions.jsonl": _write(folder / "provisions.jsonl", provision_lines(store, documents)),
        "obligations.jsonl": _write(folder / "obligations.jsonl", _obligation_lines(store)),
        "references.jsonl": _write(folder / "references.jsonl", _reference_lines(store)),
        "verdicts.jsonl": _write(folder / "verdicts.jsonl", verdicts),
    }


def provision_lines(store: GraphStore, documents: Iterable[Row]) -> Iterator[Row]:
    """One line a provision, document by document, in the order of the page, with `full_text` and `n_children` worked out."""
    files = {row["id"]: (row["file"], row["valid_from"] or "") for row in documents}
    members: dict[str, list[Row]] = defaultdict(list)
    for row in store.run(_PROVISIONS):
        members[row["document"]].append(row)
    parents: dict[str, list[str]] = defaultdict(list)
    for row in store.run(_CHILDREN):
        parents[row["child"]].append(row["parent"])
    written: set[str] = set()
    lines: dict[str, list[Row]] = {}
    for document in sorted(members, key=lambda d: (files[d][1], d), reverse=True):  # the last version first
        rows = sorted(members[document], key=lambda row: (row["order"], row["id"]))
        inside = {row["id"] for row in rows}
        above = {row["id"]: next((p for p in sorted(parents[row["id"]]) if p in inside), None) for row in rows}
        tree = Tree(_provision(row, document, above[row["id"]]) for row in rows)
        lines[document] = [_line(row, tree, files[document][0], document) for row in rows if row["id"] not in written]
        written |= inside
    for document in sorted(lines):
        yield from lines.pop(document)


def _provision(row: Row, document: str, parent: str | None) -> Provision:
    return Provision(
        id=row["id"],
        document=document,
        citation=row["citation"],
        path=tuple(row["path"]),
        level=row["level"],
        text=row["text"],
        lang=row["lang"],
        jurisdiction=row["jurisdiction"],
        order=row["order"],
        parent=parent,
        heading=row["heading"],
        tail=row["tail"] or "",
        marker=row["marker"],
        role=row["role"],
    )


def _line(row: Row, tree: Tree, file: str, document: str) -> Row:
    provision = tree.by_id[row["id"]]
    return {
        "id": row["id"],
        "document": document,
        "file": file,
        "citation": row["citation"],
        "path": row["path"],
        "level": row["level"],
        "heading": row["heading"],
        "text": row["text"],
        "tail": row["tail"] or "",
        "full_text": tree.full_text(provision),
        "n_children": tree.count_children(provision),
        "lang": row["lang"],
        "jurisdiction": row["jurisdiction"],
        "parent": provision.parent,
        "role": row["role"],
        "domain": row["domain"],
        "subdomain": row["subdomain"],
        "valid_from": row["valid_from"],
        "valid_to": row["valid_to"],
    }


def _obligation_lines(store: GraphStore) -> Iterator[Row]:
    quantities: dict[str, list[Row]] = defaultdict(list)
    for row in store.run(_QUANTITIES):
        low = row["value"] if row["value"] is not None else row["value_text"]
        value = low if row["value_high"] is None else [low, row["value_high"]]
        kept = {key: row[key] for key in ("id", "text", "kind", "comparator", "unit", "qualifier", "anchor")}
        quantities[row["obligation"]].append({**kept, "value": value})
    for row in store.run(_OBLIGATIONS):
        yield {**row, "quantities": quantities.get(row["id"], [])}


def _reference_lines(store: GraphStore) -> Iterator[Row]:
    """One line a reference, whatever the number of provisions of a range; `ends` are their ids."""
    line: Row | None = None
    for row in store.run(_REFERENCES):
        if line is not None and all(line[key] == row[key] for key in ("source", "text", "target")):
            line["ends"].append(row["end"])
            continue
        if line is not None:
            yield line
        line = {**{key: value for key, value in row.items() if key != "end"}, "ends": [row["end"]] if row["resolved"] else []}
    if line is not None:
        yield line


def _write(path: Path, rows: Iterable[Mapping[str, Any]]) -> int:
    """Writes beside the file and moves it there when it is whole."""
    count = 0
    part = path.with_suffix(".part")
    with part.open("w", encoding="utf-8") as out:
        for row in rows:
            out.write(json.dumps(row, ensure_ascii=False) + "\n")
            count += 1
    part.replace(path)
    return count


def export_tables(store: GraphStore, folder: Path, format_: str) -> dict[str, int]:
    """One table for each label and relationship type that the graph holds, as csv or parquet; rows written by file name.

    Lists stay lists in parquet, and are JSON in csv.
    """
    if format_ not in ("csv", "parquet"):
        raise UsageError(f"unknown format {format_}; known: csv, parquet")
    folder.mkdir(parents=True, exist_ok=True)
    written: dict[str, int] = {}
    for label in LABELS:
        rows = [row["n"] for row in store.run(f"MATCH (n:{label}) RETURN properties(n) AS n ORDER BY n.id")]
        _table(folder / f"nodes_{label}.{format_}", rows, written)
    for kind in RELATIONSHIPS:
        found = store.run(
            f"MATCH (a)-[r:{kind}]->(b) RETURN a.id AS from, b.id AS to, properties(r) AS r, "
            "labels(a)[0] AS from_label, labels(b)[0] AS to_label"
        )
        rows = [
            {"from": row["from"], "from_label": row["from_label"], "to": row["to"], "to_label": row["to_label"], **row["r"]}
            for row in sorted(found, key=lambda row: (row["from"], row["to"], json.dumps(row["r"], sort_keys=True)))
        ]
        _table(folder / f"edges_{kind}.{format_}", rows, written)
    return written


def _table(path: Path, rows: list[Row], written: dict[str, int]) -> None:
    if not rows:
        path.unlink(missing_ok=True)
        return
    import pandas as pd  # noqa: PLC0415 - half a second that only tables need

    columns = sorted({key for row in rows for key in row}, key=lambda key: (key not in ("id", "from", "to"), key))
    if path.suffix == ".csv":
        rows = [{k: json.dumps(v, ensure_ascii=False) if isinstance(v, list) else v for k, v in row.items()} for row in rows]
    frame = pd.DataFrame(rows, columns=columns).convert_dtypes()
    part = path.with_suffix(".part")
    if path.suffix == ".csv":
        frame.to_csv(part, index=False)
    else:
        frame.to_parquet(part, index=False)
    part.replace(path)
    written[path.name] = len(rows)
