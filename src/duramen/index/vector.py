"""Dense search: every stored vector of an owner in one float32 matrix, exact inner products through FAISS.

Several vectors may belong to one row (a long text's passages); a row's score is its best passage's.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise

import faiss
import numpy as np
from numpy.typing import NDArray

from duramen.index.growing import GrowingArray
from duramen.index.quantize import COSINE_PER_UNIT

Floats = NDArray[np.float32]
# Sums are exact, so that several threads give the same bits as one; a small matrix is not worth waking them.
THREADS = min(4, os.cpu_count() or 1)
BYTES_PER_THREAD = 8 * 2**20


class VectorIndex:
    """Vectors of rows 0..n-1, a memory-mapped base and a growing tail."""

    def __init__(self, base: Floats, row_of_vector: NDArray[np.int32]) -> None:
        self.dimension = base.shape[1]
        self._base = base
        self._tail = GrowingArray(np.empty((0, self.dimension), dtype=np.float32))
        self._row_of = GrowingArray(np.array(row_of_vector, dtype=np.int32))
        self._rows = int(row_of_vector[-1]) + 1 if len(row_of_vector) else 0

    @property
    def vector_count(self) -> int:
        """Return how many vectors there are."""
        return len(self._base) + len(self._tail)

    def append(self, vectors: Floats, counts: NDArray[np.int64]) -> None:
        """Add rows: `counts[i]` >= 1 vectors for the i-th new row, `vectors` of shape (sum(counts), dimension)."""
        new_rows = np.arange(self._rows, self._rows + len(counts), dtype=np.int32)
        self._tail.append(vectors)
        self._row_of.append(np.repeat(new_rows, counts))
        self._rows += len(counts)

    def cosines(self, query: Floats) -> Floats:
        """Return each row's best cosine with `query` (int16-valued, shape (dimension,)), float32 of shape (rows,).

        Exact and independent of threads, batches and the split between base and tail (DESIGN 5). Raises ValueError
        for a query of another dimension.
        """
        if query.shape != (self.dimension,):  # FAISS would read past its end
            raise ValueError(f"a query of shape {query.shape} cannot be held against {self.dimension} dimensions")
        dots = np.concatenate([_inner_products(query, part) for part in (self._base, self._tail.values)])
        dots *= np.float32(COSINE_PER_UNIT)
        if self.vector_count == self._rows:
            return dots
        starts = np.searchsorted(self._row_of.values, np.arange(self._rows))
        return np.maximum.reduceat(dots, starts)

    def arrays(self) -> tuple[Floats, NDArray[np.int32]]:
        """Return all vectors and their rows, for keeping on disk."""
        return np.concatenate([self._base, self._tail.values]), self._row_of.values


def _inner_products(query: Floats, matrix: Floats) -> Floats:
    out = np.empty(len(matrix), dtype=np.float32)
    rows = np.ascontiguousarray(matrix)
    parts = min(THREADS, 1 + matrix.nbytes // BYTES_PER_THREAD)
    edges = [len(rows) * part // parts for part in range(parts + 1)]
    waiting = [_pool().submit(_fill, out, query, rows, span) for span in pairwise(edges[1:])]
    _fill(out, query, rows, (edges[0], edges[1]))
    for one in waiting:
        one.result()
    return out


def _fill(out: Floats, query: Floats, rows: Floats, span: tuple[int, int]) -> None:
    """Compute the inner products of some rows; FAISS lets other threads run meanwhile."""
    start, end = span
    if end > start:
        faiss.fvec_inner_products_ny(  # type: ignore[attr-defined]
            faiss.swig_ptr(out[start:end]),
            faiss.swig_ptr(query),
            faiss.swig_ptr(rows[start:end]),
            rows.shape[1],
            end - start,
        )


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(THREADS, thread_name_prefix="duramen-vectors")
