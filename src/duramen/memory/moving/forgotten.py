"""What was forgotten in this store does not come back with an export that is older than the forgetting."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, select

from duramen.errors import InputError
from duramen.memory.workspace import Workspace
from duramen.stores.forgetting.erasing import Erasure, erase_in
from duramen.stores.forgetting.ledger import LEDGER_NAME, Entry, entries_in, put_forgetting, read_ledger
from duramen.stores.forgetting.tables import forgettings
from duramen.stores.writing import OwnerWrite


def known_forgettings(workspace: Workspace, connection: Connection) -> list[dict[str, Any]]:
    """Return the entries of the store's ledger and of its file, oldest first, each once."""
    return each_once([*entries_in(connection), *read_ledger(workspace.place.folder / LEDGER_NAME)])


def each_once(entries: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return entries of several ledgers, oldest first, each once."""
    once = {(entry["id"], entry["owner"]): entry for entry in entries}
    return sorted(once.values(), key=lambda entry: (entry["at_us"], entry["id"]))


def forget_since(write: OwnerWrite, entries: Sequence[Entry]) -> int:
    """Forget in rows that were just put in what was forgotten of the owner since; returns how many forgettings.

    Raises InputError where the owner as a whole was forgotten: nobody comes back by a file.
    """
    for entry in entries:
        erasure = Erasure.of_entry(entry)
        if erasure.destroyed:
            at = datetime.fromtimestamp(entry["at_us"] / 1e6, UTC)
            raise InputError(
                f"all of it was forgotten in this store on {at:%Y-%m-%d} (forgetting {entry['id']}), and an export does not "
                "bring it back; import it into another store with --home"
            )
        erase_in(write, erasure, entry["id"], entry["at_us"])
        if not _is_kept(write, entry):
            put_forgetting(write, entry)
    return len(entries)


def _is_kept(write: OwnerWrite, entry: Entry) -> bool:
    mine = (forgettings.c.owner_id == write.owner.owner_id, forgettings.c.forgetting_id == entry["id"])
    return write.connection.execute(select(forgettings.c.owner_id).where(*mine)).first() is not None
