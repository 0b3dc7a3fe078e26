"""Blocks: what a user would lose is the same graph on every machine, and silence claimed over what was half read."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from align import blocks
from align.blocks import Block, all_tasks, judge_blocks
from align.corpus import AlignCorpus
from align.passages import read_passages
from align.prepared import write_corpus
from kg.records import Document, Provision
from tests.align.test_candidates import verdicts


def everything(corpus: AlignCorpus, folder: Path, workers: int) -> list[Block]:
    write_corpus(corpus, folder)
    return [block for block, _ in judge_blocks(folder, "run", workers, all_tasks(corpus))]


@pytest.mark.slow
def test_two_processes_write_what_one_writes(two_sides: AlignCorpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "ALONE", 0)
    monkeypatch.setattr(blocks, "SOURCES_A_BLOCK", 2)
    one, two = everything(two_sides, tmp_path, 1), everything(two_sides, tmp_path, 2)
    assert len(one) == len(two) > 2
    assert [(b.direction, b.labels, b.aligned, b.silent) for b in one] == [
        (b.direction, b.labels, b.aligned, b.silent) for b in two
    ]


def test_no_silence_is_claimed_over_a_document_that_was_half_read(two_sides: AlignCorpus, tmp_path: Path) -> None:
    half = replace(two_sides, half_read=frozenset({"CN:1"}))
    whole_states = {v.state for v in verdicts(two_sides, "US", "CN").values()}
    half_states = {(v.label, v.state) for v in verdicts(half, "US", "CN").values()}
    assert whole_states == {"unverified"}
    assert ("SILENT", "parse_failed") in half_states
    assert ("SILENT", "unverified") not in half_states
    rows = [row for block in everything(half, tmp_path, 1) for row in block.silent if row["target"] == "CN"]
    assert {row["properties"]["state"] for row in rows} == {"parse_failed"}


@pytest.mark.parametrize(
    ("lead_in", "states", "why"),
    [
        (
            "The head of quality control has the following responsibilities:",
            True,
            "duties handed out without a verb of command",
        ),
        ("质量管理负责人的主要职责：", True, "the same in Chinese"),
        ("The following words are used in this part:", False, "a list of words puts nothing to anyone"),
    ],
)
def test_an_item_under_a_list_of_duties_is_asked_about(lead_in: str, states: bool, why: str) -> None:
    head = Provision("EU:1:2.8", "EU:1", "2.8", ("2.8",), "section", lead_in, "en", "EU", 0)
    item = Provision("EU:1:2.8(i)", "EU:1", "2.8(i)", ("2.8", "(i)"), "point", "To approve materials.", "en", "EU", 1, head.id)
    document = Document("EU:1", "EU", "Personnel", "guidance", False, "en", "1.txt", "0", work="EU:1")
    found = {p.id: p.states for p in read_passages([document], [head, item], {})}
    assert found[item.id] is states, why
