"""Who an obligation binds: from a subject as written to a concept of kind actor."""

from __future__ import annotations

import re
from functools import lru_cache

from ingest.concepts.lexicon import lexicon
from ingest.concepts.matcher import ConceptMatch, find_concepts

_ENGLISH_TAIL = re.compile(
    r"\b(?:of|for|that|which|who|whose|by|in|with|to|from|under|at|on|as|whom|where|if|when|engaged|required|conducting"
    r"|applying|receiving|holding|seeking|concerned|consulted|responsible for|subject to)\b|[,;(]",
    re.IGNORECASE,
)  # what follows the head of a noun phrase: "the sponsor | of the study", "any person | who ..."
_ENGLISH_JOIN = re.compile(r"\s*(?:and/or|and|or|/)\s*|\s*$", re.IGNORECASE)
_CHINESE_JOIN = re.compile(r"[和与及或、，,（(;；]|以及|或者|会同|等|应当|对|在|依法|之间|$")


@lru_cache(maxsize=1 << 13)
def find_actor(subject: str, lang: str) -> str | None:
    """The id of the actor that `subject` names, None where its head is no actor ("the name of the sponsor").

    Of several joined actors the first is given; a relative clause or an of-phrase never gives one.
    """
    actors = [m for m in find_concepts(subject, lang) if lexicon().by_id[m.concept].kind == "actor"]
    return _chinese(subject, actors) if lang == "zh" else _english(subject, actors)


def _english(subject: str, actors: list[ConceptMatch]) -> str | None:
    taken = {i for m in actors for i in range(m.start + 1, m.end)}
    cut = next((t.start() for t in _ENGLISH_TAIL.finditer(subject) if t.start() not in taken), len(subject))
    head = subject[:cut]
    for match in actors:
        if match.end <= cut and _ENGLISH_JOIN.match(head, match.end):
            return match.concept
    return None


def _chinese(subject: str, actors: list[ConceptMatch]) -> str | None:
    inside = {i for m in actors for i in range(m.start, m.end)}  # 负责药品监督管理的部门 is one name
    start = max((i + 1 for i, c in enumerate(subject[:-1]) if c == "的" and i not in inside), default=0)
    for match in actors:
        if match.start >= start and _CHINESE_JOIN.match(subject, match.end):
            return match.concept
    return None
