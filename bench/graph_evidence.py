"""What the graph knows of a provision that was found: counterparts with verdict and difference, references, defined terms."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from bench.retrieval import Hit
from kg.stores import GraphStore

_COUNTERPARTS = """
UNWIND $ids AS id
MATCH (p:Provision {id: id})-[a:ALIGNED_WITH {rank: 1}]->(q:Provision)
WHERE q.jurisdiction IN $sides
OPTIONAL MATCH (d:Document {id: q.document})
RETURN q.id AS id, q.citation AS citation, q.jurisdiction AS jurisdiction, d.title AS title,
       coalesce(q.full_text, q.text) AS text, a.passages AS passages, a.label AS label, a.differs_in AS differs_in,
       a.explanation AS explanation, a.explanation_zh AS explanation_zh, a.state AS state
ORDER BY id
"""
_PASSAGES = "UNWIND $ids AS id MATCH (p:Provision {id: id}) RETURN p.id AS id, p.citation AS citation, p.text AS text"
_SILENT = """
UNWIND $ids AS id
MATCH (p:Provision {id: id})-[s:SILENT_IN]->(j:Jurisdiction)
WHERE j.id IN $sides
RETURN j.id AS jurisdiction, s.state AS state, s.explanation AS explanation, s.explanation_zh AS explanation_zh
ORDER BY jurisdiction
"""
_REFERENCES = """
UNWIND $ids AS id
MATCH (p:Provision {id: id})-[:CITES]->(q:Provision)
OPTIONAL MATCH (d:Document {id: q.document})
RETURN DISTINCT q.id AS id, q.citation AS citation, d.title AS title, coalesce(q.full_text, q.text) AS text
ORDER BY id LIMIT 3
"""
_TERMS = """
MATCH (p:Provision)-[:DEFINES]->(t:DefinedTerm)
WHERE p.document = $document
RETURN p.id AS id, p.citation AS citation, t.term AS term, t.text AS text
ORDER BY id, term
"""
_MOST_TERMS = 2

_SAYS = {
    "en": {
        "counterpart": "counterpart of {of}, verdict {label}{fields} (by {state}): {why}",
        "silent": "{of}: no counterpart found in {side} ({state}). {why}",
        "reference": "referred to by {of}",
        "term": "defines “{term}”, which {of} uses",
    },
    "zh": {
        "counterpart": "{of}的对应条款，判定{label}{fields}（{state}）：{why}",
        "silent": "{of}：在{side}未找到对应规定（{state}）。{why}",
        "reference": "{of}所引用",
        "term": "定义了{of}所用的“{term}”",
    },
}
_STATES = {"en": {"unverified": "rules, unverified"}, "zh": {"unverified": "规则判定，未经核实"}}


@dataclass(frozen=True, slots=True)
class Note:
    """A further piece of evidence; `document` is the title of what it quotes, "" where it quotes nothing."""

    head: str
    text: str
    provisions: tuple[str, ...]
    document: str


class Neighbours:
    """Reads the neighbourhood of hits from a graph; a graph that was not aligned has references and terms only."""

    def __init__(self, store: GraphStore) -> None:
        self._store = store
        self._terms: dict[str, list[dict[str, Any]]] = {}

    def notes(self, hit: Hit, lang: str, sides: Collection[str]) -> Iterator[Note]:
        """Counterparts and silences in `sides` first, then references, then defined terms; `lang` is `en` or `zh`."""
        yield from self._counterparts(hit, lang, sides)
        yield from self._references(hit, lang)
        yield from self._defined(hit, lang)

    def _counterparts(self, hit: Hit, lang: str, sides: Collection[str]) -> Iterator[Note]:
        ids = list(dict.fromkeys((hit.passage, hit.unit)))
        says, states = _SAYS[lang], _STATES[lang]
        why = "explanation_zh" if lang == "zh" else "explanation"
        for row in self._store.run(_COUNTERPARTS, {"ids": ids, "sides": list(sides)}):
            passages = self._store.run(_PASSAGES, {"ids": (row["passages"] or [])[:1]}) if row["passages"] else []
            shown = passages[0] if passages and passages[0]["text"] else row
            fields = f" ({', '.join(row['differs_in'])})" if row["differs_in"] else ""
            head = says["counterpart"].format(
                of=hit.citation,
                label=row["label"],
                fields=fields,
                state=states.get(row["state"], row["state"]),
                why=row[why] or row["explanation"] or "",
            )
            title = row["title"] or ""
            yield Note(f"{shown['citation']} ({title}), {head}", shown["text"] or "", (shown["id"],), title)
        for row in self._store.run(_SILENT, {"ids": ids, "sides": list(sides)}):
            text = says["silent"].format(
                of=hit.citation,
                side=row["jurisdiction"],
                state=states.get(row["state"], row["state"]),
                why=row[why] or row["explanation"] or "",
            )
            yield Note(text, "", (), "")

    def _references(self, hit: Hit, lang: str) -> Iterator[Note]:
        for row in self._store.run(_REFERENCES, {"ids": [hit.passage]}):
            head = _SAYS[lang]["reference"].format(of=hit.citation)
            yield Note(f"{row['citation']} ({row['title'] or ''}), {head}", row["text"] or "", (row["id"],), row["title"] or "")

    def _defined(self, hit: Hit, lang: str) -> Iterator[Note]:
        if hit.document not in self._terms:
            self._terms[hit.document] = self._store.run(_TERMS, {"document": hit.document})
        text = hit.text.lower()
        used: dict[str, dict[str, Any]] = {}
        for row in self._terms[hit.document]:
            term = str(row["term"]).lower()
            if row["id"] != hit.passage and re.search(rf"(?<![a-z]){re.escape(term)}(?![a-z])", text):
                used.setdefault(term, row)
        for term in sorted(used, key=lambda t: (-len(t), t))[:_MOST_TERMS]:
            row = used[term]
            head = _SAYS[lang]["term"].format(of=hit.citation, term=row["term"])
            yield Note(f"{row['citation']}, {head}", row["text"] or "", (row["id"],), hit.title)
