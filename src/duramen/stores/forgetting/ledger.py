"""The ledger of forgettings: ids, spans and digests, kept in the store and in a file beside it, and done again to a copy.

A backup that is older than a forgetting holds what was forgotten. `apply_ledger` is called on a store that was restored from
one, with the entries of the file that lies beside backups: afterwards that store has forgotten the same. Entries that it
knows already are passed over, so that ids that it has handed out since are never taken for the old ones.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, select

from duramen.errors import StoreError
from duramen.stores.engine import writing
from duramen.stores.forgetting.due import note_due
from duramen.stores.forgetting.erasing import Erasure, erase_in
from duramen.stores.forgetting.tables import forgettings
from duramen.stores.owners import owners_of
from duramen.stores.tables import heads
from duramen.stores.vectors import read_fact, write_fact
from duramen.stores.writing import OwnerWrite, owner_write_in

LEDGER_NAME = "forgettings.jsonl"
_RECEIPT = "forgetting "

Entry = Mapping[str, Any]
"""One line of the ledger: what was forgotten of one owner (`Erasure` as JSON, with id, owner, tenant, scope, time)."""


def put_forgetting(write: OwnerWrite, entry: Entry) -> None:
    """Store an entry in the ledger, within the transaction that erases."""
    write.insert(
        forgettings,
        [
            {
                "forgetting_id": entry["id"],
                "scope": entry["scope"],
                "entry": json.dumps(entry, sort_keys=True),
                "recorded_us": entry["at_us"],
            }
        ],
    )


def entries_in(connection: Connection) -> list[dict[str, Any]]:
    """Return all entries of a store's ledger, oldest first."""
    order = (forgettings.c.recorded_us, forgettings.c.forgetting_id, forgettings.c.owner_id)
    return [json.loads(text) for text in connection.execute(select(forgettings.c.entry).order_by(*order)).scalars()]


def erased_replies(connection: Connection, owner_id: str) -> frozenset[str]:
    """Return the rounds that stand and whose replies were forgotten."""
    mine = select(forgettings.c.entry).where(forgettings.c.owner_id == owner_id)
    entries = [json.loads(text) for text in connection.execute(mine).scalars()]
    return frozenset(
        key
        for entry in entries
        for table, key, columns in entry.get("emptied", ())
        if table == "records" and "raw" in columns
    )


def read_ledger(path: Path) -> list[dict[str, Any]]:
    """Return the entries of a ledger's file, oldest first, none where there is no file.

    Raises StoreError for a file that cannot be read and for a line that is no entry: what it said would not be forgotten.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return []
    except (OSError, UnicodeDecodeError) as error:
        raise StoreError(
            f"the ledger of forgettings {str(path)!r} cannot be read ({error}); take the file from another backup"
        ) from error
    entries = []
    for number, line in enumerate(lines, start=1):
        try:
            entry = json.loads(line)
            entries.append(
                {**entry, "id": str(entry["id"]), "owner": str(entry["owner"]), "at_us": int(entry["at_us"])}
            )
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise StoreError(
                f"line {number} of {str(path)!r} is no entry of a ledger, or broke off, and what it says would not be "
                "forgotten; take the file from another backup, or take that line out if you know that it may go"
            ) from error
    return entries


def write_ledger(path: Path, entries: Iterable[Entry]) -> int:
    """Append the entries that a ledger's file lacks; returns how many."""
    known = {(entry["id"], entry["owner"]) for entry in read_ledger(path)}
    new = [entry for entry in entries if (entry["id"], entry["owner"]) not in known]
    if new:
        path.parent.mkdir(parents=True, exist_ok=True)
        broken = path.exists() and not path.read_bytes().endswith(b"\n") and path.stat().st_size > 0
        with path.open("a", encoding="utf-8") as file:
            file.write(("\n" if broken else "") + "".join(json.dumps(entry, sort_keys=True) + "\n" for entry in new))
    return len(new)


def apply_ledger(engine: Engine, entries: Sequence[Entry]) -> list[str]:
    """Forget in this store what the entries say was forgotten; returns the ids of the forgettings that were done now.

    In: entries of `read_ledger`, in any order; call it after a restore and before the store is used. Each forgetting is one
    transaction over its owners. Entries that this store knows, and those of owners that it has not, change nothing; rows that
    it has not are passed over. Vectors made with what goes are NULL afterwards and wait for `duramen reindex`; compaction is
    due, which the next open does.
    """
    done = []
    by_id: dict[str, list[Entry]] = {}
    for entry in sorted(entries, key=lambda one: (one["at_us"], one["id"])):
        by_id.setdefault(entry["id"], []).append(entry)
    for forgetting_id, parts in by_id.items():
        with writing(engine) as connection, ExitStack() as stack:
            there = {owner.owner_id: owner for owner in owners_of(connection, [part["owner"] for part in parts])}
            new = [part for part in parts if part["owner"] in there and not _known(connection, part)]
            if not new:
                continue
            for part in new:
                write = stack.enter_context(owner_write_in(connection, there[part["owner"]]))
                erasure = Erasure.of_entry(part)
                erase_in(write, erasure, forgetting_id, part["at_us"])
                if not erasure.destroyed:
                    _never_again(write, part)
                put_forgetting(write, part)
            note_due(connection, owners=[part["owner"] for part in new])
        done.append(forgetting_id)
    return done


def _known(connection: Connection, entry: Entry) -> bool:
    mine = (forgettings.c.owner_id == entry["owner"], forgettings.c.forgetting_id == entry["id"])
    return connection.execute(select(forgettings.c.owner_id).where(*mine)).first() is not None


def _never_again(write: OwnerWrite, entry: Entry) -> None:
    """Hand out no id that was handed out before the forgetting: its row may be among those that are gone."""
    now = write.connection.execute(
        select(heads.c.next_item).where(heads.c.owner_id == write.owner.owner_id)
    ).scalar_one()
    if entry["next_item"] > now:
        write.take_items(entry["next_item"] - now)


def keep_receipt(connection: Connection, forgetting_id: str, text: str) -> None:
    """Keep what the person was told; it stands with the store and not with an owner, who may be gone."""
    write_fact(connection, f"{_RECEIPT}{forgetting_id}", text)


def receipt_of(connection: Connection, forgetting_id: str) -> str | None:
    """Return the receipt of a forgetting, None where there is none of this id."""
    return read_fact(connection, f"{_RECEIPT}{forgetting_id}")
