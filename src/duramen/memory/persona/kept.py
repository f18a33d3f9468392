"""Reading which leaves may be used: the tree, and what the person allows here, read once and kept while they are so.

In: who asks, where and when. Out: a `Profile`. A kept one is used only where the store says, in the transaction that
reads it, that nothing was written since that could make it another one; another process may have written meanwhile.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlalchemy import Connection

from duramen.domain.persona import Leaf, LeafValue, Schema, Tree
from duramen.domain.time import Moment
from duramen.memory.persona.profile import Profile
from duramen.memory.persona.rights import Allowed, read_allowed
from duramen.memory.persona.schemas import added_seq, is_packaged, schema_named
from duramen.memory.workspace import Workspace
from duramen.stores.engine import reading
from duramen.stores.owners import Head, Owner, head_of
from duramen.stores.persona.earlier import earlier_values
from duramen.stores.persona.reading import read_tree, read_tree_at


@dataclass(frozen=True, slots=True, kw_only=True)
class Asker:
    """Whose tree is read, where and when: its owner, the character and session, and the earlier moment asked from.

    `person`: whose permissions hold, where the tree is a character's own.
    """

    owner: Owner | None
    place: tuple[str, str] = ("", "")
    at: Moment | None = None
    person: Owner | None = None

    def read_allowed(self, connection: Connection, owner: Owner) -> Allowed:
        """Return what the person allows here."""
        return read_allowed(connection, self.person or owner, self.place)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptProfile:
    """A profile as it was last read, and all that it was read from: while that is so, it is not read again.

    `added`: the state of the tenant's own schemas (`added_seq`), None where the tree's schema is none of them.
    """

    head: Head
    place: tuple[str, str]
    allowed: Allowed
    added: int | None
    profile: Profile

    def holds(self, head: Head, place: tuple[str, str], added: int | None) -> bool:
        """Tell whether nothing was written since that could make it another one, neither of the person nor the schema."""
        return (self.head, self.place, self.added) == (head, place, added)

    def holds_too(self, head: Head, allowed: Allowed, added: int | None) -> bool:
        """Tell whether what was written since left the tree and what may be used of it as they were."""
        tree = (self.head.tree_version, self.head.epoch, self.allowed, self.added)
        return tree == (head.tree_version, head.epoch, allowed, added)


def read_profile(workspace: Workspace, asker: Asker) -> Profile:
    """Return the leaves that may be used; none for a person without a tree."""
    owner = asker.owner
    if owner is None:
        return Profile()
    with reading(workspace.engine) as connection:
        head = head_of(connection, owner)
        if not head.tree_version:
            return Profile()
        if asker.at is not None and asker.at.at_us is not None:
            tree = read_tree_at(connection, owner, asker.at.at_us)
            profile = _profile(schema_named(workspace, tree.schema), tree, asker.read_allowed(connection, owner))
            return _looking_back(workspace, owner, profile)
        before = workspace.profiles.get(owner.owner_id)
        kept = _still(workspace, connection, (owner, asker), head, before)
        if kept is None:
            kept = _read(workspace, connection, (owner, asker), head, before)
    workspace.profiles[owner.owner_id] = kept
    return kept.profile


def _still(
    workspace: Workspace,
    connection: Connection,
    whose: tuple[Owner, Asker],
    head: Head,
    before: KeptProfile | None,
) -> KeptProfile | None:
    """Return what is kept, where it still holds, as of the state that is read now."""
    owner, asker = whose
    if before is None:
        return None
    added = None if before.added is None else added_seq(workspace, connection)
    if asker.person is None and before.holds(head, asker.place, added):  # else permissions move another head
        return before
    same = before.holds_too(head, asker.read_allowed(connection, owner), added)
    return replace(before, head=head, place=asker.place) if same else None


def _read(
    workspace: Workspace,
    connection: Connection,
    whose: tuple[Owner, Asker],
    head: Head,
    before: KeptProfile | None,
) -> KeptProfile:
    owner, asker = whose
    allowed, tree = asker.read_allowed(connection, owner), read_tree(connection, owner)
    # Asked before the schema is read: one that is added in between has the profile read once more, and not kept.
    added = None if is_packaged(tree.schema) else added_seq(workspace, connection)
    profile = _profile(schema_named(workspace, tree.schema), tree, allowed, None if before is None else before.profile)
    profile = _looking_back(workspace, owner, profile)
    return KeptProfile(head=head, place=asker.place, allowed=allowed, added=added, profile=profile)


def _looking_back(workspace: Workspace, owner: Owner, profile: Profile) -> Profile:
    """Return the profile, able to look up what its leaves held before."""

    def before(held: Sequence[Leaf]) -> dict[str, list[LeafValue]]:
        with reading(workspace.engine) as connection:
            return earlier_values(connection, owner, held)

    return replace(profile, before=before)


def _profile(schema: Schema, tree: Tree, allowed: Allowed, before: Profile | None = None) -> Profile:
    uses = {path: allowed.rights(schema, path) for path in tree.leaves}
    leaves = tuple(leaf for path, leaf in tree.leaves.items() if uses[path].generation)
    costs = before.costs if before is not None and before.specs is schema.leaves else {}
    known = {leaf: costs[leaf] for leaf in leaves if leaf in costs}
    return Profile(version=tree.version, leaves=leaves, specs=schema.leaves, uses=uses, costs=known)
