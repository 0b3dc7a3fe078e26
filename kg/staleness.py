"""Verdicts, silences and reviews whose texts have changed since: they stay, marked `stale` with the reason, until the next
alignment writes them anew or a person looks at them again."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from kg.stores import GraphStore, Row

CHANGED = "the text of {} changed"
ENDED = "{} ended on {}"
GONE = "{} is no longer in the graph"
SEARCHED = "texts of {} changed after this search"


def mark_changed(store: GraphStore, provisions: Collection[str]) -> None:
    """Before the new text of these is written: all that rests on the old one."""
    rows = [{"id": key, "reason": CHANGED.format(key)} for key in sorted(provisions)]
    _verdicts(store, rows)
    _reviews(store, rows)


def mark_ended(store: GraphStore, ends: Sequence[tuple[str, str]]) -> None:
    """Provisions that a later version replaced, as (id, date): verdicts of others that rest on them, and reviews.

    Their own verdicts and silences stay: they are those of the law as it stood until then.
    """
    rows = [{"id": key, "reason": ENDED.format(key, date)} for key, date in sorted(ends)]
    if rows:
        store.write(
            "MATCH (p:Provision {id: row.id})<-[a:ALIGNED_WITH]-(q:Provision) WHERE q.valid_to IS NULL "
            "SET a.stale = true, a.stale_reason = row.reason",
            rows,
        )
    _reviews(store, rows)


def mark_gone(store: GraphStore, provisions: Collection[str]) -> None:
    """Before provisions are deleted: their reviews stay without them."""
    _reviews(store, [{"id": key, "reason": GONE.format(key)} for key in sorted(provisions)])


def mark_searched(store: GraphStore, jurisdictions: Collection[str]) -> None:
    """A silence rests on all texts of the jurisdiction that was searched."""
    rows = [{"id": key, "reason": SEARCHED.format(key)} for key in sorted(jurisdictions)]
    if rows:
        store.write(
            "MATCH (j:Jurisdiction {id: row.id})<-[s:SILENT_IN]-(p:Provision) WHERE s.stale IS NULL "
            "SET s.stale = true, s.stale_reason = row.reason",
            rows,
        )


def _verdicts(store: GraphStore, rows: Sequence[Row]) -> None:
    if rows:
        for pattern in (
            "-[a:ALIGNED_WITH]->()",
            "<-[a:ALIGNED_WITH]-()",
            "-[a:SILENT_IN]->()",
            "-[a:RESTATES]->()",
            "<-[a:RESTATES]-()",
        ):
            store.write(f"MATCH (p:Provision {{id: row.id}}){pattern} SET a.stale = true, a.stale_reason = row.reason", rows)


def _reviews(store: GraphStore, rows: Sequence[Row]) -> None:
    if rows:
        for pattern in ("-[:REVIEWED]->", "<-[:REVIEWED]-"):
            store.write(
                f"MATCH (p:Provision {{id: row.id}}){pattern}(v:Review) SET v.stale = true, v.stale_reason = row.reason", rows
            )
