"""A silence that is not found when the counterpart is gone is a gap that a reader never hears of."""

from __future__ import annotations

from pathlib import Path

import pytest

from align.corpus import AlignCorpus
from align.edge_rows import find_ids
from align.embeddings import UseEmbedder, VectorCache
from align.graph_input import read_graph
from bench.planted import planted_gaps, restatements
from ingest.pipeline import ingest
from kg.settings import Settings
from kg.stores import open_store
from regkg.demo import copy_sample


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> AlignCorpus:
    folder: Path = tmp_path_factory.mktemp("planted")
    with open_store(str(folder / "graph")) as store:
        ingest(copy_sample(folder / "sources"), store, Settings(jobs=1, workspace=folder))
        given = read_graph(store)
    vectors = VectorCache(folder / "cache", UseEmbedder(1))
    return AlignCorpus.build(given.documents, given.provisions, given.extractions, vectors, find_ids)


def test_gaps_come_out_more_often_than_kept_counterparts(corpus: AlignCorpus) -> None:
    found = list(planted_gaps(corpus, "US", "CN", sample=60))
    assert [result.level for result in found] == ["provision", "article", "instrument"]
    for result in found:
        assert result.removed and result.kept
        assert result.recall > result.false, result
    assert found == list(planted_gaps(corpus, "US", "CN", sample=60)), "the same seed, the same figures"


def test_the_corpus_is_left_as_it_was(corpus: AlignCorpus) -> None:
    before = corpus.sides["CN"].targets.copy()
    list(planted_gaps(corpus, "US", "CN", sample=30, levels=("article",)))
    assert (corpus.sides["CN"].targets == before).all()


def test_a_removed_provision_takes_itself_along(corpus: AlignCorpus) -> None:
    side = corpus.sides["CN"]
    row = int(side.targets[0])
    assert row in restatements(side, row)
