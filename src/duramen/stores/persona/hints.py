"""Rows of hints: what a person said of how much was read, and the router's thresholds since; nothing is overwritten."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, select

from duramen.stores.owners import Owner
from duramen.stores.persona.tables import hints
from duramen.stores.rows import LARGEST
from duramen.stores.writing import OwnerWrite

_LATEST = (
    select(hints.c.thresholds)
    .where(hints.c.owner_id == bindparam("owner"), hints.c.died_seq.is_(None))
    .where(hints.c.born_seq <= bindparam("at_seq"))
    .order_by(hints.c.hint_id.desc())
    .limit(1)
)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredHint:
    """A hint about a round (`record_id`), and the thresholds after it, the text of a JSON object."""

    record_id: str
    hint: str
    thresholds: str
    recorded_us: int = 0


def put_hint(write: OwnerWrite, stored: StoredHint) -> None:
    """Add a hint; its thresholds hold from now on."""
    row = {
        "hint_id": write.take_items(1),
        "record_id": stored.record_id,
        "hint": stored.hint,
        "thresholds": stored.thresholds,
        "recorded_us": stored.recorded_us,
        "born_seq": write.seq,
    }
    write.insert(hints, [row])


def latest_thresholds(connection: Connection, owner: Owner, at_seq: int | None = None) -> str | None:
    """Return the thresholds that hold, or held as of `at_seq`; None where nothing moved them."""
    values = {"owner": owner.owner_id, "at_seq": LARGEST - 1 if at_seq is None else at_seq}
    found: str | None = connection.execute(_LATEST, values).scalar()
    return found


def list_hints(connection: Connection, owner: Owner) -> list[StoredHint]:
    """Return all hints, oldest first."""
    rows = connection.execute(
        select(hints.c.record_id, hints.c.hint, hints.c.thresholds, hints.c.recorded_us)
        .where(hints.c.owner_id == owner.owner_id, hints.c.died_seq.is_(None))
        .order_by(hints.c.hint_id)
    )
    return [StoredHint(**row._mapping) for row in rows]
