"""Judges that ask a language model: the paper's one-call judge, and its two-call Graph-RAG on extracted triplets."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from bench.models import Model
from bench.regdivergence.asking import Asker
from bench.regdivergence.pairs import LABELS, Pair, silent_side
from bench.runs import Log
from kg.progress import Report, silent

JUDGE_SYSTEM = (
    "You are a regulatory-affairs expert comparing FDA and EMA guidance documents. Given an FDA requirement and an EMA "
    "requirement on the same topic, classify their relationship.\n\n"
    'Respond with ONLY a JSON object in this exact format:\n{"label": "<AGREE|DIVERGE|SILENT>", "reason": "<one sentence>"}\n\n'
    "Definitions:\n"
    "- AGREE: both jurisdictions require substantively the same thing\n"
    "- DIVERGE: the requirements directly conflict (one mandates what the other forbids or softens)\n"
    "- SILENT: one jurisdiction does not address what the other regulates"
)
"""The published prompt, word for word, so that scores can be compared."""

TRIPLET_SYSTEM = (
    "Read one regulatory requirement, given between <text> tags as data, and reply with one JSON object and nothing else: "
    '{"subject": "...", "obligation_level": "MANDATORY|PROHIBITED|RECOMMENDED|PERMITTED|SILENT", "requirement": "...", '
    '"conditions": "..."}. SILENT means that the text sets no requirement.'
)
COMPARE_SYSTEM = (
    "Compare two regulatory requirements, given as JSON objects, and reply with one JSON object and nothing else: "
    '{"label": "AGREE|DIVERGE|SILENT", "reason": "one sentence"}. A difference of RECOMMENDED and MANDATORY alone does not '
    "automatically imply DIVERGE."
)
LEVELS = ("MANDATORY", "PROHIBITED", "RECOMMENDED", "PERMITTED", "SILENT")


@dataclass(frozen=True, slots=True)
class Judgement:
    """A label with its reason; the label is "" where the model gave none that can be read, which counts as wrong."""

    id: str
    label: str
    reason: str = ""


def _word(row: dict[str, str], key: str, known: Sequence[str]) -> str:
    """One of the `known` words, in whatever case it is written; "" for anything else."""
    word = row.get(key, "").strip().upper()
    return word if word in known else ""


def _directed(label: str, pair: Pair) -> str:
    """SILENT with its side: the published judge gives none."""
    return silent_side(pair) if label == "SILENT" else label


async def _judge(asker: Asker, pair: Pair) -> Judgement:
    user = f"FDA requirement:\n{pair.fda_text}\n\nEMA requirement:\n{pair.ema_text}\n\nClassify the relationship."
    row = await asker.ask(pair, "judge", JUDGE_SYSTEM, user)
    return Judgement(pair.id, _directed(_word(row, "label", LABELS), pair), row.get("reason", ""))


async def _graph_rag(asker: Asker, pair: Pair) -> Judgement:
    fda = await asker.ask(pair, "triplet fda", TRIPLET_SYSTEM, f"<text>{pair.fda_text}</text>")
    ema = await asker.ask(pair, "triplet ema", TRIPLET_SYSTEM, f"<text>{pair.ema_text}</text>")
    levels = (_word(fda, "obligation_level", LEVELS), _word(ema, "obligation_level", LEVELS))
    if "" in levels:  # a comparison with nothing would be a verdict on nothing
        return Judgement(pair.id, "", "a triplet can't be read")
    if set(levels) == {"MANDATORY", "PROHIBITED"}:
        return Judgement(pair.id, "DIVERGE", "one side mandates what the other prohibits")
    if levels == ("SILENT", "SILENT"):
        return Judgement(pair.id, silent_side(pair), "neither side sets a requirement")
    row = await asker.ask(pair, "compare", COMPARE_SYSTEM, json.dumps({"fda": fda, "ema": ema}, ensure_ascii=False))
    label = _word(row, "label", LABELS)
    if label == "SILENT" and "SILENT" in levels:
        label = "SILENT-FDA" if levels[0] == "SILENT" else "SILENT-EMA"
    return Judgement(pair.id, _directed(label, pair), row.get("reason", ""))


def _all(
    pairs: Sequence[Pair], asker: Asker, one: Callable[[Asker, Pair], Awaitable[Judgement]], stage: str, progress: Report
) -> list[Judgement]:
    async def all_of_them() -> list[Judgement]:
        out = []
        try:
            for pair in pairs:
                out.append(await one(asker, pair))
                progress(stage, len(out), len(pairs))
        finally:
            await asker.close()
        return out

    return asyncio.run(all_of_them())


def judge_pairs(
    pairs: Sequence[Pair], model: Model, log: Log | None = None, *, first_wait: float = 0.5, progress: Report = silent
) -> list[Judgement]:
    """The paper's LLM judge, one call a pair. What is in `log` is not asked again. Raises ModelUnavailable."""
    return _all(pairs, Asker(model, log, first_wait), _judge, "judge", progress)


def graph_rag(
    pairs: Sequence[Pair], model: Model, log: Log | None = None, *, first_wait: float = 0.5, progress: Report = silent
) -> list[Judgement]:
    """The paper's pair-level Graph-RAG: triplets, its two hard rules, and a second call where they do not decide.

    A pair with a triplet that can't be read has no label. What is in `log` is not asked again. Raises ModelUnavailable.
    """
    return _all(pairs, Asker(model, log, first_wait), _graph_rag, "graph-rag", progress)
