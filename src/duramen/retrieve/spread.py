"""Spreading picks over sittings, so that one long talk does not fill the whole prompt."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from duramen.domain.preset import Spread
from duramen.retrieve.fuse import Floats, Rows


@dataclass(frozen=True, slots=True, kw_only=True)
class Picked:
    """Places in the order of picking, and by how much each one's sitting had faded (1 is not at all)."""

    places: Rows
    faded: Floats


def spread(log_scores: Floats, sittings: Sequence[int], characters: Sequence[int], settings: Spread) -> Picked:
    """Pick greedily by score times the fading of its sitting; shape (n,), all are picked.

    A sitting fades by `exp(-excess / fade_chars)` once its picks amount to more than `free_chars`; each counts at most
    `turn_chars`. Ties go to the better place before spreading. Off when `fade_chars` is 0.
    """
    count = len(log_scores)
    if settings.fade_chars == 0 or count == 0:
        return Picked(places=np.arange(count), faded=np.ones(count))
    _, sitting_of = np.unique(np.asarray(sittings, dtype=np.int64), return_inverse=True)
    waiting = np.array(log_scores, dtype=np.float64)
    log_faded, shown = np.zeros(count), np.zeros(int(sitting_of.max()) + 1)
    places, faded = np.empty(count, dtype=np.int64), np.empty(count)
    for pick in range(count):
        best = int(np.argmax(waiting + log_faded))
        places[pick], faded[pick] = best, math.exp(log_faded[best])
        waiting[best] = -np.inf
        of = sitting_of[best]
        shown[of] += min(characters[best], settings.turn_chars)
        log_faded[sitting_of == of] = -max(0.0, shown[of] - settings.free_chars) / settings.fade_chars
    return Picked(places=places, faded=faded)
