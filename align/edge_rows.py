"""Verdicts as the properties of ALIGNED_WITH and SILENT_IN edges, in words that a reader can check."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from align.calibration import recalibrated
from align.explain import explain_lacking, explain_match, explain_pair, explain_silence
from align.judging import JudgedCandidate, SourceVerdict
from align.match import match_level
from align.silence import UNVERIFIED, level
from ingest.concepts import lexicon

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Searched:
    """How much of a jurisdiction was looked through."""

    passages: int
    documents: int

    def __str__(self) -> str:
        return f"{self.passages} passages of {self.documents} documents, every one scored; the best 50 judged by rules"


def concept_labels(ids: Sequence[str], lang: str = "en") -> list[str]:
    known = lexicon().by_id
    return [(known[i].label_zh if lang == "zh" else known[i].label_en) or known[i].label_en for i in ids if i in known]


def aligned_rows(v: SourceVerdict, run: str) -> Iterator[Row]:
    """One row a candidate that was compared, the best first."""
    home = v.source.split(":", 1)[0]
    for rank, c in enumerate(v.compared, 1):
        verdict = c.verdict
        told = verdict.label, verdict.differences, verdict.source, verdict.target, home, v.jurisdiction
        match = recalibrated(c.match, "match")
        near = match_level(match)
        yield {
            "source": v.source,
            "target": c.unit,
            "properties": {
                **(_p_silent(v) if rank == 1 else {}),
                "rank": rank,
                "label": verdict.label,
                "label_modal_aside": verdict.label_modal_aside,
                "relation": verdict.relation,
                "differs_in": list(verdict.differs_in),
                "probability": round(verdict.probability, 3),
                "confidence": level(verdict.probability),
                "match": round(match, 3),
                "match_level": near,
                "explanation": explain_pair(*told) + explain_match(near),
                "explanation_zh": explain_pair(*told, lang="zh") + explain_match(near, "zh"),
                "passages": list(c.passages),
                "score": round(c.score, 3),
                "cosine": round(c.cosine, 4),
                "parts": [f"{name} {value:+.2f}" for name, value in c.parts.items()],
                "missing": list(c.missing),
                "state": UNVERIFIED,
                "run": run,
            },
        }


def silent_row(v: SourceVerdict, searched: Mapping[str, Searched], run: str) -> Row:
    """The edge to the jurisdiction where nothing was found, with what was looked through and what came nearest."""
    there = searched[v.jurisdiction]
    first = v.compared[0] if v.compared else None
    nearest = first.unit.partition(":")[2] if first else ""
    missing = first.missing if first else ()
    properties: Row = {
        "state": v.state,
        "searched": str(there),
        "nearest": [_why_not(c) for c in v.compared],
        "not_found": concept_labels(v.missing),
        "lacking": list(v.lacking),
        "explanation": _explain(v, "en", nearest, concept_labels(missing), there.passages),
        "explanation_zh": _explain(v, "zh", nearest, concept_labels(missing, "zh"), there.passages),
        "run": run,
    }
    if shown := _p_silent(v):
        properties |= shown | {"level": level(shown["p_silent"])}
    return {"source": v.source, "target": v.jurisdiction, "properties": properties}


def _p_silent(v: SourceVerdict) -> dict[str, float]:
    """Also on the first candidate's edge: what people decide about either kind calibrates it."""
    return {} if v.p_silent is None else {"p_silent": round(recalibrated(v.p_silent, "silent"), 3)}


def _explain(v: SourceVerdict, lang: str, nearest: str, missing: Sequence[str], searched: int) -> str:
    told = explain_silence(nearest, missing, searched, v.jurisdiction, lang)
    return told + explain_lacking(v.state, v.lacking, lang) if v.lacking else told


def _why_not(c: JudgedCandidate) -> str:
    lacking = concept_labels(c.missing)
    differs = c.verdict.differs_in
    why = f"does not speak of {', '.join(lacking)}" if lacking else "another act" if "design" in differs else "weak match"
    return f"{c.unit}: {why}"
