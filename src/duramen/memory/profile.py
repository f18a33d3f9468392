"""Reading the person's tree for a question: which leaves may be used, how well each fits, what the router makes of it.

In: a question and what is known of the store. Out: a `Profile`, and a `Route` with the preset that is left by it. A tree
of 305 leaves is read and routed in a few milliseconds; vectors of leaves are kept while the process runs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from duramen.compose.disagree import mark_disagreeing
from duramen.compose.profile import Usable, choose_leaves, without_twins
from duramen.domain.evidence import Evidence
from duramen.domain.persona import Leaf, LeafSpec, Lifetime, Schema, Tree
from duramen.domain.preset import Preset
from duramen.domain.profile import Level, Route, ShownLeaf
from duramen.domain.time import UNKNOWN_MOMENT, Moment, Precision
from duramen.govern.lifetimes import is_past, past_from_us
from duramen.memory.rights import GENERATION, permitted
from duramen.memory.routing import thresholds_of
from duramen.memory.workspace import Workspace
from duramen.retrieve.cues import cues_of
from duramen.retrieve.expand import Hinting
from duramen.retrieve.leaves import leaf_words, relevance
from duramen.retrieve.route import Signals, applied, route
from duramen.schemas import load_schema, schema_names
from duramen.stores.engine import reading
from duramen.stores.knowledge import document_names
from duramen.stores.owners import Owner
from duramen.stores.trees import read_tree, read_tree_at
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """The leaves of a tree that may be used in generation, with what the schema says of each (None: unknown to it)."""

    version: int = 0
    leaves: tuple[Leaf, ...] = ()
    specs: Mapping[str, LeafSpec] | None = None

    def spec(self, path: str) -> LeafSpec | None:
        """Return what the schema says of a leaf."""
        return (self.specs or {}).get(path)


def read_profile(workspace: Workspace, asker: Asker) -> Profile:
    """Return the leaves that may be used; none for a person without a tree."""
    if asker.owner is None:
        return Profile()
    with reading(workspace.engine) as connection:
        at_us = None if asker.at is None else asker.at.at_us
        tree = read_tree(connection, asker.owner) if at_us is None else read_tree_at(connection, asker.owner, at_us)
        if not tree.leaves:
            return Profile(version=tree.version)
        schema = _schema(tree)
        may = permitted(connection, asker.owner, schema, GENERATION, asker.place)
    leaves = tuple(leaf for path, leaf in tree.leaves.items() if may(path))
    return Profile(version=tree.version, leaves=leaves, specs=schema.leaves)


def fits(
    profile: Profile, question: str, language: str, vector: Vector | None = None, embed: Embed | None = None
) -> list[float]:
    """Return how well each leaf fits the question, in the order of the leaves: its words' share, and its cosine.

    Without a vector of the question, words alone count.
    """
    words = [leaf_words(leaf.path, leaf.value, profile.spec(leaf.path)) for leaf in profile.leaves]
    shares = relevance(terms(question), words)
    if vector is None or embed is None or not shares:
        return shares
    near = embed([_passage(leaf, profile.spec(leaf.path), language) for leaf in profile.leaves]) @ vector
    return [share + max(float(cosine), 0.0) for share, cosine in zip(shares, near.tolist(), strict=True)]


def hints(profile: Profile, fit: Sequence[float], language: str) -> list[Hinting]:
    """Return the leaves as hints where to look, each with its fit."""
    specs = [profile.spec(leaf.path) for leaf in profile.leaves]
    return [
        Hinting(path=leaf.path, title=spec.title[language] if spec else leaf.path, value=leaf.value, fit=one)
        for leaf, spec, one in zip(profile.leaves, specs, fit, strict=True)
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """A question as the router sees it, with the names of those who talk and the bases that may be read."""

    text: str
    names: tuple[str, ...]
    bases: tuple[Owner, ...]
    level: Level


def routed(workspace: Workspace, ask: Ask, asker: Asker, fit: Sequence[float], preset: Preset) -> tuple[Route, Preset]:
    """Return what is read for the question, and the preset with what that leaves of it."""
    titles = [base.name for base in ask.bases]
    if fit and ask.level is Level.ROUTED:  # only there does it make a difference
        with reading(workspace.engine) as connection:
            titles += [name for base in ask.bases for name in document_names(connection, base, MAX_TITLES)]
    signals = Signals(
        cues=cues_of(ask.text, titles, ask.names), leaf=max(fit, default=0.0), leaves=len(fit), bases=len(ask.bases)
    )
    chosen = route(signals, ask.level, thresholds_of(workspace, asker.owner))
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
    usable = [_usable(leaf, profile.spec(leaf.path), one, now) for leaf, one in zip(profile.leaves, fit, strict=True)]
    leaves, told = without_twins(choose_leaves(usable, budget_tokens, language), evidence)
    told, leaves = mark_disagreeing(told, leaves)
    return leaves, told


def _usable(leaf: Leaf, spec: LeafSpec | None, fit: float, now: Moment) -> Usable:
    lifetime = spec.lifetime if spec else Lifetime.CHANGING
    ended = UNKNOWN_MOMENT
    if now.at_us is not None and is_past(leaf, lifetime, now.at_us):
        told = past_from_us(leaf, lifetime)
        ended = leaf.valid_to if leaf.valid_to.known else Moment(at_us=told, zone=now.zone, precision=Precision.DAY)
    return Usable(
        leaf=leaf,
        title=spec.title if spec else {},
        lifetime=lifetime,
        relevance=fit,
        past_from=ended if ended.known else None,
    )


def _passage(leaf: Leaf, spec: LeafSpec | None, language: str) -> str:
    return f"{spec.title[language]}: {leaf.value}" if spec else leaf.value


def _schema(tree: Tree) -> Schema:
    return load_schema(tree.schema if tree.schema in schema_names() else "core")
