"""Term weights shared by the concept score, BM25 and the word table: saturation, inverse document frequency, z values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

Matrix = NDArray[np.float32]

K1 = 1.2
MIN_IDF = 0.05
Z_LOW, Z_HIGH = -4.0, 12.0
"""z values are clipped: one rare shared word must not outvote everything else."""


def count_matrix(rows: Iterable[Sequence[str]], index: dict[str, int], *, grow: bool) -> sparse.csr_matrix:
    """Counts of terms, one row a text. Terms not in `index` are added when `grow`, else left out."""
    indptr: list[int] = [0]
    indices: list[int] = []
    data: list[int] = []
    for row in rows:
        counts: dict[int, int] = {}
        for term in row:
            at = index.setdefault(term, len(index)) if grow else index.get(term, -1)
            if at >= 0:
                counts[at] = counts.get(at, 0) + 1
        indices.extend(counts)
        data.extend(counts.values())
        indptr.append(len(indices))
    matrix = sparse.csr_matrix(
        (np.asarray(data, np.float32), np.asarray(indices, np.int32), np.asarray(indptr, np.int64)),
        shape=(len(indptr) - 1, len(index)),
    )
    matrix.sort_indices()
    return matrix


def widen(matrix: sparse.csr_matrix, columns: int) -> sparse.csr_matrix:
    """The same matrix with empty columns up to `columns`: terms that were added after it was made."""
    return sparse.csr_matrix((matrix.data, matrix.indices, matrix.indptr), shape=(matrix.shape[0], columns))


def columns_of(matrix: sparse.csr_matrix, row: int) -> list[int]:
    """The columns that a row holds. Slicing a matrix for it takes a hundred times as long."""
    columns: list[int] = matrix.indices[matrix.indptr[row] : matrix.indptr[row + 1]].tolist()
    return columns


def mean_length(counts: sparse.csr_matrix) -> float:
    """Mean sum of the rows that hold anything; 1.0 where none does."""
    length = np.asarray(counts.sum(axis=1)).ravel()
    return float(length[length > 0].mean()) if (length > 0).any() else 1.0


def saturate(counts: sparse.csr_matrix, b: float = 0.75, k1: float = K1, mean: float | None = None) -> sparse.csr_matrix:
    """BM25's term weight (k1 + 1) tf / (tf + k1 (1 - b + b length / mean length)), length in terms.

    `mean` is that of the rows unless it is given.
    """
    length = np.asarray(counts.sum(axis=1)).ravel()
    mean = mean_length(counts) if mean is None else mean
    norm = k1 * (1 - b + b * length / mean)
    rows = np.repeat(np.arange(counts.shape[0]), np.diff(counts.indptr))
    out = counts.copy()
    out.data = ((k1 + 1) * counts.data / (counts.data + norm[rows])).astype(np.float32)
    return out


def idf(counts: sparse.csr_matrix) -> Matrix:
    """BM25's inverse document frequency of each term, never below 0."""
    n = counts.shape[0]
    df = np.bincount(counts.indices, minlength=counts.shape[1])
    return np.maximum(np.log((n - df + 0.5) / (df + 0.5) + 1e-9), 0.0).astype(np.float32)


def shared_idf(a: sparse.csr_matrix, b: sparse.csr_matrix) -> Matrix:
    """Geometric mean of both sides' idf, each at least MIN_IDF: a term common on either side tells little."""
    return np.asarray(np.sqrt(np.maximum(idf(a), MIN_IDF) * np.maximum(idf(b), MIN_IDF)), dtype=np.float32)


def scale_columns(matrix: sparse.csr_matrix, factors: Matrix) -> sparse.csr_matrix:
    out = matrix.copy()
    out.data = out.data * factors[out.indices]
    return out


def unit_rows(matrix: sparse.csr_matrix) -> sparse.csr_matrix:
    """Rows scaled to length 1; empty rows stay empty."""
    norm = np.sqrt(np.asarray(matrix.multiply(matrix).sum(axis=1)).ravel())
    rows = np.repeat(np.arange(matrix.shape[0]), np.diff(matrix.indptr))
    out = matrix.copy()
    out.data = out.data / np.maximum(norm[rows], 1e-9)
    return out


def add_z(total: Matrix, part: Matrix, weight: float, known: Matrix | None = None) -> Matrix:
    """total += weight * z(part) by row, clipped; `part` is overwritten. A row without spread adds nothing.

    Returns mean and standard deviation, one row each; those of `known` are taken as they stand where they are no NaN.
    """
    moments = np.full((len(part), 2), np.nan, np.float32) if known is None else known.astype(np.float32, copy=True)
    unknown = np.isnan(moments[:, 0])
    if unknown.any():
        moments[unknown, 0] = part.mean(axis=1)[unknown]
    part -= moments[:, :1]
    if unknown.any():
        moments[unknown, 1] = np.sqrt(np.einsum("ij,ij->i", part, part) / max(part.shape[1], 1))[unknown]
    sd = moments[:, 1:]
    part *= np.where(sd > 1e-6, 1 / np.maximum(sd, np.float32(1e-6)), np.float32(0))
    np.clip(part, Z_LOW, Z_HIGH, out=part)
    part *= weight
    total += part
    return moments


def counted_z(values: Matrix, counts: Sequence[int] | NDArray[np.int64]) -> Matrix:
    """z of each row of `values`, clipped, where column j stands `counts[j]` times."""
    n = np.asarray(counts, np.float64)
    wide = values.astype(np.float64)
    wide -= (wide @ n / max(n.sum(), 1))[:, None]
    sd = np.sqrt(wide**2 @ n / max(n.sum(), 1))[:, None]
    return np.clip(np.where(sd > 1e-6, wide / np.maximum(sd, 1e-6), 0), Z_LOW, Z_HIGH).astype(np.float32)
