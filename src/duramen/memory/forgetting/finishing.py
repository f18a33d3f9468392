"""What follows a forgetting, once it is written: files beside the store, indexes, the ledger's file, compaction.

It is noted in the store until it is done: a process that dies in between, or another that reads for too long, leaves it to
the next open, or to `duramen forget --compact`.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

from duramen.memory.events import logged
from duramen.memory.forgetting.files import STAGED, replaced
from duramen.memory.workspace import Workspace
from duramen.stores.engine import reading, writing
from duramen.stores.forgetting.compaction import WAIT_S, Compacted, compact
from duramen.stores.forgetting.due import Due, read_due, settle_due
from duramen.stores.forgetting.ledger import LEDGER_NAME, entries_in, write_ledger

STAGING_S = 3600.0
SHORT_WAIT_S = 1.0
"""How long an open waits for others to stop reading, before it leaves compaction to a later one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """Whether all that was due is done; `due`: whether anything was. `why` not."""

    due: bool
    done: bool
    why: str = ""


def finish_forgetting(workspace: Workspace, wait_s: float = WAIT_S) -> Finished:
    """Do what is due after forgettings, if anything is."""
    with reading(workspace.engine) as connection:
        due = read_due(connection)
    if due is None:
        return Finished(due=False, done=True)
    with logged("forgetting_finished") as facts:
        done = _finish(workspace, due, wait_s)
        facts.update(done=int(done.done), owners=len(due.owners), files=len(due.files))
    return Finished(due=True, done=done.done, why=done.why)


def _finish(workspace: Workspace, due: Due, wait_s: float) -> Compacted:
    folder = workspace.place.folder
    for owner_id in due.owners:
        workspace.drop_index(owner_id)
    with reading(workspace.engine) as connection:
        entries = entries_in(connection)
    try:
        replaced(due.files)
        _sweep(folder)
        write_ledger(folder / LEDGER_NAME, entries)
    except OSError as error:
        return Compacted(done=False, why=f"a file in {str(folder)!r} cannot be written: {error.strerror or error}")
    done = compact(workspace.engine, wait_s)
    if done.done:
        with writing(workspace.engine) as connection:
            if not settle_due(connection, due):
                return Compacted(done=False, why="something more was forgotten meanwhile")
    return done


def _sweep(folder: Path) -> None:
    """Take away what was staged for a forgetting that never came to be; another process may be staging just now."""
    if folder.is_dir():
        for path in folder.rglob(f"*{STAGED}*"):
            if path.is_file() and time.time() - path.stat().st_mtime > STAGING_S:
                path.unlink(missing_ok=True)
