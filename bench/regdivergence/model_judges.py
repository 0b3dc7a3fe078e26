"""Judges that ask a language model: the paper's one-call judge, and its two-call Graph-RAG on extracted triplets."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from bench.models import Model, ModelFault
from bench.protocol import Prompt
from bench.regdivergence.pairs import LABELS, Pair, silent_side

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
_OBJECT = re.compile(r"\{.*\}", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Judgement:
    """A label with its reason; the label is "" where the model gave none that can be read, which counts as wrong."""

    id: str
    label: str
    reason: str = ""


def _object(text: str) -> dict[str, str]:
    found = _OBJECT.search(text)
    try:
        row = json.loads(found.group(0)) if found else {}
    except ValueError:
        return {}
    return {str(k): str(v) for k, v in row.items()} if isinstance(row, dict) else {}


def _directed(label: str, pair: Pair) -> str:
    """SILENT with its side: the published judge gives none."""
    if label != "SILENT":
        return label if label in LABELS else ""
    return silent_side(pair)


async def _ask(model: Model, system: str, user: str) -> dict[str, str]:
    try:
        return _object((await model.ask(Prompt(system, (("user", user),)), None)).text)
    except ModelFault:
        return {}


async def _judge(model: Model, pair: Pair) -> Judgement:
    user = f"FDA requirement:\n{pair.fda_text}\n\nEMA requirement:\n{pair.ema_text}\n\nClassify the relationship."
    row = await _ask(model, JUDGE_SYSTEM, user)
    return Judgement(pair.id, _directed(row.get("label", ""), pair), row.get("reason", ""))


async def _graph_rag(model: Model, pair: Pair) -> Judgement:
    fda = await _ask(model, TRIPLET_SYSTEM, f"<text>{pair.fda_text}</text>")
    ema = await _ask(model, TRIPLET_SYSTEM, f"<text>{pair.ema_text}</text>")
    levels = (fda.get("obligation_level", ""), ema.get("obligation_level", ""))
    if set(levels) == {"MANDATORY", "PROHIBITED"}:
        return Judgement(pair.id, "DIVERGE", "one side mandates what the other prohibits")
    if levels == ("SILENT", "SILENT"):
        return Judgement(pair.id, _directed("SILENT", pair), "neither side sets a requirement")
    if "SILENT" in levels:
        return Judgement(pair.id, "SILENT-FDA" if levels[0] == "SILENT" else "SILENT-EMA", "one side sets no requirement")
    row = await _ask(model, COMPARE_SYSTEM, json.dumps({"fda": fda, "ema": ema}, ensure_ascii=False))
    return Judgement(pair.id, _directed(row.get("label", ""), pair), row.get("reason", ""))


def judge_pairs(pairs: Sequence[Pair], model: Model) -> list[Judgement]:
    """The paper's LLM judge, one call a pair."""

    async def all_of_them() -> list[Judgement]:
        try:
            return [await _judge(model, pair) for pair in pairs]
        finally:
            await model.close()

    return asyncio.run(all_of_them())


def graph_rag(pairs: Sequence[Pair], model: Model) -> list[Judgement]:
    """The paper's pair-level Graph-RAG: triplets, hard rules, and a second call where they do not decide."""

    async def all_of_them() -> list[Judgement]:
        try:
            return [await _graph_rag(model, pair) for pair in pairs]
        finally:
            await model.close()

    return asyncio.run(all_of_them())
