"""Owners and their heads: who data hangs on, found by name and made on first use.

In: an open transaction or an engine. Out: `Owner`, and `Head`, which says where an owner stands.
"""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, Engine, and_, bindparam, or_, select
from sqlalchemy.exc import IntegrityError

from duramen.stores.engine import reading, writing
from duramen.stores.sealing import (
    BEGIN,
    SALT_BYTES,
    Entry,
    Sealed,
    digest_of,
    now_us,
    packed,
)
from duramen.stores.statements import (
    inserting,
)
from duramen.stores.tables import chain, heads, owners

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
_BY_ID = select(owners).where(owners.c.owner_id.in_(bindparam("ids", expanding=True))).order_by(owners.c.owner_id)
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
            insert_owner(connection, owner, recorded_us)
    except IntegrityError:  # another engine's writer came first
        with reading(engine) as connection:
            found = find_owner(connection, tenant, kind, name)
        if found is None:
            raise
        return found
    return owner


def insert_owner(
    connection: Connection, owner: Owner, recorded_us: int, where: Mapping[str, Any] | None = None
) -> None:
    """Make an owner with its chain; `where` its head stands, for one that was somewhere else before."""
    row = {
        "owner_id": owner.owner_id,
        "tenant": owner.tenant,
        "kind": owner.kind.value,
        "name": owner.name,
        "secret": owner.secret,
        "recorded_us": recorded_us,
        "salt": secrets.token_bytes(SALT_BYTES),
    }
    head: dict[str, Any] = {
        "owner_id": owner.owner_id,
        "tenant": owner.tenant,
        "seq": 0,
        "epoch": 0,
        "tree_version": 0,
        "heard_upto": 0,
        "next_item": 1,
        "rounds": "{}",
        **(where or {}),
        "salt": secrets.token_bytes(SALT_BYTES),
    }
    sealed: Sealed = {(owners.name, ""): digest_of(owners, row), (heads.name, ""): digest_of(heads, head)}
    first = Entry(
        owner_id=owner.owner_id,
        tenant=owner.tenant,
        seq=0,
        kind=BEGIN,
        recorded_us=now_us(),
        rows=packed(list(sealed.items())),
        previous=b"",
    )
    connection.execute(inserting(owners), row)
    entry = first.values()
    connection.execute(inserting(heads), {**head, "chain_hash": entry["hash"]})
    connection.execute(inserting(chain), entry)


def head_of(connection: Connection, owner: Owner) -> Head:
    """Return where the owner stands."""
    row = connection.execute(_HEAD, {"owner": owner.owner_id}).one()
    return Head(seq=row.seq, epoch=row.epoch, tree_version=row.tree_version)


def epoch_of(connection: Connection, owner_id: str) -> int:
    """Return how often something was erased from an owner, -1 for one that is gone."""
    found = connection.execute(select(heads.c.epoch).where(heads.c.owner_id == owner_id)).scalar()
    return -1 if found is None else int(found)


def has_chain(connection: Connection, owner_id: str) -> bool:
    """Tell whether anything was ever written of an owner here: a chain outlives whom it is of."""
    found = connection.execute(select(chain.c.owner_id).where(chain.c.owner_id == owner_id).limit(1)).first()
    there = connection.execute(select(heads.c.owner_id).where(heads.c.owner_id == owner_id)).first()
    return found is not None or there is not None


def all_owners(connection: Connection) -> list[Owner]:
    """Return every owner of the store, of all tenants, by id."""
    return [_owner(row._mapping) for row in connection.execute(select(owners).order_by(owners.c.owner_id))]


def owners_of(connection: Connection, owner_ids: Sequence[str]) -> list[Owner]:
    """Return owners by their ids, in the order of the ids, in which those who write several at once must take them."""
    return [_owner(row._mapping) for row in connection.execute(_BY_ID, {"ids": list(owner_ids)})]


def _owner(row: object) -> Owner:
    values = dict(row)  # type: ignore[call-overload]
    return Owner(
        owner_id=values["owner_id"],
        tenant=values["tenant"],
        kind=OwnerKind(values["kind"]),
        name=values["name"],
        secret=values["secret"],
    )
