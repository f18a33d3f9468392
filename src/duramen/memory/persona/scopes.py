"""Which part of a tree a person means when they allow something or agree to it: one that a tree can have.

In: a path as it was given. Out: nothing, or a sentence with the nearest paths. Whoever mistypes what is never to be kept
must not go on believing that it is not kept.
"""

from __future__ import annotations

from duramen.domain.persona import Schema
from duramen.errors import NotFound
from duramen.govern.nearest import nearest_paths
from duramen.govern.paths import shown_path
from duramen.memory.persona.schemas import all_schemas
from duramen.memory.persona.trees import find_tree, schema_of, usual_schema, version_now
from duramen.memory.workspace import Workspace
from duramen.schemas import load_schema
from duramen.stores.engine import reading
from duramen.stores.persona.reading import leaf_history


def check_scope(workspace: Workspace, person: str, path: str) -> None:
    """Raise NotFound, with the nearest paths, for a path that is a leaf or branch of no schema, and was never filled.

    "" is the whole tree. What can be plugged into a schema counts, under its root.
    """
    of = find_tree(workspace, person)
    own = load_schema(usual_schema("")) if of is None else schema_of(workspace, of, version_now(workspace, of))
    if not path or _has(own, path):
        return
    root, _, below = path.partition(".")
    for schema in all_schemas(workspace):
        if _has(schema, path) or (schema.name == root and (not below or _has(schema, below))):
            return
    if of is not None:
        with reading(workspace.engine) as connection:
            if leaf_history(connection, of.owner, path):
                return
    near = ", ".join(nearest_paths(own, path))
    hint = f"the nearest are {near}" if near else f"`duramen schema show {own.name}` lists them"
    raise NotFound(f"no schema has a leaf or a branch {shown_path(path)}; {hint}")


def _has(schema: Schema, path: str) -> bool:
    return path in schema.leaves or path in schema.inner_nodes
