"""Leaves in the prompt (B9): which of those that may be used are shown, most useful first, within a budget.

In: leaves with their title, how well they fit the question, and whether they are past. Out: L1, L2, ... in the order
shown. Who may see which leaf is decided before; here nothing is left out but for room, or because it is past.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from duramen.compose.unfold import plain
from duramen.domain.evidence import Evidence
from duramen.domain.persona import Leaf, Lifetime
from duramen.domain.profile import ShownLeaf
from duramen.domain.time import Moment, Precision
from duramen.text.fences import fence
from duramen.text.moments import say_date
from duramen.text.tokens import count_tokens

# What the lines around the leaves cost; part of the budget.
HEADING_TOKENS = 60
# No leaf's line costs less.
_LEAST_TOKENS = 15
# Fits nearer to each other than this are equal, and one under the first step is none: then the kind of leaf decides.
_FIT_STEP = 0.15
_LASTING_FIRST = {Lifetime.LASTING: 0, Lifetime.CHANGING: 1, Lifetime.PASSING: 2}


@dataclass(frozen=True, kw_only=True)
class Usable:
    """A leaf that may be used in generation; `past_from`: the time at which it was over, None while it holds.

    `costs`: what its line costs by language, worked out once for all questions that the same value is shown to.
    `visible`: whether the person lets it be shown to them.
    """

    leaf: Leaf
    title: Mapping[str, str]
    lifetime: Lifetime = Lifetime.CHANGING
    relevance: float = 0.0
    past_from: Moment | None = None
    costs: dict[str, int] = field(default_factory=dict)
    visible: bool = True

    @cached_property
    def rank(self) -> tuple[int, int, str]:
        """Return where it stands among leaves that fit equally well: the least first."""
        newest = since_of(self.leaf).at_us or self.leaf.recorded_us
        return (_LASTING_FIRST[self.lifetime], -newest, self.leaf.path)


def choose_leaves(usable: Sequence[Usable], budget_tokens: int, language: str) -> tuple[ShownLeaf, ...]:
    """Return the leaves that fit the budget, numbered in the order shown.

    Most useful first: by fit to the question in steps, what holds before what is past, lasting before changing before
    passing, then the newest, then by path. What is past is shown only where it fits the question, with its end. A leaf too long for
    the room left is passed over for smaller ones. Shown, with the lines around it, it never costs more than the budget.
    """
    room = budget_tokens - HEADING_TOKENS
    shown: list[ShownLeaf] = []
    # By rank first, in which a caller who asks often keeps them; the second sorting leaves the order of equals alone.
    ranked = sorted(usable, key=lambda one: one.rank)
    for one in sorted(ranked, key=lambda one: (-_step(one.relevance), one.past_from is not None)):
        if room < _LEAST_TOKENS:
            break
        if one.past_from is not None and not _step(one.relevance):
            continue
        cost = _cost(one, language)
        if cost <= room:
            room -= cost
            shown.append(_shown(one, f"L{len(shown) + 1}"))
    return tuple(shown)


def _cost(one: Usable, language: str) -> int:
    """Return what a leaf's line costs at most, whatever its number and mark; what is past is worked out each time."""
    if one.past_from is None and language in one.costs:
        return one.costs[language]
    longest = replace(_shown(one, "L999"), disagrees_with="E99")
    cost = count_tokens(line_of(longest, language))
    if one.past_from is None:
        one.costs[language] = cost
    return cost


def with_earlier(
    leaves: Sequence[ShownLeaf],
    usable: Sequence[Usable],
    earlier: Mapping[str, str],
    budget_tokens: int,
    language: str,
) -> tuple[ShownLeaf, ...]:
    """Return the leaves that were chosen of the usable ones, with what they held before, by path, as far as the budget goes.

    Of what is past it is not told what was before it.
    """
    by_path = {one.leaf.path: one for one in usable}
    room = budget_tokens - HEADING_TOKENS - sum(_cost(by_path[one.leaf.path], language) for one in leaves)
    told = list(leaves)
    for at, one in enumerate(leaves):
        if one.leaf.path not in earlier or one.past:
            continue
        longer = replace(one, earlier=earlier[one.leaf.path])
        more = count_tokens(line_of(longer, language)) - count_tokens(line_of(one, language)) + 1
        if more <= room:
            room -= more
            told[at] = longer
    return tuple(told)


def without_twins(
    leaves: Sequence[ShownLeaf], evidence: Sequence[Evidence]
) -> tuple[tuple[ShownLeaf, ...], tuple[Evidence, ...]]:
    """Return leaves and evidence with each sentence once: a leaf that an evidence says word for word is merged into it.

    The evidence keeps its words and date, and names the leaf among its `merged` places. Leaves are numbered anew.
    """
    if not evidence:
        return tuple(leaves), ()
    words = {plain(one.text): at for at, one in enumerate(evidence)}
    kept, told = list[ShownLeaf](), list(evidence)
    for shown in leaves:
        at = words.get(plain(shown.leaf.value))
        if at is None or shown.past:
            kept.append(replace(shown, id=f"L{len(kept) + 1}"))
            continue
        candidate = told[at].candidate
        places = (*candidate.merged, f"profile:{shown.leaf.path}")
        told[at] = replace(told[at], candidate=replace(candidate, merged=places))
    return tuple(kept), tuple(told)


def line_of(shown: ShownLeaf, language: str) -> str:
    """Return how a leaf stands in the prompt, with its line break; the templates print exactly this."""
    leaf = shown.leaf
    about = _attribute(shown.title.get(language) or leaf.path)
    attributes = [f'id="{shown.id}"', f'about="{about}"']
    since = since_of(leaf)
    if since.known:
        attributes.append(f'since="{say_date(_day(since), language)}"')
    if shown.past:
        attributes.append(
            f'until="{say_date(_day(leaf.valid_to), language)}" state="{"过去" if language == "zh" else "past"}"'
        )
    attributes.append(f'earlier="{_attribute(fence(shown.earlier))}"' if shown.earlier else "")
    attributes.append(f'disagrees-with="{shown.disagrees_with}"' if shown.disagrees_with else "")
    return f"<profile {' '.join(filter(None, attributes))}>{fence(leaf.value)}</profile>\n"


def since_of(leaf: Leaf) -> Moment:
    """Return since when a leaf's value is known: as told, else when its words were last said."""
    if leaf.valid_from.known:
        return leaf.valid_from
    said = [quote.said_at for quote in leaf.quotes if quote.said_at.known]
    return max(said, key=lambda moment: moment.at_us or 0, default=leaf.valid_from)


def _shown(one: Usable, id_: str) -> ShownLeaf:
    leaf = one.leaf if one.past_from is None else replace(one.leaf, valid_to=one.past_from)
    return ShownLeaf(
        id=id_,
        leaf=leaf,
        title=one.title,
        past=one.past_from is not None,
        relevance=one.relevance,
        visible=one.visible,
    )


def _day(moment: Moment) -> Moment:
    """Return a moment as a day: a state has no hour."""
    return replace(moment, precision=Precision.DAY) if moment.precision is Precision.SECOND else moment


def _step(relevance: float) -> int:
    return int(relevance / _FIT_STEP)


def _attribute(text: str) -> str:
    return " ".join(text.split()).replace('"', "'").replace("<", "‹").replace(">", "›")
