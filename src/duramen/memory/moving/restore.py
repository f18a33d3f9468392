"""Restore: a backup becomes the store of a folder or of a database, proven before anything that is there is touched.

In: a backup's file, a place. Out: the store as it was when the backup was made, but for what was forgotten since. The store
that stood in a folder is kept aside under a dated name; on PostgreSQL a restore goes into an empty database.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Engine

from duramen.errors import BadSetting, StoreError, StoreUnavailable, UnreadableFile
from duramen.memory.events import logged, noted
from duramen.memory.files import is_there, put_in_place, staging
from duramen.memory.moving.forgotten import each_once
from duramen.memory.place import Place, place_of
from duramen.settings import read_settings
from duramen.stores.backups import Manifest, check_backup, drop_manifest, read_manifest, renew_epochs
from duramen.stores.copying import copy_rows, row_counts
from duramen.stores.engine import holds_store, open_engine, reading
from duramen.stores.forgetting.ledger import LEDGER_NAME, apply_ledger, entries_in, read_ledger, write_ledger
from duramen.stores.sqlite import DATABASE_NAME

LOCK_WAIT_S = 2.0

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored:
    """What was restored: from which file to where, what that file says of itself, and where the older store is kept, ""
    where there was none. `forgotten`: how many forgettings made after the backup were applied to it.
    """

    source: str
    target: str
    manifest: Manifest
    kept: str
    forgotten: int


def restore_store(
    source: str | Path, home: str | Path | None = None, *, replace: bool = False, progress: Progress | None = None
) -> Restored:
    """Make a backup the store of `home`; `replace` an older one there, which is kept aside.

    Raises UnreadableFile for what is no backup or a damaged one, BadSetting where a store is there and `replace` is not
    set, StoreError where it cannot be replaced. Then nothing is touched.
    """
    path, place = Path(source), place_of(home, read_settings())
    with logged("restored") as facts:
        _check_file(path)
        manifest = read_manifest(path)
        check_backup(path, manifest)
        there = holds_store(place.home)
        if there and isinstance(place.home, Path) and not replace:
            raise BadSetting(
                f"there is a store in {place.shown!r} already; say --yes to put the backup in its place (it is kept "
                "aside), or name another with --home"
            )
        now = datetime.now(UTC)
        with staging(place.folder) as folder:
            engine = _made_ready(path, folder, int(now.timestamp()))
            try:
                forgotten = _forget_again(engine, place, path)
                if not isinstance(place.home, Path):
                    _into_database(engine, place, progress)
            finally:
                engine.dispose()
            kept = _put_into(folder, place.home, now) if isinstance(place.home, Path) else ""
            shutil.rmtree(place.folder / "index", ignore_errors=True)
        facts.update(rows=sum(manifest.rows.values()), forgotten=forgotten)
        return Restored(source=str(path), target=place.shown, manifest=manifest, kept=kept, forgotten=forgotten)


def _check_file(path: Path) -> None:
    if is_there(path) and path.is_dir():
        names = sorted(one.name for one in path.glob("*.db"))
        raise UnreadableFile(
            f"{str(path)!r} is a folder; name one of its files: {', '.join(names[-5:]) or 'there is none'}"
        )
    if not path.is_file():
        raise UnreadableFile(f"there is no file {str(path)!r}; check the path")


def _made_ready(path: Path, folder: Path, epoch: int) -> Engine:
    """Copy a backup and make the copy a store of today's schema."""
    shutil.copyfile(path, folder / DATABASE_NAME)
    drop_manifest(folder / DATABASE_NAME)
    engine = open_engine(folder)
    renew_epochs(engine, epoch)
    return engine


def _forget_again(engine: Engine, place: Place, path: Path) -> int:
    """Forget in the restored store what was forgotten since the backup; returns how many forgettings there were.

    The ledger lies beside backups, in the folder of the store that was there, and in that store itself.
    """
    entries = [
        *read_ledger(path.parent / LEDGER_NAME),
        *read_ledger(place.folder / LEDGER_NAME),
        *_entries_there(place),
    ]
    done = apply_ledger(engine, each_once(entries))
    with reading(engine) as connection:
        write_ledger(place.folder / LEDGER_NAME, entries_in(connection))
    return len(done)


def _entries_there(place: Place) -> list[dict[str, Any]]:
    """Return what the store that is there says was forgotten; nothing for one that cannot be read, which its file says too."""
    if not holds_store(place.home):
        return []
    try:
        engine = open_engine(place.home)
    except StoreError as error:
        noted("ledger_not_read", error=type(error).__name__)
        return []
    try:
        with reading(engine) as connection:
            return entries_in(connection)
    finally:
        engine.dispose()


def _into_database(engine: Engine, place: Place, progress: Progress | None) -> None:
    target = open_engine(place.home)
    try:
        if any(row_counts(target).values()):
            raise StoreError(
                f"the database {place.shown!r} holds a store, which a restore does not overwrite; create an empty "
                "database (`createdb NAME`), restore into that, and go on with its URL"
            )
        copy_rows(engine, target, progress)
    finally:
        target.dispose()


def _put_into(folder: Path, home: Path, now: datetime) -> str:
    """Put the new database in its place at once; returns where the older one is kept."""
    home.mkdir(parents=True, exist_ok=True)
    database = home / DATABASE_NAME
    if not database.exists():
        put_in_place(folder / DATABASE_NAME, database)
        return ""
    home = home.resolve()
    aside = home.with_name(f"{home.name}.before-{now:%Y%m%dT%H%M%S.%fZ}")
    with closing(sqlite3.connect(database, timeout=LOCK_WAIT_S, isolation_level=None)) as connection:
        try:
            connection.execute("PRAGMA journal_mode=DELETE")  # refused while any other process has it open
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            raise StoreUnavailable(
                f"another process has the store in {str(home)!r} open ({error}); end it, and repeat the restore"
            ) from error
        except sqlite3.DatabaseError as error:  # it wants a restore all the more, and is kept as it is
            noted("damaged_store_replaced", error=str(error))
        aside.mkdir()
        _linked(database, aside / DATABASE_NAME)
        for suffix in ("-wal", "-shm"):  # only a damaged one has them still; they would be read with the new file
            if (home / f"{DATABASE_NAME}{suffix}").exists():
                os.replace(home / f"{DATABASE_NAME}{suffix}", aside / f"{DATABASE_NAME}{suffix}")
        put_in_place(folder / DATABASE_NAME, database)
    return str(aside)


def _linked(path: Path, to: Path) -> None:
    try:
        os.link(path, to)
    except OSError:  # a file system without links
        shutil.copyfile(path, to)
