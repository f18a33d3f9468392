"""How something comes out once more."""

from __future__ import annotations

from enum import StrEnum


class Outcome(StrEnum):
    """IDENTICAL in everything; CHANGED; ERASED, what it rests on is no longer there; NOT_REPLAYABLE, nothing to compare with."""

    IDENTICAL = "identical"
    CHANGED = "changed"
    ERASED = "erased"
    NOT_REPLAYABLE = "not-replayable"
