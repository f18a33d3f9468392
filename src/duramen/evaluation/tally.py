"""From scored questions to figures: means with their intervals, by arm and category, and every arm against balanced.

In: a task, each question's rankings. Out: rows of plain values, each with all that is needed to know where it comes
from. Questions are resampled as if they were independent, which those of one person are not quite: read the
intervals as the least uncertainty there is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from duramen.evaluation.arms import MAIN, Arm
from duramen.evaluation.gold import Task
from duramen.evaluation.measures import Scores, score
from duramen.evaluation.retrieval import Solved
from duramen.scoring.ranking import paired_bootstrap

SEED = 20_240_501
RESAMPLES = 4_000

Figures = dict[str, dict[str, float]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where the figures of one run come from; written into each row."""

    commit: str
    data_hash: str
    embedder: str
    machine: str
    seed: int = SEED


def rows(task: Task, arms: Sequence[Arm], solved: Sequence[Solved], origin: Origin) -> list[dict[str, Any]]:
    """Return one row of plain values for each arm, in the order of the arms."""
    scores = {
        arm.name: {one.asked.id: score(one.rankings[arm.name], task.gold[one.asked.id], task.unit) for one in solved}
        for arm in arms
    }
    counted = [one.asked.id for one in solved if task.gold[one.asked.id].headline]
    return [
        {
            "arm": arm.name,
            "set": task.name,
            "split": task.split,
            "n": len(counted),
            "measures": estimates(scores[arm.name], counted, origin.seed),
            "balanced_minus_arm": _against(scores, arm.name, counted, origin.seed),
            "categories": _by_category(task, scores[arm.name], origin.seed),
            "owners": _by_owner(task, scores[arm.name], counted, origin.seed),
            "failed": sum(bool(one.rankings[arm.name].error) for one in solved),
            "empty": sum(not one.rankings[arm.name].shown for one in solved),
            "seconds": sum(one.rankings[arm.name].seconds for one in solved),
            "resamples": RESAMPLES,
            **asdict(origin),
            "preset": None if arm.preset is None else asdict(arm.preset),
        }
        for arm in arms
    ]


def estimates(scores: Mapping[str, Scores], ids: Sequence[str], seed: int) -> Figures:
    """Return each measure's mean with its interval and n, over the questions to which it applies."""
    figures: Figures = {}
    for name in scores[ids[0]] if ids else ():
        values = [value for one in ids if (value := scores[one][name]) is not None]
        if values:
            figures[name] = _estimate(values, [0.0] * len(values), seed)
    return figures


def _against(scores: Mapping[str, Mapping[str, Scores]], arm: str, ids: Sequence[str], seed: int) -> Figures:
    """Return balanced minus the arm on the same questions, by measure; {} when balanced was not run."""
    if MAIN not in scores or arm == MAIN or not ids:
        return {}
    figures: Figures = {}
    for name in scores[arm][ids[0]]:
        pairs = [
            (first, second)
            for one in ids
            if (first := scores[MAIN][one][name]) is not None and (second := scores[arm][one][name]) is not None
        ]
        if pairs:
            figures[name] = _estimate([a for a, _ in pairs], [b for _, b in pairs], seed)
    return figures


def _estimate(first: Sequence[float], second: Sequence[float], seed: int) -> dict[str, float]:
    """Return the mean of first - second with its interval; against zeros it is the mean of the first alone."""
    found = paired_bootstrap(first, second, samples=RESAMPLES, seed=seed)
    return {"mean": found.mean_difference, "low": found.low, "high": found.high, "n": len(first)}


def _by_category(task: Task, scores: Mapping[str, Scores], seed: int) -> dict[str, Figures]:
    groups: dict[str, list[str]] = {}
    for one in scores:
        groups.setdefault(task.gold[one].category, []).append(one)
    return {name: estimates(scores, ids, seed) for name, ids in sorted(groups.items())}


def _by_owner(task: Task, scores: Mapping[str, Scores], counted: Sequence[str], seed: int) -> dict[str, Figures]:
    wanted = set(counted)
    return {
        owner.name: estimates(scores, [asked.id for asked in owner.questions if asked.id in wanted], seed)
        for owner in task.owners
    }
