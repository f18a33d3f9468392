"""Vectors as they are stored: `rint(2048 * unit vector)` in int16.

Each product of two components is an integer, and partial sums of two unit vectors stay below 2**24, so that float32
dot products are exact in any order: the same bits from FAISS, numpy and pgvector, whatever threads and batches do
(DESIGN 5). Rounding errors of vectors of text cancel, so that the cosine is off by less than 0.001 (five standard
deviations at any dimension); where they conspire it is sqrt(dimension) / 2048.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

SCALE = 2048
COSINE_PER_UNIT = 1.0 / (SCALE * SCALE)


def quantize(vectors: NDArray[np.float32]) -> NDArray[np.int16]:
    """Round unit rows to int16, same shape; a zero row stays zero."""
    return np.rint(np.asarray(vectors, dtype=np.float64) * SCALE).astype(np.int16)


def to_bytes(vectors: NDArray[np.float32]) -> bytes:
    """Pack one unit vector, or several end to end, for the row of their text."""
    return quantize(vectors).astype("<i2").tobytes()


def from_bytes(data: bytes, dimension: int) -> NDArray[np.float32]:
    """Unpack to float32 rows of shape (n, dimension) that hold whole numbers."""
    return np.frombuffer(data, dtype="<i2").astype(np.float32).reshape(-1, dimension)
