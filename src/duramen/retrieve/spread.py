"""Spreading picks over sittings, so that one long talk does not fill the whole prompt."""

from __future__ import annotations

import heapq
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
    scores = log_scores.tolist()
    shown, log_faded = dict.fromkeys(sittings, 0), dict.fromkeys(sittings, 0.0)
    places, faded = list[int](), list[float]()
    # A score only ever falls, so that what stood first and still has its score is the best of all.
    waiting = [(-score, place) for place, score in enumerate(scores)]
    heapq.heapify(waiting)
    while waiting:
        known, place = waiting[0]
        sitting = sittings[place]
        score = scores[place] + log_faded[sitting]
        if score < -known:
            heapq.heapreplace(waiting, (-score, place))
            continue
        heapq.heappop(waiting)
        places.append(place)
        faded.append(math.exp(log_faded[sitting]))
        shown[sitting] += min(characters[place], settings.turn_chars)
        log_faded[sitting] = -max(0.0, shown[sitting] - settings.free_chars) / settings.fade_chars
    return Picked(places=np.array(places, dtype=np.int64), faded=np.array(faded))
