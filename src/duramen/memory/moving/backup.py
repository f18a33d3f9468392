"""Backup: one state of the whole store in one file, made while others go on writing, proven before it is called one.

In: an open store in a folder or on PostgreSQL. Out: a file that `duramen restore` takes back into either, and beside it the
ledger of forgettings, so that a restore brings back nothing that was forgotten.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from duramen.domain.time import Moment
from duramen.errors import InputError
from duramen.memory.events import logged
from duramen.memory.files import put_in_place, staging
from duramen.memory.workspace import Workspace
from duramen.stores.backups import Manifest, write_backup
from duramen.stores.engine import reading
from duramen.stores.forgetting.ledger import LEDGER_NAME, entries_in, write_ledger
from duramen.stores.sqlite import DATABASE_NAME

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Backup:
    """A backup that was written: its file, how large it is, and what it says of itself."""

    path: str
    size_bytes: int
    manifest: Manifest


def back_up(workspace: Workspace, target: Path, progress: Progress | None = None) -> Backup:
    """Write a backup to a file, or under a dated name into a folder; a broken-off one is never taken for one.

    Raises InputError where the file is there already or cannot be written.
    """
    at = Moment(at_us=workspace.now_us()).utc()
    path = target / f"duramen-{at:%Y%m%dT%H%M%SZ}.db" if _is_folder(target) else target
    if path.exists():
        raise InputError(f"there is {str(path)!r} already; remove it, or name another file")
    with logged("backed_up") as facts, staging(path) as folder:
        stamp = (version("duramen"), at.isoformat(timespec="seconds"))
        manifest = write_backup(workspace.engine, folder, stamp, progress)
        put_in_place(folder / DATABASE_NAME, path)
        with reading(workspace.engine) as connection:
            write_ledger(path.parent / LEDGER_NAME, entries_in(connection))
        size = path.stat().st_size
        facts.update(rows=sum(manifest.rows.values()), bytes=size)
        return Backup(path=str(path), size_bytes=size, manifest=manifest)


def _is_folder(target: Path) -> bool:
    return target.is_dir() or not target.suffix
