"""Bringing the graph to the arrangement of `kg.versions`: only what differs is written."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from kg.copying import copy_provisions
from kg.removal import drop_members
from kg.staleness import mark_ended
from kg.stores import GraphStore, Row
from kg.versions import Arrangement, Version, arrangement, group_members

_WORKS = """
MATCH (d:Document)
RETURN d.id AS id, d.work AS work, d.lang AS lang, d.valid_from AS date, d.valid_to AS valid_to, d.ends AS ends,
       d.partial AS partial ORDER BY id
"""
_MEMBERS = """
UNWIND $ids AS id
MATCH (d:Document {id: id})-[r:HAS_PROVISION]->(p:Provision)
RETURN d.id AS document, coalesce(r.id, p.id) AS raw, p.id AS node, p.citation AS citation, p.level AS level,
       p.version_hash AS reads, p.text_hash AS text_hash, size(p.text) AS characters, coalesce(r.order, p.order) AS order,
       r.order AS own_order
"""
_PROVISIONS = """
UNWIND $ids AS id
MATCH (p:Provision {id: id})
RETURN p.id AS id, p.valid_to AS valid_to, p.ends AS ends, p.since AS since, p.document AS document, p.order AS order
"""
_PARENTS = """
UNWIND $ids AS id
MATCH (p:Provision {id: id})-[:HAS_CHILD]->(c:Provision) RETURN p.id AS parent, c.id AS child
"""
_SUPERSEDES = """
UNWIND $ids AS id
MATCH (n:Provision {id: id})-[r:SUPERSEDES]->(o:Provision)
RETURN n.id AS new, o.id AS old, r.kind AS kind, r.renumbered_from AS renumbered_from
"""


def arrange(store: GraphStore, leave_out: Collection[str] = ()) -> None:
    """Joins the versions of every work that has several.

    Documents of `leave_out` are treated as if they were not there, and the others get nodes of their own: so a version can be
    taken out or read again without changing another one's text.
    """
    works: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in store.run(_WORKS):
        works[row["work"] or row["id"], row["lang"] or ""].append(row)
    for documents in works.values():
        if len(documents) > 1:
            _arrange_work(store, [d for d in documents if d["id"] not in leave_out])


def _arrange_work(store: GraphStore, documents: Sequence[Row]) -> None:
    if not documents:
        return
    rows = store.run(_MEMBERS, {"ids": [d["id"] for d in documents]})
    members = group_members(rows)
    versions = [Version(d["id"], d["date"] or "", tuple(members.get(d["id"], ())), bool(d["partial"])) for d in documents]
    wanted = arrangement(versions)
    dates = {v.document: v.date for v in versions}
    _make_nodes(store, versions, wanted, dates)
    parents = _parents(store, versions)
    _move_members(store, rows, versions, wanted)
    _move_children(store, parents, wanted)
    _set_document_ends(store, documents, wanted)
    nodes = sorted(set(wanted.node.values()))
    _set_provisions(store, nodes, wanted)
    _set_supersedes(store, nodes, wanted)


def _make_nodes(store: GraphStore, versions: Sequence[Version], wanted: Arrangement, dates: Mapping[str, str]) -> None:
    """Copies of nodes that have to stand for themselves again: another version came in between, or the first one went."""
    present = {member.node for version in versions for member in version.members}
    copies: dict[str, dict[str, Any]] = {}
    for version in versions:
        for member in version.members:
            if wanted.node[version.document, member.raw] == member.raw and member.raw not in present:
                copies[member.raw] = {
                    "from": member.node,
                    "to": member.raw,
                    "document": version.document,
                    "order": member.order,
                    "valid_from": dates[version.document] or None,
                }
    copy_provisions(store, [copies[key] for key in sorted(copies)])


def _parents(store: GraphStore, versions: Sequence[Version]) -> dict[str, dict[str, str | None]]:
    """For each document, the raw id of each member's parent there."""
    ids = sorted({member.node for version in versions for member in version.members})
    above: dict[str, list[str]] = defaultdict(list)
    for row in store.run(_PARENTS, {"ids": ids}):
        above[row["child"]].append(row["parent"])
    out: dict[str, dict[str, str | None]] = {}
    for version in versions:
        raw = {member.node: member.raw for member in version.members}
        out[version.document] = {
            member.raw: next((raw[parent] for parent in sorted(above[member.node]) if parent in raw), None)
            for member in version.members
        }
    return out


def _move_members(store: GraphStore, rows: Sequence[Row], versions: Sequence[Version], wanted: Arrangement) -> None:
    order = {(v.document, m.raw): m.order for v in versions for m in v.members}
    there = {(row["document"], row["raw"], row["node"]) for row in rows}
    told = {(row["document"], row["raw"], row["node"]) for row in rows if row["own_order"] is not None}
    new = [
        {"document": document, "raw": raw, "node": node, "order": order[document, raw]}
        for (document, raw), node in wanted.node.items()
        if (document, raw, node) not in told
    ]
    if new:
        store.write(
            "MATCH (p:Provision {id: row.node}) MATCH (d:Document {id: row.document}) MERGE (p)<-[r:HAS_PROVISION]-(d) "
            "SET r.id = row.raw, r.order = row.order",
            new,
        )
    drop_members(store, [(document, node) for document, raw, node in sorted(there) if wanted.node[document, raw] != node])


def _move_children(store: GraphStore, parents: Mapping[str, Mapping[str, str | None]], wanted: Arrangement) -> None:
    pairs = {
        (wanted.node[document, parent], wanted.node[document, child])
        for document, above in parents.items()
        for child, parent in above.items()
        if parent is not None
    }
    there = {(row["parent"], row["child"]) for row in store.run(_PARENTS, {"ids": sorted(set(wanted.node.values()))})}
    new = [{"parent": parent, "child": child} for parent, child in sorted(pairs - there)]
    if new:
        store.write("MATCH (c:Provision {id: row.child}) MATCH (p:Provision {id: row.parent}) MERGE (c)<-[:HAS_CHILD]-(p)", new)
    nodes = set(wanted.node.values())
    old = [{"parent": parent, "child": child} for parent, child in sorted(there - pairs) if child in nodes]
    if old:
        store.write("MATCH (c:Provision {id: row.child})<-[r:HAS_CHILD]-(p:Provision {id: row.parent}) DELETE r", old)


def _set_document_ends(store: GraphStore, documents: Sequence[Row], wanted: Arrangement) -> None:
    """A version ends when the next begins, else when its source says so."""
    ends = {d["id"]: wanted.document_ends.get(d["id"]) or d["ends"] for d in documents}
    changed = [{"id": d["id"], "valid_to": ends[d["id"]]} for d in documents if ends[d["id"]] != d["valid_to"]]
    if changed:
        store.write("MATCH (n:Document {id: row.id}) SET n.valid_to = row.valid_to", changed)


def _set_provisions(store: GraphStore, nodes: Sequence[str], wanted: Arrangement) -> None:
    """Validity of each node, and as its `document` the last version that holds it: the one in force, if any."""
    changed = []
    ended = []
    for row in store.run(_PROVISIONS, {"ids": list(nodes)}):
        document, order = wanted.holder[row["id"]]
        now = {
            "id": row["id"],
            "valid_to": wanted.ends.get(row["id"]) or row["ends"],
            "since": wanted.since.get(row["id"]),
            "document": document,
            "order": order,
        }
        if any(row[key] != value for key, value in now.items()):
            changed.append(now)
        if row["valid_to"] is None and now["valid_to"]:
            ended.append((row["id"], now["valid_to"]))
    if changed:
        store.write(
            "MATCH (n:Provision {id: row.id}) "
            "SET n.valid_to = row.valid_to, n.since = row.since, n.document = row.document, n.order = row.order",
            changed,
        )
    mark_ended(store, ended)


def _set_supersedes(store: GraphStore, nodes: Sequence[str], wanted: Arrangement) -> None:
    there = {
        (row["new"], row["old"]): (row["kind"], row["renumbered_from"]) for row in store.run(_SUPERSEDES, {"ids": list(nodes)})
    }
    pairs = {(s.new, s.old): (s.kind, s.renumbered_from) for s in wanted.supersedes}
    old = [{"new": new, "old": old} for new, old in sorted(there.keys() - pairs.keys())]
    if old:
        store.write("MATCH (n:Provision {id: row.new})-[r:SUPERSEDES]->(o:Provision {id: row.old}) DELETE r", old)
    new = [
        {"new": new, "old": old, "kind": kind, "from": renumbered_from}
        for (new, old), (kind, renumbered_from) in sorted(pairs.items())
        if there.get((new, old)) != (kind, renumbered_from)
    ]
    if new:
        store.write(
            "MATCH (n:Provision {id: row.new}) MATCH (o:Provision {id: row.old}) MERGE (n)-[r:SUPERSEDES]->(o) "
            "SET r.kind = row.kind, r.renumbered_from = row.from",
            new,
        )
