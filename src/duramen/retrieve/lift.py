"""Lifting child hits to their parents: each parent once, at its best child's place (A2)."""

from __future__ import annotations

from collections.abc import Sequence

ALREADY = "its parent is there already, by a better child"


def lift(groups: Sequence[int], reasons: Sequence[str], found: int) -> tuple[str, ...]:
    """Return the reasons after lifting and cutting: "" for the first row of each of the best `found` groups.

    `groups` and `reasons` are in ranking order; rows with a reason already keep it.
    """
    seen: set[int] = set()
    lifted = []
    for group, reason in zip(groups, reasons, strict=True):
        if reason:
            lifted.append(reason)
        elif group in seen:
            lifted.append(ALREADY)
        elif len(seen) >= found:
            lifted.append(f"beyond the {found} best of its path")
        else:
            seen.add(group)
            lifted.append("")
    return tuple(lifted)
