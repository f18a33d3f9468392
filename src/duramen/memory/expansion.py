"""Deep recall (B10): expanded queries go through the same searches; the best of what only they find joins the rest.

In: queries, a way to search, a reranker where one is configured. Out: candidates of each path with up to a few more, each
weighted by time once (DESIGN 10). What the question alone found keeps its place.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from duramen.compose.render import render_expansion
from duramen.domain.evidence import Candidate
from duramen.domain.preset import Path, Preset, Temporal
from duramen.domain.profile import Depth, Level, Route
from duramen.domain.prompt import Prompt
from duramen.domain.time import US_PER_HOUR, Moment
from duramen.errors import ModelError
from duramen.memory.events import noted
from duramen.memory.given import Models
from duramen.models.base import Reranker
from duramen.retrieve.expand import Hinting, fused_ranks, queries_from_leaves, read_queries, relevant
from duramen.retrieve.temporal import log_weight

AskModel = Callable[[Prompt], str]
# So many of the fused finds are read again by a reranker.
RERANKED = 24
# Finds are as good as those the question alone would show down to this rank in any of the searches.
_LOOKED_AT = 12


def expands(route: Route) -> bool:
    """Tell whether queries are expanded: at the level full, and where the router reads both tree and talks in full."""
    if route.level is Level.FULL:
        return True
    return route.level is Level.ROUTED and route.profile.depth is route.experience.depth is Depth.DEEP


def expanded_queries(
    question: str, hints: Sequence[Hinting], situation: tuple[Moment, str], ask: AskModel | None, models: Models
) -> tuple[str, ...]:
    """Return further queries; none where no leaf bears on the question.

    `ask` puts a prompt to a chat model; without it, or when it fails or writes nothing usable, paths and values speak.
    """
    found = relevant(hints)
    if not found:
        return ()

    def written() -> tuple[str, ...]:
        if ask is None:
            return ()
        try:
            said = ask(render_expansion(question, [(leaf.title, leaf.value) for leaf in found], *situation))
        except ModelError as error:  # the question alone is still searched
            noted("expansion_failed", error=type(error).__name__)
            said = ""
        return read_queries(said, question)

    return models.queries(written) or queries_from_leaves(found)


def timeless(preset: Preset) -> Preset:
    """Return the preset with both clocks off, so that finds can be fused before they are weighted by time."""

    def without(path: Path) -> Path:
        return replace(path, temporal=replace(path.temporal, rounds=False, hours=False, floor=0.0))

    return replace(preset, experience=without(preset.experience), knowledge=without(preset.knowledge))


@dataclass(frozen=True, slots=True, kw_only=True)
class Joining:
    """How a path's finds are joined: its limit in the prompt, how many may join beyond, its clocks, and the moment asked from."""

    limit: int
    more: int
    temporal: Temporal
    now: Moment


def joined(
    alone: Sequence[Candidate],
    rankings: Sequence[Sequence[Candidate]],
    joining: Joining,
    question: str,
    reranker: Reranker | None,
) -> tuple[list[Candidate], int]:
    """Return a path's candidates with the best of what expansion found put in after the `limit` best, and how many joined.

    `alone`: what the question found, best first, weighted by time. `rankings`: what each query found, without time.
    """
    passed = [c for c in alone if not c.reason]
    rest = [c for c in alone if c.reason]
    first, later = passed[: joining.limit], passed[joining.limit :]
    there = {c.item_id for c in first}
    by_item = {c.item_id: c for ranking in reversed(rankings) for c in ranking if not c.reason}
    ranks = fused_ranks([[c.item_id for c in ranking if not c.reason][:_LOOKED_AT] for ranking in rankings])
    found = [by_item[item] for item in ranks][:RERANKED]
    scores = _reranked(question, found, reranker) or [ranks[c.item_id] for c in found]
    best = sorted(zip(_weighted(scores, found, joining), found, strict=True), key=lambda pair: -pair[0])
    more = [_marked(candidate, score) for score, candidate in best if candidate.item_id not in there][: joining.more]
    taken = {c.item_id for c in more}
    others = [c for c in (*later, *rest) if c.item_id not in taken]
    return [*first, *more, *others], len(more)


def _reranked(question: str, found: Sequence[Candidate], reranker: Reranker | None) -> list[float]:
    if reranker is None or not found:
        return []
    try:
        return reranker.scores(question, [candidate.text for candidate in found])
    except ModelError as error:  # ranks are known without it
        noted("reranker_failed", error=type(error).__name__)
        return []


def _weighted(scores: Sequence[float], found: Sequence[Candidate], joining: Joining) -> list[float]:
    """Weigh scores by time, once, as the path would have."""
    now_us = joining.now.at_us
    rounds = np.array([math.nan if c.relative_round is None else float(c.relative_round) for c in found])
    times = [c.happened_at.at_us for c in found]
    hours = np.array([math.nan if now_us is None or at is None else (now_us - at) / US_PER_HOUR for at in times])
    weight = np.exp(log_weight(rounds, hours, joining.temporal).both)
    weighted: list[float] = (np.asarray(scores, dtype=np.float64) * weight).tolist()
    return weighted


def _marked(candidate: Candidate, score: float) -> Candidate:
    return replace(candidate, scores={**candidate.scores, "expanded": score}, score=score, reason="")
