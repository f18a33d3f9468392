"""Read a tree: as it is, at a version or at a time; a leaf's history; two versions compared; what a value rests on.

A passing value that is older than its lifetime is named as past, and never as what is so now (B2).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from duramen.domain.persona import Leaf, LeafSpec, LeafValue, Lifetime, Schema, Tree
from duramen.domain.time import Moment
from duramen.errors import InputError, NotFound
from duramen.govern.lifetimes import is_past
from duramen.govern.nearest import nearest_paths
from duramen.memory.persona.allowing import hidden_paths
from duramen.memory.persona.trees import TreeOf, schema_of, version_now, version_numbered
from duramen.memory.workspace import Workspace
from duramen.stores.engine import reading
from duramen.stores.persona.reading import (
    NO_VERSION,
    TreeVersion,
    current_version,
    leaf_history,
    lineage,
    list_versions,
    read_tree,
    read_tree_at,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A tree with its schema, in the schema's order; `past`: paths of values that held then and no longer do.

    `hidden`: how many leaves are left out, since the person does not want them shown or has withdrawn a consent.
    """

    person: str
    character: str
    schema: Schema
    tree: Tree
    version: TreeVersion
    at: Moment
    past: frozenset[str]
    hidden: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A leaf that two versions do not share; None where one of them has not filled it."""

    path: str
    before: Leaf | None
    after: Leaf | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained:
    """Where a leaf's value comes from: `line` holds it and all that it grew from, oldest first, each with its quotes.

    `standing`: whether the tree still holds it; else it is the last value that it held. `spec` is None for a path that
    the tree's schema no longer has.
    """

    path: str
    spec: LeafSpec | None
    standing: bool
    past: bool
    line: tuple[LeafValue, ...]


def show_tree(workspace: Workspace, of: TreeOf, *, version: int | None = None, at: Moment | None = None) -> Shown:
    """Return a tree: the latest, that of a version, or what was so at a time in the world by all that is known now."""
    with reading(workspace.engine) as connection:
        chosen = current_version(connection, of.owner)
        if version is not None:
            chosen = version_numbered(connection, of, version)
        if at is not None and at.at_us is not None:
            tree = read_tree_at(connection, of.owner, at.at_us)
        else:
            tree = read_tree(connection, of.owner, None if version is None else chosen)
        schema = schema_of(workspace, of, chosen)
        hidden = hidden_paths(connection, of, schema, tree.leaves)
    tree = replace(tree, leaves={path: leaf for path, leaf in tree.leaves.items() if path not in hidden})
    seen_from = at or workspace.clock()
    known = [path for path in schema.leaves if path in tree.leaves]
    ordered = [*known, *(path for path in tree.leaves if path not in schema.leaves)]
    past = (path for path in ordered if _is_past(schema, tree.leaves[path], seen_from))
    return Shown(
        person=of.person.name,
        character=of.character,
        schema=schema,
        tree=replace(tree, leaves={path: tree.leaves[path] for path in ordered}),
        version=chosen,
        at=seen_from,
        past=frozenset(past),
        hidden=len(hidden),
    )


def _is_past(schema: Schema, leaf: Leaf, seen_from: Moment) -> bool:
    spec = schema.leaves.get(leaf.path)
    lifetime = spec.lifetime if spec is not None else Lifetime.CHANGING
    return is_past(leaf, lifetime, seen_from.at_us or 0)


def history_of(workspace: Workspace, of: TreeOf, path: str) -> list[LeafValue]:
    """Return every value that a leaf has held, oldest first; empty for a leaf that was never filled.

    Raises NotFound, with the nearest paths, for a path that neither the schema nor the history has; InputError for a
    leaf that may not be shown.
    """
    schema = schema_of(workspace, of, version_now(workspace, of))
    with reading(workspace.engine) as connection:
        values = leaf_history(connection, of.owner, path)
        hidden = hidden_paths(connection, of, schema, [path])
    if not values:
        _checked_path(schema, path)
    elif hidden:
        raise InputError(f"{path!r} may not be shown; `duramen persona permissions` says why, and how to change it")
    return values


def _checked_path(schema: Schema, path: str) -> None:
    if path in schema.leaves:
        return
    near = ", ".join(nearest_paths(schema, path))
    hint = f"the nearest are {near}" if near else f"`duramen schema show {schema.name}` lists them"
    kind = "is a branch, and no leaf," if path in schema.inner_nodes else "is no leaf"
    raise NotFound(f"{path!r} {kind} of schema {schema.name!r}; {hint}")


def compare_versions(workspace: Workspace, of: TreeOf, first: int, second: int) -> list[Difference]:
    """Return the leaves whose values differ between two versions, in the order of the second one's schema."""
    with reading(workspace.engine) as connection:
        versions = [version_numbered(connection, of, number) for number in (first, second)]
        old, new = (read_tree(connection, of.owner, version) for version in versions)
    schema = schema_of(workspace, of, versions[1] if versions[1] != NO_VERSION else versions[0])
    paths = dict.fromkeys((*schema.leaves, *old.leaves, *new.leaves))
    with reading(workspace.engine) as connection:
        hidden = hidden_paths(connection, of, schema, paths)
    pairs = ((path, old.leaves.get(path), new.leaves.get(path)) for path in paths if path not in hidden)
    return [
        Difference(path=path, before=before, after=after)
        for path, before, after in pairs
        if (before and before.value) != (after and after.value)
    ]


def versions_of(workspace: Workspace, of: TreeOf, limit: int) -> list[TreeVersion]:
    """Return the newest versions, newest last."""
    with reading(workspace.engine) as connection:
        return list_versions(connection, of.owner, limit)


def explain_leaf(workspace: Workspace, of: TreeOf, path: str) -> Explained:
    """Return what a leaf's value rests on; raises NotFound for an unknown path, or a leaf that was never filled."""
    values = history_of(workspace, of, path)
    if not values:
        raise NotFound(f"nothing was ever written into {path!r} of {of.name}; write it with `duramen persona set`")
    last = values[-1]
    schema = schema_of(workspace, of, version_now(workspace, of))
    with reading(workspace.engine) as connection:
        line = lineage(connection, of.owner, last.leaf_id)
    standing = last.ended_version is None
    return Explained(
        path=path,
        spec=schema.leaves.get(path),
        standing=standing,
        past=standing and _is_past(schema, last.leaf, workspace.clock()),
        line=tuple(line),
    )
