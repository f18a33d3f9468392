"""The one way in which rows of an owner are written.

A write transaction takes the owner's next `seq` before anything else; item ids and round numbers come from the same
row, so that two writers can never hand out the same one. Whatever it writes is sealed in the owner's chain as it ends.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from sqlalchemy import Connection, Engine, Table, bindparam, select

from duramen.errors import NotFound
from duramen.stores.engine import writing
from duramen.stores.owners import Owner
from duramen.stores.postgres import PROOF
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
from duramen.stores.tables import chain, heads

_READ_AT_ONCE = 1_000


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
        self.connection.execute(inserting(chain), made)
        self._head["chain_hash"] = self.connection.info[PROOF] = made[-1]["hash"]

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
