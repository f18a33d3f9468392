"""An array that grows at its end without being copied each time."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


class GrowingArray:
    """A numpy array with amortised append along its first axis."""

    def __init__(self, initial: NDArray[Any]) -> None:
        self._data = initial
        self._size = len(initial)

    def __len__(self) -> int:
        return self._size

    @property
    def values(self) -> NDArray[Any]:
        """Return the filled part; a view, valid until the next append."""
        return self._data[: self._size]

    def append(self, rows: NDArray[Any]) -> None:
        """Add rows at the end; their dtype and further axes are the array's own."""
        needed = self._size + len(rows)
        if needed > len(self._data):
            grown = np.empty((max(needed, 2 * len(self._data), 16), *self._data.shape[1:]), dtype=self._data.dtype)
            grown[: self._size] = self._data[: self._size]
            self._data = grown
        self._data[self._size : needed] = rows
        self._size = needed
