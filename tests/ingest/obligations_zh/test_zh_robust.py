"""Any text is read soon and every span is found again. A user would wait for ever, or quote the wrong words."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.obligations.zh import find_obligations
from ingest.quantities.zh import find_quantities

PIECES = [
    *"企业 应当 不得 可以 方可 的， ， ； 。 ： （一） （ ） 《 》 “ 除 外， 对 由 处 罚款 责令 十五日内 每年".split(),
    *"自收到之日起 至少 一次 万元 以上 百分之 5 1.5 负责 必要时 并 有权 没收 第十条 x".split(),
    *"规定 情节严重的， 下列行为： 年 月 日前 ～ ℃ 〇".split(),
    "1000000000000000000000",
    "\n",
    " ",
]


def assert_spans(text: str) -> None:
    for q in find_quantities(text):
        assert text[q.start : q.end] == q.text
    for o in find_obligations(text):
        whole = text[o.start : o.end]
        assert 0 <= o.start <= o.end <= len(text)
        assert o.action and o.action in whole
        assert o.subject is None or o.subject in text
        assert all(part in text for part in (*o.conditions, *o.exceptions))
        assert all(text[q.start : q.end] == q.text for q in o.quantities)


@given(st.lists(st.sampled_from(PIECES), max_size=60).map("".join))
@settings(max_examples=400, deadline=1000)
def test_any_mixture_of_legal_words_is_read_with_true_spans(text: str) -> None:
    assert_spans(text)


def test_a_cue_with_nothing_behind_it_demands_nothing() -> None:
    assert len(find_obligations("企业企业应当下列行为：应当")) == 1


@given(st.text(max_size=200))
@settings(max_examples=100, deadline=1000)
def test_any_text_is_read(text: str) -> None:
    assert_spans(text)


@pytest.mark.parametrize(
    "unit", ["应当", "不予受理，", "企业、", "（", "1至", "百分之", "的", "由企业对", "自收到起", "除外", "每"]
)
def test_a_long_run_of_one_word_does_not_hang(unit: str) -> None:
    text = unit * (200_000 // len(unit))
    started = time.process_time()
    find_obligations(text)
    find_quantities(text)
    assert time.process_time() - started < 15


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_paragraph_of_five_megabytes_takes_time_in_proportion() -> None:
    sentence = "经营企业发现问题的，应当在2日内向药品监督管理部门报告，并保存记录；逾期不报告的，处一万元以上三万元以下罚款。"

    def seconds(size: int) -> float:
        text = sentence * (size // len(sentence))
        started = time.process_time()
        find_obligations(text)
        return time.process_time() - started

    small = seconds(500_000)
    assert seconds(5_000_000) < 25 * small, "ten times the text, with room for a busy machine"


@pytest.mark.corpus
def test_spans_over_the_corpus(corpus: Path) -> None:
    for file in sorted((corpus / "cn" / "md_lawrefbook").rglob("*.md"))[::9]:
        for line in re.split(r"\n+", file.read_text(encoding="utf-8")):
            assert_spans(line)


@pytest.mark.corpus
def test_definitions_in_the_corpus_demand_nothing(corpus: Path) -> None:
    files = sorted((corpus / "cn" / "md_lawrefbook").rglob("*.md"))
    lines = [line.strip() for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    definitions = [line for line in lines if re.match(r"[^。；]{1,40}，是指", line) and line.count("。") == 1][:200]
    assert len(definitions) > 50
    assert [line for line in definitions if find_obligations(line)] == []
