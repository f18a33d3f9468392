"""Rows of windows, and how far a person's rounds have been listened to.

The listener is called outside a transaction. One transaction then moves the cursor, if nobody else has meanwhile, and
writes the window with what it led to: effects once, calls at least once. What fails `MAX_ATTEMPTS` times is parked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, select

from duramen.stores.owners import Owner
from duramen.stores.persona.tables import windows
from duramen.stores.tables import heads
from duramen.stores.writing import OwnerWrite
from duramen.text.border import usable

MAX_ATTEMPTS = 3
"""DESIGN.md 3: a window that fails three times is parked and shown."""


class WindowState(StrEnum):
    """DONE; PARTIAL, its text broke off; FAILED, to be tried again; PARKED, it failed too often and is shown."""

    DONE = "done"
    PARTIAL = "partial"
    FAILED = "failed"
    PARKED = "parked"


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredWindow:
    """The turns with `after_turn` < turn_id <= `upto_turn`, which listener heard them, and what it wrote, raw.

    `trace`: the text of a JSON object, by which its operations can be judged again.
    """

    window_id: str
    after_turn: int
    upto_turn: int
    listener: str
    raw: str = ""
    state: WindowState = WindowState.DONE
    attempts: int = 1
    problem: str = ""
    trace: str = ""
    recorded_us: int = 0


_COLUMNS = [windows.c[name] for name in StoredWindow.__dataclass_fields__]


def heard_upto(connection: Connection, owner: Owner) -> int:
    """Return the id of the last turn that a listener has heard."""
    return int(connection.execute(select(heads.c.heard_upto).where(heads.c.owner_id == owner.owner_id)).scalar_one())


def advance_hearing(write: OwnerWrite, after_turn: int, upto_turn: int) -> bool:
    """Move the cursor from `after_turn` to `upto_turn`; False when it is not there any more, and nothing is to be written."""
    return write.update(heads, {"heard_upto": after_turn}, {"heard_upto": upto_turn}) == 1


def rewind_hearing(write: OwnerWrite, upto_turn: int) -> None:
    """Set the cursor back, so that later rounds are heard once more; of windows parked there no failure counts any more."""
    if heard_upto(write.connection, write.owner) > upto_turn:
        write.update(heads, {}, {"heard_upto": upto_turn})
    for window in list_windows(write.connection, write.owner, [WindowState.PARKED]):
        if window.upto_turn > upto_turn:
            write.update(windows, {"window_id": window.window_id}, {"state": WindowState.FAILED.value, "attempts": 0})


def put_window(write: OwnerWrite, window: StoredWindow) -> None:
    """Store a window, or what became of one that was tried before."""
    values: dict[str, Any] = {name: getattr(window, name) for name in StoredWindow.__dataclass_fields__}
    values |= {"state": window.state.value, "seq": write.seq}
    values |= {"raw": usable(window.raw), "problem": usable(window.problem)}
    if not write.update(windows, {"window_id": window.window_id}, values):
        write.insert(windows, [values])


def find_window(connection: Connection, owner: Owner, after_turn: int, upto_turn: int) -> StoredWindow | None:
    """Return the window of exactly these turns that was tried last, or None."""
    found = _all(connection, owner, windows.c.upto_turn == upto_turn, windows.c.after_turn == after_turn)
    return found[-1] if found else None


def list_windows(connection: Connection, owner: Owner, states: Sequence[WindowState] = ()) -> list[StoredWindow]:
    """Return windows in these states, or all, in the order of their turns."""
    return _all(connection, owner, *([windows.c.state.in_([state.value for state in states])] if states else []))


def windows_over(connection: Connection, owner: Owner, first_turn: int, last_turn: int) -> list[StoredWindow]:
    """Return the windows that cover any of the turns from `first_turn` to `last_turn`, in the order of their turns."""
    return _all(connection, owner, windows.c.upto_turn >= first_turn, windows.c.after_turn < last_turn)


def _all(connection: Connection, owner: Owner, *conditions: Any) -> list[StoredWindow]:
    rows = connection.execute(
        select(*_COLUMNS)
        .where(windows.c.owner_id == owner.owner_id, *conditions)
        .order_by(windows.c.upto_turn, windows.c.recorded_us, windows.c.window_id)
    )
    return [StoredWindow(**{**row._mapping, "state": WindowState(row.state)}) for row in rows]
