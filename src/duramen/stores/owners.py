"""Owners and their heads: who data hangs on, and the one row that orders each owner's writers.

A write transaction takes the owner's next `seq` before anything else; item ids and round numbers come from the same
row, so that two writers can never hand out the same one.
"""

from __future__ import annotations

import json
import secrets
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum

from sqlalchemy import Connection, Engine, and_, bindparam, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from duramen.stores.engine import reading, writing
from duramen.stores.tables import heads, owners

# What every verb asks, made once: making a statement takes longer than running it.
_FIND = select(owners).where(
    owners.c.tenant == bindparam("of_tenant"),
    owners.c.kind == bindparam("of_kind"),
    owners.c.name == bindparam("called"),
)
_LIST = (
    select(owners)
    .where(owners.c.tenant == bindparam("of_tenant"), owners.c.kind == bindparam("of_kind"))
    .order_by(owners.c.name)
)
_HEAD = select(heads.c.seq, heads.c.epoch, heads.c.tree_version).where(heads.c.owner_id == bindparam("owner"))
_AROUND = (
    select(owners, heads.c.seq, heads.c.epoch, heads.c.tree_version)
    .select_from(owners.join(heads, heads.c.owner_id == owners.c.owner_id))
    .where(
        owners.c.tenant == bindparam("of_tenant"),
        or_(
            owners.c.kind.in_(("base", "cards", "schemas")),
            and_(owners.c.kind == "person", owners.c.name == bindparam("called")),
        ),
    )
    .order_by(owners.c.kind, owners.c.name)
)
_NEXT_SEQ = (
    update(heads)
    .where(heads.c.owner_id == bindparam("owner"))
    .values(seq=heads.c.seq + 1)
    .returning(heads.c.seq, heads.c.next_item, heads.c.rounds)
)
_HAND_OUT = (
    update(heads)
    .where(heads.c.owner_id == bindparam("owner"))
    .values(next_item=bindparam("to_item"), rounds=bindparam("to_rounds"))
)


class OwnerKind(StrEnum):
    """A person, a knowledge base, a tenant's character cards or added schemas, or what a character says of itself.

    The last is called after the person's owner id and the character: a character is another one to each person (B25).
    """

    PERSON = "person"
    BASE = "base"
    CARDS = "cards"
    SCHEMAS = "schemas"
    SELF = "self"


@dataclass(frozen=True, slots=True, kw_only=True)
class Owner:
    """Whoever data hangs on; `secret` keys the HMACs of import keys and dies with the owner."""

    owner_id: str
    tenant: str
    kind: OwnerKind
    name: str
    secret: bytes = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """Where an owner stands: its last `seq`, how often something was erased from it (`epoch`), its tree's version.

    Every write of the owner takes a new `seq`: while it is the same, nothing of the owner is another.
    """

    seq: int
    epoch: int
    tree_version: int


@dataclass(slots=True, kw_only=True)
class OwnerWrite:
    """An open write transaction of one owner: its connection and what it hands out."""

    connection: Connection
    owner: Owner
    seq: int
    _next_item: int
    _rounds: dict[str, int]

    def take_items(self, count: int) -> int:
        """Reserve `count` item ids and return the first."""
        first = self._next_item
        self._next_item += count
        return first

    def take_round(self, character: str) -> int:
        """Return the next round's number of (person, character); numbers start at 1 and are never used again."""
        self._rounds[character] = self._rounds.get(character, 0) + 1
        return self._rounds[character]

    def erase_happened(self) -> None:
        """Note that rows were erased, so that every derived index is built anew."""
        self.connection.execute(
            update(heads).where(heads.c.owner_id == self.owner.owner_id).values(epoch=heads.c.epoch + 1)
        )


def find_owner(connection: Connection, tenant: str, kind: OwnerKind, name: str) -> Owner | None:
    """Return the owner of exactly this name, or None: a name that merely begins alike is another owner."""
    row = connection.execute(_FIND, {"of_tenant": tenant, "of_kind": kind.value, "called": name}).first()
    return None if row is None else _owner(row._mapping)


def list_owners(connection: Connection, tenant: str, kind: OwnerKind) -> list[Owner]:
    """Return the tenant's owners of a kind, by name."""
    rows = connection.execute(_LIST, {"of_tenant": tenant, "of_kind": kind.value})
    return [_owner(row._mapping) for row in rows]


def owners_around(connection: Connection, tenant: str, person: str) -> list[tuple[Owner, Head]]:
    """Return the person of this name and all owners of the tenant that are shared by persons, by kind and name.

    Each with where it stands: what a question to the person can read but what a character says of itself to them.
    """
    rows = connection.execute(_AROUND, {"of_tenant": tenant, "called": person})
    return [(_owner(row._mapping), Head(seq=row.seq, epoch=row.epoch, tree_version=row.tree_version)) for row in rows]


def self_name(person: Owner, character: str) -> str:
    """Return how the owner of a character's own tree is called: it is another one to each person."""
    return f"{person.owner_id}:{character}"


def list_selves(connection: Connection, tenant: str, character: str) -> list[tuple[Owner, Owner]]:
    """Return the owners of what a character says of itself, each with the person to whom, by the person's name."""
    persons = {owner.owner_id: owner for owner in list_owners(connection, tenant, OwnerKind.PERSON)}
    own = {owner.name: owner for owner in list_owners(connection, tenant, OwnerKind.SELF)}
    named = ((own.get(f"{owner_id}:{character}"), person) for owner_id, person in persons.items())
    return [(owner, person) for owner, person in named if owner is not None]


def ensure_owner(engine: Engine, tenant: str, kind: OwnerKind, name: str, recorded_us: int) -> Owner:
    """Return the owner, made on first use; two processes that make it at once get the same one."""
    with reading(engine) as connection:
        found = find_owner(connection, tenant, kind, name)
    if found is not None:
        return found
    owner = Owner(owner_id=uuid.uuid4().hex, tenant=tenant, kind=kind, name=name, secret=secrets.token_bytes(32))
    try:
        with writing(engine) as connection:
            found = find_owner(connection, tenant, kind, name)
            if found is not None:
                return found
            _insert(connection, owner, recorded_us)
    except IntegrityError:  # another engine's writer came first
        with reading(engine) as connection:
            found = find_owner(connection, tenant, kind, name)
        if found is None:
            raise
        return found
    return owner


def _insert(connection: Connection, owner: Owner, recorded_us: int) -> None:
    connection.execute(
        insert(owners).values(
            owner_id=owner.owner_id,
            tenant=owner.tenant,
            kind=owner.kind.value,
            name=owner.name,
            secret=owner.secret,
            recorded_us=recorded_us,
        )
    )
    connection.execute(
        insert(heads).values(
            owner_id=owner.owner_id,
            tenant=owner.tenant,
            seq=0,
            epoch=0,
            tree_version=0,
            heard_upto=0,
            next_item=1,
            rounds="{}",
            chain_hash=b"",
        )
    )


def head_of(connection: Connection, owner: Owner) -> Head:
    """Return where the owner stands."""
    row = connection.execute(_HEAD, {"owner": owner.owner_id}).one()
    return Head(seq=row.seq, epoch=row.epoch, tree_version=row.tree_version)


@contextmanager
def owner_write(engine: Engine, owner: Owner) -> Iterator[OwnerWrite]:
    """Open a write transaction that takes the owner's next `seq`; all or nothing."""
    with writing(engine) as connection:
        row = connection.execute(_NEXT_SEQ, {"owner": owner.owner_id}).one()
        write = OwnerWrite(
            connection=connection, owner=owner, seq=row.seq, _next_item=row.next_item, _rounds=json.loads(row.rounds)
        )
        yield write
        rounds = json.dumps(write._rounds, ensure_ascii=False)
        if (write._next_item, rounds) != (row.next_item, row.rounds):
            values = {"owner": owner.owner_id, "to_item": write._next_item, "to_rounds": rounds}
            connection.execute(_HAND_OUT, values)


def _owner(row: object) -> Owner:
    values = dict(row)  # type: ignore[call-overload]
    return Owner(
        owner_id=values["owner_id"],
        tenant=values["tenant"],
        kind=OwnerKind(values["kind"]),
        name=values["name"],
        secret=values["secret"],
    )
