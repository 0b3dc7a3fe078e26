"""The first paper's method: what a user would lose is a baseline that is really the paper's."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from align.embeddings import UseEmbedder, VectorCache, Vectors
from align.paper_method import PREFIX, STRONG, WEAK, PaperMethod, paper_matches
from tests.align.conftest import CN, US, build, document


class Recorder(UseEmbedder):
    """The embedder, which also keeps what it was asked."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked: list[str] = []

    def encode(self, texts: Sequence[str]) -> Vectors:
        self.asked.extend(texts)
        return super().encode(texts)


def test_concepts_are_what_is_compared_and_the_best_match_counts_from_sixty(vector_folder: Path, tmp_path: Path) -> None:
    corpus = build(
        [
            document("US", "en", "Part 211 — 21 CFR 211 Current good manufacturing practice", US, "section"),
            document("CN", "zh", "药品生产质量管理规范", CN, "条"),
        ],
        vector_folder,
    )
    recorder = Recorder()
    found = list(paper_matches(corpus, VectorCache(tmp_path, recorder)))
    assert all(text.startswith(PREFIX) and 1 <= text.count(",") + 1 <= 5 for text in recorder.asked if text)
    assert found
    assert all(m.match_score >= WEAK and (m.match_type == "strong") == (m.match_score >= STRONG) for m in found)
    by_source = {m.source.rpartition(":")[2]: m.target.rpartition(":")[2] for m in found}
    assert by_source["9001.20"] == "第二条", "batch production records"


@pytest.mark.parametrize(
    ("title", "comparable", "why"),
    [("化妆品监督管理条例", False, "another domain"), ("药品生产质量管理规范", True, "the same")],
)
def test_only_chunks_of_one_domain_are_compared(
    vector_folder: Path, tmp_path: Path, title: str, comparable: bool, why: str
) -> None:
    corpus = build(
        [
            document("US", "en", "Part 211 — 21 CFR 211 Current good manufacturing practice", US, "section"),
            document("CN", "zh", title, CN, "条"),
        ],
        vector_folder,
    )
    method = PaperMethod(corpus, corpus.sides["US"], corpus.sides["CN"], VectorCache(tmp_path, UseEmbedder(1)))
    assert bool((method.cosines(np.arange(4)) > -1).any()) is comparable, why
