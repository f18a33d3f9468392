"""Rows of which one is living a name: character cards and added schemas.

An older one is kept, so that what was written by it can be read again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Table, select

from duramen.stores.owners import Owner, OwnerWrite
from duramen.stores.persona.tables import schemas
from duramen.stores.rows import living
from duramen.stores.tables import cards


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A table of such rows: the columns of its number and of its text, a JSON object."""

    table: Table
    number: str
    text: str


CARDS = Named(table=cards, number="card_id", text="card")
SCHEMAS = Named(table=schemas, number="schema_id", text="data")


def put_named(write: OwnerWrite, kind: Named, name: str, text: str, **values: Any) -> None:
    """Make `text` the living row of this name; `values` are the table's further columns."""
    retire_named(write, kind, name)
    row = {kind.number: write.take_items(1), kind.text: text, "name": name, "born_seq": write.seq}
    write.insert(kind.table, [row | values])


def retire_named(write: OwnerWrite, kind: Named, name: str) -> None:
    """Let no row of this name live from now on; what was written by it can still be read again."""
    write.update(kind.table, {"name": name, "died_seq": None}, {"died_seq": write.seq})


def all_named(connection: Connection, kind: Named, owner: Owner, name: str) -> list[str]:
    """Return the texts of all rows of this name, the living one and those before it, oldest first."""
    columns = kind.table.c
    mine = select(columns[kind.text]).where(columns.owner_id == owner.owner_id, columns.name == name)
    return list(connection.execute(mine.order_by(columns[kind.number])).scalars())


def find_named(connection: Connection, kind: Named, owner: Owner, name: str, at_seq: int | None = None) -> str | None:
    """Return the text of the row of this name that lives now, or lived as of `at_seq`; or None."""
    return connection.execute(_living(kind, owner, at_seq).where(kind.table.c.name == name)).scalar()


def list_named(connection: Connection, kind: Named, owner: Owner, at_seq: int | None = None) -> list[str]:
    """Return the texts of all rows that live now, or lived as of `at_seq`, by name."""
    return list(connection.execute(_living(kind, owner, at_seq).order_by(kind.table.c.name)).scalars())


def _living(kind: Named, owner: Owner, at_seq: int | None) -> Any:
    columns = kind.table.c
    return select(columns[kind.text]).where(columns.owner_id == owner.owner_id, living(kind.table, at_seq))
