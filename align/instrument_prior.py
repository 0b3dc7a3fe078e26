"""How far one instrument deals with what another deals with: the prior of a CFR part for a Chinese law.

Estimated from the texts alone. For each pair of instruments the mean best section score is freed of what large
instruments win by their size alone. It is a score and never a filter: from China only three of four right parts are among
the first twenty.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float32]
Ints = NDArray[np.int64]


def double_z(matrix: Matrix) -> Matrix:
    """`matrix` less its column and row means, over its standard deviation, in place."""
    matrix -= matrix.mean(axis=0, keepdims=True)
    matrix -= matrix.mean(axis=1, keepdims=True)
    # Its mean is 0 by now, so this is the standard deviation, without a copy of the matrix.
    matrix /= max(float(np.linalg.norm(matrix)) / max(matrix.size, 1) ** 0.5, 1e-9)
    return matrix


def _starts(groups: Ints) -> Ints:
    """First row of each group; `groups` is sorted."""
    return np.flatnonzero(np.r_[True, groups[1:] != groups[:-1]])


def _residual(values: Matrix, rows: Matrix, columns: Matrix) -> Matrix:
    """`values` less what ln(1 + rows) and ln(1 + columns) explain by least squares."""
    n, m = values.shape
    design = np.column_stack(
        [np.ones(n * m), np.repeat(np.log1p(rows), m), np.tile(np.log1p(columns), n)],
    )
    flat = values.ravel()
    coefficients, *_ = np.linalg.lstsq(design, flat, rcond=None)
    return np.asarray((flat - design @ coefficients).reshape(n, m), dtype=np.float32)


def instrument_prior(similarity: Matrix, row_groups: Ints, column_groups: Ints) -> Matrix:
    """prior[i, j] of row group i for column group j.

    `similarity` is sections x articles; both groupings are sorted and count from 0 without gaps. A(i, j) is the mean over
    the sections of i of their best article in j; B(i, j) the mean over the articles of j of their best section in i. The
    prior is dz(residual of A) + dz(residual of B), the residual taken on the logarithm of both sizes.
    """
    row_starts, column_starts = _starts(row_groups), _starts(column_groups)
    row_sizes = np.diff(np.r_[row_starts, len(row_groups)]).astype(np.float32)
    column_sizes = np.diff(np.r_[column_starts, len(column_groups)]).astype(np.float32)
    best_in_columns = np.maximum.reduceat(similarity, column_starts, axis=1)
    a = np.add.reduceat(best_in_columns, row_starts, axis=0) / row_sizes[:, None]
    best_in_rows = np.maximum.reduceat(similarity, row_starts, axis=0)
    b = np.add.reduceat(best_in_rows, column_starts, axis=1) / column_sizes[None, :]
    return double_z(_residual(a, row_sizes, column_sizes)) + double_z(_residual(b, row_sizes, column_sizes))
