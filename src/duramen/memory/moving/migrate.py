"""Migrate: a store from a folder to a PostgreSQL database or back, whole, and proven to be the same there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from duramen.errors import BadSetting, NotFound, StoreError
from duramen.memory.events import logged
from duramen.memory.place import place_of
from duramen.settings import read_settings
from duramen.stores.copying import copy_rows, store_digest
from duramen.stores.engine import holds_store, open_engine


@dataclass(frozen=True, slots=True, kw_only=True)
class Migrated:
    """What was copied: rows by table, and the SHA-256 of all rows, the same in both stores. `source`, `target` as shown."""

    source: str
    target: str
    rows: dict[str, int]
    digest: str


def migrate_store(
    source: str | Path, target: str | Path, progress: Callable[[int, int], None] | None = None
) -> Migrated:
    """Copy a store to another place, which holds none yet or an empty one, and compare both; the source stays as it is.

    Raises NotFound where there is no store to copy, BadSetting where both are one place, StoreError where the target holds rows, or where the source was
    written to meanwhile, so that the two differ: repeat it then with an empty target.
    """
    settings = read_settings()
    old, new = place_of(source, settings), place_of(target, settings)
    if not holds_store(old.home):
        raise NotFound(f"there is no store in {old.shown!r}")
    if old.shown == new.shown:
        raise BadSetting(f"{old.shown!r} is the same place twice; name another one to copy to")
    with logged("store_migrated") as facts:
        from_, to = open_engine(old.home), open_engine(new.home)
        try:
            copied = copy_rows(from_, to, progress)
            before, after = store_digest(from_), store_digest(to)
        finally:
            from_.dispose()
            to.dispose()
        if before != after:
            raise StoreError(
                f"{old.shown!r} was written to while it was copied, so that {new.shown!r} is not the same; stop what "
                "writes there, and migrate into an empty place"
            )
        facts.update(rows=sum(copied.rows.values()))
        return Migrated(source=old.shown, target=new.shown, rows=copied.rows, digest=after)
