"""Copying a store row by row from one database to another, and proving that both hold the same.

In: two engines, each with the schema of today. Out: how many rows of each table were copied, and a digest of all rows of
a store, which is the same on every kind of database.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, String, Table, collate, func, insert, select

from duramen.errors import StoreError
from duramen.stores.engine import reading, writing
from duramen.stores.postgres import check_whole
from duramen.stores.sealing import encoded
from duramen.stores.tables import metadata

_BATCH = 500
COLLATIONS = {"sqlite": "BINARY", "postgresql": "C"}


def row_counts(engine: Engine) -> dict[str, int]:
    """Return how many rows each table holds."""
    with reading(engine) as connection:
        return {
            table.name: int(connection.execute(select(func.count()).select_from(table)).scalar_one())
            for table in metadata.sorted_tables
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Copied:
    """What was copied: rows by table, and the digest of the one state of the source that was read."""

    rows: dict[str, int]
    digest: str


def copy_rows(source: Engine, target: Engine, progress: Callable[[int, int], None] | None = None) -> Copied:
    """Copy every row into an empty store, all or nothing, as one state of the source, to which others may go on writing.

    Raises StoreError when the target holds rows already, StoreUnavailable for a role that sees one tenant's rows alone.
    """
    counts = row_counts(target)
    if any(counts.values()):
        raise StoreError(f"the target holds {sum(counts.values())} rows already; copy into an empty store")
    total, done = sum(row_counts(source).values()), 0
    copied: dict[str, int] = {}
    digests: dict[str, str] = {}
    with reading(source) as old, writing(target) as new:
        for connection in (old, new):
            check_whole(connection, connection.engine.url.render_as_string(hide_password=True))
        for table in metadata.sorted_tables:
            copied[table.name] = 0
            digest = _TableDigest(table)
            for batch in _batches(old, table):
                digest.add(batch)
                new.execute(insert(table), batch)
                copied[table.name] += len(batch)
                done += len(batch)
                if progress is not None:
                    progress(min(done, total), total)
            digests[table.name] = digest.hex()
    return Copied(rows=copied, digest=_of_all(digests))


def store_digest(engine: Engine, tables: Iterable[Table] | None = None) -> str:
    """Return the SHA-256 of all rows of all tables, or of those given, as one state: rows by primary key."""
    digests: dict[str, str] = {}
    with reading(engine) as connection:
        for table in metadata.sorted_tables if tables is None else tables:
            digest = _TableDigest(table)
            for batch in _batches(connection, table):
                digest.add(batch)
            digests[table.name] = digest.hex()
    return _of_all(digests)


class _TableDigest:
    """The digest of a table's rows in the order of their primary key; columns by name, wherever migrations put them."""

    def __init__(self, table: Table) -> None:
        self._columns = sorted(table.c.keys())
        self._digest = hashlib.sha256(f"table {table.name} {' '.join(self._columns)}\n".encode())

    def add(self, rows: Iterable[dict[str, Any]]) -> None:
        for row in rows:
            for name in self._columns:
                self._digest.update(encoded(row[name]))

    def hex(self) -> str:
        return self._digest.hexdigest()


def _of_all(digests: dict[str, str]) -> str:
    return hashlib.sha256("".join(f"{name} {digests[name]}\n" for name in sorted(digests)).encode()).hexdigest()


def _batches(connection: Connection, table: Table) -> Iterator[list[dict[str, Any]]]:
    collation = COLLATIONS[connection.dialect.name]
    order = [collate(column, collation) if isinstance(column.type, String) else column for column in table.primary_key]
    streamed = connection.execution_options(stream_results=True).execute(select(table).order_by(*order))
    for part in streamed.mappings().partitions(_BATCH):
        yield [dict(row) for row in part]
