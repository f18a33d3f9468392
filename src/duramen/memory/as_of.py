"""As of when a question is asked: the state of each owner that is read for it, taken once, before anything else is.

In: who asks whom, and which bases may be read. Out: an `AsOf`, with which every reading of a recall is made: live it is
the latest state, a replay takes an earlier one, and there is no other difference between the two (DESIGN 2, "seq").
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from duramen.errors import NotFound
from duramen.memory.workspace import Workspace
from duramen.stores.engine import reading
from duramen.stores.owners import Head, Owner, OwnerKind, find_owner, head_of, owners_around, self_name
from duramen.stores.turns import turns_without_vector


@dataclass(frozen=True, slots=True, kw_only=True)
class AsOf:
    """The owners that a question reads, and the state of each.

    `own`: whose rows are what the character says of itself to the person. `seqs` and `epochs` by owner id; of an owner
    that is not in them there was nothing yet. `waiting`: turns of the person that had no vector.
    """

    person: Owner | None = None
    own: Owner | None = None
    bases: tuple[Owner, ...] = ()
    schemas: Owner | None = None
    seqs: Mapping[str, int] = field(default_factory=dict)
    epochs: Mapping[str, int] = field(default_factory=dict)
    waiting: tuple[int, ...] = ()

    def seq(self, owner: Owner | None) -> int:
        """Return the state of an owner that is read, 0 where there was none."""
        return 0 if owner is None else self.seqs.get(owner.owner_id, 0)

    def before(self, seq: int) -> AsOf:
        """Return the same, with the person as they were before this state of theirs."""
        if self.person is None:
            return self
        return replace(self, seqs={**self.seqs, self.person.owner_id: seq - 1})


def as_of_now(workspace: Workspace, whom: tuple[str, str], bases: Sequence[str] | None = None) -> AsOf:
    """Return the latest state; `whom`: the person and the character, "" for none; `bases` None for all.

    Raises NotFound for a base that is not there.
    """
    owners = _owners(workspace, whom)
    chosen = [owner for owner in owners if owner.kind is OwnerKind.BASE]
    if bases is not None:
        missing = [name for name in bases if name not in {owner.name for owner in chosen}]
        if missing:
            workspace.known(OwnerKind.BASE, missing[0])  # raises with the names there are
            raise NotFound(f"the base {missing[0]!r} was made just now; ask again")
        chosen = [owner for owner in chosen if owner.name in bases]
    left_out = {owner.owner_id for owner in owners if owner.kind is OwnerKind.BASE} - {o.owner_id for o in chosen}
    heads = {owner.owner_id: head for owner, head in owners.items() if owner.owner_id not in left_out}
    person = _first(owners, OwnerKind.PERSON)
    with reading(workspace.engine) as connection:
        waiting = () if person is None else turns_without_vector(connection, person)
    return AsOf(
        person=person,
        own=_first(owners, OwnerKind.SELF),
        bases=tuple(chosen),
        schemas=_first(owners, OwnerKind.SCHEMAS),
        seqs={owner_id: head.seq for owner_id, head in heads.items()},
        epochs={owner_id: head.epoch for owner_id, head in heads.items()},
        waiting=waiting,
    )


def as_of_then(workspace: Workspace, whom: tuple[str, str], seqs: Mapping[str, int], waiting: Iterable[int]) -> AsOf:
    """Return an earlier state by what was kept of it; `epochs` are those of now, so that erasures since can be told."""
    owners = {owner: head for owner, head in _owners(workspace, whom).items() if owner.owner_id in seqs}
    return AsOf(
        person=_first(owners, OwnerKind.PERSON),
        own=_first(owners, OwnerKind.SELF),
        bases=tuple(owner for owner in owners if owner.kind is OwnerKind.BASE),
        schemas=_first(owners, OwnerKind.SCHEMAS),
        seqs=dict(seqs),
        epochs={owner.owner_id: head.epoch for owner, head in owners.items()},
        waiting=tuple(waiting),
    )


def _owners(workspace: Workspace, whom: tuple[str, str]) -> dict[Owner, Head]:
    """Return all owners that a question can read, bases by name, each with where it stands, in one state of the store."""
    person_name, character = whom
    with reading(workspace.engine) as connection:
        found = dict(owners_around(connection, workspace.settings.tenant, person_name))
        person = _first(found, OwnerKind.PERSON)
        if person is not None and character:
            own = find_owner(connection, person.tenant, OwnerKind.SELF, self_name(person, character))
            if own is not None:
                found[own] = head_of(connection, own)
    return found


def _first(owners: Iterable[Owner], kind: OwnerKind) -> Owner | None:
    return next((owner for owner in owners if owner.kind is kind), None)
