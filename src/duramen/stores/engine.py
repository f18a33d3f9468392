"""Opening the database of a store: which kind it is, its transactions, its migrations.

In: a folder, or the URL of a PostgreSQL database. Out: an `Engine` whose read and write transactions behave alike on
either: a read sees one state throughout, a write is durable when it returns, writers of one owner come one after the other.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, inspect, text
from sqlalchemy.exc import DBAPIError

from duramen.errors import InputError, StoreUnavailable, StoreVersion
from duramen.stores.postgres import (
    PROOF,
    READS,
    WRITES,
    begun_write,
    postgres_engine,
    postgres_explained,
    shown_url,
    was_committed,
)
from duramen.stores.sqlite import DATABASE_NAME, sqlite_engine, sqlite_explained, sqlite_tables, writers_turn

__all__ = ["DATABASE_NAME", "SCHEMA_HEAD", "open_engine", "reading", "writing"]

SCHEMA_HEAD = "0011"
_KNOWN_REVISIONS = ("0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008", "0009", "0010", "0011")
_UPGRADING = threading.Lock()  # alembic keeps what it works on in globals
_UPGRADE_KEY = 0x6475_7261  # the advisory lock under which one process at a time makes or changes the tables


def open_engine(home: Path | str, tenant: str = "default") -> Engine:
    """Open (or make) a store, in a folder or in the PostgreSQL database of a URL, and bring its schema up to date.

    On PostgreSQL a role that does not own the tables sees the rows of `tenant` alone.

    Raises StoreUnavailable when it cannot be made, reached, read or written, or holds no duramen database; StoreVersion
    when a newer duramen wrote it; BadSetting for a URL that names no PostgreSQL database.
    """
    if isinstance(home, Path):
        with sqlite_explained(home):
            engine = sqlite_engine(home)
            tables: set[str] | None = sqlite_tables(home)
            place = str(home / DATABASE_NAME)
            _check_ours(tables or set(), place)  # before the first connection, which would already change the file
    else:
        engine, tables, place = postgres_engine(home, tenant), None, shown_url(home)
    try:
        with _explained(engine), engine.connect() as connection:
            version = _version(connection, tables, place)
        if version != SCHEMA_HEAD:
            _upgrade(engine)
    except BaseException:
        engine.dispose()
        raise
    return engine


def holds_store(home: Path | str) -> bool:
    """Tell whether there is a store in a folder or a database, without making one."""
    if isinstance(home, Path):
        return (home / DATABASE_NAME).exists()
    engine = postgres_engine(home, "")
    try:
        with _explained(engine), engine.connect() as connection:
            return bool(inspect(connection).get_table_names())
    finally:
        engine.dispose()


def knows_schema(revision: str) -> bool:
    """Tell whether a schema is this duramen's or an older one, which it brings up to date."""
    return revision in _KNOWN_REVISIONS


def database_bytes(engine: Engine) -> int:
    """Return the size of a server's database; 0 for SQLite, which is a file of the store's folder."""
    if engine.dialect.name != "postgresql":
        return 0
    with reading(engine) as connection:
        return int(connection.execute(text("SELECT pg_database_size(current_database())")).scalar_one())


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """Give a connection that sees one state of the database throughout."""
    with _explained(engine), engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            connection = connection.execution_options(**READS)
        with connection.begin():
            yield connection


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """Give a connection in a write transaction: committed and durable on leaving, undone on any exception."""
    with _explained(engine), _turn(engine), engine.connect() as connection:
        connection = connection.execution_options(**{WRITES: True})
        transaction = connection.begin()
        number, proof = begun_write(connection), b""
        try:
            with transaction:
                yield connection
                proof = connection.info.get(PROOF, b"")
        except DBAPIError as error:
            # What was committed all the same must not be told to have failed: it would be written twice.
            if not (proof and number and error.connection_invalidated and was_committed(engine, number, proof, error)):
                raise


@contextmanager
def _explained(engine: Engine) -> Iterator[None]:
    """Turn what goes wrong with a database, or with a value that none holds, into a sentence with the way out."""
    try:
        with _explainer(engine):
            yield
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


def _turn(engine: Engine) -> AbstractContextManager[None]:
    return nullcontext() if engine.dialect.name == "postgresql" else writers_turn(engine.url.database or "")


def _explainer(engine: Engine) -> AbstractContextManager[None]:
    if engine.dialect.name == "postgresql":
        return postgres_explained(engine.url.set(drivername="postgresql").render_as_string(hide_password=True))
    return sqlite_explained(_folder(engine.url.database or ""))


@cache
def _folder(database: str) -> Path:
    return Path(database).parent


def _check_ours(tables: set[str], place: str) -> None:
    if tables and not {"alembic_version", "store_facts"} <= tables:
        raise StoreUnavailable(f"{place!r} is a database of something else; choose another with --home")


def _version(connection: Connection, tables: set[str] | None, place: str) -> str | None:
    """Return the schema's version, None for a new database; raises for one that is not ours, which stays untouched."""
    tables = set(inspect(connection).get_table_names()) if tables is None else tables
    _check_ours(tables, place)
    if not tables:
        return None
    version = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    if version not in _KNOWN_REVISIONS:
        raise StoreVersion(f"{place!r} was written by a newer duramen (schema {version}); upgrade duramen")
    return str(version)


def _upgrade(engine: Engine) -> None:
    # Imported here: alembic is needed only when the schema changes, and opening a store should be quick.
    from alembic.command import upgrade
    from alembic.config import Config

    config: Any = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    with _UPGRADING, writing(engine) as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _UPGRADE_KEY})
        config.attributes["connection"] = connection
        upgrade(config, "head")
