"""What is estimated from two sides together: how telling a concept or word is, how far two instruments deal with the same."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from scipy import sparse

from align.corpus import AlignCorpus
from align.frozen import PairStatistics
from align.instrument_prior import double_z, instrument_prior
from align.side import Side
from align.weighting import Matrix, saturate, scale_columns, shared_idf, unit_rows

_ROWS_AT_A_TIME = 512


def freeze_pairs(corpus: AlignCorpus) -> None:
    """Works out what is not known yet, so that every process that reads the corpus has it."""
    for a, b in combinations(sorted(corpus.sides), 2):
        if (a, b) not in corpus.frozen.pairs:
            corpus.frozen.pairs[a, b] = pair_statistics(corpus.sides[a], corpus.sides[b])


def pair_statistics(a: Side, b: Side) -> PairStatistics:
    concept_idf = shared_idf(a.concepts[a.targets], b.concepts[b.targets])
    word_idf = shared_idf(a.words[a.targets], b.words[b.targets])
    prior = instrument_prior(unit_similarity(a, b, concept_idf), a.instrument, b.instrument)
    return PairStatistics(concept_idf, word_idf, prior)


def unit_concepts(side: Side) -> sparse.csr_matrix:
    """Counts of concepts summed over each unit's passages."""
    n = len(side.unit)
    gather = sparse.csr_matrix((np.ones(n, np.float32), (side.unit, np.arange(n))), shape=(len(side.units), n))
    out = sparse.csr_matrix(gather @ side.concepts)
    out.sort_indices()
    return out


def unit_similarity(a: Side, b: Side, concept_idf: Matrix) -> Matrix:
    """S0: dz(cosine of the vectors) + dz(cosine of the concepts), units of a x units of b."""
    left, right = (unit_rows(scale_columns(saturate(unit_concepts(s)), concept_idf)) for s in (a, b))
    total = np.empty((left.shape[0], right.shape[0]), np.float32)
    for at in range(0, len(total), _ROWS_AT_A_TIME):
        total[at : at + _ROWS_AT_A_TIME] = (left[at : at + _ROWS_AT_A_TIME] @ right.T).toarray()
    double_z(total)
    total += double_z(a.unit_vectors @ b.unit_vectors.T)
    return total
