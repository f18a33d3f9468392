"""SQLite as the store's database: one file in a folder, with the pragmas that make it durable and forgetful.

In: a folder. Out: an `Engine` of which each write transaction begins IMMEDIATE and waits up to 30 s for another writer.
"""

from __future__ import annotations

import shutil
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DatabaseError, IntegrityError

from duramen.errors import StoreError, StoreUnavailable

BUSY_TIMEOUT_MS = 30_000
DATABASE_NAME = "duramen.db"
_PRAGMAS = (
    ("journal_mode", "wal", "wal"),
    ("foreign_keys", "on", 1),
    ("secure_delete", "on", 1),
    ("synchronous", "full", 2),
    ("busy_timeout", str(BUSY_TIMEOUT_MS), BUSY_TIMEOUT_MS),
)
_TURNS: dict[str, threading.Lock] = {}
# How much of the file is read through memory rather than by calls: a search reads hundreds of scattered rows. No more
# than a wish, which SQLite may have been built to refuse; writing goes through calls as ever.
_MAPPED_BYTES = 2**30


def sqlite_engine(folder: Path) -> Engine:
    """Return the engine of the database in a folder; the folder is made, the file with the first transaction."""
    folder.mkdir(parents=True, exist_ok=True)
    # No limit on connections: a thread that waits for its turn to write must not keep others from reading. The last one
    # that was used is used again: its pages are in memory, and what another one wrote would make it read them anew.
    engine = create_engine(
        URL.create("sqlite", database=str(folder / DATABASE_NAME)),
        connect_args={"check_same_thread": False},
        max_overflow=-1,
        pool_use_lifo=True,
    )
    event.listen(engine, "connect", _configure)
    event.listen(engine, "begin", _begin)
    return engine


def sqlite_tables(folder: Path) -> set[str]:
    """Return the names of a database's tables without touching the file, which may be of something else."""
    with closing(sqlite3.connect(folder / DATABASE_NAME, timeout=BUSY_TIMEOUT_MS / 1000)) as connection:
        return {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def _configure(connection: sqlite3.Connection, _record: Any) -> None:
    # The driver's own transaction control is off: BEGIN is ours, see _begin.
    connection.isolation_level = None
    for name, value, expected in _PRAGMAS:
        connection.execute(f"PRAGMA {name}={value}")
        found = connection.execute(f"PRAGMA {name}").fetchone()[0]
        if found != expected:
            raise StoreUnavailable(f"SQLite refused PRAGMA {name}={value} (it says {found!r}); use a local disk")
    connection.execute(f"PRAGMA mmap_size={_MAPPED_BYTES}")


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("duramen_writes", False)
    # Straight to the driver: a search begins half a dozen transactions, and each would pay for the whole way.
    driver = connection.connection.driver_connection
    if driver is None:
        raise StoreUnavailable("the connection to the store is gone; repeat the command")
    driver.execute("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextmanager
def writers_turn(database: str) -> Iterator[None]:
    """Wait for this process's turn to write to a database: the first that comes is the first served.

    SQLite itself lets waiting connections try again now and then, so that one of many threads could wait very long.
    """
    turn = _TURNS.setdefault(database, threading.Lock())
    if not turn.acquire(timeout=BUSY_TIMEOUT_MS / 1000):
        raise _sentence(Path(database).parent, "locked by another thread")
    try:
        yield
    finally:
        turn.release()


@contextmanager
def sqlite_explained(folder: Path) -> Iterator[None]:
    """Turn what the operating system and the database say into a sentence with the folder and the way out."""
    try:
        yield
    except IntegrityError:
        raise  # two writers with the same name or key: for the caller to settle, or a fault of this program
    except DatabaseError as error:
        raise _sentence(folder, str(error.orig)) from error
    except sqlite3.Error as error:
        raise _sentence(folder, str(error)) from error
    except (PermissionError, FileExistsError, NotADirectoryError) as error:
        raise StoreUnavailable(
            f"the store's folder {str(folder)!r} cannot be used ({error.strerror}); "
            "choose a folder that you may write to with --home or DURAMEN_HOME"
        ) from error
    except OSError as error:
        raise StoreUnavailable(
            f"the store's folder {str(folder)!r} cannot be used ({error.strerror or error}); "
            "mend that, or choose another folder with --home or DURAMEN_HOME"
        ) from error


def _sentence(folder: Path, said: str) -> StoreError:
    lowered = said.lower()
    if "readonly" in lowered or "unable to open" in lowered:
        return StoreUnavailable(
            f"the store in {str(folder)!r} cannot be written ({said}); check the rights of the folder and its "
            "files, or choose another folder with --home"
        )
    if "full" in lowered or "disk i/o" in lowered:
        free = shutil.disk_usage(folder).free // 1_048_576
        return StoreUnavailable(
            f"no room left for the store in {str(folder)!r} ({said}; {free} MiB free); nothing was half written: "
            "free some space, or raise the limit on file sizes, and repeat the command"
        )
    if "locked" in lowered or "busy" in lowered:
        return StoreUnavailable(
            f"the store in {str(folder)!r} was locked by another writer for more than "
            f"{BUSY_TIMEOUT_MS // 1000} s; repeat the command when it is done"
        )
    if "not a database" in lowered or "malformed" in lowered:
        return StoreUnavailable(
            f"{str(folder / DATABASE_NAME)!r} is damaged or not a duramen store ({said}); restore it from a backup "
            "or choose another folder with --home"
        )
    return StoreError(f"the database in {str(folder)!r} failed: {said}")
