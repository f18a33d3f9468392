"""Whose tree it is, and by which schema: a person's own, or what a character says of itself to that person (B25)."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection

from duramen.domain.persona import Schema
from duramen.errors import NotFound
from duramen.memory.persona.schemas import schema_named
from duramen.memory.workspace import Workspace
from duramen.stores.engine import reading
from duramen.stores.owners import Owner, OwnerKind
from duramen.stores.persona.reading import NO_VERSION, TreeVersion, current_version, find_version

PERSON_SCHEMA = "core"
CHARACTER_SCHEMA = "character"


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeOf:
    """A tree that is looked at: the owner of its leaves, and the person whose rounds they rest on."""

    owner: Owner
    person: Owner
    character: str = ""

    @property
    def name(self) -> str:
        """Return whose tree it is, as a sentence names it."""
        return f"{self.character!r} as {self.person.name!r} knows it" if self.character else repr(self.person.name)

    @property
    def usual_schema(self) -> str:
        """Return the schema of a tree in which nothing was written yet."""
        return CHARACTER_SCHEMA if self.character else PERSON_SCHEMA


def tree_of(workspace: Workspace, person: str, character: str = "", *, make: bool = False) -> TreeOf:
    """Return the tree of a person, or of a character as that person knows it.

    With `make`, whoever is not there yet is made. Raises NotFound with the names there are otherwise.
    """
    kind = OwnerKind.PERSON
    owner = workspace.owner(kind, person) if make else workspace.known(kind, person)
    if not character:
        return TreeOf(owner=owner, person=owner)
    name = f"{owner.owner_id}:{character}"
    own = workspace.owner(OwnerKind.SELF, name) if make else workspace.find(OwnerKind.SELF, name)
    if own is None:
        raise NotFound(f"nothing is kept yet of what {character!r} said of itself to {person!r}")
    return TreeOf(owner=own, person=owner, character=character)


def version_now(workspace: Workspace, of: TreeOf) -> TreeVersion:
    """Return the version at which a tree stands."""
    with reading(workspace.engine) as connection:
        return current_version(connection, of.owner)


def schema_of(workspace: Workspace, of: TreeOf, version: TreeVersion, wanted: str = "") -> Schema:
    """Return the schema by which a version of a tree is read or changed: `wanted`, else its own, else the usual one."""
    return schema_named(workspace, wanted or version.schema or of.usual_schema)


def version_numbered(connection: Connection, of: TreeOf, number: int) -> TreeVersion:
    """Return a version by its number; raises NotFound with the numbers there are."""
    found = find_version(connection, of.owner, number)
    if found is None:
        last = current_version(connection, of.owner).version
        there = f"there are 0 (the empty tree) to {last}" if last else "nothing was written into it yet"
        raise NotFound(f"the tree of {of.name} has no version {number}; {there}")
    return found


__all__ = ["NO_VERSION", "TreeOf", "schema_of", "tree_of", "version_now", "version_numbered"]
