"""Reading which leaves may be used: the tree, and what the person allows here, read once and kept while they are so.

In: who asks, where and when. Out: a `Profile`. A kept one is used only where the store says, in the transaction that
reads it, that nothing was written since that could make it another one; another process may have written meanwhile.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlalchemy import Connection

from duramen.domain.persona import Leaf, LeafValue, Tree
from duramen.domain.time import Moment
from duramen.memory.as_of import AsOf
from duramen.memory.persona.profile import Profile
from duramen.memory.persona.rights import Allowed, read_allowed
from duramen.memory.persona.schemas import is_packaged, schema_named
from duramen.memory.workspace import Workspace
from duramen.stores.engine import reading
from duramen.stores.owners import Owner, head_of
from duramen.stores.persona.earlier import earlier_values
from duramen.stores.persona.reading import NO_VERSION, TreeVersion, read_tree, read_tree_at, version_as_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Asker:
    """Whose tree is read, where and when: its owner, the character and session, and the earlier moment asked from.

    `person`: whose permissions hold, where the tree is a character's own. `as_of`: the state that is read, None for the latest.
    """

    owner: Owner | None
    place: tuple[str, str] = ("", "")
    at: Moment | None = None
    person: Owner | None = None
    as_of: AsOf | None = None

    def seq(self, connection: Connection, owner: Owner) -> int:
        """Return the state of an owner that is read."""
        return head_of(connection, owner).seq if self.as_of is None else self.as_of.seq(owner)

    def read_allowed(self, connection: Connection, owner: Owner) -> Allowed:
        """Return what the person allows here."""
        person = self.person or owner
        return read_allowed(connection, person, self.place, self.seq(connection, person))


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptProfile:
    """A profile as it was last read, and all that it was read from: while that is so, it is not read again.

    `state`: that of the person, at which it was read. `added`: that of the tenant's own schemas, None where the tree's
    schema is none of them.
    """

    state: int
    place: tuple[str, str]
    tree: tuple[int, int]
    allowed: Allowed
    added: int | None
    profile: Profile


@dataclass(frozen=True, slots=True, kw_only=True)
class _Whose:
    """Whose tree is read, at which version, in which state of theirs, after how many erasures; and what is kept of them."""

    owner: Owner
    asker: Asker
    version: TreeVersion
    is_latest: bool
    state: int
    epoch: int
    before: KeptProfile | None

    @property
    def added(self) -> int | None:
        """Return the state of the tenant's own schemas that is read, None where none of them has a say."""
        as_of = self.asker.as_of
        return None if is_packaged(self.version.schema) or as_of is None else as_of.seq(as_of.schemas)

    @property
    def tree(self) -> tuple[int, int]:
        """Return what tells one tree from another: its version, and how often something was erased."""
        return self.version.version, self.epoch


def read_profile(workspace: Workspace, asker: Asker) -> Profile:
    """Return the leaves that may be used; none for a person without a tree."""
    owner = asker.owner
    if owner is None:
        return Profile()
    with reading(workspace.engine) as connection:
        head, state = head_of(connection, owner), asker.seq(connection, owner)
        version = version_as_of(connection, owner, state) if head.tree_version else NO_VERSION
        if not version.version:
            return Profile()
        whose = _Whose(
            owner=owner,
            asker=asker,
            version=version,
            is_latest=version.version == head.tree_version,
            state=state,
            epoch=head.epoch,
            before=workspace.profiles.get(owner.owner_id),
        )
        if asker.at is not None and asker.at.at_us is not None:
            tree = read_tree_at(connection, owner, asker.at.at_us, None if whose.is_latest else version)
            return _looking_back(
                workspace, whose, _profile(workspace, whose, tree, asker.read_allowed(connection, owner))
            )
        kept = _still(connection, whose) or _read(workspace, connection, whose)
    workspace.profiles[owner.owner_id] = kept
    return kept.profile


def _still(connection: Connection, whose: _Whose) -> KeptProfile | None:
    """Return what is kept, where it still holds, as of the state that is read."""
    before, asker = whose.before, whose.asker
    if before is None or (before.tree, before.added) != (whose.tree, whose.added):
        return None
    if asker.person is None and (before.state, before.place) == (whose.state, asker.place):  # else another head moves
        return before
    same = before.allowed == asker.read_allowed(connection, whose.owner)
    return replace(before, state=whose.state, place=asker.place) if same else None


def _read(workspace: Workspace, connection: Connection, whose: _Whose) -> KeptProfile:
    allowed = whose.asker.read_allowed(connection, whose.owner)
    tree = read_tree(connection, whose.owner, None if whose.is_latest else whose.version)
    profile = _looking_back(workspace, whose, _profile(workspace, whose, tree, allowed))
    return KeptProfile(
        state=whose.state,
        place=whose.asker.place,
        tree=whose.tree,
        allowed=allowed,
        added=whose.added,
        profile=profile,
    )


def _looking_back(workspace: Workspace, whose: _Whose, profile: Profile) -> Profile:
    """Return the profile, able to look up what its leaves held before."""
    owner, version = whose.owner, whose.version.version

    def before(held: Sequence[Leaf]) -> dict[str, list[LeafValue]]:
        with reading(workspace.engine) as connection:
            return earlier_values(connection, owner, held, version)

    return replace(profile, before=before)


def _profile(workspace: Workspace, whose: _Whose, tree: Tree, allowed: Allowed) -> Profile:
    schema = schema_named(workspace, tree.schema, whose.added)
    before = None if whose.before is None else whose.before.profile
    uses = {path: allowed.rights(schema, path) for path in tree.leaves}
    leaves = tuple(leaf for path, leaf in tree.leaves.items() if uses[path].generation)
    costs = before.costs if before is not None and before.specs is schema.leaves else {}
    known = {leaf: costs[leaf] for leaf in leaves if leaf in costs}
    return Profile(version=tree.version, leaves=leaves, specs=schema.leaves, uses=uses, costs=known)
