"""The statements that change rows of owners, made once each: the only module that writes them.

In: a table, the columns that say which rows, the columns that get new values. Out: a statement with parameters
`of_<column>` and `to_<column>`; all rows are of one owner. What is changed comes back, since it is sealed.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Insert,
    Select,
    Table,
    Update,
    bindparam,
    delete,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.sql.dml import ReturningDelete, ReturningUpdate

from duramen.stores.columns import keys_of
from duramen.stores.tables import heads

__all__ = [
    "deleting",
    "finding",
    "inserting",
    "next_seq",
    "rewriting",
    "row_parameters",
    "salted",
    "updating",
]

Where = tuple[tuple[str, bool], ...]
"""Columns that say which rows: each with whether it is NULL there, else it is equal to a parameter."""


def row_parameters(owner_id: str, where: dict[str, Any]) -> tuple[Where, dict[str, Any]]:
    """Return which rows are meant, as a statement is made for it, and its parameters; None means NULL."""
    named = tuple((name, value is None) for name, value in where.items())
    return named, {
        "of_owner_id": owner_id,
        **{f"of_{name}": value for name, value in where.items() if value is not None},
    }


@cache
def next_seq() -> ReturningUpdate[Any]:
    """Return the statement that takes an owner's next `seq` and gives its head; the first of each write transaction."""
    mine = heads.c.owner_id == bindparam("of_owner_id")
    return update(heads).where(mine).values(seq=heads.c.seq + 1).returning(heads)


@cache
def inserting(table: Table) -> Insert:
    """Return the statement that adds rows."""
    return insert(table)


@cache
def updating(table: Table, where: Where, names: tuple[str, ...], salts: str = "") -> ReturningUpdate[Any]:
    """Return the statement that changes columns and gives the rows as they then are.

    `salts`: the database whose rows get new salts as well, so that nothing of what they held can be guessed.
    """
    values: dict[str, Any] = {name: bindparam(f"to_{name}") for name in names}
    if salts:
        values["salt"] = _new_salt(salts)
    return update(table).where(*_conditions(table, where)).values(values).returning(table)


@cache
def deleting(table: Table, where: Where) -> ReturningDelete[Any]:
    """Return the statement that removes rows and gives their keys."""
    return (
        delete(table)
        .where(*_conditions(table, where))
        .returning(table.c.owner_id, *(table.c[name] for name in keys_of(table)))
    )


@cache
def finding(table: Table, where: Where, names: tuple[str, ...]) -> Select[Any]:
    """Return the statement that reads columns of rows."""
    return select(*(table.c[name] for name in names)).where(*_conditions(table, where))


def salted(table: Table, dialect: str) -> Update:
    """Return the statement that gives an owner's rows the salts that they lack."""
    return (
        update(table)
        .where(table.c.owner_id == bindparam("of_owner_id"), table.c.salt.is_(None))
        .values(salt=_new_salt(dialect))
    )


def rewriting(table: Table, values: dict[str, Any]) -> Update:
    """Return the statement that sets columns of all rows of an owner by expressions."""
    return update(table).where(table.c.owner_id == bindparam("of_owner_id")).values(values)


def _conditions(table: Table, where: Where) -> list[ColumnElement[bool]]:
    mine = table.c.owner_id == bindparam("of_owner_id")
    return [
        mine,
        *(table.c[name].is_(None) if null else table.c[name] == bindparam(f"of_{name}") for name, null in where),
    ]


def _new_salt(dialect: str) -> Any:
    return func.randomblob(16) if dialect == "sqlite" else func.uuid_send(func.gen_random_uuid())
