"""The same items, prompts and evidence as inspect_ai tasks, and their `.eval` logs read back; needs the extra `inspect`.

inspect eval bench/inspect_tasks.py@drugqa -T items=ITEMS.jsonl -T arm=graph -T store=S --model openai/MODEL
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench.arms import evidence_for
from bench.protocol import MAX_TOKENS, RETRIES, TEMPERATURE, TIMEOUT_SECONDS, TOP_P, read_answer
from bench.reach import reached_document, reached_provision
from bench.runs.plan import Task, make_plan
from kg.errors import ExtraMissing
from qa.items import read_items

try:
    from inspect_ai import Task as InspectTask
    from inspect_ai import task
    from inspect_ai.dataset import MemoryDataset, Sample
    from inspect_ai.log import read_eval_log
    from inspect_ai.model import CachePolicy, ChatMessageAssistant, ChatMessageSystem, ChatMessageUser, GenerateConfig
    from inspect_ai.scorer import CORRECT, INCORRECT, Score, Target, accuracy, scorer, stderr
    from inspect_ai.solver import TaskState, generate
except ImportError:
    raise ExtraMissing("inspect_ai tasks need inspect-ai: pip install 'regkg[inspect]'") from None


@scorer(metrics=[accuracy(), stderr()])
def letter() -> Any:
    """Reads the answer as the built-in runner does: unreadable is wrong, and told apart in the metadata."""

    async def score(state: TaskState, target: Target) -> Score:
        answer = read_answer(state.output.completion)
        right = answer.valid and answer.letter == target.text
        return Score(value=CORRECT if right else INCORRECT, answer=answer.letter, metadata={"valid": answer.valid})

    return score


def sample_of(planned: Task) -> Sample:
    """An item with its whole prompt; the ids of its evidence go into the metadata."""
    said = {"user": ChatMessageUser, "assistant": ChatMessageAssistant}
    item, evidence = planned.item, planned.evidence
    return Sample(
        id=item.id,
        input=[
            ChatMessageSystem(content=planned.prompt.system),
            *(said[role](content=text) for role, text in planned.prompt.turns),
        ],
        target=item.answer,
        metadata={
            "arm": planned.arm,
            "type": item.type,
            "lang": item.lang,
            "category": item.category,
            "subdomain": item.subdomain,
            "reached": reached_provision(item, evidence.provisions),
            "reached_document": reached_document(item, evidence.documents),
        },
    )


@task
def drugqa(items: str, arm: str = "flat", store: str = "", shots: str = "", limit: int | None = None) -> InspectTask:
    """One arm over a file of items. Errors count as wrong and never stop the run; answers are cached without expiry."""
    asked = read_items(Path(items))[:limit]
    with evidence_for(arm, asked, store) as evidence:
        plan = make_plan(asked, arm, evidence, examples=read_items(Path(shots)) if shots else ())
    return InspectTask(
        dataset=MemoryDataset([sample_of(planned) for planned in plan.tasks], name=Path(items).stem),
        solver=generate(cache=CachePolicy(expiry=None)),
        scorer=letter(),
        config=GenerateConfig(
            temperature=TEMPERATURE,
            top_p=TOP_P,
            max_tokens=MAX_TOKENS,
            timeout=round(TIMEOUT_SECONDS),
            max_retries=RETRIES,
        ),
        fail_on_error=False,
        score_on_error=True,
    )


def predictions_of(logs: Sequence[Path]) -> list[dict[str, Any]]:
    """Rows of predictions.jsonl from `.eval` logs; a sample that failed is there, and wrong."""
    rows = []
    for path in logs:
        log = read_eval_log(str(path))
        for sample in log.samples or ():
            score = (sample.scores or {}).get("letter")
            rows.append(
                {
                    "id": str(sample.id),
                    "model": log.eval.model,
                    "repeat": sample.epoch - 1,
                    "answer": (score.answer or "") if score else "",
                    "valid": bool(score and (score.metadata or {}).get("valid")),
                    "correct": bool(score and score.value == CORRECT),
                    **sample.metadata,
                }
            )
    return rows
