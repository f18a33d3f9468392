"""`duramen bench listener`: every labelled window through a listener, held against its gold, in figures.

In: a listener, a schema and a set of windows. Out: `Listened` values, one a window, and rows of plain figures with
their intervals of a bootstrap over windows: over all, by language, by operation, by path, by kind of case.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from duramen.domain.operations import Operation
from duramen.domain.persona import Schema
from duramen.evaluation.tasks.listener import Labelled, WindowSet
from duramen.models.base import Listener
from duramen.scoring.operations import Match, Outcome, compare, count, effective, process_reward
from duramen.scoring.ranking import Interval, mean_interval, ratio_interval

SEED = 20_240_501
RESAMPLES = 4_000

Progress = Callable[[int, int], None]
Figure = dict[str, float] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Listened:
    """What a listener made of one window: its operations beside the gold, and the reward for it."""

    case: Labelled
    predicted: tuple[Operation, ...]
    matches: tuple[Match, ...]
    reward: float
    seconds: float

    @property
    def nothing_wanted(self) -> bool:
        """Tell whether nothing should have been written."""
        return not effective(self.case.gold, self.case.held)


def listen_to_all(
    listener: Listener, windows: WindowSet, schema: Schema, progress: Progress | None = None
) -> list[Listened]:
    """Return what the listener makes of each window, in order; raises ModelError as the listener does."""
    heard = []
    for number, case in enumerate(windows.windows, 1):
        heard.append(_listen(listener, case, schema))
        if progress is not None:
            progress(number, len(windows.windows))
    return heard


def _listen(listener: Listener, case: Labelled, schema: Schema) -> Listened:
    begun = time.perf_counter()
    made = listener.listen(case.window, case.tree, schema)
    seconds = time.perf_counter() - begun
    predicted = tuple(one.operation for one in made.proposals)
    matches = compare(predicted, case.gold, case.held)
    readable = bool(made.read.operations) or not made.read.refused
    return Listened(
        case=case,
        predicted=predicted,
        matches=matches,
        reward=process_reward(matches, readable=readable),
        seconds=seconds,
    )


def figures(heard: Sequence[Listened]) -> dict[str, Any]:
    """Return the figures of a group of windows, each with its interval and n; None where a figure has no base."""
    counts = [count(one.matches) for one in heard]
    right = [float(one.right) for one in counts]
    alike = [[pair.similarity for pair in one.matches if pair.predicted and pair.gold] for one in heard]
    idle = [one for one in heard if one.nothing_wanted]
    return {
        "windows": len(heard),
        "right": sum(one.right for one in counts),
        "predicted": sum(one.predicted for one in counts),
        "gold": sum(one.gold for one in counts),
        "precision": _ratio(right, [float(one.predicted) for one in counts]),
        "recall": _ratio(right, [float(one.gold) for one in counts]),
        "f1": _ratio([2 * one for one in right], [float(one.predicted + one.gold) for one in counts]),
        "similarity": _ratio([sum(one) for one in alike], [float(len(one)) for one in alike]),
        "false_store": _ratio([float(bool(one.matches)) for one in idle], [1.0] * len(idle)),
        "reward": _shown(mean_interval([one.reward for one in heard])),
    }


def groups(heard: Sequence[Listened]) -> dict[str, dict[str, dict[str, Any]]]:
    """Return the figures by language, by kind of case, by operation and by path; names sorted within each."""
    by_language = {name: [one for one in heard if one.case.language == name] for name in _names(heard, "language")}
    by_case = {kind: [one for one in heard if kind in one.case.kinds] for kind in _names(heard, "kinds")}
    return {
        "language": {name: figures(some) for name, some in by_language.items()},
        "case": {name: figures(some) for name, some in by_case.items()},
        "operation": _by_part(heard, lambda one: one.kind.value),
        "path": _by_part(heard, lambda one: one.path),
    }


def failures(heard: Sequence[Listened]) -> list[dict[str, Any]]:
    """Return each window of which something is wrong, as plain values: what was said, predicted and wanted."""
    return [
        {
            "id": one.case.id,
            "kinds": list(one.case.kinds),
            "tree": dict(one.case.held),
            "said": [f"{message.role}: {message.text}" for message in one.case.window.messages],
            "predicted": [str(operation) for operation in one.predicted],
            "gold": [str(operation) for operation in one.case.gold],
            "outcomes": [f"{match.outcome.value} {match.similarity:.2f}" for match in one.matches],
            "reward": round(one.reward, 3),
        }
        for one in heard
        if not all(match.right for match in one.matches)
    ]


def _by_part(heard: Sequence[Listened], key: Callable[[Operation], str]) -> dict[str, dict[str, Any]]:
    """Return precision, recall and F1 for each part; where the two sides differ, each counts under its own."""
    names = sorted({key(side) for one in heard for pair in one.matches for side in (pair.gold, pair.predicted) if side})
    parts = {}
    for name in names:
        cut = [replace(one, matches=tuple(_side(pair, name, key) for pair in one.matches)) for one in heard]
        counts = [count(one.matches) for one in cut]
        right = [float(one.right) for one in counts]
        parts[name] = {
            "right": sum(one.right for one in counts),
            "predicted": sum(one.predicted for one in counts),
            "gold": sum(one.gold for one in counts),
            "precision": _ratio(right, [float(one.predicted) for one in counts]),
            "recall": _ratio(right, [float(one.gold) for one in counts]),
            "f1": _ratio([2 * one for one in right], [float(one.predicted + one.gold) for one in counts]),
        }
    return parts


def _side(pair: Match, name: str, key: Callable[[Operation], str]) -> Match:
    """Keep of a match the sides that belong to a part; it is right only with both."""
    predicted = pair.predicted if pair.predicted and key(pair.predicted) == name else None
    gold = pair.gold if pair.gold and key(pair.gold) == name else None
    if predicted and gold:
        return pair
    return Match(predicted=predicted, gold=gold, similarity=0.0, outcome=Outcome.WRONG)


def _names(heard: Sequence[Listened], field: str) -> list[str]:
    if field == "language":
        return sorted({one.case.language for one in heard})
    return sorted({kind for one in heard for kind in one.case.kinds})


def _ratio(tops: Sequence[float], bottoms: Sequence[float]) -> Figure:
    return _shown(ratio_interval(tops, bottoms, samples=RESAMPLES, seed=SEED))


def _shown(one: Interval | None) -> Figure:
    return None if one is None else {"value": one.value, "low": one.low, "high": one.high, "n": one.n}
