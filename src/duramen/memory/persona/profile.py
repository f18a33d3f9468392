"""The leaves of a tree before a question: how well each fits, what the router makes of it, which are shown.

In: a `Profile` as it was read, and a question. Out: fits, a `Route` with the preset that is left by it, leaves to show. What
can be known of a leaf before a question comes is worked out once, so that 305 leaves are gone through in a millisecond.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from duramen.compose.disagree import mark_disagreeing
from duramen.compose.profile import Usable, choose_leaves, with_earlier, without_twins
from duramen.domain.evidence import Evidence
from duramen.domain.persona import Leaf, LeafSpec, LeafValue, Lifetime
from duramen.domain.preset import Preset
from duramen.domain.profile import Level, Route, ShownLeaf
from duramen.domain.time import Moment, Precision
from duramen.govern.lifetimes import past_from_us
from duramen.govern.permissions import Rights
from duramen.govern.timeline import timeline
from duramen.memory.as_of import AsOf
from duramen.memory.persona.routing import thresholds_of
from duramen.memory.workspace import Workspace
from duramen.retrieve.cues import cues_of
from duramen.retrieve.expand import Hinting
from duramen.retrieve.leaves import LeafWords, leaf_words, relevance
from duramen.retrieve.route import Signals, applied, route
from duramen.stores.engine import reading
from duramen.stores.knowledge import document_names
from duramen.text.segment import terms

# Of so many leaves, the first that are shown, it is told what they held before.
TOLD_EARLIER = 5
# So many document names of each base are looked at for whether the question names one.
MAX_TITLES = 200

Vector = NDArray[np.float32]
Cosines = NDArray[np.float64]
Embed = Callable[[Sequence[str]], NDArray[np.float32]]


@dataclass(frozen=True, kw_only=True)
class Profile:
    """The leaves of a tree that may be used in generation, and what can be known of them before a question comes.

    `costs`: what the line of each leaf costs, by language, as far as it was worked out.
    """

    version: int = 0
    leaves: tuple[Leaf, ...] = ()
    specs: Mapping[str, LeafSpec] = field(default_factory=dict)
    uses: Mapping[str, Rights] = field(default_factory=dict)
    costs: dict[Leaf, dict[str, int]] = field(default_factory=dict)
    before: Callable[[Sequence[Leaf]], Mapping[str, Sequence[LeafValue]]] = lambda _: {}

    def may_steer(self, path: str) -> bool:
        """Tell whether a leaf may have a say in what is searched; it must be one that may be shown, as queries are."""
        uses = self.uses.get(path)
        return uses is None or (uses.retrieval and uses.visible)

    def spec(self, path: str) -> LeafSpec | None:
        """Return what the schema says of a leaf, None where it does not know it."""
        return self.specs.get(path)

    @cached_property
    def words(self) -> tuple[LeafWords, ...]:
        """Return the words by which each leaf is found."""
        return tuple(leaf_words(leaf.path, leaf.value, self.spec(leaf.path)) for leaf in self.leaves)

    @cached_property
    def earlier(self) -> dict[tuple[Leaf, str], str]:
        """Return what leaves held before, by language, as far as it was looked up."""
        return {}

    def told_earlier(self, held: Sequence[Leaf], language: str) -> dict[str, str]:
        """Return in one line each what leaves held before, by path; leaves that did not change are not in it."""
        if self.version < 2:
            return {}
        unknown = [leaf for leaf in held if (leaf, language) not in self.earlier]
        found = self.before(unknown) if unknown else {}
        for leaf in unknown:
            # That each ended is said by what follows it; a value that came back is no change.
            values = [replace(one, ended_version=None) for one in found.get(leaf.path, ())]
            told = timeline([one for one in values if one.leaf.value != leaf.value], language)
            self.earlier[leaf, language] = told
        return {leaf.path: self.earlier[leaf, language] for leaf in held if self.earlier[leaf, language]}

    @cached_property
    def steering(self) -> tuple[int, ...]:
        """Return the positions of the leaves that may have a say in what is searched."""
        return tuple(at for at, leaf in enumerate(self.leaves) if self.may_steer(leaf.path))

    @cached_property
    def ends_us(self) -> tuple[tuple[int, int], ...]:
        """Return (position, the instant from which it is past) of each leaf that ends."""
        ends = (past_from_us(leaf, _lifetime(self.spec(leaf.path))) for leaf in self.leaves)
        return tuple((at, end) for at, end in enumerate(ends) if end is not None)

    @cached_property
    def ranked(self) -> tuple[tuple[int, Usable], ...]:
        """Return (position, leaf) in the order in which leaves that fit equally well are shown."""
        usable = enumerate(self._usable(leaf) for leaf in self.leaves)
        return tuple(sorted(usable, key=lambda pair: pair[1].rank))

    @cached_property
    def matrices(self) -> dict[tuple[str, str], NDArray[np.float32]]:
        """Return the leaves' vectors as far as they were worked out, by the embedder's name and the language."""
        return {}

    def _usable(self, leaf: Leaf) -> Usable:
        spec, uses = self.spec(leaf.path), self.uses.get(leaf.path)
        return Usable(
            leaf=leaf,
            title=spec.title if spec else {},
            lifetime=_lifetime(spec),
            costs=self.costs.setdefault(leaf, {}),
            visible=uses is None or uses.visible,
        )


def fits(profile: Profile, question: str, near: Cosines | None = None) -> list[float]:
    """Return how well each leaf fits the question, in the order of the leaves: its words' share, and its cosine.

    `near`: the question's cosine with each leaf, shape (n,). Without it words alone count.
    """
    shares = relevance(terms(question), profile.words)
    if near is None or not shares:
        return shares
    cosines = np.maximum(near, 0.0).tolist()
    return [share + cosine for share, cosine in zip(shares, cosines, strict=True)]


def leaf_matrix(profile: Profile, language: str, embedder: str, embed: Embed) -> NDArray[np.float32]:
    """Return the vectors of the leaves (of one at least), each as its title and value; asked of `embed` where not known."""
    key = (embedder, language)
    if key not in profile.matrices:
        profile.matrices[key] = embed([_passage(leaf, profile.spec(leaf.path), language) for leaf in profile.leaves])
    return profile.matrices[key]


def hints(profile: Profile, fit: Sequence[float], language: str) -> list[Hinting]:
    """Return the leaves as hints where to look, each with its fit."""
    specs = [profile.spec(leaf.path) for leaf in profile.leaves]
    return [
        Hinting(path=leaf.path, title=spec.title[language] if spec else leaf.path, value=leaf.value, fit=one)
        for leaf, spec, one in zip(profile.leaves, specs, fit, strict=True)
        if profile.may_steer(leaf.path)
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """A question as the router sees it, with the names of those who talk, and the state that is read."""

    text: str
    names: tuple[str, ...]
    as_of: AsOf
    level: Level


def steering(profile: Profile, fit: Sequence[float]) -> float:
    """Return how well the best of the leaves fits that may have a say in what is searched; 0 for none."""
    return max((fit[at] for at in profile.steering), default=0.0)


def routed(workspace: Workspace, ask: Ask, fit: tuple[int, float], preset: Preset) -> tuple[Route, Preset]:
    """Return what is read for the question, and the preset with what that leaves of it.

    `fit`: how many leaves may be used, and how well the best of them fits.
    """
    leaves, best = fit
    as_of = ask.as_of
    titles = [base.name for base in as_of.bases]
    thresholds = None
    if leaves and ask.level is Level.ROUTED:  # only there does it make a difference
        with reading(workspace.engine) as connection:
            for base in as_of.bases:
                titles += document_names(connection, base, MAX_TITLES, as_of.seq(base))
        thresholds = thresholds_of(workspace, as_of.person, as_of.seq(as_of.person))
    signals = Signals(cues=cues_of(ask.text, titles, ask.names), leaf=best, leaves=leaves, bases=len(as_of.bases))
    chosen = route(signals, ask.level, thresholds)
    return chosen, applied(preset, chosen)


def shown(
    profile: Profile,
    fit: Sequence[float],
    evidence: Sequence[Evidence],
    budget_tokens: int,
    situation: tuple[Moment, str],
) -> tuple[tuple[ShownLeaf, ...], tuple[Evidence, ...]]:
    """Return the leaves to show and the evidence, each sentence once, what disagrees marked.

    `situation`: the moment asked from, and the prompt's language.
    """
    now, language = situation
    usable = _usable(profile, fit, now) if budget_tokens else []
    chosen = choose_leaves(usable, budget_tokens, language)
    earlier = profile.told_earlier([one.leaf for one in chosen[:TOLD_EARLIER] if not one.past], language)
    chosen = with_earlier(chosen, usable, earlier, budget_tokens, language) if earlier else chosen
    leaves, told = without_twins(chosen, evidence)
    told, leaves = mark_disagreeing(told, leaves)
    return leaves, told


def _usable(profile: Profile, fit: Sequence[float], now: Moment) -> list[Usable]:
    """Return the leaves as they bear on one question; those that do not, and are not past, need no value of their own."""
    over = () if now.at_us is None else ((at, end) for at, end in profile.ends_us if end <= now.at_us)
    past = {at: _end(profile.leaves[at], end_us, now) for at, end_us in over}
    return [
        replace(one, relevance=fit[at], past_from=past.get(at)) if fit[at] or at in past else one
        for at, one in profile.ranked
    ]


def _end(leaf: Leaf, end_us: int, now: Moment) -> Moment:
    return leaf.valid_to if leaf.valid_to.known else Moment(at_us=end_us, zone=now.zone, precision=Precision.DAY)


def _lifetime(spec: LeafSpec | None) -> Lifetime:
    return spec.lifetime if spec else Lifetime.CHANGING


def _passage(leaf: Leaf, spec: LeafSpec | None, language: str) -> str:
    return f"{spec.title[language]}: {leaf.value}" if spec else leaf.value
