"""Agreement of people who judge the same items: Cohen's kappa of two, Fleiss' kappa of many, each with its interval.

In: judgements by item, None where somebody did not judge. Out: an `Agreement`. A judgement that is missing is left out and
never counts as one of the categories.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from duramen.errors import BadSetting
from duramen.scoring.ranking import Z_95, wilson_interval

Counts = NDArray[np.float64]
NO_ITEMS = "nobody else judged the same items"
ONE_CATEGORY = "all judgements are the same, so that chance alone explains them"


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """How well judges agree beyond chance, over `items` that at least two of them judged.

    `kappa` is None where it is not defined, and `why` says why; `low` and `high` are its 95 % interval, None with it or
    where one item alone decides it. `observed`: the share of pairs of judgements that agree, None without items.
    """

    kappa: float | None
    low: float | None
    high: float | None
    observed: float | None
    items: int
    why: str = ""


def cohen_kappa(one: Sequence[Hashable | None], other: Sequence[Hashable | None]) -> Agreement:
    """Return how well two judges agree over the items that both judged (Cohen 1960).

    Interval: leaving out each item in turn (jackknife), normal, cut to [-1, 1]. Where all items agree that has no
    spread; the lower end is then that of the share of agreement (Wilson), chance held as it is. Raises BadSetting for
    lists of different length.
    """
    if len(one) != len(other):
        raise BadSetting(f"two judges of {len(one)} and {len(other)} items did not judge the same; give one list each")
    both = [(a, b) for a, b in zip(one, other, strict=True) if a is not None and b is not None]
    if not both:
        return _undefined(NO_ITEMS)
    places = _places([judgement for pair in both for judgement in pair])
    firsts = _one_hot([places[a] for a, _ in both], len(places))
    seconds = _one_hot([places[b] for _, b in both], len(places))
    agree = np.asarray([float(a == b) for a, b in both])

    def kappas(left_out: Counts) -> tuple[Counts, Counts]:
        n = len(both) - left_out.sum(axis=1)
        rows = (firsts.sum(axis=0) - left_out @ firsts) / n[:, None]
        columns = (seconds.sum(axis=0) - left_out @ seconds) / n[:, None]
        return (agree.sum() - left_out @ agree) / n, (rows * columns).sum(axis=1)

    return _agreement(len(both), kappas)


def fleiss_kappa(judged: Sequence[Sequence[Hashable | None]]) -> Agreement:
    """Return how well any number of judges agree; one list of judgements an item, in no order (Fleiss 1971).

    Items may have different numbers of judgements: an item counts by the share of its pairs that agree, chance by all
    judgements together, which is Fleiss' formula where the numbers are equal. An item with fewer than two judgements is
    left out. Interval as for `cohen_kappa`.
    """
    kept = [[one for one in item if one is not None] for item in judged]
    kept = [item for item in kept if len(item) > 1]
    if not kept:
        return _undefined(NO_ITEMS)
    places = _places([one for item in kept for one in item])
    counts = np.zeros((len(kept), len(places)))
    for at, item in enumerate(kept):
        for one in item:
            counts[at, places[one]] += 1
    sizes = counts.sum(axis=1)
    agree = (counts * (counts - 1)).sum(axis=1) / (sizes * (sizes - 1))

    def kappas(left_out: Counts) -> tuple[Counts, Counts]:
        shares = (counts.sum(axis=0) - left_out @ counts) / (sizes.sum() - left_out @ sizes)[:, None]
        observed = (agree.sum() - left_out @ agree) / (len(kept) - left_out.sum(axis=1))
        return observed, (shares * shares).sum(axis=1)

    return _agreement(len(kept), kappas)


def _agreement(n: int, kappas: Callable[[Counts], tuple[Counts, Counts]]) -> Agreement:
    """Return kappa with its interval; `kappas` gives observed and chance agreement without the items of each row."""
    observed, chance = (float(values[0]) for values in kappas(np.zeros((1, n))))
    if chance >= 1.0:
        return Agreement(kappa=None, low=None, high=None, observed=observed, items=n, why=ONE_CATEGORY)
    kappa = (observed - chance) / (1.0 - chance)
    low, high = (None, None) if n < 2 else _interval(n, kappas, kappa, (observed, chance))
    return Agreement(kappa=kappa, low=low, high=high, observed=observed, items=n)


def _interval(
    n: int, kappas: Callable[[Counts], tuple[Counts, Counts]], kappa: float, whole: tuple[float, float]
) -> tuple[float | None, float | None]:
    observed, chance = whole
    if observed >= 1.0:
        share = wilson_interval(n, n)
        return (None if share is None else (share.low - chance) / (1.0 - chance)), 1.0
    without, by_chance = (np.concatenate(parts) for parts in zip(*_in_blocks(n, kappas), strict=True))
    if np.any(by_chance >= 1.0):  # without that item there is one category only
        return None, None
    values = (without - by_chance) / (1.0 - by_chance)
    half = Z_95 * math.sqrt((n - 1) / n * float(((values - values.mean()) ** 2).sum()))
    return max(-1.0, kappa - half), min(1.0, kappa + half)


def _in_blocks(n: int, kappas: Callable[[Counts], tuple[Counts, Counts]]) -> list[tuple[Counts, Counts]]:
    """Leave out each item in turn, a thousand at a time, so that memory stays small."""
    found = []
    for start in range(0, n, 1_000):
        rows = min(1_000, n - start)
        left_out = np.zeros((rows, n))
        left_out[np.arange(rows), np.arange(start, start + rows)] = 1.0
        found.append(kappas(left_out))
    return found


def _places(judgements: Sequence[Hashable]) -> dict[Hashable, int]:
    return {one: at for at, one in enumerate(dict.fromkeys(judgements))}


def _one_hot(places: Sequence[int], width: int) -> Counts:
    return np.eye(width)[list(places)]


def _undefined(why: str) -> Agreement:
    return Agreement(kappa=None, low=None, high=None, observed=None, items=0, why=why)
