"""A backup: one SQLite file that holds every row of a store, of whichever database, and a manifest that says what must be in it.

In: an engine, or the path of such a file. Out: the file, written and proven; or its manifest, and whether the file is still
what was written. Nothing here makes a file whole or puts it in its place: `memory.backup` does.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, MetaData, Table, create_engine, select
from sqlalchemy.exc import DatabaseError
from sqlalchemy.pool import NullPool

from duramen.errors import InputError, StoreError, StoreVersion, UnreadableFile
from duramen.stores.copying import copy_rows, store_digest
from duramen.stores.engine import SCHEMA_HEAD, knows_schema, open_engine, reading, writing
from duramen.stores.owners import all_owners
from duramen.stores.sqlite import DATABASE_NAME
from duramen.stores.tables import heads
from duramen.stores.writing import owner_write_in

_MANIFEST = "backup_manifest"
_NOT_ROWS = (_MANIFEST, "alembic_version")

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What a backup holds: who wrote it when, rows by table, the SHA-256 of them all, and each owner's last chain hash."""

    duramen: str
    schema: str
    made_at: str
    rows: dict[str, int]
    sha256: str
    chains: dict[str, str] = field(repr=False)


def write_backup(source: Engine, folder: Path, stamp: tuple[str, str], progress: Progress | None = None) -> Manifest:
    """Write a backup of one state of `source` as the database of a new folder, and prove it; `stamp`: version and time."""
    engine = open_engine(folder)
    try:
        copied = copy_rows(source, engine, progress)
        if store_digest(engine) != copied.digest:
            raise StoreError("the backup does not hold what was read from the store; check the disk, and repeat it")
        with reading(engine) as connection:
            found = connection.execute(select(heads.c.owner_id, heads.c.chain_hash).order_by(heads.c.owner_id))
            chains = {owner_id: bytes(chain_hash).hex() for owner_id, chain_hash in found}
    finally:
        engine.dispose()
    manifest = Manifest(
        duramen=stamp[0], schema=SCHEMA_HEAD, made_at=stamp[1], rows=copied.rows, sha256=copied.digest, chains=chains
    )
    with closing(sqlite3.connect(folder / DATABASE_NAME)) as connection_:
        connection_.execute("PRAGMA journal_mode=DELETE")  # one file, whole by itself
        with connection_:
            connection_.execute(f"CREATE TABLE {_MANIFEST} (manifest TEXT NOT NULL)")
            connection_.execute(
                f"INSERT INTO {_MANIFEST} VALUES (?)", (json.dumps(asdict(manifest), ensure_ascii=False),)
            )
    _check_pages(folder / DATABASE_NAME)
    return manifest


def read_manifest(path: Path) -> Manifest:
    """Return what a backup says of itself; raises UnreadableFile for what is none, StoreVersion for a newer duramen's."""
    try:
        with closing(_opened(path)) as connection:
            found = connection.execute(f"SELECT manifest FROM {_MANIFEST}").fetchall()
        manifest = _checked(Manifest(**json.loads(found[0][0])))
    except (sqlite3.Error, ValueError, TypeError, IndexError, RecursionError) as error:
        raise UnreadableFile(
            f"{str(path)!r} is no backup of duramen, or a damaged one ({error}); name a file that `duramen backup` wrote"
        ) from error
    if not knows_schema(manifest.schema):
        raise StoreVersion(f"{str(path)!r} was written by a newer duramen (schema {manifest.schema}); upgrade duramen")
    return manifest


def _opened(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)


def _checked(manifest: Manifest) -> Manifest:
    """Return a manifest whose values are of their kinds; raises ValueError."""
    texts = (manifest.duramen, manifest.schema, manifest.made_at, manifest.sha256)
    if not all(isinstance(one, str) for one in texts) or not isinstance(manifest.chains, dict):
        raise ValueError("its manifest is not what was written")
    if not isinstance(manifest.rows, dict) or not all(type(count) is int for count in manifest.rows.values()):
        raise ValueError("its manifest is not what was written")
    return manifest


def check_backup(path: Path, manifest: Manifest) -> None:
    """Raise InputError where a backup is not what was written, to the last bit of a row."""
    _check_pages(path)
    # By a function, since a path may hold what ends the path of a URL.
    engine = create_engine("sqlite://", creator=lambda: _opened(path), poolclass=NullPool)
    try:
        found = store_digest(engine, _tables_in(engine))
    except (DatabaseError, StoreError, ValueError) as error:
        raise _damaged(path, str(error).splitlines()[0]) from error
    finally:
        engine.dispose()
    if found != manifest.sha256:
        raise _damaged(path, "its rows are not those that were written")


def drop_manifest(path: Path) -> None:
    """Make a copied backup a store's database again."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"DROP TABLE {_MANIFEST}")


def renew_epochs(engine: Engine, epoch: int) -> None:
    """Give every owner a new epoch, so that no index that any machine kept of another state is used."""
    with writing(engine) as connection:
        for owner in all_owners(connection):
            with owner_write_in(connection, owner) as write:
                write.cause = "restore"
                write.update(heads, {}, {"epoch": epoch})


def _tables_in(engine: Engine) -> list[Table]:
    """Return the tables of a file as they are there, which may be those of an older schema."""
    found = MetaData()
    found.reflect(engine)
    return [table for table in found.sorted_tables if table.name not in _NOT_ROWS]


def _check_pages(path: Path) -> None:
    try:
        with closing(_opened(path)) as connection:
            said: list[Any] = connection.execute("PRAGMA integrity_check").fetchall()
    except sqlite3.Error as error:
        raise _damaged(path, str(error)) from error
    if said != [("ok",)]:
        raise _damaged(path, str(said[0][0]))


def _damaged(path: Path, said: str) -> InputError:
    return UnreadableFile(f"the backup {str(path)!r} is damaged ({said}); restore from another one")
