"""Adjudication by spreadsheet: verdicts as rows that a reviewer fills in, and the filled rows as decisions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from align.gap_register import Gap
from align.review import FIELDS, Decision, Pair, text_hashes
from align.worklist import read_texts
from kg.records import Verdict
from kg.stores import GraphStore

DECISIONS = ("accept", "reject", "AGREE", "DIVERGE", "SILENT")
"""What may stand in `decision`: the verdict as shown holds; the counterpart shown is none and nothing answers; or another
verdict, with `new_counterpart` and `new_differs_in` where they are not those shown."""

COLUMNS: tuple[tuple[str, str, int], ...] = (
    ("decision", "Decision", 11),
    ("new_counterpart", "New counterpart", 18),
    ("new_differs_in", "New differs in", 14),
    ("note", "Note", 26),
    ("reviewer", "Reviewer", 12),
    ("citation", "Demand", 22),
    ("text", "Text", 46),
    ("jurisdiction", "Looked for in", 9),
    ("finding", "Finding", 22),
    ("label", "Label", 10),
    ("rules_said", "Rules said", 10),
    ("counterpart", "Counterpart", 22),
    ("counterpart_text", "Counterpart's text", 46),
    ("differs_in", "Differs in", 14),
    ("explanation", "Why", 40),
    ("confidence", "Confidence", 11),
    ("others", "Other candidates", 34),
    ("source", "Source id", 24),
    ("counterpart_id", "Counterpart id", 24),
    ("source_hash", "Source hash", 18),
    ("counterpart_hash", "Counterpart hash", 18),
)
"""Name, head and width. The first five are the reviewer's; the last four tie the row to the texts as they were shown."""
FILLED_IN = 5
ADDED = frozenset({"rules_said"})
"""Columns that sheets of earlier versions do not have."""
_OTHERS = 8


@dataclass
class Sheet:
    """A filled-in sheet as read: decisions that can be applied, and what can't, in words with its row."""

    decisions: list[Decision] = field(default_factory=list)
    stale: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    blank: int = 0


def sheet_rows(
    store: GraphStore,
    gaps: Sequence[Gap],
    candidates: Mapping[Pair, Sequence[str]],
    reviewer: str = "",
    rules_said: Mapping[Pair, str] | None = None,
) -> list[dict[str, str]]:
    """A row a verdict, its keys those of COLUMNS, with nothing decided. `rules_said`: labels that a model decided against."""
    hashes = text_hashes(store, [i for g in gaps for i in (g.source, g.counterpart_id)])
    others = {
        (g.source, g.jurisdiction): [i for i in candidates.get((g.source, g.jurisdiction), ()) if i != g.counterpart_id][
            :_OTHERS
        ]
        for g in gaps
    }
    citations = _citations(store, [i for ids in others.values() for i in ids])
    return [
        {
            "decision": "",
            "new_counterpart": "",
            "new_differs_in": "",
            "note": "",
            "reviewer": reviewer,
            "citation": g.citation,
            "text": g.text,
            "jurisdiction": g.jurisdiction,
            "finding": g.finding,
            "label": g.label,
            "rules_said": (rules_said or {}).get((g.source, g.jurisdiction), ""),
            "counterpart": g.counterpart,
            "counterpart_text": g.counterpart_text,
            "differs_in": ", ".join(g.differs_in),
            "explanation": g.explanation,
            "confidence": g.confidence,
            "others": "\n".join(citations[i] for i in others[g.source, g.jurisdiction] if i in citations),
            "source": g.source,
            "counterpart_id": g.counterpart_id,
            "source_hash": hashes.get(g.source, ""),
            "counterpart_hash": hashes.get(g.counterpart_id, ""),
        }
        for g in gaps
    ]


def _citations(store: GraphStore, ids: Sequence[str]) -> dict[str, str]:
    rows = store.run(
        "UNWIND $ids AS id MATCH (p:Provision {id: id}) RETURN p.id AS id, p.citation AS citation", {"ids": sorted(set(ids))}
    )
    return {row["id"]: row["citation"] for row in rows}


def read_sheet(store: GraphStore, rows: Iterable[Mapping[str, Any]], reviewer: str = "") -> Sheet:
    """Filled-in rows as decisions. `reviewer` stands for rows that name none.

    A row whose text has changed since it was exported is stale and gives no decision; one that can't be read is told.
    """
    sheet = Sheet()
    filled = []
    for number, row in enumerate(rows, 2):
        given = {name: str(row.get(name) or "").strip() for name, _, _ in COLUMNS}
        if given["decision"]:
            filled.append((number, given))
        else:
            sheet.blank += 1
    hashes = text_hashes(store, [i for _, g in filled for i in (g["source"], g["counterpart_id"])])
    for number, given in filled:
        _read_row(store, sheet, number, given, hashes, reviewer)
    return sheet


def _read_row(
    store: GraphStore, sheet: Sheet, number: int, given: dict[str, str], hashes: Mapping[str, str], reviewer: str
) -> None:
    place = f"row {number} ({given['citation'] or given['source'] or 'no source'})"
    who = given["reviewer"] or reviewer
    decision = next((d for d in DECISIONS if d.lower() == given["decision"].lower()), "")
    if not decision:
        sheet.wrong.append(f"{place}: decision {given['decision']!r}; write {', '.join(DECISIONS)}")
    elif not who:
        sheet.wrong.append(f"{place}: no reviewer; fill in the column or give --reviewer NAME")
    elif not given["source_hash"] or hashes.get(given["source"]) != given["source_hash"]:
        sheet.stale.append(f"{place}: the source's text has changed or is gone since the export")
    elif decision == "reject" and given["label"] == "SILENT":
        sheet.wrong.append(f"{place}: to reject a silence write AGREE or DIVERGE and the new counterpart")
    elif decision == "accept" and given["label"] not in ("AGREE", "DIVERGE", "SILENT"):
        sheet.wrong.append(f"{place}: nothing was found out here that could be accepted; write AGREE, DIVERGE or SILENT")
    else:
        found = _decision(store, sheet, place, given, decision, hashes, who)
        if found is not None:
            sheet.decisions.append(found)


def _decision(
    store: GraphStore, sheet: Sheet, place: str, given: dict[str, str], decision: str, hashes: Mapping[str, str], who: str
) -> Decision | None:
    label: Verdict = {"accept": given["label"], "reject": "SILENT"}.get(decision, decision)  # type: ignore[assignment]
    blank = Decision(given["source"], given["jurisdiction"], label, who, note=given["note"], source_hash=given["source_hash"])
    if label == "SILENT":
        return blank
    differs = tuple(name.strip() for name in (given["new_differs_in"] or given["differs_in"]).split(",") if name.strip())
    if label == "DIVERGE" and (unknown := [name for name in differs if name not in FIELDS]):
        sheet.wrong.append(f"{place}: differs in {unknown[0]!r}; known: {', '.join(FIELDS)}")
        return None
    counterpart, counted = given["counterpart_id"], given["counterpart_hash"]
    if given["new_counterpart"]:
        found = _find(store, given["new_counterpart"], given["jurisdiction"])
        if not found:
            sheet.wrong.append(f"{place}: no provision {given['new_counterpart']!r} in force in {given['jurisdiction']}")
            return None
        counterpart, counted = found
    elif not counterpart:
        sheet.wrong.append(f"{place}: {label} needs a new counterpart: a citation or an id")
        return None
    elif not counted or hashes.get(counterpart) != counted:
        sheet.stale.append(f"{place}: the counterpart's text has changed or is gone since the export")
        return None
    return replace(blank, counterpart=counterpart, counterpart_hash=counted, differs_in=differs if label == "DIVERGE" else ())


def _find(store: GraphStore, name: str, jurisdiction: str) -> tuple[str, str] | None:
    """Id and hash of the provision in force that `name` cites."""
    rows = store.run(
        "MATCH (p:Provision {jurisdiction: $jurisdiction}) WHERE (p.id = $name OR p.citation = $name) AND p.valid_to IS NULL "
        "RETURN p.id AS id ORDER BY id LIMIT 1",
        {"name": name, "jurisdiction": jurisdiction},
    )
    if not rows:
        return None
    found = read_texts(store, [rows[0]["id"]])[rows[0]["id"]]
    return found.id, found.hash
