"""Where a store is: the folder or the database that a caller, the settings or the user's system names."""

from __future__ import annotations

import hashlib
import re
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from duramen.settings import Settings, default_cache, default_home, read_settings
from duramen.stores.engine import DATABASE_NAME, holds_store, open_engine, reading
from duramen.stores.owners import all_owners
from duramen.stores.postgres import shown_url

# One slash, since a path keeps no more; two letters, since one is a drive.
_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:/")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a store is. `home`: its folder, or its database's URL; `folder`: where derived indexes are kept on this machine.

    `shown`: the same as it may be shown, without a password.
    """

    home: Path | str
    folder: Path
    shown: str


def place_of(home: str | Path | None, settings: Settings) -> Place:
    """Return the place of a store: the one named, the settings', or the user's data folder.

    Indexes of a database's store lie in a folder of the user's cache that is called by a hash of its URL.
    """
    chosen = str(home if home is not None else settings.home or default_home())
    if _URL.match(chosen):
        shown = shown_url(chosen)
        name = hashlib.sha256(shown.encode("utf-8", "replace")).hexdigest()[:24]
        return Place(home=chosen, folder=default_cache() / name, shown=shown)
    folder = Path(chosen).expanduser()
    return Place(home=folder, folder=folder, shown=str(folder))


def remove_empty_store(home: str | Path | None = None) -> None:
    """Take away the files of a store that holds nobody and nothing; a database on a server stays."""
    place = place_of(home, read_settings())
    if not isinstance(place.home, Path) or not holds_store(place.home):
        return
    engine = open_engine(place.home)
    try:
        with reading(engine) as connection:
            empty = not all_owners(connection)
    finally:
        engine.dispose()
    if empty:
        for suffix in ("", "-wal", "-shm"):
            (place.home / f"{DATABASE_NAME}{suffix}").unlink(missing_ok=True)
        with suppress(OSError):  # somebody else's files are in it
            place.home.rmdir()


def store_exists(home: str | Path | None = None) -> bool:
    """Tell whether there is a store in a place, None for the one that `Memory` would open."""
    return holds_store(place_of(home, read_settings()).home)
