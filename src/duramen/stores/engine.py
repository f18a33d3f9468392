"""Opening the database: pragmas, transactions, migrations, and what goes wrong with files.

In: a folder or a database URL. Out: an `Engine` whose read and write transactions behave alike on every engine:
each write begins IMMEDIATE, waits up to 30 s for another writer, and is durable when it returns.
"""

from __future__ import annotations

import shutil
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DatabaseError, IntegrityError

from duramen.errors import InputError, StoreError, StoreUnavailable, StoreVersion

BUSY_TIMEOUT_MS = 30_000
DATABASE_NAME = "duramen.db"
SCHEMA_HEAD = "0005"
_KNOWN_REVISIONS = ("0001", "0002", "0003", "0004", "0005")
_PRAGMAS = (
    ("journal_mode", "wal", "wal"),
    ("foreign_keys", "on", 1),
    ("secure_delete", "on", 1),
    ("synchronous", "full", 2),
    ("busy_timeout", str(BUSY_TIMEOUT_MS), BUSY_TIMEOUT_MS),
)
# How much of the file is read through memory rather than by calls: a search reads hundreds of scattered rows. No more
# than a wish, which SQLite may have been built to refuse; writing goes through calls as ever.
_MAPPED_BYTES = 2**30
_UPGRADING = threading.Lock()  # alembic keeps what it works on in globals


def open_engine(folder: Path) -> Engine:
    """Open (or make) the SQLite database of a store's folder and bring its schema up to date.

    Raises StoreUnavailable when the folder cannot be made, read or written, or holds no duramen database;
    StoreVersion when a newer duramen wrote it.
    """
    path = folder / DATABASE_NAME
    with _explained(folder):
        folder.mkdir(parents=True, exist_ok=True)
        version = _version(path)
        # No limit on connections: a thread that waits for its turn to write must not keep others from reading. The last one
        # that was used is used again: its pages are in memory, and what another one wrote would make it read them anew.
        engine = create_engine(
            URL.create("sqlite", database=str(path)),
            connect_args={"check_same_thread": False},
            max_overflow=-1,
            pool_use_lifo=True,
        )
        event.listen(engine, "connect", _configure)
        event.listen(engine, "begin", _begin)
        if version != SCHEMA_HEAD:
            _upgrade(engine)
    return engine


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
def reading(engine: Engine) -> Iterator[Connection]:
    """Give a connection that sees one state of the database throughout."""
    with _explained(_folder(engine.url.database or "")), engine.connect() as connection, connection.begin():
        yield connection


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """Give a connection in a write transaction: committed and durable on leaving, undone on any exception."""
    with _explained(_folder(engine.url.database or "")), engine.connect() as connection:
        connection = connection.execution_options(duramen_writes=True)
        with connection.begin():
            yield connection


@cache
def _folder(database: str) -> Path:
    return Path(database).parent


@contextmanager
def _explained(folder: Path) -> Iterator[None]:
    """Turn what the operating system and the database say into a sentence with the folder and the way out."""
    try:
        yield
    except IntegrityError:
        raise  # two writers with the same name or key: for the caller to settle, or a fault of this program
    except DatabaseError as error:
        raise _sentence(folder, str(error.orig)) from error
    except sqlite3.Error as error:
        raise _sentence(folder, str(error)) from error
    except OverflowError as error:
        raise InputError(
            f"a number is larger than any that a store holds ({error}); give one below {2**63:,}"
        ) from error
    except UnicodeEncodeError as error:
        part = error.object[max(0, error.start - 20) : error.end + 20]
        raise InputError(
            f"the text {part!r} holds U+{ord(error.object[error.start]):04X}, half a character, which cannot be stored; "
            "write it without"
        ) from error
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
            f"the store in {str(folder)!r} was locked by another process for more than "
            f"{BUSY_TIMEOUT_MS // 1000} s; repeat the command when that process is done"
        )
    if "not a database" in lowered or "malformed" in lowered:
        return StoreUnavailable(
            f"{str(folder / DATABASE_NAME)!r} is damaged or not a duramen store ({said}); restore it from a backup "
            "or choose another folder with --home"
        )
    return StoreError(f"the database in {str(folder)!r} failed: {said}")


def _version(path: Path) -> str | None:
    """Return the schema's version, None for a new database; raises for one that is not ours, which stays untouched."""
    with closing(sqlite3.connect(path, timeout=BUSY_TIMEOUT_MS / 1000)) as connection:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not tables:
            return None
        if not {"alembic_version", "store_facts"} <= tables:
            raise StoreUnavailable(f"{str(path)!r} is a database of something else; choose another folder with --home")
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    version = row and str(row[0])
    if version not in _KNOWN_REVISIONS:
        raise StoreVersion(f"{str(path)!r} was written by a newer duramen (schema {version}); upgrade duramen")
    return version


def _upgrade(engine: Engine) -> None:
    # Imported here: alembic is needed only when the schema changes, and opening a store should be quick.
    from alembic.command import upgrade
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    with _UPGRADING, writing(engine) as connection:
        config.attributes["connection"] = connection
        upgrade(config, "head")
