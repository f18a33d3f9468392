"""Ranking measures and their uncertainty: ranked ids and the relevant ones in, numbers out.

All measures are binary (an id is relevant or not) and lie in [0, 1]. None means unscored, which is not zero: a question
without gold has no recall. Uncertainty by resampling depends on a given seed only, never on the machine.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from duramen.errors import BadSetting

SAMPLES = 10_000
Z_95 = 1.959963984540054
# Resampled indexes held at once; how they are batched does not change what is drawn.
_BATCH_CELLS = 4_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """A value with its 95 % interval, measured on `n` questions."""

    value: float
    low: float
    high: float
    n: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BootstrapResult:
    """The mean of `a - b` over questions, its 95 % interval, and the share of resamples in which it is not above 0."""

    mean_difference: float
    low: float
    high: float
    p_worse: float


def recall_at(ranked: Sequence[Hashable], gold: Collection[Hashable], k: int) -> float | None:
    """Return the share of the gold that stands among the first `k`; None without gold, BadSetting for k < 1."""
    gains = _gains(ranked[: _cut(k)], gold)
    return sum(gains) / len(set(gold)) if gold else None


def hit_at(ranked: Sequence[Hashable], gold: Collection[Hashable], k: int) -> float | None:
    """Return 1.0 when any gold stands among the first `k`, else 0.0; None without gold, BadSetting for k < 1."""
    gains = _gains(ranked[: _cut(k)], gold)
    return float(any(gains)) if gold else None


def reciprocal_rank(ranked: Sequence[Hashable], gold: Collection[Hashable]) -> float | None:
    """Return 1 / place of the first gold (places from 1), 0.0 where there is none; None without gold.

    Averaged over questions it is the MRR.
    """
    if not gold:
        return None
    gains = _gains(ranked, gold)
    return 1.0 / (gains.index(True) + 1) if any(gains) else 0.0


def ndcg_at(ranked: Sequence[Hashable], gold: Collection[Hashable], k: int) -> float | None:
    """Return DCG@k with gain 1 and discount 1 / log2(place + 1), divided by the best possible within `k`.

    Järvelin & Kekäläinen 2002, binary gains. None without gold, BadSetting for k < 1.
    """
    gains = _gains(ranked[: _cut(k)], gold)
    if not gold:
        return None
    ideal = sum(1.0 / math.log2(at + 2) for at in range(min(k, len(set(gold)))))
    return sum(1.0 / math.log2(at + 2) for at, gain in enumerate(gains) if gain) / ideal


def average_precision(ranked: Sequence[Hashable], gold: Collection[Hashable]) -> float | None:
    """Return the mean over all gold of the precision at its place, 0 for gold not in the list; None without gold.

    Averaged over questions it is the MAP.
    """
    if not gold:
        return None
    found, total = 0, 0.0
    for place, gain in enumerate(_gains(ranked, gold), start=1):
        if gain:
            found += 1
            total += found / place
    return total / len(set(gold))


def mean_scored(scores: Iterable[float | None]) -> float | None:
    """Return the mean of the scores that there are; None when there is none."""
    scored = [score for score in scores if score is not None]
    return sum(scored) / len(scored) if scored else None


def mean_interval(scores: Sequence[float]) -> Interval | None:
    """Return the mean with its normal interval, 1.96 standard errors to both sides; None for no scores.

    A single score has no spread: its interval is itself.
    """
    if not scores:
        return None
    values = np.asarray(scores, dtype=np.float64)
    mean = float(values.mean())
    half = Z_95 * float(values.std(ddof=1)) / math.sqrt(len(values)) if len(values) > 1 else 0.0
    return Interval(value=mean, low=mean - half, high=mean + half, n=len(values))


def wilson_interval(successes: int, n: int) -> Interval | None:
    """Return the share of successes with its score interval (Wilson 1927); None for n = 0.

    Raises BadSetting for counts that cannot be.
    """
    if not 0 <= successes <= n:
        raise BadSetting(f"{successes} successes of {n} cannot be; count successes among all n questions")
    if n == 0:
        return None
    share, z2 = successes / n, Z_95 * Z_95
    middle = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = Z_95 / (1 + z2 / n) * math.sqrt(share * (1 - share) / n + z2 / (4 * n * n))
    low = 0.0 if successes == 0 else middle - half
    return Interval(value=share, low=low, high=1.0 if successes == n else middle + half, n=n)


def paired_bootstrap(a: Sequence[float], b: Sequence[float], *, samples: int = SAMPLES, seed: int) -> BootstrapResult:
    """Return how much better `a` is than `b` on the same questions, by resampling questions with both their scores.

    Percentile interval (Efron 1979). Depends on the scores in their order, `samples` and `seed` only. Raises BadSetting
    for no questions, lists of different length, or no samples.
    """
    if len(a) != len(b) or not len(a):
        raise BadSetting(f"a paired comparison needs the same questions, but there are {len(a)} and {len(b)} scores")
    if samples < 1:
        raise BadSetting(f"samples = {samples} draws nothing; use some thousands")
    differences = np.asarray(a, dtype=np.float64) - np.asarray(b, dtype=np.float64)
    n, random = len(differences), np.random.default_rng(seed)
    means = np.empty(samples)
    step = max(1, _BATCH_CELLS // n)
    for start in range(0, samples, step):
        count = min(step, samples - start)
        means[start : start + count] = differences[random.integers(0, n, size=(count, n))].mean(axis=1)
    low, high = np.quantile(means, [0.025, 0.975])
    return BootstrapResult(
        mean_difference=float(differences.mean()),
        low=float(low),
        high=float(high),
        p_worse=float(np.mean(means <= 0.0)),
    )


def ratio_interval(
    tops: Sequence[float], bottoms: Sequence[float], *, samples: int = SAMPLES, seed: int
) -> Interval | None:
    """Return sum(tops) / sum(bottoms) with its percentile interval over resampled questions; None where the sum is 0.

    For shares whose denominator differs by question, such as precision over all operations of a set. Resamples whose
    bottoms sum to 0 are left out. Depends on the numbers in their order, `samples` and `seed` only.
    """
    if len(tops) != len(bottoms) or samples < 1:
        raise BadSetting(
            f"{len(tops)} tops and {len(bottoms)} bottoms in {samples} samples; give one of each a question"
        )
    above, below = np.asarray(tops, dtype=np.float64), np.asarray(bottoms, dtype=np.float64)
    n, random = len(below), np.random.default_rng(seed)
    if not below.sum():
        return None
    shares: list[NDArray[np.float64]] = []
    step = max(1, _BATCH_CELLS // n)
    for start in range(0, samples, step):
        drawn = random.integers(0, n, size=(min(step, samples - start), n))
        sums = below[drawn].sum(axis=1)
        shares.append(above[drawn].sum(axis=1)[sums > 0] / sums[sums > 0])
    low, high = np.quantile(np.concatenate(shares), [0.025, 0.975])
    return Interval(value=float(above.sum() / below.sum()), low=float(low), high=float(high), n=int(below.sum()))


def _cut(k: int) -> int:
    if k < 1:
        raise BadSetting(f"k = {k} shows nothing; a cut is 1 or more")
    return k


def _gains(ranked: Sequence[Hashable], gold: Collection[Hashable]) -> list[bool]:
    """Tell for each place whether it brings new gold; an id that occurs again keeps its place and gains nothing."""
    wanted, seen = set(gold), set[Hashable]()
    gains = []
    for one in ranked:
        gains.append(one in wanted and one not in seen)
        seen.add(one)
    return gains
