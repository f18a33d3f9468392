"""Quoting a leaf: when the tree answers better than what was found, it is what the person told, with its date.

In: a prompt and what its evidence says. Out: the leaf that answers, or None; and the words in which it is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from duramen.compose.profile import since_of
from duramen.domain.profile import ShownLeaf
from duramen.domain.prompt import Prompt
from duramen.domain.time import Moment, Precision
from duramen.models.extractive.clauses import Clause
from duramen.retrieve.cues import cues_of
from duramen.text.moments import say_date

# A leaf that fits less answers only by chance; one that fits this much answers before evidence does.
_LEAST_FIT, _GOOD_FIT = 0.45, 0.7
# It must fit the question clearly better than the next one, unless that one is as near because it is of the same kind.
_MARGIN = 0.05


def leaf_that_answers(prompt: Prompt, picks: Sequence[Clause]) -> ShownLeaf | None:
    """Return the leaf that answers better than the clauses picked, None where those do, or nothing fits.

    Where evidence was picked, a leaf goes before it when that evidence is marked as disagreeing with it, or when the
    question asks what is so of the person now and the leaf fits well. What is past answers nothing.
    """
    ranked = sorted(
        (leaf for leaf in prompt.leaves if leaf.visible and not leaf.past), key=lambda leaf: -leaf.relevance
    )
    if not ranked:
        return None
    best, second = ranked[0], ranked[1].relevance if len(ranked) > 1 else 0.0
    replacing = {leaf.id: leaf for leaf in ranked}
    if picks and picks[0].evidence.disagrees_with in replacing:
        return replacing[picks[0].evidence.disagrees_with]
    cues = cues_of(prompt.question, names=(prompt.person,))
    of_the_past = cues.past or cues.recall or cues.when
    if best.disagrees_with or of_the_past or best.relevance - second < _MARGIN:
        return None
    least = _GOOD_FIT if picks else _LEAST_FIT
    return best if cues.mine and best.relevance >= least and (cues.own_fact or not picks) else None


def say_leaf(shown: ShownLeaf, language: str) -> list[str]:
    """Return the paragraph that tells a leaf, with its title and since when it is known."""
    leaf, since = shown.leaf, _day(since_of(shown.leaf))
    title, value = shown.title.get(language) or leaf.path, " ".join(leaf.value.split())
    if language == "zh":
        dated = f"（{say_date(since, language)}）" if since.known else ""
        return [f"你告诉过我{dated}：{title}：{value}"]
    dated = f" ({say_date(since, language)})" if since.known else ""
    return [f"You told me{dated}: {title}: {value}"]


def _day(moment: Moment) -> Moment:
    return replace(moment, precision=Precision.DAY) if moment.precision is Precision.SECOND else moment
