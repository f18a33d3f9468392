"""Owners and their heads: who data hangs on, and the one way in which rows of theirs are written.

A write transaction takes the owner's next `seq` before anything else; item ids and round numbers come from the same
row, so that two writers can never hand out the same one. Whatever it writes is sealed in the owner's chain as it ends.
"""

from __future__ import annotations

import json
import secrets
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import Any

from sqlalchemy import Connection, Engine, Table, bindparam, select
from sqlalchemy.exc import IntegrityError

from duramen.errors import NotFound
from duramen.stores.engine import reading, writing
from duramen.stores.sealing import (
    BEGIN,
    ERASE,
    SALT_BYTES,
    WRITE,
    Entry,
    Listed,
    Row,
    Sealed,
    digest_of,
    entries_of,
    now_us,
    owner_tables,
    packed,
    row_key,
)
from duramen.stores.statements import (
    deleting,
    finding,
    inserting,
    next_seq,
    rewriting,
    row_parameters,
    salted,
    updating,
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
_READ_AT_ONCE = 1_000


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
    """An open write transaction of one owner: its connection, what it hands out, and the one way to change rows.

    `cause` says in the owner's chain what the transaction was for: an id or a command's name, no word of anybody.
    """

    connection: Connection
    owner: Owner
    seq: int
    cause: str = ""
    _head: dict[str, Any]
    _rounds: dict[str, int]
    _sealed: Sealed = field(default_factory=dict)
    _redacted: dict[Row, None] = field(default_factory=dict)

    def take_items(self, count: int) -> int:
        """Reserve `count` item ids and return the first."""
        first = int(self._head["next_item"])
        self._head["next_item"] = first + count
        return first

    def take_round(self, character: str) -> int:
        """Return the next round's number of (person, character); numbers start at 1 and are never used again."""
        self._rounds[character] = self._rounds.get(character, 0) + 1
        return self._rounds[character]

    def insert(self, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
        """Add rows, each with the same columns; `owner_id` and `tenant` are this owner's."""
        if not rows:
            return
        salts = secrets.token_bytes(SALT_BYTES * len(rows))
        mine = {"owner_id": self.owner.owner_id, "tenant": self.owner.tenant}
        whole = [{**row, **mine, "salt": salts[at * SALT_BYTES : (at + 1) * SALT_BYTES]} for at, row in enumerate(rows)]
        self.connection.execute(inserting(table), whole)
        for row in whole:
            self._sealed[table.name, row_key(table, row)] = digest_of(table, row)

    def update(self, table: Table, where: Mapping[str, Any], values: Mapping[str, Any]) -> int:
        """Give rows new values; returns how many there were. `where`: columns and what they are, None for NULL."""
        return self._update(table, where, values, salts="")

    def redact(self, table: Table, where: Mapping[str, Any], values: Mapping[str, Any]) -> int:
        """Give rows new values that take words out: what they held can no more be proven, nor guessed, from the chain."""
        return self._update(table, where, values, salts=self.connection.dialect.name)

    def _update(self, table: Table, where: Mapping[str, Any], values: Mapping[str, Any], salts: str) -> int:
        named, parameters = row_parameters(self.owner.owner_id, dict(where))
        parameters |= {f"to_{name}": value for name, value in values.items()}
        changed = self.connection.execute(updating(table, named, tuple(values), salts), parameters).all()
        for found in changed:
            row = found._asdict()
            key = (table.name, row_key(table, row))
            if table is heads:
                self._head |= {name: row[name] for name in (*values, "salt")}
            else:
                self._sealed[key] = digest_of(table, row)
            if salts:
                self._redacted[key] = None
        return len(changed)

    def rewrite(self, table: Table, values: Mapping[str, Any]) -> None:
        """Set columns of all rows by SQL expressions."""
        self.connection.execute(rewriting(table, dict(values)), {"of_owner_id": self.owner.owner_id})
        self._sealed |= _digests(self.connection, table, self.owner.owner_id)

    def erase(self, table: Table, where: Mapping[str, Any]) -> int:
        """Erase rows and those that hang on them; returns how many of the table there were.

        Of an erased row the chain keeps that it was there: its digest, which proves nothing without its salt.
        """
        named, parameters = row_parameters(self.owner.owner_id, dict(where))
        for dependent, columns in _dependents(table):
            inner = finding(table, named, tuple(there for _, there in columns))
            for row in self.connection.execute(inner, parameters).all():
                self.erase(dependent, {here: row._mapping[there] for here, there in columns})
        erased = self.connection.execute(deleting(table, named), parameters).all()
        for row in erased:
            self._sealed[table.name, row_key(table, row._asdict())] = None
        return len(erased)

    def erase_happened(self) -> None:
        """Note that rows were erased, so that every derived index is built anew."""
        self.update(heads, {}, {"epoch": self._head["epoch"] + 1})

    def begin_chain(self) -> None:
        """Seal what was there before the owner had a chain, where it has none yet."""
        if self._head["chain_hash"]:
            return
        sealed: Sealed = {}
        for table in owner_tables():
            self.connection.execute(salted(table, self.connection.dialect.name), {"of_owner_id": self.owner.owner_id})
            if table is not heads:
                sealed |= _digests(self.connection, table, self.owner.owner_id)
        self._head["salt"] = self.connection.execute(_SALT, {"owner": self.owner.owner_id}).scalar_one()
        self._append(BEGIN, self.seq - 1, list(sealed.items()))

    def _append(self, kind: str, seq: int, rows: Listed) -> None:
        first = Entry(
            seq=seq,
            kind=kind,
            cause=self.cause if kind != BEGIN else "",
            recorded_us=now_us(),
            rows=b"",
            previous=self._head["chain_hash"],
            owner_id=self.owner.owner_id,
            tenant=self.owner.tenant,
        )
        made = entries_of(first, rows)
        self.connection.execute(inserting(chain), [one.values() for one in made])
        self._head["chain_hash"] = made[-1].hash()

    def finish(self) -> None:
        """Write the head as it now stands, with the chain's new entry; the transaction's last step."""
        gone = self._sealed.get((heads.name, ""), b"") is None
        if not gone:
            self._head["rounds"] = json.dumps(self._rounds, ensure_ascii=False)
            self._sealed[heads.name, ""] = digest_of(heads, self._head)
        listed: Listed = [*self._redacted.items(), *self._sealed.items()]
        erases = any(digest is None for _, digest in listed)
        self._append(ERASE if erases else WRITE, self.seq, listed)
        if not gone:
            values = {f"to_{name}": self._head[name] for name in _HANDED}
            self.connection.execute(updating(heads, (), _HANDED), {"of_owner_id": self.owner.owner_id} | values)


_HANDED = ("next_item", "rounds", "chain_hash")
_SALT = select(heads.c.salt).where(heads.c.owner_id == bindparam("owner"))


@cache
def _dependents(table: Table) -> list[tuple[Table, tuple[tuple[str, str], ...]]]:
    """Return the tables whose rows hang on a table's, and by which columns: theirs, and the table's."""
    return [
        (other, tuple((one.parent.name, one.column.name) for one in key.elements if one.parent.name != "owner_id"))
        for other in owner_tables()
        for key in other.foreign_key_constraints
        if key.referred_table is table
    ]


def _digests(connection: Connection, table: Table, owner_id: str) -> Sealed:
    """Return the digests of all rows of an owner in a table, read in portions."""
    found: Sealed = {}
    rows = connection.execute(
        select(table).where(table.c.owner_id == owner_id).execution_options(yield_per=_READ_AT_ONCE)
    )
    for one in rows:
        row = one._asdict()
        found[table.name, row_key(table, row)] = digest_of(table, row)
    return found


def find_owner(connection: Connection, tenant: str, kind: OwnerKind, name: str) -> Owner | None:
    """Return the owner of exactly this name, or None: a name that merely begins alike is another owner."""
    row = connection.execute(_FIND, {"of_tenant": tenant, "of_kind": kind.value, "called": name}).first()
    return None if row is None else _owner(row._mapping)


def list_owners(connection: Connection, tenant: str, kind: OwnerKind) -> list[Owner]:
    """Return the tenant's owners of a kind, by name."""
    rows = connection.execute(_LIST, {"of_tenant": tenant, "of_kind": kind.value})
    return [_owner(row._mapping) for row in rows]


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
    connection.execute(inserting(heads), {**head, "chain_hash": first.hash()})
    connection.execute(inserting(chain), first.values())


def head_of(connection: Connection, owner: Owner) -> Head:
    """Return where the owner stands."""
    row = connection.execute(_HEAD, {"owner": owner.owner_id}).one()
    return Head(seq=row.seq, epoch=row.epoch, tree_version=row.tree_version)


def epoch_of(connection: Connection, owner_id: str) -> int:
    """Return how often something was erased from an owner, -1 for one that is gone."""
    found = connection.execute(select(heads.c.epoch).where(heads.c.owner_id == owner_id)).scalar()
    return -1 if found is None else int(found)


def all_owners(connection: Connection) -> list[Owner]:
    """Return every owner of the store, of all tenants, by id."""
    return [_owner(row._mapping) for row in connection.execute(select(owners).order_by(owners.c.owner_id))]


def owners_of(connection: Connection, owner_ids: Sequence[str]) -> list[Owner]:
    """Return owners by their ids, in the order of the ids, in which those who write several at once must take them."""
    return [_owner(row._mapping) for row in connection.execute(_BY_ID, {"ids": list(owner_ids)})]


@contextmanager
def owner_write(engine: Engine, owner: Owner) -> Iterator[OwnerWrite]:
    """Open a write transaction that takes the owner's next `seq`; all or nothing."""
    with writing(engine) as connection, owner_write_in(connection, owner) as write:
        yield write


@contextmanager
def owner_write_in(connection: Connection, owner: Owner) -> Iterator[OwnerWrite]:
    """Write an owner's rows within a transaction that writes several owners'."""
    row = connection.execute(next_seq(), {"of_owner_id": owner.owner_id}).first()
    if row is None:
        raise NotFound(
            f"{owner.kind.value} {owner.name!r} was forgotten meanwhile, whole; nothing was written: begin anew"
        )
    head = row._asdict()
    write = OwnerWrite(
        connection=connection, owner=owner, seq=head["seq"], _head=head, _rounds=json.loads(head["rounds"])
    )
    write.begin_chain()
    yield write
    write.finish()


def _owner(row: object) -> Owner:
    values = dict(row)  # type: ignore[call-overload]
    return Owner(
        owner_id=values["owner_id"],
        tenant=values["tenant"],
        kind=OwnerKind(values["kind"]),
        name=values["name"],
        secret=values["secret"],
    )
