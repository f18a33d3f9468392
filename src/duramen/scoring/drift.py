"""Drift: how a tree, the weights of what is shown, and the protocol move from round to round (A12).

In: plain facts of each round, in the order in which rounds happened. Out: `DriftGroup`s of series. But for the number of
leaves every series is a mean over the last rounds; a round without a value lends none, and None stands where there is none.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from duramen.domain.trace import DriftGroup

COMPONENTS = ("dense", "lexical", "bias", "feedback")
SOURCES = ("experience", "knowledge", "profile")


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """One piece that entered a prompt: its source, its scores, its weight by time, and its age where known."""

    source: str
    score: float | None = None
    parts: dict[str, float] = field(default_factory=dict)
    weight: float | None = None
    hours: float | None = None
    rounds: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundFacts:
    """What one round did to the tree, and, where it was answered here, what was shown and how the protocol was kept.

    `born`, `ended`: values of the tree; `operations`: those applied. `repairs`: how many were made.
    """

    born: int = 0
    ended: int = 0
    operations: int = 0
    answered: bool = False
    shown: tuple[Shown, ...] = ()
    with_tags: bool = False
    repairs: int = 0
    analysis_chars: int = 0
    marked: bool = False


def drift_groups(rounds: Sequence[RoundFacts], before: int, rolling: int) -> tuple[DriftGroup, ...]:
    """Return the series of tree, weights and protocol; `before`: leaves that stood before the first of the rounds.

    Weights and protocol are of the rounds that were answered here alone. Raises nothing; no rounds give empty series.
    """
    places = tuple(range(1, len(rounds) + 1))
    answered = tuple(at for at, one in zip(places, rounds, strict=True) if one.answered)
    told = [one for one in rounds if one.answered]
    return (
        DriftGroup(key="tree", at=places, series=_tree(rounds, before, rolling)),
        DriftGroup(key="age", at=answered, series=_ages(told, rolling)),
        DriftGroup(key="weights", at=answered, series=_weights(told, rolling)),
        DriftGroup(key="paths", at=answered, series=_paths(told, rolling)),
        DriftGroup(key="components", at=answered, series=_components(told, rolling)),
        DriftGroup(key="protocol", at=answered, series=_protocol(told, rolling)),
        DriftGroup(key="analysis", at=answered, series=_analysis(told, rolling)),
    )


def rolling_mean(values: Sequence[float | None], over: int) -> tuple[float | None, ...]:
    """Return the mean of each value with those up to `over` - 1 places before it; values of None are left out of it."""
    means: list[float | None] = []
    for at in range(len(values)):
        known = [value for value in values[max(0, at - over + 1) : at + 1] if value is not None]
        means.append(sum(known) / len(known) if known else None)
    return tuple(means)


def _tree(rounds: Sequence[RoundFacts], before: int, rolling: int) -> dict[str, tuple[float | None, ...]]:
    standing, counts = before, list[float | None]()
    changed = list[float | None]()
    for one in rounds:
        # Of what stood before and what came: an empty tree in which nothing happens has no share.
        whole = standing + one.born
        changed.append((one.born + one.ended) / whole if whole else None)
        standing += one.born - one.ended
        counts.append(float(standing))
    return {
        "leaves": tuple(counts),
        "operations": rolling_mean([float(one.operations) for one in rounds], rolling),
        "ended": rolling_mean([float(one.ended) for one in rounds], rolling),
        "changed_share": rolling_mean(changed, rolling),
    }


def _ages(told: Sequence[RoundFacts], rolling: int) -> dict[str, tuple[float | None, ...]]:
    return {
        "age_hours": rolling_mean([_mean(shown.hours for shown in one.shown) for one in told], rolling),
        "age_rounds": rolling_mean([_mean(shown.rounds for shown in one.shown) for one in told], rolling),
    }


def _weights(told: Sequence[RoundFacts], rolling: int) -> dict[str, tuple[float | None, ...]]:
    return {
        "time_weight": rolling_mean([_mean(shown.weight for shown in one.shown) for one in told], rolling),
        "top_score": rolling_mean(
            [max((s.score for s in one.shown if s.score is not None), default=None) for one in told], rolling
        ),
    }


def _paths(told: Sequence[RoundFacts], rolling: int) -> dict[str, tuple[float | None, ...]]:
    def share(one: RoundFacts, source: str) -> float | None:
        return sum(shown.source == source for shown in one.shown) / len(one.shown) if one.shown else None

    return {source: rolling_mean([share(one, source) for one in told], rolling) for source in SOURCES}


def _components(told: Sequence[RoundFacts], rolling: int) -> dict[str, tuple[float | None, ...]]:
    """Return which share of their scores, all of what entered together, each component made."""

    def share(one: RoundFacts, name: str) -> float | None:
        sums = {part: sum(abs(shown.parts.get(part, 0.0)) for shown in one.shown) for part in COMPONENTS}
        whole = sum(sums.values())
        return sums[name] / whole if whole else None

    return {name: rolling_mean([share(one, name) for one in told], rolling) for name in COMPONENTS}


def _protocol(told: Sequence[RoundFacts], rolling: int) -> dict[str, tuple[float | None, ...]]:
    return {
        "tags_share": rolling_mean([float(one.with_tags) for one in told], rolling),
        "repaired_share": rolling_mean([float(one.repairs > 0) for one in told], rolling),
        "marked_share": rolling_mean([float(one.marked) for one in told], rolling),
    }


def _analysis(told: Sequence[RoundFacts], rolling: int) -> dict[str, tuple[float | None, ...]]:
    return {"analysis_chars": rolling_mean([float(one.analysis_chars) for one in told], rolling)}


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None and math.isfinite(value)]
    return sum(known) / len(known) if known else None
