"""The dual temporal weight (A5): two clocks, rounds and hours, in the log domain.

ARPM: `w_round = exp(-|r_now - r_d| / lambda_round)`, `w_clock = exp(-|hours| / lambda_hours)`, `w = w_round * w_clock`.
In logs a memory of ten years and ten thousand rounds neither underflows nor ties with an older one.
Where a row has no round or no time, that factor is 1.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from duramen.domain.preset import Temporal

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class TemporalWeight:
    """Natural logarithms of the weights, one per row: `rounds`, `hours`, and `both` with the floor applied."""

    rounds: Floats
    hours: Floats
    both: Floats


def log_weight(rounds_ago: Floats, hours_ago: Floats, settings: Temporal) -> TemporalWeight:
    """Return log weights of shape (n,), each <= 0.

    `rounds_ago`, `hours_ago`: distances of shape (n,), NaN where unknown; signs do not matter (a date in the future
    is as far as one in the past). With a floor f > 0 the weight is f + (1 - f) * w.
    """
    rounds = _log_decay(rounds_ago, settings.lambda_round if settings.rounds else None)
    hours = _log_decay(hours_ago, settings.lambda_hours if settings.hours else None)
    both = rounds + hours
    if settings.floor > 0.0:
        both = np.log(settings.floor + (1.0 - settings.floor) * np.exp(both))
    return TemporalWeight(rounds=rounds, hours=hours, both=both)


def _log_decay(distance: Floats, constant: float | None) -> Floats:
    if constant is None:
        return np.zeros(len(distance))
    return np.where(np.isnan(distance), 0.0, -np.abs(distance) / constant)
