"""Distance in rounds: how many rounds happened since, by the time they happened and not by when they were stored."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from duramen.retrieve.fuse import Floats


class Rounds:
    """The rounds that a question looks back on: one time each, in stored order; unknown times are left out."""

    def __init__(self, rows: NDArray[np.int64], times_us: NDArray[np.int64]) -> None:
        """Take the first row of each round, ascending, and its time in microseconds."""
        self._order = np.argsort(times_us, kind="stable")
        self._times = times_us[self._order]
        self._rows = rows
        self._rank_of = np.empty(len(rows), dtype=np.int64)
        self._rank_of[self._order] = np.arange(len(rows))

    def __len__(self) -> int:
        return len(self._times)

    @property
    def last_row(self) -> int | None:
        """Return the first row of the round that happened last, None when there is none."""
        return int(self._rows[self._order[-1]]) if len(self._rows) else None

    def ago(self, first_rows: NDArray[np.int64]) -> Floats:
        """Return for the rounds that begin at these rows how many rounds ago they were, counted from the round to come.

        The round that happened last is 1 round ago. NaN for a round without a known time. Of rounds with the same
        time the one stored later counts as later.
        """
        at = np.searchsorted(self._rows, first_rows)
        inside = np.minimum(at, max(len(self._rows) - 1, 0))
        known = (
            (at < len(self._rows)) & (self._rows[inside] == first_rows) if len(self._rows) else np.zeros(len(at), bool)
        )
        distances = np.full(len(first_rows), np.nan)
        distances[known] = len(self) - self._rank_of[inside[known]]
        return distances

    def since(self, times_us: NDArray[np.int64]) -> Floats:
        """Return how many rounds happened after each time."""
        return (len(self) - np.searchsorted(self._times, times_us, side="right")).astype(np.float64)
