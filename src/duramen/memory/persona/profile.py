"""Reading the person's tree for a question: which leaves may be used, how well each fits, what the router makes of it.

In: a question and what is known of the store. Out: a `Profile`, and a `Route` with the preset that is left by it. A tree
of 305 leaves is read and routed in a few milliseconds; vectors of leaves are kept while the process runs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from duramen.compose.disagree import mark_disagreeing
from duramen.compose.profile import Usable, choose_leaves, without_twins
from duramen.domain.evidence import Evidence
from duramen.domain.persona import Leaf, LeafSpec, Lifetime, Tree
from duramen.domain.preset import Preset
from duramen.domain.profile import Level, Route, ShownLeaf
from duramen.domain.time import Moment, Precision
from duramen.govern.lifetimes import past_from_us
from duramen.govern.permissions import Rights
from duramen.memory.persona.rights import Allowed, read_allowed
from duramen.memory.persona.routing import thresholds_of
from duramen.memory.persona.schemas import schema_named
from duramen.memory.workspace import Workspace
from duramen.retrieve.cues import cues_of
from duramen.retrieve.expand import Hinting
from duramen.retrieve.leaves import LeafWords, leaf_words, relevance
from duramen.retrieve.route import Signals, applied, route
from duramen.stores.engine import reading
from duramen.stores.knowledge import document_names
from duramen.stores.owners import Owner, head_of
from duramen.stores.persona.reading import current_version, read_tree, read_tree_at
from duramen.text.segment import terms

# So many document names of each base are looked at for whether the question names one.
MAX_TITLES = 200

Vector = NDArray[np.float32]
Embed = Callable[[Sequence[str]], NDArray[np.float32]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asker:
    """Who asks, where and when: the person's owner, the character and session, and the earlier moment asked from."""

    owner: Owner | None
    place: tuple[str, str] = ("", "")
    at: Moment | None = None


@dataclass(frozen=True, kw_only=True)
class Profile:
    """The leaves of a tree that may be used in generation, and what can be known of them before a question comes."""

    version: int = 0
    leaves: tuple[Leaf, ...] = ()
    specs: Mapping[str, LeafSpec] = field(default_factory=dict)
    uses: Mapping[str, Rights] = field(default_factory=dict)

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
    def past_from_us(self) -> tuple[int | None, ...]:
        """Return for each leaf the instant from which it is past, None while it holds."""
        return tuple(past_from_us(leaf, _lifetime(self.spec(leaf.path))) for leaf in self.leaves)

    @cached_property
    def costs(self) -> tuple[dict[str, int], ...]:
        """Return for each leaf what its line costs, by language, as far as it was worked out."""
        return tuple({} for _ in self.leaves)

    @cached_property
    def matrices(self) -> dict[tuple[str, str], NDArray[np.float32]]:
        """Return the leaves' vectors as far as they were worked out, by the embedder's name and the language."""
        return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptProfile:
    """A profile as it was last read, and all that it was read from: while that is so, it is not read again."""

    version: int
    epoch: int
    place: tuple[str, str]
    allowed: Allowed
    profile: Profile


def read_profile(workspace: Workspace, asker: Asker) -> Profile:
    """Return the leaves that may be used; none for a person without a tree."""
    owner = asker.owner
    if owner is None:
        return Profile()
    with reading(workspace.engine) as connection:
        at_us = None if asker.at is None else asker.at.at_us
        version = current_version(connection, owner)
        if not version.version:
            return Profile()
        allowed = read_allowed(connection, owner, asker.place)
        if at_us is not None:
            return _profile(workspace, read_tree_at(connection, owner, at_us), allowed)
        epoch = head_of(connection, owner).epoch
        kept = workspace.profiles.get(owner.owner_id)
        of = (version.version, epoch, asker.place, allowed)
        if kept is not None and (kept.version, kept.epoch, kept.place, kept.allowed) == of:
            return kept.profile
        profile = _profile(workspace, read_tree(connection, owner), allowed)
    workspace.profiles[owner.owner_id] = KeptProfile(
        version=version.version, epoch=epoch, place=asker.place, allowed=allowed, profile=profile
    )
    return profile


def _profile(workspace: Workspace, tree: Tree, allowed: Allowed) -> Profile:
    schema = schema_named(workspace, tree.schema)
    uses = {path: allowed.rights(schema, path) for path in tree.leaves}
    leaves = tuple(leaf for path, leaf in tree.leaves.items() if uses[path].generation)
    return Profile(version=tree.version, leaves=leaves, specs=schema.leaves, uses=uses)


def fits(
    profile: Profile, question: str, vector: Vector | None = None, near: NDArray[np.float32] | None = None
) -> list[float]:
    """Return how well each leaf fits the question, in the order of the leaves: its words' share, and its cosine.

    `vector`: the question's unit vector; `near`: the leaves', shape (n, dimension). Without them words alone count.
    """
    shares = relevance(terms(question), profile.words)
    if vector is None or near is None or not shares:
        return shares
    cosines = np.maximum(near @ vector, 0.0).tolist()
    return [share + cosine for share, cosine in zip(shares, cosines, strict=True)]


def leaf_matrix(profile: Profile, language: str, embedder: str, embed: Embed) -> NDArray[np.float32] | None:
    """Return the vectors of the leaves, each as its title and value, None for none; asked of `embed` where not known."""
    if not profile.leaves:
        return None
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
    """A question as the router sees it, with the names of those who talk and the bases that may be read."""

    text: str
    names: tuple[str, ...]
    bases: tuple[Owner, ...]
    level: Level


def steering(profile: Profile, fit: Sequence[float]) -> float:
    """Return how well the best of the leaves fits that may have a say in what is searched; 0 for none."""
    able = (one for leaf, one in zip(profile.leaves, fit, strict=True) if profile.may_steer(leaf.path))
    return max(able, default=0.0)


def routed(
    workspace: Workspace, ask: Ask, asker: Asker, fit: tuple[int, float], preset: Preset
) -> tuple[Route, Preset]:
    """Return what is read for the question, and the preset with what that leaves of it.

    `fit`: how many leaves may be used, and how well the best of them fits.
    """
    leaves, best = fit
    titles = [base.name for base in ask.bases]
    if leaves and ask.level is Level.ROUTED:  # only there does it make a difference
        with reading(workspace.engine) as connection:
            titles += [name for base in ask.bases for name in document_names(connection, base, MAX_TITLES)]
    signals = Signals(cues=cues_of(ask.text, titles, ask.names), leaf=best, leaves=leaves, bases=len(ask.bases))
    thresholds = thresholds_of(workspace, asker.owner) if leaves and ask.level is Level.ROUTED else None
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
    usable = [_usable(profile, at, one, now) for at, one in enumerate(fit)] if budget_tokens else []
    chosen = choose_leaves(usable, budget_tokens, language)
    hidden = {path for path, uses in profile.uses.items() if not uses.visible}
    seen = [replace(one, visible=one.leaf.path not in hidden) for one in chosen]
    leaves, told = without_twins(seen, evidence)
    told, leaves = mark_disagreeing(told, leaves)
    return leaves, told


def _usable(profile: Profile, at: int, fit: float, now: Moment) -> Usable:
    leaf, spec, ended_us = profile.leaves[at], profile.spec(profile.leaves[at].path), profile.past_from_us[at]
    past_from = None
    if ended_us is not None and now.at_us is not None and now.at_us >= ended_us:
        ended = Moment(at_us=ended_us, zone=now.zone, precision=Precision.DAY)
        past_from = leaf.valid_to if leaf.valid_to.known else ended
    return Usable(
        leaf=leaf,
        title=spec.title if spec else {},
        lifetime=_lifetime(spec),
        relevance=fit,
        past_from=past_from,
        costs=profile.costs[at],
    )


def _lifetime(spec: LeafSpec | None) -> Lifetime:
    return spec.lifetime if spec else Lifetime.CHANGING


def _passage(leaf: Leaf, spec: LeafSpec | None, language: str) -> str:
    return f"{spec.title[language]}: {leaf.value}" if spec else leaf.value
