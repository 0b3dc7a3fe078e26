"""Guidance beside the law: a user would lose which guidance explains the rule that binds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from align.within import restatements
from tests.align.conftest import US, build, document

PARAPHRASED = {
    "II": "Each batch of drug product should be tested for identity and strength before it is released.",
    "III": "We encourage firms to read this document on their website.",
}


@pytest.mark.parametrize(
    ("guidance", "binding", "expected", "why"),
    [
        ({"I": US["9001.20"]}, False, {("I", "9001.20")}, "the words of the law themselves"),
        ({"I": US["9001.20"]}, True, set(), "what binds is no guidance"),
        ({"III": PARAPHRASED["III"]}, False, set(), "a sentence on nothing that the law rules"),
    ],
)
def test_guidance_finds_the_law_that_it_restates(
    vector_folder: Path, guidance: dict[str, str], binding: bool, expected: set[tuple[str, str]], why: str
) -> None:
    law = document("US", "en", "Part 9001 — Manufacture of drug products", US, "section")
    said = document("US", "en", "Guidance on manufacture of drug products", guidance, "section", "2")
    said = replace(said, document=replace(said.document, binding=binding, kind="guidance"))
    found = list(restatements(build([law, said], vector_folder), "US"))
    assert {
        (r.source.removeprefix("US:2:"), r.candidate.unit.removeprefix("US:1:")) for r in found if r.rank == 1
    } == expected, why
