"""Where a store is: the folder that a caller, the settings or the user's system names."""

from __future__ import annotations

import re
from pathlib import Path

from duramen.errors import BadSetting
from duramen.settings import Settings, default_home, read_settings
from duramen.stores.engine import DATABASE_NAME

# One slash, since a path keeps no more; two letters, since one is a drive.
_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:/")


def store_exists(home: str | Path | None = None) -> bool:
    """Tell whether there is a store in a folder, None for the one that `Memory` would open."""
    return (folder_of(home, read_settings()) / DATABASE_NAME).exists()


def folder_of(home: str | Path | None, settings: Settings) -> Path:
    """Return the folder of a store: the one named, the settings', or the user's data folder; raises BadSetting for a URL."""
    chosen = home if home is not None else settings.home
    if chosen is None:
        return default_home()
    if _URL.match(str(chosen)):
        raise BadSetting(f"{str(chosen)!r} is a database URL; this version keeps its store in a folder: name one")
    return Path(chosen).expanduser()
