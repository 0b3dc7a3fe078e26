"""What is still unverified, and one source with its candidates as a reader needs them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from align.candidate_file import candidate_path, read_candidates
from align.disagreement import Disagreement, disagreements
from align.review import Pair, reviews
from ingest.concepts import find_concepts
from kg.records import UNIT_LEVELS
from kg.runs import last_complete
from kg.settings import Settings
from kg.stores import GraphStore, Row

_OPEN = """
MATCH (p:Provision)-[a:ALIGNED_WITH]->(q:Provision)
WHERE a.rank = 1 AND a.state = 'unverified' AND p.valid_to IS NULL
  AND ($source = '' OR p.jurisdiction = $source) AND ($target = '' OR q.jurisdiction = $target)
  AND ($topic = '' OR toLower(p.citation) CONTAINS toLower($topic) OR toLower(p.heading) CONTAINS toLower($topic)
       OR toLower(p.text) CONTAINS toLower($topic))
RETURN p.id AS source, q.jurisdiction AS jurisdiction, a.label AS label, a.probability AS probability, p.document AS document
ORDER BY source, jurisdiction
UNION ALL
MATCH (p:Provision)-[s:SILENT_IN]->(j:Jurisdiction)
WHERE s.state = 'unverified' AND p.valid_to IS NULL
  AND ($source = '' OR p.jurisdiction = $source) AND ($target = '' OR j.id = $target)
  AND ($topic = '' OR toLower(p.citation) CONTAINS toLower($topic) OR toLower(p.heading) CONTAINS toLower($topic)
       OR toLower(p.text) CONTAINS toLower($topic))
RETURN p.id AS source, j.id AS jurisdiction, 'SILENT' AS label, s.p_silent AS probability, p.document AS document
ORDER BY source, jurisdiction
"""
_ABOUT = """
UNWIND $ids AS id
MATCH (p:Provision {id: id})
WHERE p.valid_to IS NULL
  AND ($topic = '' OR toLower(p.citation) CONTAINS toLower($topic) OR toLower(p.heading) CONTAINS toLower($topic)
       OR toLower(p.text) CONTAINS toLower($topic))
RETURN p.id AS id
"""
_TEXT = """
UNWIND $ids AS id
MATCH (p:Provision {id: id})
RETURN p.id AS id, p.citation AS citation, p.heading AS heading, p.text AS text, p.full_text AS full_text, p.tail AS tail,
       p.level AS level, p.lang AS lang, p.version_hash AS hash, p.document AS document
"""
_ABOVE = """
MATCH (a:Provision)-[:HAS_CHILD*1..6]->(p:Provision {id: $id})
WHERE a.valid_to IS NULL
RETURN a.level AS level, a.text AS text, a.order AS order ORDER BY order DESC
"""
_BELOW = """
UNWIND $ids AS id
MATCH (p:Provision {id: id})-[:HAS_CHILD*1..6]->(c:Provision)
WHERE c.valid_to IS NULL
RETURN p.id AS id, c.marker AS marker, c.text AS text, c.order AS order ORDER BY id, order
"""
_EDGES = """
MATCH (p:Provision {id: $source})-[a:ALIGNED_WITH]->(q:Provision {jurisdiction: $jurisdiction})
RETURN q.id AS id, a.score AS score, a.rank AS rank ORDER BY rank, id
"""
_NEAREST = "MATCH (p:Provision {id: $source})-[s:SILENT_IN]->(j:Jurisdiction {id: $jurisdiction}) RETURN s.nearest AS nearest"
_ORDER = {"SILENT": 0, "DIVERGE": 1, "AGREE": 2}


@dataclass(frozen=True, slots=True)
class Text:
    """A provision as a reader needs it: with what stands above it in its unit and with all that is under it."""

    id: str
    citation: str
    heading: str
    text: str
    lang: str
    hash: str
    document: str


@dataclass(frozen=True, slots=True)
class Case:
    """One source to be verified in one jurisdiction, with its candidates, the best first.

    `label` is what rules say; `model` what a model said against them, "" where none did.
    """

    source: Text
    jurisdiction: str
    label: str
    candidates: tuple[Text, ...]
    model: str = ""

    @property
    def pair(self) -> Pair:
        return self.source.id, self.jurisdiction


def concepts_found(case: Case, candidate: Text) -> list[tuple[str, bool]]:
    """The source's concepts by label, in the order of the text, and whether the candidate names each."""
    there = {match.concept for match in find_concepts(candidate.text, candidate.lang)}
    text = case.source.text
    found: dict[str, tuple[str, bool]] = {}
    for match in find_concepts(text, case.source.lang):
        found.setdefault(match.concept, (text[match.start : match.end], match.concept in there))
    return list(found.values())


def open_pairs(
    store: GraphStore, source: str = "", target: str = "", topic: str = "", label: str = ""
) -> list[tuple[Pair, str]]:
    """Pairs still unverified with the label that rules gave them: silences first, then differences, the surest first."""
    rows = [
        row for row in store.run(_OPEN, {"source": source, "target": target, "topic": topic}) if label in ("", row["label"])
    ]
    rows.sort(key=lambda r: (_ORDER[r["label"]], -(r["probability"] or 0.0), r["source"], r["jurisdiction"]))
    return [((row["source"], row["jurisdiction"]), row["label"]) for row in rows]


def disagreeing(
    store: GraphStore, source: str = "", target: str = "", topic: str = "", label: str = ""
) -> dict[Pair, Disagreement]:
    """Verdicts that a model decided against the rules and no person has read; `label` is the rules'."""
    found = {
        pair: told
        for pair, told in disagreements(reviews(store)).items()
        if source in ("", pair[0][:2]) and target in ("", pair[1]) and label in ("", told.rules)
    }
    rows = store.run(_ABOUT, {"ids": sorted({provision for provision, _ in found}), "topic": topic}) if found else []
    about = {row["id"] for row in rows}
    return {pair: told for pair, told in found.items() if pair[0] in about}


def candidate_ids(store: GraphStore, settings: Settings, pairs: Collection[Pair]) -> dict[Pair, list[str]]:
    """The candidates of `pairs` in judged order from the last run's lists; pairs that have none there are left out."""
    run = last_complete(store, "align")
    wanted = set(pairs)
    if run is None or not wanted:
        return {}
    path = candidate_path(store, settings, run["id"])
    if not path.exists():
        return {}
    out = {}
    for row in read_candidates(path):
        pair = (row["source"], row["jurisdiction"])
        if pair in wanted:
            out[pair] = [c["id"] for c in row["candidates"]]
    return out


def read_case(store: GraphStore, pair: Pair, label: str, candidates: Mapping[Pair, Sequence[str]], most: int) -> Case | None:
    """The pair with its texts; None where the source is gone. Without lists the few candidates of the edges are taken."""
    source, jurisdiction = pair
    ids = list(candidates.get(pair) or _candidates_of_edges(store, pair))[:most]
    texts = read_texts(store, [source, *ids])
    if source not in texts:
        return None
    return Case(texts[source], jurisdiction, label, tuple(texts[i] for i in ids if i in texts))


def _candidates_of_edges(store: GraphStore, pair: Pair) -> list[str]:
    place = {"source": pair[0], "jurisdiction": pair[1]}
    found = [row["id"] for row in store.run(_EDGES, place)]
    for row in store.run(_NEAREST, place):
        found += [near.split(": ", 1)[0] for near in row["nearest"] or []]
    return found


def read_texts(store: GraphStore, ids: Sequence[str]) -> dict[str, Text]:
    """Provisions by id, each with its whole text."""
    rows = store.run(_TEXT, {"ids": list(dict.fromkeys(ids))})
    partial = [row["id"] for row in rows if row["level"] not in UNIT_LEVELS]
    below: dict[str, list[str]] = {}
    for row in store.run(_BELOW, {"ids": partial}) if partial else []:
        below.setdefault(row["id"], []).append(f"{row['marker'] or ''} {row['text'] or ''}".strip())
    return {row["id"]: _text(store, row, below.get(row["id"], [])) for row in rows}


def _text(store: GraphStore, row: Row, below: Sequence[str]) -> Text:
    if row["level"] in UNIT_LEVELS:
        text = row["full_text"] or row["text"] or ""
    else:
        above = _lead_in(store, row["id"])
        text = "\n".join(part for part in (above, row["text"], *below, row["tail"]) if part)
    return Text(row["id"], row["citation"], row["heading"] or "", text, row["lang"], row["hash"] or "", row["document"])


def _lead_in(store: GraphStore, provision: str) -> str:
    above: list[str] = []
    for row in store.run(_ABOVE, {"id": provision}):
        if row["level"] in UNIT_LEVELS:
            above.append(row["text"] or "")
            break
        above.append(row["text"] or "")
    return " ".join(part for part in reversed(above) if part)
