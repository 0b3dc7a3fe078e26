"""A model words a question over the same provisions: only a reply that rests on their words is taken, and none is lost."""

from __future__ import annotations

import json

import pytest

from qa.generation import generate
from qa.generation.by_model import prompt, read_reply, reword
from qa.pools import Pool
from qa.release import decide
from tests.qa.made_graph import made_graph

ITEM = next(i for i in generate(made_graph(), types=("Monolingual",)).items if i.kind == "deadline" and i.lang == "EN")
ROW = {
    "question": "How soon must a sponsor tell the agency of a serious adverse event?",
    "choices": ["A. 7 days", "B. 10 days", "C. 15 days", "D. 30 days"],
    "answer": "A",
    "explanation": "The provision says within 7 days.",
    "evidence": ["within 7 days"],
}
GOOD = json.dumps(ROW)


@pytest.mark.parametrize(
    ("reply", "taken", "why"),
    [
        (GOOD, True, "of the schema"),
        (f"```json\n{GOOD}\n```", True, "with words around it"),
        (json.dumps(ROW | {"evidence": ["within 9 days"]}), False, "evidence that is in no provision"),
        (json.dumps(ROW | {"evidence": []}), False, "no evidence"),
        (json.dumps(ROW | {"choices": ROW["choices"][:3]}), False, "three options"),
        (json.dumps(ROW | {"answer": "E"}), False, "an answer beyond the options"),
        (json.dumps(ROW | {"extra": 1}), False, "a field that the schema lacks"),
        (json.dumps(ROW | {"choices": ["7 days", "7 Days", "8 days", "9 days"]}), False, "one option twice"),
        ("I refuse", False, "no object"),
    ],
)
def test_replies_are_read_strictly(reply: str, taken: bool, why: str) -> None:
    assert (read_reply(reply, ITEM) is not None) is taken, why


def test_provisions_are_shown_as_data() -> None:
    assert f'<provision citation="{ITEM.evidence[0].citation}">' in prompt(ITEM)


def test_a_bad_reply_is_asked_again_and_kept_and_what_comes_is_not_released_unreviewed() -> None:
    replies, kept = iter(["nonsense", GOOD]), list[str]()
    made = reword(ITEM, lambda s, u: next(replies), lambda key, reply: kept.append(reply), "test")
    assert made is not None
    assert (made.answer, made.disposition, len(kept)) == ("A", "unverified", 2)
    good = dict.fromkeys(("C1", "C2", "C3", "C4"), "2") | {"C5": "NA"}
    screened = {made.id: (Pool.NEGATIVE, good)}
    assert not decide([made], screened, []).items  # type: ignore[arg-type]
    assert decide([made], screened, [{made.id: good}]).items  # type: ignore[arg-type, dict-item]
    assert reword(ITEM, lambda s, u: "never", lambda key, reply: None, "test", retries=1) is None
