"""Measures of rankings, and what their differences are worth.

In: ranked lists of ids against the set of ids that should be found; per-question scores of two arms. Out: numbers
between 0 and 1, None where there is nothing to be found (unscored is not zero), and 95 % intervals. Randomness comes
in as a seed. All gains are binary.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from duramen.errors import BadSetting

Z_95 = 1.959963984540054
"""The 97.5 % quantile of the standard normal distribution."""
_BATCH_CELLS = 4_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """A value with the ends of its 95 % interval; `n` is what it was taken over."""

    value: float
    low: float
    high: float
    n: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BootstrapResult:
    """Mean of `a - b` over paired questions, its 95 % percentile interval, and the share of samples not above 0.

    `p_worse`: one-sided; small when `a` is better than `b` whatever questions were drawn.
    """

    mean_difference: float
    low: float
    high: float
    p_worse: float


def recall_at(ranked: Sequence[Hashable], gold: Collection[Hashable], k: int) -> float | None:
    """Return the share of the gold ids among the first `k`; None without gold. An id that repeats counts once."""
    found = _found(ranked, gold, k)
    return None if found is None else sum(found) / len(set(gold))


def hit_at(ranked: Sequence[Hashable], gold: Collection[Hashable], k: int) -> float | None:
    """Return 1.0 when any gold id is among the first `k`, else 0.0; None without gold."""
    found = _found(ranked, gold, k)
    return None if found is None else float(any(found))


def reciprocal_rank(ranked: Sequence[Hashable], gold: Collection[Hashable]) -> float | None:
    """Return 1 / (place of the first gold id, from 1), 0.0 when there is none; None without gold."""
    found = _found(ranked, gold, len(ranked) or 1)
    if found is None:
        return None
    return 1.0 / (found.index(True) + 1) if any(found) else 0.0


def ndcg_at(ranked: Sequence[Hashable], gold: Collection[Hashable], k: int) -> float | None:
    """Return DCG over the ideal DCG at `k`, None without gold.

    Gain 1 for a gold id, discount 1 / log2(place + 1) with places from 1; the ideal has all min(k, |gold|) first.
    Source: Järvelin and Kekäläinen 2002, with binary gains.
    """
    found = _found(ranked, gold, k)
    if found is None:
        return None
    gained = math.fsum(1.0 / math.log2(place + 2) for place, hit in enumerate(found) if hit)
    ideal = math.fsum(1.0 / math.log2(place + 2) for place in range(min(k, len(set(gold)))))
    return gained / ideal


def average_precision(ranked: Sequence[Hashable], gold: Collection[Hashable]) -> float | None:
    """Return the mean over all gold ids of the precision at each one's place, 0 for those not found; None without gold."""
    found = _found(ranked, gold, len(ranked) or 1)
    if found is None:
        return None
    places = [place for place, hit in enumerate(found, start=1) if hit]
    return math.fsum(count / place for count, place in enumerate(places, start=1)) / len(set(gold))


def mean_scored(scores: Sequence[float | None]) -> float | None:
    """Return the mean of the scores that are there (MRR and MAP of their per-question values); None when none is."""
    scored = [score for score in scores if score is not None]
    return math.fsum(scored) / len(scored) if scored else None


def paired_bootstrap(a: Sequence[float], b: Sequence[float], *, samples: int, seed: int) -> BootstrapResult:
    """Resample questions to tell whether arm `a` is better than arm `b`.

    `a` and `b`: scores of the same questions in the same order. Percentile interval of the mean difference over
    `samples` resamples with replacement, drawn by numpy's default generator from `seed`: the same call gives the same
    numbers. Raises BadSetting on unequal lengths, no questions, or fewer than one sample. Source: Efron and Tibshirani
    1993, chapter 13.
    """
    if len(a) != len(b) or not len(a):
        raise BadSetting(
            f"paired scores have lengths {len(a)} and {len(b)}; give one of each per question, at least one"
        )
    if samples < 1:
        raise BadSetting(f"samples = {samples}; draw at least 1, usually 10000")
    differences = np.asarray(a, dtype=np.float64) - np.asarray(b, dtype=np.float64)
    means = _resampled_means(differences, samples, np.random.default_rng(seed))
    low, high = np.quantile(means, (0.025, 0.975))
    return BootstrapResult(
        mean_difference=float(differences.mean()),
        low=float(low),
        high=float(high),
        p_worse=float(np.mean(means <= 0.0)),
    )


def wilson_interval(successes: int, n: int) -> Interval | None:
    """Return a proportion with Wilson's 95 % score interval; None when `n` is 0.

    Raises BadSetting when `successes` is not between 0 and `n`. Source: Wilson 1927.
    """
    if not 0 <= successes <= n:
        raise BadSetting(f"{successes} successes of {n} trials cannot be; give 0 <= successes <= n")
    if n == 0:
        return None
    share, spread = successes / n, Z_95 * Z_95 / n
    middle = (share + spread / 2) / (1 + spread)
    half = Z_95 / (1 + spread) * math.sqrt(share * (1 - share) / n + spread / (4 * n))
    low = 0.0 if successes == 0 else max(0.0, middle - half)
    high = 1.0 if successes == n else min(1.0, middle + half)
    return Interval(value=share, low=low, high=high, n=n)


def mean_interval(scores: Sequence[float]) -> Interval | None:
    """Return the mean with its 95 % normal interval (sample deviation, n - 1); None for no scores, width 0 for one."""
    n = len(scores)
    if n == 0:
        return None
    mean = math.fsum(scores) / n
    variance = math.fsum((score - mean) ** 2 for score in scores) / (n - 1) if n > 1 else 0.0
    half = Z_95 * math.sqrt(variance / n)
    return Interval(value=mean, low=mean - half, high=mean + half, n=n)


def _found(ranked: Sequence[Hashable], gold: Collection[Hashable], k: int) -> list[bool] | None:
    """Tell for each of the first `k` places whether a gold id stands there for the first time; None without gold.

    A repeated id keeps its place and gains nothing. Raises BadSetting when `k` is below 1.
    """
    if k < 1:
        raise BadSetting(f"k = {k}; a ranking is measured at k >= 1")
    wanted = set(gold)
    if not wanted:
        return None
    found: list[bool] = []
    for item in ranked[:k]:
        found.append(item in wanted)
        wanted.discard(item)
    return found


def _resampled_means(values: np.ndarray, samples: int, generator: np.random.Generator) -> np.ndarray:
    """Return the means of `samples` resamples of `values`, float64, drawn in batches that bound the memory."""
    batch = max(1, _BATCH_CELLS // len(values))
    means = np.empty(samples, dtype=np.float64)
    for start in range(0, samples, batch):
        stop = min(samples, start + batch)
        drawn = generator.integers(0, len(values), size=(stop - start, len(values)))
        means[start:stop] = values[drawn].mean(axis=1)
    return means
