"""The router (B11): which sources a question needs, how deep each is read, and why.

In: the question's cues, how well a leaf fits it, which sources there are, thresholds, the level. Out: a `Route`. Each
source's need is a logistic sum of cues; two thresholds cut it into none, shallow and deep. Weights were fitted on the
tuning half of the labelled questions and on RealMem's tuning people (`duramen bench router` measures them).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from duramen.domain.preset import Path, Preset
from duramen.domain.profile import Choice, Depth, Level, Route
from duramen.retrieve.cues import Cues

PROFILE, EXPERIENCE, KNOWLEDGE = "profile", "experience", "knowledge"
SOURCES = (PROFILE, EXPERIENCE, KNOWLEDGE)

# What each cue adds to the log odds that a source is needed; "leaf" is the fit of the best leaf, 0 to 1.
WEIGHTS: Mapping[str, Mapping[str, float]] = {
    PROFILE: {
        "": -4.0, "recall": -1.3, "when": -0.7, "past": -2.0, "follows": -0.9, "document": 0.2, "advice": 2.9, "mine": 2.7,
        "own_fact": 2.0, "small_talk": -0.5, "task": -1.2, "general": 0.6, "tells": 0.6, "long": 1.2, "leaf": 2.9,
    },
    EXPERIENCE: {
        "": -1.4, "recall": 3.9, "past": 3.5, "follows": 2.2, "document": -0.6, "titled": -1.3, "advice": -0.3, "mine": 1.7,
        "own_fact": -0.9, "small_talk": -0.8, "task": -1.7, "general": -0.5, "tells": 1.2, "long": 3.9, "leaf": -1.9,
    },
    KNOWLEDGE: {
        "": -1.2, "recall": 0.2, "when": -0.6, "past": -1.1, "follows": -0.7, "document": 3.2, "titled": 3.8, "advice": -0.7,
        "mine": -1.0, "own_fact": -0.3, "small_talk": -1.0, "task": -1.5, "general": 0.3, "tells": -0.2, "long": -0.4, "leaf": -0.9,
    },
}  # fmt: skip

# Why, in words: what each cue says of a question, in both languages.
_SAYS: Mapping[str, tuple[str, str]] = {
    "recall": ("asks what was said before", "问的是以前说过的"),
    "when": ("asks when something was", "问的是时间"),
    "past": ("speaks of what happened", "说的是发生过的事"),
    "follows": ("goes on from what was just said", "接着刚才的话"),
    "document": ("speaks of a document", "提到文档"),
    "titled": ("names a document or base", "提到某份文档或知识库的名字"),
    "advice": ("wants advice", "想要建议"),
    "mine": ("speaks of the person", "说的是本人"),
    "own_fact": ("asks what is so of the person", "问的是本人的情况"),
    "small_talk": ("is small talk", "是寒暄"),
    "task": ("brings along all that it needs", "要做的事自带材料"),
    "general": ("asks about the world at large", "问的是一般知识"),
    "tells": ("tells something", "在讲述"),
    "long": ("is said in several sentences", "说了好几句"),
    "leaf": ("fits a leaf of the tree", "画像里有对得上的一项"),
}
_MOST_REASONS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Band:
    """From which need on a source is read: a little from `shallow`, in full from `deep`; 0 < shallow <= deep < 1."""

    shallow: float
    deep: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholds:
    """The bands of all sources; a person's feedback moves them (`duramen.retrieve.hints`)."""

    profile: Band = field(default_factory=lambda: Band(shallow=0.12, deep=0.4))
    experience: Band = field(default_factory=lambda: Band(shallow=0.08, deep=0.35))
    knowledge: Band = field(default_factory=lambda: Band(shallow=0.1, deep=0.35))

    def bands(self) -> dict[str, Band]:
        """Return the bands by source."""
        return {PROFILE: self.profile, EXPERIENCE: self.experience, KNOWLEDGE: self.knowledge}


@dataclass(frozen=True, slots=True, kw_only=True)
class Signals:
    """What the router looks at: cues, the best leaf's fit in [0, 1], and how many leaves and bases may be read."""

    cues: Cues
    leaf: float = 0.0
    leaves: int = 0
    bases: int = 0


def route(signals: Signals, level: Level, thresholds: Thresholds | None = None) -> Route:
    """Decide what is read; the same values give the same route.

    FAST reads the leaves alone and FULL everything there is. ROUTED goes by need. Without any leaf to show there is
    nothing that could stand in for evidence: experience and knowledge are then read in full, as without a tree.
    """
    needs = {source: need(source, signals) for source in SOURCES}
    bands = (thresholds or Thresholds()).bands()
    choices = {source: _choice(source, needs[source], bands[source], signals, level) for source in SOURCES}
    return Route(level=level, profile=choices[PROFILE], experience=choices[EXPERIENCE], knowledge=choices[KNOWLEDGE])


def need(source: str, signals: Signals) -> float:
    """Return how much a source seems to be needed: `1 / (1 + exp(-(bias + sum of weight * cue)))`."""
    log_odds = WEIGHTS[source][""] + sum(part for _, part in _parts(source, signals))
    return 1.0 / (1.0 + math.exp(-log_odds))


def applied(preset: Preset, chosen: Route) -> Preset:
    """Return the preset with what a route leaves of it; where everything is read in full, the very same values.

    Shallow is half of each number (rounded up), and a quarter of the tokens for leaves.
    """
    reading = preset.reading
    tokens = {Depth.NONE: 0, Depth.SHALLOW: -(-reading.profile_tokens // 4), Depth.DEEP: reading.profile_tokens}
    return replace(
        preset,
        experience=_path(preset.experience, chosen.experience.depth),
        knowledge=_path(preset.knowledge, chosen.knowledge.depth),
        reading=replace(
            reading,
            experience=_number(reading.experience, chosen.experience.depth),
            knowledge=_number(reading.knowledge, chosen.knowledge.depth),
            profile_tokens=tokens[chosen.profile.depth],
        ),
    )


def _path(path: Path, depth: Depth) -> Path:
    if depth is Depth.NONE:
        return replace(path, enabled=False)
    return replace(path, found=_number(path.found, depth))


def _number(number: int, depth: Depth) -> int:
    return -(-number // 2) if depth is Depth.SHALLOW else number


def _choice(source: str, needed: float, band: Band, signals: Signals, level: Level) -> Choice:
    there = {PROFILE: signals.leaves, EXPERIENCE: 1, KNOWLEDGE: signals.bases}[source]
    if not there:
        words = _NO_LEAF if source == PROFILE else _NO_BASE
        # Without a base there is nothing to search: reading it in full costs nothing and changes nothing.
        return _chosen(Depth.NONE if source == PROFILE or level is Level.FAST else Depth.DEEP, needed, words)
    if level is Level.FAST:
        return _chosen(Depth.DEEP if source == PROFILE else Depth.NONE, needed, _FAST)
    if level is Level.FULL:
        return _chosen(Depth.DEEP, needed, _FULL)
    if not signals.leaves:
        return _chosen(Depth.DEEP, needed, _NO_TREE)
    depth = Depth.DEEP if needed >= band.deep else Depth.SHALLOW if needed >= band.shallow else Depth.NONE
    return _chosen(depth, needed, _because(source, signals, depth))


def _parts(source: str, signals: Signals) -> list[tuple[str, float]]:
    fit = min(max(signals.leaf, 0.0), 1.0)
    values = ((name, fit if name == "leaf" else getattr(signals.cues, name)) for name in WEIGHTS[source] if name)
    return [(name, WEIGHTS[source][name] * value) for name, value in values if value]


def _because(source: str, signals: Signals, depth: Depth) -> tuple[str, str]:
    """Say what weighed most for the depth chosen: what speaks for reading, or, where it is not read, against it."""
    sign = -1.0 if depth is Depth.NONE else 1.0
    telling = sorted((part for part in _parts(source, signals) if sign * part[1] > 0.2), key=lambda p: -sign * p[1])
    said = [_SAYS[name] for name, _ in telling[:_MOST_REASONS]]
    if not said:
        return _NOTHING_FOR if depth is Depth.NONE else _NOTHING_AGAINST
    return "it " + " and ".join(en for en, _ in said), "，".join(zh for _, zh in said)


def _chosen(depth: Depth, needed: float, words: tuple[str, str]) -> Choice:
    return Choice(depth=depth, need=needed, reason={"en": words[0], "zh": words[1]})


_FAST = ("the level fast reads the leaves alone", "fast 级别只读画像")
_FULL = ("the level full reads everything", "full 级别全部都读")
_NO_LEAF = ("no leaf of the tree may be shown", "画像里没有可以用的内容")
_NO_BASE = ("there is no knowledge base", "没有知识库")
_NO_TREE = ("there is no tree yet that could stand in for it", "还没有可以代替它的画像")
_NOTHING_FOR = ("nothing in it calls for this source", "没有迹象需要它")
_NOTHING_AGAINST = ("nothing speaks against a look", "没有迹象不需要它")
