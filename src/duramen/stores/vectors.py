"""The embedder a store's vectors come from, and the two columns through which they are converted to another's.

A reindex fills `vector_next` batch by batch while searches go on with `vector`; one transaction then swaps them.
Killed in between, it goes on where it stopped. Texts that were stored without a vector are filled in where they stand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Table, bindparam, delete, func, insert, null, select, union

from duramen.stores.owners import Owner, all_owners, owner_write_in, owners_of
from duramen.stores.tables import children, parents, records, store_facts, turns

EMBEDDER = "embedder"
REINDEX_TARGET = "reindex_target"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unconverted:
    """A text whose vector is missing, that of the next embedder or of the store's own.

    `previous`: the text of the turn before it in the sitting, "" for none and for children.
    """

    table: str
    owner_id: str
    item_id: int
    text: str
    previous: str = ""


_SAME_RECORD = (records.c.owner_id == turns.c.owner_id) & (records.c.record_id == turns.c.record_id)


def _turn_before(connection: Connection, row: Any) -> str:
    before = connection.execute(
        select(turns.c.text)
        .select_from(turns.join(records, _SAME_RECORD))
        .where(
            turns.c.owner_id == row.owner_id,
            turns.c.turn_id < row.turn_id,
            records.c.character == row.character,
            records.c.session == row.session,
        )
        .order_by(turns.c.turn_id.desc())
        .limit(1)
    ).first()
    return "" if before is None else str(before.text)


_FACT = select(store_facts.c.value).where(store_facts.c.name == bindparam("called"))


def read_fact(connection: Connection, name: str) -> str | None:
    """Return a fact about the whole store, or None."""
    return connection.execute(_FACT, {"called": name}).scalar()


def write_fact(connection: Connection, name: str, value: str | None) -> None:
    """Set a fact about the whole store; None removes it."""
    connection.execute(delete(store_facts).where(store_facts.c.name == name))
    if value is not None:
        connection.execute(insert(store_facts).values(name=name, value=value))


def count_unconverted(connection: Connection) -> int:
    """Return how many texts still lack a vector of the next embedder."""
    counts = (
        connection.execute(select(func.count()).select_from(table).where(table.c.vector_next.is_(None))).scalar_one()
        for table in (turns, children)
    )
    return sum(counts)


def next_unconverted(connection: Connection, limit: int) -> list[Unconverted]:
    """Return the next texts to convert."""
    found = _turns_without(connection, turns.c.vector_next, limit)
    return [*found, *_children_without(connection, children.c.vector_next, limit - len(found))]


def _children_without(connection: Connection, column: Any, limit: int) -> list[Unconverted]:
    on = (parents.c.owner_id == children.c.owner_id) & (parents.c.parent_id == children.c.parent_id)
    rows = connection.execute(
        select(children.c.owner_id, children.c.child_id, children.c.start, children.c.end, parents.c.text)
        .select_from(children.join(parents, on))
        .where(column.is_(None))
        .limit(limit)
    )
    return [
        Unconverted(table="children", owner_id=row.owner_id, item_id=row.child_id, text=row.text[row.start : row.end])
        for row in rows
    ]


def _turns_without(connection: Connection, column: Any, limit: int) -> list[Unconverted]:
    return [
        Unconverted(
            table="turns",
            owner_id=row.owner_id,
            item_id=row.turn_id,
            text=row.text,
            previous=_turn_before(connection, row),
        )
        for row in connection.execute(
            select(turns.c.owner_id, turns.c.turn_id, turns.c.text, records.c.character, records.c.session)
            .select_from(turns.join(records, _SAME_RECORD))
            .where(column.is_(None))
            .limit(limit)
        )
    ]


def count_waiting(connection: Connection) -> int:
    """Return how many texts have no vector: their embedder failed when they were stored, or they came without."""
    counts = (
        connection.execute(select(func.count()).select_from(table).where(table.c.vector.is_(None))).scalar_one()
        for table in (turns, children)
    )
    return sum(counts)


def next_waiting(connection: Connection, limit: int) -> list[Unconverted]:
    """Return the next texts that have no vector."""
    found = _turns_without(connection, turns.c.vector, limit)
    return [*found, *_children_without(connection, children.c.vector, limit - len(found))]


def fill_vectors(connection: Connection, items: Sequence[Unconverted], vectors: Sequence[bytes]) -> None:
    """Give texts the vectors they wait for; the derived indexes of their owners become stale."""
    for owner, mine in _by_owner(connection, items, vectors):
        with owner_write_in(connection, owner) as write:
            for item, vector in mine:
                table, key = _place(item)
                write.update(table, {key: item.item_id, "vector": None}, {"vector": vector})
            write.erase_happened()


def _place(item: Unconverted) -> tuple[Table, str]:
    return (turns, "turn_id") if item.table == "turns" else (children, "child_id")


def write_next(connection: Connection, items: Sequence[Unconverted], vectors: Sequence[bytes]) -> None:
    """Store vectors of the next embedder beside the living ones."""
    for owner, mine in _by_owner(connection, items, vectors):
        with owner_write_in(connection, owner) as write:
            for item, vector in mine:
                table, key = _place(item)
                write.update(table, {key: item.item_id}, {"vector_next": vector})


def _by_owner(
    connection: Connection, items: Sequence[Unconverted], vectors: Sequence[bytes]
) -> list[tuple[Owner, list[tuple[Unconverted, bytes]]]]:
    mine: dict[str, list[tuple[Unconverted, bytes]]] = {item.owner_id: [] for item in items}
    for item, vector in zip(items, vectors, strict=True):
        mine[item.owner_id].append((item, vector))
    return [(owner, mine[owner.owner_id]) for owner in owners_of(connection, list(mine))]


def swap_vectors(connection: Connection, embedder: str) -> None:
    """Make the next embedder's vectors the living ones; every derived index becomes stale."""
    for owner in all_owners(connection):
        with owner_write_in(connection, owner) as write:
            write.cause = "reindex"
            for table in (turns, children):
                write.rewrite(table, {"vector": table.c.vector_next, "vector_next": null()})
            write.erase_happened()
    write_fact(connection, EMBEDDER, embedder)
    write_fact(connection, REINDEX_TARGET, None)


def forget_next(connection: Connection) -> None:
    """Drop half-converted vectors, when another target is chosen."""
    tables = (turns, children)
    halves = (select(table.c.owner_id).where(table.c.vector_next.is_not(None)) for table in tables)
    for owner in owners_of(connection, list(connection.execute(union(*halves)).scalars())):
        with owner_write_in(connection, owner) as write:
            for table in tables:
                write.rewrite(table, {"vector_next": null()})
