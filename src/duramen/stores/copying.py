"""Copying a store row by row from one database to another, and proving that both hold the same.

In: two engines, each with the schema of today. Out: how many rows of each table were copied, and a digest of all rows of
a store, which is the same on every kind of database.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from typing import Any

from sqlalchemy import Connection, Engine, String, Table, collate, func, insert, select

from duramen.errors import StoreError
from duramen.stores.engine import reading, writing
from duramen.stores.postgres import check_whole
from duramen.stores.tables import metadata

_BATCH = 500
_COLLATIONS = {"sqlite": "BINARY", "postgresql": "C"}


def row_counts(engine: Engine) -> dict[str, int]:
    """Return how many rows each table holds."""
    with reading(engine) as connection:
        return {
            table.name: int(connection.execute(select(func.count()).select_from(table)).scalar_one())
            for table in metadata.sorted_tables
        }


def copy_rows(source: Engine, target: Engine, progress: Callable[[int, int], None] | None = None) -> dict[str, int]:
    """Copy every row into an empty store, all or nothing, as one state of the source; returns the rows by table.

    Raises StoreError when the target holds rows already, StoreUnavailable for a role that sees one tenant's rows alone.
    """
    counts = row_counts(target)
    if any(counts.values()):
        raise StoreError(f"the target holds {sum(counts.values())} rows already; copy into an empty store")
    total, done = sum(row_counts(source).values()), 0
    copied: dict[str, int] = {}
    with reading(source) as old, writing(target) as new:
        for connection in (old, new):
            check_whole(connection, connection.engine.url.render_as_string(hide_password=True))
        for table in metadata.sorted_tables:
            copied[table.name] = 0
            for batch in _batches(old, table):
                new.execute(insert(table), batch)
                copied[table.name] += len(batch)
                done += len(batch)
                if progress is not None:
                    progress(min(done, total), total)
    return copied


def store_digest(engine: Engine) -> str:
    """Return the SHA-256 of all rows of all tables, tables by name, rows by primary key, as one state."""
    digest = hashlib.sha256()
    with reading(engine) as connection:
        for table in sorted(metadata.tables.values(), key=lambda one: one.name):
            digest.update(f"table {table.name} {' '.join(table.c.keys())}\n".encode())
            for batch in _batches(connection, table):
                for row in batch:
                    for value in row.values():
                        digest.update(_encoded(value))
    return digest.hexdigest()


def _batches(connection: Connection, table: Table) -> Iterator[list[dict[str, Any]]]:
    collation = _COLLATIONS[connection.dialect.name]
    order = [collate(column, collation) if isinstance(column.type, String) else column for column in table.primary_key]
    streamed = connection.execution_options(stream_results=True).execute(select(table).order_by(*order))
    for part in streamed.mappings().partitions(_BATCH):
        yield [dict(row) for row in part]


def _encoded(value: Any) -> bytes:
    """Return a value so that no two that differ are alike: its kind, its length, its bytes."""
    if value is None:
        return b"n"
    if isinstance(value, bytes | memoryview):
        kind, raw = b"b", bytes(value)
    elif isinstance(value, str):
        kind, raw = b"s", value.encode()
    elif isinstance(value, float):
        kind, raw = b"f", value.hex().encode()
    else:
        kind, raw = b"i", str(int(value)).encode()
    return kind + str(len(raw)).encode() + b":" + raw
