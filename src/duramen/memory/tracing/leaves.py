"""The leaves that a prompt showed, read again from the tree: by path and version, with the values they held then.

In: what a record names of them. Out: `ShownTree`: the leaves as the prompt has them, and what may not be shown to people.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from sqlalchemy import Connection

from duramen.compose.profile import Usable, with_earlier
from duramen.domain.persona import Leaf, Lifetime, Schema
from duramen.domain.profile import ShownLeaf
from duramen.domain.time import Moment, Precision
from duramen.govern.lifetimes import past_from_us
from duramen.govern.timeline import timeline
from duramen.memory.persona.allowing import hidden_paths
from duramen.memory.persona.profile import TOLD_EARLIER
from duramen.memory.persona.schemas import schema_named
from duramen.memory.persona.trees import TreeOf, self_name
from duramen.memory.workspace import Workspace
from duramen.stores.owners import Owner, OwnerKind
from duramen.stores.persona.earlier import earlier_values
from duramen.stores.persona.reading import find_version, leaves_born


class Trees(NamedTuple):
    """The two trees that a round may show: the person's, and what its character says of itself, None where there is none."""

    person: TreeOf
    own: TreeOf | None


def trees_of(workspace: Workspace, owner: Owner, character: str) -> Trees:
    """Return the trees that a round of a person with a character may show."""
    own = workspace.find(OwnerKind.SELF, self_name(owner, character)) if character else None
    said = None if own is None else TreeOf(owner=own, person=owner, character=character)
    return Trees(TreeOf(owner=owner, person=owner), said)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownTree:
    """The leaves of one tree that were shown; `gone`: rows of the record whose leaf is no longer there.

    `hidden`: paths whose values may not be shown to people, by what the person allows now.
    """

    leaves: tuple[ShownLeaf, ...] = ()
    gone: tuple[Mapping[str, Any], ...] = ()
    hidden: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """What a record says of the leaves of one tree: its rows, the tree's version, the budget, the moment, the language."""

    rows: Sequence[Mapping[str, Any]]
    version: int
    budget_tokens: int
    now: Moment
    language: str


def shown_leaves(workspace: Workspace, connection: Connection, of: TreeOf | None, named: Named) -> ShownTree:
    """Return the leaves that a record names, as they were shown; those whose rows were erased are told apart."""
    if of is None or not named.rows:
        return ShownTree(gone=tuple(named.rows))
    version = find_version(connection, of.owner, named.version)
    schema = schema_named(workspace, (version.schema if version else "") or of.usual_schema)
    held = leaves_born(connection, of.owner, [(row["path"], row["version"]) for row in named.rows])
    there = [(row, held[key]) for row in named.rows if (key := (row["path"], row["version"])) in held]
    usable = [_usable(row, leaf, schema, named.now) for row, leaf in there]
    shown = [_shown(row, one) for (row, _), one in zip(there, usable, strict=True)]
    standing = [one.leaf for one in shown[:TOLD_EARLIER] if not one.past]
    if named.version > 1 and standing:
        told = _told_earlier(connection, of, standing, named)
        shown = list(with_earlier(shown, usable, told, named.budget_tokens, named.language))
    return ShownTree(
        leaves=tuple(shown),
        gone=tuple(row for row in named.rows if (row["path"], row["version"]) not in held),
        hidden=hidden_paths(connection, of, schema, [row["path"] for row in named.rows]),
    )


def _usable(row: Mapping[str, Any], leaf: Leaf, schema: Schema, now: Moment) -> Usable:
    spec = schema.leaves.get(leaf.path)
    lifetime = spec.lifetime if spec is not None else Lifetime.CHANGING
    past_from = None
    if row["past"]:
        end_us = past_from_us(leaf, lifetime)
        past_from = (
            leaf.valid_to if leaf.valid_to.known else Moment(at_us=end_us, zone=now.zone, precision=Precision.DAY)
        )
    title = spec.title if spec is not None else {}
    return Usable(leaf=leaf, title=title, lifetime=lifetime, relevance=row["relevance"], past_from=past_from)


def _shown(row: Mapping[str, Any], one: Usable) -> ShownLeaf:
    leaf = one.leaf if one.past_from is None else replace(one.leaf, valid_to=one.past_from)
    return ShownLeaf(
        id=row["id"],
        leaf=leaf,
        title=one.title,
        past=row["past"],
        relevance=row["relevance"],
        disagrees_with=row["disagrees_with"],
    )


def _told_earlier(connection: Connection, of: TreeOf, held: Sequence[Leaf], named: Named) -> dict[str, str]:
    """Say in a line what leaves held before, as the prompt does: that each ended is said by what follows it."""
    told = {}
    for path, values in earlier_values(connection, of.owner, held, named.version).items():
        now = next(leaf.value for leaf in held if leaf.path == path)
        said = timeline([replace(one, ended_version=None) for one in values if one.leaf.value != now], named.language)
        if said:
            told[path] = said
    return told
