"""Rows of one owner as objects, streamed in an order of their own, and objects as rows of an owner that is new.

In: an open transaction. Nothing is held but a batch of rows, so that a person of any size can be exported and imported.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, String, collate, func, select

from duramen.errors import InputError
from duramen.stores.copying import COLLATIONS
from duramen.stores.forgetting.erasing import Erasure, erase_in
from duramen.stores.owners import Owner, OwnerKind
from duramen.stores.persona.leaves import ON_TURN, WORDS
from duramen.stores.persona.tables import leaf_quotes, tree_versions
from duramen.stores.portable.fields import from_base64, instant, to_base64
from duramen.stores.portable.kinds import HINT, ROUND, VERDICT, Kind, Part
from duramen.stores.tables import chain, heads, owners, records, turns
from duramen.stores.writing import OwnerWrite, owner_write_in

_BATCH = 100
_MANY = 2**62
_COUNTERS = ("seq", "tree_version", "heard_upto", "next_item")
OWNER_FIELDS = ("name", "owner_id", "secret", "recorded_at", *_COUNTERS, "rounds")

Conditions = Sequence[ColumnElement[bool]]


def with_character(kind: Kind, owner: Owner, character: str) -> Conditions:
    """Return the conditions under which rows of a kind are of the talks with one character; "" for all."""
    if not character or kind not in (ROUND, HINT, VERDICT):
        return ()
    if kind is ROUND:
        return (records.c.character == character,)
    there = select(records.c.record_id).where(records.c.owner_id == owner.owner_id, records.c.character == character)
    return (kind.table.c.record_id.in_(there),)


def count_plain(connection: Connection, owner: Owner, kind: Kind, conditions: Conditions = ()) -> int:
    """Return how many objects `plain_rows` yields."""
    query = select(func.count()).select_from(kind.table).where(kind.table.c.owner_id == owner.owner_id, *conditions)
    return int(connection.execute(query).scalar_one())


def plain_rows(
    connection: Connection, owner: Owner, kind: Kind, conditions: Conditions = ()
) -> Iterator[dict[str, Any]]:
    """Yield the owner's rows of a kind as objects, in the kind's order."""
    query = (
        select(kind.table)
        .where(kind.table.c.owner_id == owner.owner_id, *conditions)
        .order_by(*(_binary(connection, kind.table.c[name]) for name in kind.order))
    )
    found = connection.execute(query, execution_options={"stream_results": True}).mappings()
    for part in found.partitions(_BATCH):
        batch = [dict(row) for row in part]
        parts = _parts(connection, owner, kind.part, batch)
        for row in batch:
            yield kind.plain(row, parts[row[kind.part.by]] if kind.part else ())


def _binary(connection: Connection, column: Any) -> Any:
    return collate(column, COLLATIONS[connection.dialect.name]) if isinstance(column.type, String) else column


def _parts(
    connection: Connection, owner: Owner, part: Part | None, rows: Sequence[Mapping[str, Any]]
) -> Mapping[Any, list[Mapping[str, Any]]]:
    found: defaultdict[Any, list[Mapping[str, Any]]] = defaultdict(list)
    if part is None:
        return found
    columns = part.table.c
    query: Any = select(part.table)
    if part.table is leaf_quotes:
        query = select(part.table, func.coalesce(WORDS, "").label("words"))
        query = query.select_from(leaf_quotes.outerjoin(turns, ON_TURN))
    query = query.where(columns.owner_id == owner.owner_id, columns[part.by].in_([row[part.by] for row in rows]))
    for one in connection.execute(query.order_by(columns[part.order])).mappings():
        found[one[part.by]].append(dict(one))
    return found


def plain_owner(connection: Connection, owner: Owner) -> dict[str, Any]:
    """Return an owner with its head: what it is called, its key, and where its counters stand."""
    mine = select(owners.c.recorded_us, heads).join_from(owners, heads, owners.c.owner_id == heads.c.owner_id)
    mine = mine.where(owners.c.owner_id == owner.owner_id)
    row = connection.execute(mine).mappings().one()
    return {
        "name": owner.name,
        "owner_id": owner.owner_id,
        "secret": to_base64(owner.secret),
        "recorded_at": instant(row["recorded_us"]),
        **{name: row[name] for name in _COUNTERS},
        "rounds": json.loads(row["rounds"]),
    }


def head_values(plain: Mapping[str, Any], epoch: int) -> dict[str, Any]:
    """Return where an owner's head is to stand before a write that ends where the object says; raises InputError.

    `epoch` is a new one, so that no index kept before is used.
    """
    counters = {name: plain[name] for name in _COUNTERS}
    rounds = plain["rounds"]
    numbers = [*counters.values(), *(rounds.values() if isinstance(rounds, dict) else [None])]
    if not all(isinstance(number, int) and 0 <= number < _MANY for number in numbers):
        raise InputError("the counters of an owner are no whole numbers")
    before = {"seq": max(counters["seq"] - 1, 0), "epoch": epoch, "rounds": json.dumps(rounds, ensure_ascii=False)}
    return counters | before


def owner_from(plain: Mapping[str, Any], *, owner_id: str, tenant: str, kind: OwnerKind, name: str) -> Owner:
    """Return the owner that an object tells of, under the id and name that it is to have here."""
    secret = from_base64("secret", plain["secret"])
    return Owner(owner_id=owner_id, tenant=tenant, kind=kind, name=name, secret=secret)


def id_is_free(connection: Connection, owner_id: str) -> bool:
    """Tell whether no owner of the store has this id, nor ever had it."""
    return all(
        connection.execute(select(table.c.owner_id).where(table.c.owner_id == owner_id).limit(1)).first() is None
        for table in (owners, chain)
    )


def selves_of(connection: Connection, person: Owner) -> list[tuple[Owner, str]]:
    """Return the owners of what characters say of themselves to a person, each with the character, by its name."""
    begins = f"{person.owner_id}:"
    mine = select(owners).where(
        owners.c.tenant == person.tenant,
        owners.c.kind == OwnerKind.SELF.value,
        owners.c.name.startswith(begins, autoescape=True),
    )
    found = [
        Owner(owner_id=row.owner_id, tenant=row.tenant, kind=OwnerKind.SELF, name=row.name, secret=row.secret)
        for row in connection.execute(mine)
    ]
    return sorted(((owner, owner.name.removeprefix(begins)) for owner in found), key=lambda pair: pair[1])


def characters_of(connection: Connection, person: Owner) -> list[str]:
    """Return with whom a person has rounds, by name."""
    found = connection.execute(select(records.c.character).where(records.c.owner_id == person.owner_id).distinct())
    return sorted(found.scalars())


def schemas_of(connection: Connection, owner: Owner) -> list[str]:
    """Return the schemas that versions of an owner's tree are of, by name."""
    of = tree_versions.c
    return sorted(connection.execute(select(of.schema).where(of.owner_id == owner.owner_id).distinct()).scalars())


def remove_empty(connection: Connection, owner: Owner) -> None:
    """Take away an owner of which nothing was ever written, so that one with a history can stand in its place."""
    with owner_write_in(connection, owner) as write:
        erase_in(write, Erasure(destroyed=True), "", 0)
        write.cause = "import"


class RowWriter:
    """Puts objects into tables as rows of an owner that is written, a batch at a time; `flush` puts in the last ones.

    `source_id`: whose turns the leaves quote.
    """

    def __init__(self, write: OwnerWrite, source_id: str) -> None:
        self._write = write
        self._linked = {"source_id": source_id}
        self._kind: Kind | None = None
        self._rows: list[dict[str, Any]] = []
        self._parts: list[dict[str, Any]] = []

    def add(self, kind: Kind, plain: Mapping[str, Any]) -> None:
        """Put in an object; raises InputError with the field that is wrong."""
        row, parts = kind.rows(plain)
        if kind is not self._kind or len(self._rows) >= _BATCH:
            self.flush()
            self._kind = kind
        self._rows.append(row)
        linked = self._linked if kind.part and kind.part.table is leaf_quotes else {}
        self._parts.extend(part | linked for part in parts)

    def flush(self) -> None:
        """Put in what was added since the last batch."""
        if self._kind is not None and self._rows:
            self._write.insert(self._kind.table, self._rows)
            if self._kind.part is not None:
                self._write.insert(self._kind.part.table, self._parts)
        self._rows, self._parts = [], []
