"""A silence that is not found when the counterpart is gone is a gap that a reader never hears of."""

from __future__ import annotations

import pytest

from align.corpus import AlignCorpus
from align.run import read_corpus
from bench.planted import planted_gaps, restatements
from kg.settings import settings
from regkg.opening import open_graph


@pytest.fixture(scope="module")
def corpus(graph: str) -> AlignCorpus:
    with open_graph(graph) as store:
        return read_corpus(store, settings())


def test_gaps_come_out_more_often_than_kept_counterparts(corpus: AlignCorpus) -> None:
    found = list(planted_gaps(corpus, "US", "CN", sample=60))
    assert [result.level for result in found] == ["provision", "article", "instrument"]
    for result in found:
        assert result.removed.n and result.kept.n
        assert result.removed.silent + result.removed.absent > result.kept.silent + result.kept.absent, result
    assert found == list(planted_gaps(corpus, "US", "CN", sample=60)), "the same seed, the same figures"


def test_the_corpus_is_left_as_it_was(corpus: AlignCorpus) -> None:
    before = corpus.sides["CN"].targets.copy()
    list(planted_gaps(corpus, "US", "CN", sample=30, levels=("article",)))
    assert (corpus.sides["CN"].targets == before).all()


def test_a_removed_provision_takes_itself_along(corpus: AlignCorpus) -> None:
    side = corpus.sides["CN"]
    row = int(side.targets[0])
    assert row in restatements(side, row)
