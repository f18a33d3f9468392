"""Compaction: no byte of what was erased stays in the files of the database, and it is checked, not assumed (DESIGN 17).

SQLite: with no reader left the write-ahead log is emptied, the file is written anew (VACUUM), and the log emptied again.
PostgreSQL: VACUUM FULL of every table of owners. Where somebody reads for longer than the limit it stays due.
"""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Engine, NullPool, create_engine, text
from sqlalchemy.exc import DBAPIError

from duramen.stores.sealing import owner_tables

WAIT_S = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Compacted:
    """Whether the files were written anew; `why` not, where they were not."""

    done: bool
    why: str = ""


def compact(engine: Engine, wait_s: float = WAIT_S) -> Compacted:
    """Write the database's files anew, waiting so long for others to stop reading."""
    if engine.dialect.name == "postgresql":
        return _compact_postgres(engine, wait_s)
    return _compact_sqlite(Path(engine.url.database or ""), wait_s)


def _compact_sqlite(path: Path, wait_s: float) -> Compacted:
    until = time.monotonic() + wait_s
    try:
        with closing(sqlite3.connect(path, timeout=max(wait_s, 0.1), isolation_level=None)) as connection:
            connection.execute("PRAGMA secure_delete=ON")
            if not _emptied(connection, path, until):
                return Compacted(done=False, why="another process reads or writes the store")
            connection.execute("VACUUM")
            if not _emptied(connection, path, until + wait_s):
                return Compacted(done=False, why="another process reads or writes the store")
    except sqlite3.Error as error:
        return Compacted(done=False, why=f"SQLite says {error}")
    return Compacted(done=True)


def _emptied(connection: sqlite3.Connection, path: Path, until: float) -> bool:
    """Empty the write-ahead log; a checkpoint that meets a reader fails without an error, so its answer is read."""
    log = path.with_name(path.name + "-wal")
    connection.execute("PRAGMA busy_timeout=100")
    while True:
        busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if not busy and (not log.exists() or log.stat().st_size == 0):
            connection.execute("PRAGMA busy_timeout=10000")
            return True
        if time.monotonic() > until:
            return False
        time.sleep(0.05)


def _compact_postgres(engine: Engine, wait_s: float) -> Compacted:
    # An engine of its own: VACUUM runs in no transaction, and what is set here must not come back to a pool.
    alone = create_engine(engine.url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
    try:
        with alone.connect() as connection:
            connection.execute(text(f"SET lock_timeout TO '{max(int(wait_s * 1000), 100)}ms'"))
            for name in ("store_facts", "chain", *(table.name for table in owner_tables())):
                place = text("SELECT pg_relation_filenode(CAST(:name AS regclass))")
                before = connection.execute(place, {"name": name}).scalar()
                connection.execute(text(f'VACUUM (FULL) "{name}"'))
                # Without the right to it the server warns and does nothing.
                if connection.execute(place, {"name": name}).scalar() == before:
                    return Compacted(done=False, why=f"the database role may not VACUUM the table {name}")
    except DBAPIError as error:
        return Compacted(done=False, why=f"PostgreSQL says {' '.join(str(error.orig).split())}")
    finally:
        alone.dispose()
    return Compacted(done=True)
