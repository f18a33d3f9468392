"""Fusion: two score arrays over the same rows become one.

RRF: `sum over retrievers of 1 / (k + rank + 1)`, rank from 0 (ARPM); and the weighted sum of scores scaled to [0, 1].
Ties are broken by row, which is the order in which rows were stored.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]


def top_rows(scores: NDArray[np.floating], allowed: NDArray[np.bool_], depth: int) -> Rows:
    """Return the `depth` allowed rows of highest score, best first; ties by row, fewer when there are fewer."""
    rows = np.flatnonzero(allowed)
    if len(rows) > depth > 0:
        values = scores[rows]
        # Everything at least as good as the depth-th best, so that ties at the edge are broken by row, not by chance.
        edge = np.partition(values, len(values) - depth)[len(values) - depth]
        rows = rows[values >= edge]
    order = np.lexsort((rows, -scores[rows]))
    return rows[order][:depth].astype(np.int64)


def reciprocal_ranks(rankings: Sequence[Rows], k: float) -> tuple[Rows, Floats]:
    """Fuse rankings by RRF; returns rows in ascending order and their sums."""
    rows = np.unique(np.concatenate([np.zeros(0, dtype=np.int64), *rankings]))
    sums = np.zeros(len(rows))
    for ranking in rankings:
        sums[np.searchsorted(rows, ranking)] += 1.0 / (k + np.arange(len(ranking)) + 1.0)
    return rows, sums


def scaled(scores: NDArray[np.floating], among: NDArray[np.bool_] | None = None) -> Floats:
    """Scale scores to [0, 1] by the minimum and maximum of those `among`; all zero where they are all equal."""
    values = np.asarray(scores, dtype=np.float64)
    measured = values if among is None else values[among]
    if len(measured) == 0 or measured.max() == measured.min():
        return np.zeros(len(values))
    result: Floats = (values - measured.min()) / (measured.max() - measured.min())
    return result


def with_neighbours(
    scores: Floats,
    previous: NDArray[np.int32],
    following: NDArray[np.int32],
    weights: Sequence[float],
    rows: Rows | None = None,
) -> Floats:
    """Return each row's score plus its neighbours', weighted by `weights` for distances -2, -1, +1, +2.

    `previous` and `following` give the rows beside each row; one that is not there (-1) adds nothing. With `rows` only
    their scores are worked out and returned, in that order.
    """
    padded = np.append(scores, 0.0)
    back, on = np.append(previous, -1), np.append(following, -1)
    wanted = slice(None) if rows is None else rows
    before, after = previous[wanted], following[wanted]
    result: Floats = (
        scores[wanted]
        + weights[0] * padded[back[before]]
        + weights[1] * padded[before]
        + weights[2] * padded[after]
        + weights[3] * padded[on[after]]
    )
    return result
