"""The gap register: what one jurisdiction demands and another answers otherwise or, as far as was found, not at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from kg.queries import run_query
from kg.stores import GraphStore, Row

NOT_SILENCE = frozenset({"not_in_corpus", "not_searched", "parse_failed"})
"""States of a SILENT_IN edge that say nothing about the other side's law."""

STATE_WORDS = {
    "unverified": "no counterpart found (unverified)",
    "judged": "silent, judged by a model",
    "reviewed": "silent, reviewed by a person",
    "not_in_corpus": "instrument not in the corpus",
    "not_searched": "not searched",
    "parse_failed": "source not fully read",
}


@dataclass(frozen=True, slots=True)
class Gap:
    """One line of the register. `finding` is what it comes to in words; `risk` orders the lines, higher first."""

    source: str
    citation: str
    document: str
    text: str
    modality: str
    actor: str
    binding: bool
    jurisdiction: str
    label: str
    state: str
    finding: str
    differs_in: tuple[str, ...]
    explanation: str
    counterpart: str
    counterpart_text: str
    probability: str
    risk: int


_FORCE = {"PROHIBITED": 3, "MANDATORY": 3, "SANCTION": 2, "PERMITTED": 1, "EXEMPTED": 1, "RECOMMENDED": 1}


def _risk(row: Row) -> int:
    """Binding law before guidance, hard duties before soft ones, a conflict of times or limits before other differences."""
    conflict = {"timeline": 4, "threshold": 4, "modality": 2}
    differs = row.get("differs_in") or []
    return (
        (3 if row.get("binding") else 0)
        + _FORCE.get(row.get("modality") or "", 0)
        + max((conflict.get(part, 1) for part in differs), default=0)
        + (2 if row["label"] == "SILENT" else 0)
    )


def _gap(row: Row) -> Gap:
    state = row.get("state") or ""
    label = row["label"]
    differs = tuple(row.get("differs_in") or ())
    said = STATE_WORDS.get(state, state) if label == "SILENT" else "differs in " + ", ".join(differs) if differs else "differs"
    return Gap(
        source=row["source"],
        citation=row["citation"],
        document=row["document"],
        text=row["text"] or "",
        modality=row.get("modality") or "",
        actor=row.get("actor") or "",
        binding=bool(row.get("binding")),
        jurisdiction=row["jurisdiction"],
        label=label,
        state=state,
        finding=said,
        differs_in=differs,
        explanation=row.get("explanation") or "",
        counterpart=row.get("counterpart") or "",
        counterpart_text=row.get("counterpart_text") or "",
        probability=str(row.get("probability") or ""),
        risk=_risk(row),
    )


def gaps(
    store: GraphStore,
    source: str,
    target: str,
    *,
    topic: str = "",
    label: str = "",
    as_of: str = "",
    agreements: bool = False,
) -> list[Gap]:
    """The register of `source` against `target`, highest risk first.

    `topic` keeps provisions whose citation, heading or text holds it; `label` keeps SILENT or DIVERGE; `agreements` adds
    the provisions that agree.
    """
    rows = run_query(store, "gap_register", source=source, target=target, topic=topic, as_of=as_of)
    kept = [_gap(row) for row in rows if (agreements or row["label"] != "AGREE") and label in ("", row["label"])]
    return sorted(kept, key=lambda gap: (-gap.risk, gap.source))


def matrix(store: GraphStore, pairs: Sequence[tuple[str, str]]) -> list[dict[str, object]]:
    """One row a direction: how many provisions agree, diverge, have no counterpart, or could not be told."""
    out: list[dict[str, object]] = []
    for source, target in pairs:
        rows = run_query(store, "gap_register", source=source, target=target)
        count = Counter("untold" if row.get("state") in NOT_SILENCE else row["label"] for row in rows)
        out.append(
            {
                "from": source,
                "to": target,
                "agree": count["AGREE"],
                "diverge": count["DIVERGE"],
                "no counterpart found": count["SILENT"],
                "can't be told": count["untold"],
            }
        )
    return out


def gap_rows(found: Sequence[Gap]) -> list[dict[str, object]]:
    return [asdict(gap) for gap in found]
