"""Whose tree it is, and by which schema: a person's own, or what a character says of itself to that person (B25)."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection

from duramen.domain.persona import Schema
from duramen.errors import NotFound
from duramen.memory.persona.schemas import schema_named
from duramen.memory.workspace import Workspace
from duramen.stores.engine import reading
from duramen.stores.listening.unheard import Voice
from duramen.stores.owners import Owner, OwnerKind, self_name
from duramen.stores.persona.reading import NO_VERSION, TreeVersion, current_version, find_version

PERSON_SCHEMA = "core"
CHARACTER_SCHEMA = "character"


def usual_schema(character: str) -> str:
    """Return the schema of a tree in which nothing was written yet: a person's, or a character's own."""
    return CHARACTER_SCHEMA if character else PERSON_SCHEMA


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
    def voice(self) -> Voice:
        """Return whose words feed the tree."""
        return Voice(owner=self.person, character=self.character)

    @property
    def usual_schema(self) -> str:
        """Return the schema of a tree in which nothing was written yet."""
        return usual_schema(self.character)


def tree_of(workspace: Workspace, person: str, character: str = "", *, make: bool = False) -> TreeOf:
    """Return the tree of a person, or of a character as that person knows it.

    With `make`, whoever is not there yet is made. Raises NotFound with the names there are otherwise.
    """
    if make:
        owner = workspace.owner(OwnerKind.PERSON, person)
        own = workspace.owner(OwnerKind.SELF, self_name(owner, character)) if character else owner
        return TreeOf(owner=own, person=owner, character=character)
    found = find_tree(workspace, person, character)
    if found is None:
        workspace.known(OwnerKind.PERSON, person)
        raise NotFound(f"nothing is kept yet of what {character!r} said of itself to {person!r}")
    return found


def find_tree(workspace: Workspace, person: str, character: str = "") -> TreeOf | None:
    """Return the tree of a person, or of a character as that person knows it; None where there is none yet."""
    owner = workspace.find(OwnerKind.PERSON, person)
    own = owner
    if owner is not None and character:
        own = workspace.find(OwnerKind.SELF, self_name(owner, character))
    return None if owner is None or own is None else TreeOf(owner=own, person=owner, character=character)


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


__all__ = [
    "NO_VERSION",
    "TreeOf",
    "find_tree",
    "schema_of",
    "self_name",
    "tree_of",
    "version_now",
    "version_numbered",
]
