"""What tables are made of: the metadata they share, and the columns that stand in several of them."""

from __future__ import annotations

from functools import cache

from sqlalchemy import BigInteger, Column, Integer, LargeBinary, MetaData, String, Table

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    }
)


def life() -> list[Column[int]]:
    """Return the columns of the owner's counter between which a row lives."""
    return [Column("born_seq", BigInteger, nullable=False), Column("died_seq", BigInteger)]


@cache
def keys_of(table: Table) -> tuple[str, ...]:
    """Return the columns that name a row within its owner; none where an owner has one row."""
    return tuple(column.name for column in table.primary_key if column.name != "owner_id")


def salt() -> Column[bytes]:
    """Return the column that each row of an owner has: its digest in the owner's chain hashes it, and it dies with the row."""
    return Column("salt", LargeBinary)


def moment(prefix: str = "") -> list[Column[int] | Column[str]]:
    """Return the columns of a moment; those of when something happened without a prefix."""
    return [
        Column(f"{prefix}us" if prefix else "happened_us", BigInteger),
        Column(f"{prefix}zone", String, nullable=False, server_default="UTC"),
        Column(f"{prefix}offset_minutes", Integer, nullable=False, server_default="0"),
        Column(f"{prefix}precision", String, nullable=False, server_default="unknown"),
    ]
