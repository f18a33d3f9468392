"""What is known of each indexed row beside its words: id, life, time, place and neighbours; one numpy column each.

Names (of sessions, characters, speakers) are kept as 64-bit hashes only. A row's neighbours are the rows before and
after it in the same sitting, in the order in which they were stored.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from duramen.index.growing import GrowingArray

NEVER = np.iinfo(np.int64).max
UNKNOWN_US = np.iinfo(np.int64).min
NO_ROW = -1

# Given with each row. `group`: its round, or its parent chunk; `place`: its character, or its document; `sitting`: its
# session, or its document; `happened_us` is UNKNOWN_US where there is no time;
GIVEN: dict[str, type[np.generic]] = {
    "item": np.int64,
    "group": np.int64,
    "place": np.int64,
    "sitting": np.int64,
    "speaker": np.int64,
    "position": np.int32,
    "visible": np.bool_,
    "born": np.int64,
    "died": np.int64,
    "happened_us": np.int64,
    "recorded_us": np.int64,
}
# Worked out when a row is added. `first`: the first row of its group.
DERIVED: dict[str, type[np.generic]] = {"previous": np.int32, "next": np.int32, "first": np.int32}


class Columns:
    """The columns of rows 0..n-1."""

    def __init__(self, arrays: Mapping[str, NDArray[Any]] | None = None) -> None:
        kinds = GIVEN | DERIVED
        self._arrays = {
            name: GrowingArray(np.array(arrays[name]) if arrays else np.zeros(0, dtype=kind))
            for name, kind in kinds.items()
        }
        # The ends of sittings are where later rows link on.
        ends = np.flatnonzero(self["next"] == NO_ROW)
        self._last_in_sitting = dict(zip(self["sitting"][ends].tolist(), ends.tolist(), strict=True))

    def __len__(self) -> int:
        return len(self._arrays["item"])

    def __getitem__(self, name: str) -> NDArray[Any]:
        return self._arrays[name].values

    def append(self, rows: Mapping[str, Sequence[Any]]) -> None:
        """Add rows in ascending order of item, one sequence per given column."""
        start, count = len(self), len(rows["item"])
        for name, kind in GIVEN.items():
            self._arrays[name].append(np.array(rows[name], dtype=kind))
        for name, kind in DERIVED.items():
            self._arrays[name].append(np.full(count, NO_ROW, dtype=kind))
        firsts: dict[int, int] = {}
        for row in range(start, start + count):
            self._link(row)
            group = int(self["group"][row])
            if group not in firsts:
                firsts[group] = self._first_of(group, start, row)
            self["first"][row] = firsts[group]

    def _first_of(self, group: int, start: int, row: int) -> int:
        if row and self["group"][row - 1] == group:
            return int(self["first"][row - 1])
        if self["position"][row] == 0:  # begins its group: no need to look through all that came before
            return row
        earlier = np.flatnonzero(self["group"][:start] == group)
        return int(earlier[0]) if len(earlier) else row

    def _link(self, row: int) -> None:
        sitting = int(self["sitting"][row])
        before = self._last_in_sitting.get(sitting, NO_ROW)
        if before != NO_ROW:
            self["previous"][row] = before
            self["next"][before] = row
        self._last_in_sitting[sitting] = row

    def bury(self, item: int, died_seq: int) -> None:
        """Note that a row died; an item that is not there is passed over."""
        at = int(np.searchsorted(self["item"], item))
        if at < len(self) and self["item"][at] == item:
            self["died"][at] = died_seq

    def alive(self, at_seq: int) -> NDArray[np.bool_]:
        """Tell for each row whether it was there, and might be found, as of `at_seq`."""
        living: NDArray[np.bool_] = self["visible"] & (self["born"] <= at_seq) & (self["died"] > at_seq)
        return living

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return the columns, for keeping on disk."""
        return {name: column.values for name, column in self._arrays.items()}
