"""The gap register: what one jurisdiction demands and another answers otherwise or, as far as was found, not at all."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass

from ingest.concepts import lexicon
from kg.queries import run_query
from kg.stores import GraphStore, Row

NOT_SILENCE = frozenset({"not_in_corpus", "not_searched", "parse_failed"})
"""States of a SILENT_IN edge that say nothing about the other side's law."""
UNTOLD = "UNTOLD"
"""The label of a line in one of these states."""
LABELS = ("AGREE", "DIVERGE", "SILENT", UNTOLD)

STATE_WORDS = {
    "unverified": "no counterpart found (unverified)",
    "judged": "silent, judged by a model",
    "reviewed": "silent, reviewed by a person",
    "not_in_corpus": "instrument not in the corpus",
    "not_searched": "not searched",
    "parse_failed": "source not fully read",
}
_VERIFIED = {"judged": ", judged by a model", "reviewed": ", reviewed by a person"}

_TOPICS = """
MATCH (p:Provision {jurisdiction: $source})-[:STATES]->(:Obligation)-[:CONCERNS]->(c:Concept)
RETURN p.id AS provision, c.id AS concept ORDER BY provision, concept
"""
_MOST_TOPICS = 2
_VAGUE = frozenset({"administrative", "authority", "occupation"})
"""Domains that say little of what a provision is about; they count only where there is no other."""


@dataclass(frozen=True, slots=True)
class Gap:
    """One line of the register. `finding` is what it comes to in words; `risk` orders the lines, higher first.

    `topics` are the domains of the concepts that the obligations are about, the most frequent first, or () where none is
    known. `confidence` is low, middle or high, or "" where it can't be told or a reader has settled it. `stale` says which text
    changed after the verdict, "" where none did.
    """

    source: str
    citation: str
    heading: str
    document: str
    text: str
    modalities: tuple[str, ...]
    actors: tuple[str, ...]
    binding: bool
    topics: tuple[str, ...]
    jurisdiction: str
    label: str
    state: str
    finding: str
    differs_in: tuple[str, ...]
    explanation: str
    counterpart: str
    counterpart_id: str
    counterpart_text: str
    confidence: str
    verified_by: str
    disputed: bool
    stale: str
    searched: str
    nearest: tuple[str, ...]
    not_found: tuple[str, ...]
    risk: int

    @property
    def modality(self) -> str:
        """The weightiest modality that the provision states, "" where it states none."""
        return max(self.modalities, key=lambda m: _FORCE.get(m, 0), default="")


@dataclass(frozen=True, slots=True)
class GapFilter:
    """What a line must be to be kept; "" and None let all pass. `topic` also fits a domain of concepts by name."""

    topic: str = ""
    actor: str = ""
    modality: str = ""
    binding: bool | None = None
    state: str = ""
    label: str = ""
    differs_in: str = ""

    def fits(self, gap: Gap) -> bool:
        words = (gap.citation, gap.heading, gap.text, *gap.topics)
        return (
            (not self.topic or any(self.topic.lower() in word.lower() for word in words))
            and (not self.actor or any(self.actor.lower() in actor.lower() for actor in gap.actors))
            and (not self.modality or self.modality in gap.modalities)
            and self.binding in (None, gap.binding)
            and self.state in ("", gap.state)
            and self.label in ("", gap.label)
            and (not self.differs_in or self.differs_in in gap.differs_in)
        )


_FORCE = {"PROHIBITED": 3, "MANDATORY": 3, "SANCTION": 2, "PERMITTED": 1, "EXEMPTED": 1, "RECOMMENDED": 1}
_CONFLICT = {"timeline": 4, "threshold": 4, "modality": 2}
_SURE = {"high": 1, "low": -1}


def _risk(row: Row, label: str) -> int:
    """Binding law before guidance, hard duties before soft ones, a conflict of times or limits before other differences,
    what is likely before what is not; a line that is settled by a reader counts as likely."""
    differs = row["differs_in"] or []
    sure = 1 if row["state"] in _VERIFIED else _SURE.get(row["confidence"] or "", 0)
    return (
        (3 if row["binding"] else 0)
        + max((_FORCE.get(m, 0) for m in row["modalities"] or []), default=0)
        + max((_CONFLICT.get(part, 1) for part in differs), default=0)
        + (2 if label == "SILENT" else 0)
        + (sure if label in ("SILENT", "DIVERGE") else 0)
    )


def _finding(label: str, state: str, differs: Sequence[str]) -> str:
    if label in ("SILENT", UNTOLD):
        return STATE_WORDS.get(state, state)
    said = "agrees" if label == "AGREE" else "differs in " + ", ".join(differs) if differs else "differs"
    return said + _VERIFIED.get(state, "")


def _gap(row: Row, topics: Sequence[str]) -> Gap:
    state = row["state"] or ""
    label = UNTOLD if state in NOT_SILENCE else row["label"]
    differs = tuple(row["differs_in"] or ())
    return Gap(
        source=row["source"],
        citation=row["citation"],
        heading=row["heading"] or "",
        document=row["document"],
        text=row["text"] or "",
        modalities=tuple(dict.fromkeys(m for m in row["modalities"] or () if m)),
        actors=tuple(dict.fromkeys(a for a in row["actors"] or () if a)),
        binding=bool(row["binding"]),
        topics=tuple(topics),
        jurisdiction=row["jurisdiction"],
        label=label,
        state=state,
        finding=_finding(label, state, differs),
        differs_in=differs,
        explanation=row["explanation"] or "",
        counterpart=row["counterpart"] or "",
        counterpart_id=row["counterpart_id"] or "",
        counterpart_text=row["counterpart_text"] or "",
        confidence="" if state in _VERIFIED or label == UNTOLD else row["confidence"] or "",
        verified_by=row["verified_by"] or "",
        disputed=bool(row["disputed"]),
        stale=row["stale"] or "",
        searched=str(row["searched"] or ""),
        nearest=tuple(row["nearest"] or ()),
        not_found=tuple(row["not_found"] or ()),
        risk=_risk(row, label),
    )


def _topics(store: GraphStore, source: str) -> dict[str, tuple[str, ...]]:
    """The domains of each provision of `source`; general vocabulary names none."""
    known = lexicon().by_id
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for row in store.run(_TOPICS, {"source": source}):
        concept = known.get(row["concept"])
        if concept is not None and not concept.general and concept.domain:
            found[row["provision"]][concept.domain] += 1
    return {
        provision: tuple(name for name, _ in sorted(count.items(), key=lambda i: (i[0] in _VAGUE, -i[1], i[0]))[:_MOST_TOPICS])
        for provision, count in found.items()
    }


def gaps(
    store: GraphStore,
    source: str,
    target: str,
    *,
    only: GapFilter | None = None,
    as_of: str = "",
    agreements: bool = False,
) -> list[Gap]:
    """The register of `source` against `target`, highest risk first; `agreements` adds the provisions that agree."""
    topics = _topics(store, source)
    rows = run_query(store, "gap_register", source=source, target=target, as_of=as_of)
    wanted = only or GapFilter()
    found = (_gap(row, topics.get(row["source"], ())) for row in rows)
    kept = [gap for gap in found if (agreements or gap.label != "AGREE") and wanted.fits(gap)]
    return sorted(kept, key=by_risk)


def by_risk(gap: Gap) -> tuple[int, str, str]:
    """The order of a register that holds several directions."""
    return -gap.risk, gap.source, gap.jurisdiction


def _counts(found: Iterable[Gap]) -> dict[str, object]:
    count = Counter((gap.label, gap.state) if gap.label == "SILENT" else gap.label for gap in found)
    return {
        "agree": count["AGREE"],
        "differ": count["DIVERGE"],
        "no counterpart found (unverified)": count["SILENT", "unverified"],
        "silent (judged or reviewed)": sum(n for key, n in count.items() if isinstance(key, tuple) and key[1] in _VERIFIED),
        "can't be told": count[UNTOLD],
    }


def matrix_of(found: Iterable[Gap], pairs: Sequence[tuple[str, str]]) -> list[dict[str, object]]:
    """One row a direction with how many lines of the register come to what; `found` must hold the agreements too."""
    by_pair: dict[tuple[str, str], list[Gap]] = defaultdict(list)
    for gap in found:
        by_pair[gap.source[:2], gap.jurisdiction].append(gap)
    return [{"from": a, "to": b, **_counts(by_pair[a, b])} for a, b in pairs]


def topic_matrix(found: Iterable[Gap]) -> list[dict[str, object]]:
    """One row a topic and direction, topics with the most open questions first. A provision counts under its first topic."""
    by_topic: dict[str, dict[tuple[str, str], list[Gap]]] = defaultdict(lambda: defaultdict(list))
    for gap in found:
        by_topic[gap.topics[0] if gap.topics else "(no topic)"][gap.source[:2], gap.jurisdiction].append(gap)

    def weight(item: tuple[str, dict[tuple[str, str], list[Gap]]]) -> tuple[int, str]:
        return -sum(gap.label == "SILENT" for lines in item[1].values() for gap in lines), item[0]

    return [
        {"topic": topic, "from": a, "to": b, **_counts(lines)}
        for topic, directions in sorted(by_topic.items(), key=weight)
        for (a, b), lines in sorted(directions.items())
    ]


def matrix(store: GraphStore, pairs: Sequence[tuple[str, str]]) -> list[dict[str, object]]:
    """`matrix_of` over the whole graph."""
    return matrix_of((gap for a, b in pairs for gap in gaps(store, a, b, agreements=True)), pairs)


def gap_rows(found: Iterable[Gap]) -> list[dict[str, object]]:
    """Lines as plain dicts, with what a program reads beside the words."""
    return [{**asdict(gap), "modality": gap.modality} for gap in found]
