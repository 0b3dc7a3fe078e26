"""Checks over real texts whose answer is known beforehand: copies of one guideline, a text against itself, two versions of
a part, swapped sides. `make score` shows the counts; tests/align/test_sanity.py holds their floors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from align.corpus import AlignCorpus
from align.embeddings import VectorCache
from align.judging import SourceVerdict
from align.sanity import Swap, moved, same_text, swaps, twins, verdicts
from ingest.extraction import extract_document
from ingest.reading import read_file
from kg import load
from kg.records import Jurisdiction, ParsedDocument
from kg.runs import start_run
from kg.stores import open_store

Given = tuple[str, str]
"""(file in the corpus, jurisdiction that it is loaded as)."""

E6_EMA, E6_ICH = "eu/ema-pdf/ema-ich-e6r2-gcp-step5.pdf", "us-guidance/ich-pdf/ich-e6r2-step4-2016.pdf"
Q7_FDA, Q7_ICH = "us/guidance/pdf/ICH-Q7-GMP-for-APIs_FDA-version.pdf", "us-guidance/ich-pdf/ich-q7-step4-2000.pdf"
Q10 = "us-guidance/ich-pdf/ich-q10-step4-2008.pdf"
QSR, QMSR = (f"us/cfr-annual/21cfr-subchapter-h-2025-04-01/part-820{name}.md" for name in ("", "-qmsr"))

COPIES: dict[str, tuple[Given, Given]] = {
    "E6(R2), EMA and ICH": ((E6_EMA, "EU"), (E6_ICH, "US")),
    "Q7, FDA and ICH": ((Q7_FDA, "EU"), (Q7_ICH, "US")),
    "Q10 and itself": ((Q10, "EU"), (Q10, "US")),
    "part 820 and itself": ((QSR, "EU"), (QSR, "US")),
}
"""Two copies of one text, one a side. There is no second edition of Q10 in the corpus."""


@dataclass(frozen=True)
class Compared:
    """A small corpus of two sides, EU and US, judged both ways."""

    corpus: AlignCorpus
    there: list[SourceVerdict]
    back: list[SourceVerdict]

    def swapped(self) -> list[Swap]:
        return list(swaps(self.there, self.back))


def read_as(folder: Path, name: str, jurisdiction: str) -> ParsedDocument:
    """The one document of a file of the corpus, as if `jurisdiction` had issued it."""
    (parsed,) = read_file(folder / name, name).documents
    chosen: Jurisdiction = "EU" if jurisdiction == "EU" else "US"
    return moved(parsed, chosen)


def corpus_of(documents: Sequence[ParsedDocument], vectors: VectorCache) -> AlignCorpus:
    extractions = {key: found for parsed in documents for key, found in extract_document(parsed).items()}
    provisions = [p for parsed in documents for p in parsed.provisions]
    return AlignCorpus.build([d.document for d in documents], provisions, extractions, vectors)


def compared(folder: Path, given: Sequence[Given], vectors: VectorCache) -> Compared:
    """The files `given`, read in that order, EU against US and back."""
    corpus = corpus_of([read_as(folder, *one) for one in given], vectors)
    return Compared(corpus, verdicts(corpus, "EU", "US"), verdicts(corpus, "US", "EU"))


def figures(folder: Path, vectors: VectorCache) -> dict[str, Any]:
    """Every check with its counts and shares. `swapped` are the pairs judged both ways, `wrong` those that did not swap."""
    out: dict[str, Any] = {}
    for name, given in COPIES.items():
        both = compared(folder, given, vectors)
        out[name] = {
            "EU->US": twins(both.corpus, "EU", "US", both.there).figures(),
            "US->EU": twins(both.corpus, "US", "EU", both.back).figures(),
        }
        same = [*same_text(both.corpus, "EU", "US", both.there), *same_text(both.corpus, "US", "EU", both.back)]
        out[name]["same words"] = {
            "pairs": len(same),
            "equivalent and AGREE": sum(v.label == "AGREE" and v.relation == "equivalent" for v in same) / max(len(same), 1),
        }
        pairs = both.swapped()
        out[name]["swapped"] = {"pairs": len(pairs), "wrong": sum(bool(pair.wrong) for pair in pairs)}
    out["part 820, old and new"] = {
        kind: {"provisions": len(found), "equivalent": sum(v.relation == "equivalent" for v in found)}
        for kind, found in versions(folder, vectors).items()
    }
    return out


def versions(folder: Path, vectors: VectorCache) -> dict[str, list[SourceVerdict]]:
    """The demands of the new part 820 against the old, by what SUPERSEDES says of them: the kind of the change, `unchanged`
    where both versions hold the same provision, `new` where neither."""
    old, new = (read_as(folder, name, "US") for name in (QSR, QMSR))
    kinds = _changes([old, new])
    corpus = corpus_of([moved(old, "EU"), new], vectors)
    out: dict[str, list[SourceVerdict]] = {}
    for v in verdicts(corpus, "US", "EU"):
        out.setdefault(kinds.get(v.source, "new"), []).append(v)
    return dict(sorted(out.items()))


def _changes(documents: Sequence[ParsedDocument]) -> dict[str, str]:
    """By the id that a provision has in the later of two versions: the kind of its SUPERSEDES edge, or `unchanged`."""
    with TemporaryDirectory() as folder, open_store(str(Path(folder) / "graph")) as store:
        store.apply_schema()
        with start_run(store, "ingest", "sanity") as run:
            load.begin_sources(store, [(d.document.source, d.document.sha256) for d in documents], "1")
            load.load_documents(store, documents, {}, {}, run)
            load.link(store)
        out: dict[str, str] = {}
        for earlier, later in pairwise(documents):
            for row in store.run(_VERSIONS, {"earlier": earlier.document.id, "later": later.document.id}):
                out[row["id"]] = row["kind"]
        return out


_VERSIONS = """
MATCH (d:Document {id: $later})-[h:HAS_PROVISION]->(p:Provision)
OPTIONAL MATCH (p)-[s:SUPERSEDES]->(:Provision)
OPTIONAL MATCH (:Document {id: $earlier})-[g:HAS_PROVISION]->(p)
RETURN coalesce(h.id, p.id) AS id,
       CASE WHEN s IS NOT NULL THEN s.kind WHEN g IS NOT NULL THEN 'unchanged' ELSE 'new' END AS kind
ORDER BY id
"""
