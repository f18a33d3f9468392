"""Turns that no listener has heard yet, in the order in which they came.

The cursor is a turn's id, not a seq: an import stores fifty rounds under one seq, and a window must be able to end
between two of them. A round whose reply is still to come, and all that came after it, waits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, and_, func, select

from duramen.domain.dialogue import Role
from duramen.domain.record import RecordState
from duramen.domain.time import Moment
from duramen.stores.owners import Owner
from duramen.stores.rows import IN_BATCH, moment_of
from duramen.stores.tables import records, turns


@dataclass(frozen=True, slots=True, kw_only=True)
class HeardTurn:
    """A turn with the place of its round; `open`: the round's reply is still to come."""

    turn_id: int
    record_id: str
    character: str
    session: str
    role: Role
    speaker: str
    text: str
    happened_at: Moment
    open: bool


_ON = and_(records.c.owner_id == turns.c.owner_id, records.c.record_id == turns.c.record_id)
_TURNS = (
    select(
        turns.c.turn_id,
        turns.c.record_id,
        records.c.character,
        records.c.session,
        turns.c.role,
        turns.c.speaker,
        turns.c.text,
        turns.c.happened_us,
        turns.c.zone,
        turns.c.offset_minutes,
        turns.c.precision,
        records.c.state,
    )
    .select_from(turns.join(records, _ON))
    # What broke the protocol, or only quotes what was said before, is no help to understand anybody.
    .where(turns.c.died_seq.is_(None), (turns.c.retrievable == 1) | (turns.c.role == Role.PERSON.value))
)


def turns_after(connection: Connection, owner: Owner, turn_id: int, limit: int) -> list[HeardTurn]:
    """Return the next `limit` turns with a higher id, in id order, up to before the first that waits for its reply."""
    query = _TURNS.where(turns.c.owner_id == owner.owner_id, turns.c.turn_id > turn_id)
    found = [_turn(row) for row in connection.execute(query.order_by(turns.c.turn_id).limit(limit))]
    stop = next((at for at, turn in enumerate(found) if turn.open), len(found))
    return found[:stop]


def turns_of_records(connection: Connection, owner: Owner, record_ids: Sequence[str]) -> list[HeardTurn]:
    """Return all turns of these rounds, in id order."""
    found: list[HeardTurn] = []
    for at in range(0, len(record_ids), IN_BATCH):
        batch = list(record_ids[at : at + IN_BATCH])
        rows = connection.execute(_TURNS.where(turns.c.owner_id == owner.owner_id, turns.c.record_id.in_(batch)))
        found += [_turn(row) for row in rows]
    return sorted(found, key=lambda turn: turn.turn_id)


def last_own_record(connection: Connection, owner: Owner, turn_id: int) -> str | None:
    """Return the round of the person's last turn up to this id, None where there is none."""
    return connection.execute(
        select(turns.c.record_id)
        .where(turns.c.owner_id == owner.owner_id, turns.c.turn_id <= turn_id, turns.c.role == Role.PERSON.value)
        .where(turns.c.died_seq.is_(None))
        .order_by(turns.c.turn_id.desc())
        .limit(1)
    ).scalar()


def first_own_turn(connection: Connection, owner: Owner, record_id: str) -> int | None:
    """Return the id of the first thing that the person said in a round, None where they said nothing."""
    return connection.execute(
        select(func.min(turns.c.turn_id)).where(
            turns.c.owner_id == owner.owner_id, turns.c.record_id == record_id, turns.c.role == Role.PERSON.value
        )
    ).scalar()


def count_own_after(connection: Connection, owner: Owner, turn_id: int) -> int:
    """Return how many turns of the person have a higher id."""
    return int(
        connection.execute(
            select(func.count()).where(
                turns.c.owner_id == owner.owner_id, turns.c.turn_id > turn_id, turns.c.role == Role.PERSON.value
            )
        ).scalar_one()
    )


def speakers_of_person(connection: Connection, owner: Owner) -> dict[str, int]:
    """Return by which names messages on the person's side are signed, and how many."""
    rows = connection.execute(
        select(turns.c.speaker, func.count())
        .where(turns.c.owner_id == owner.owner_id, turns.c.role == Role.PERSON.value)
        .group_by(turns.c.speaker)
    )
    return {row[0]: row[1] for row in rows}


def _turn(row: Any) -> HeardTurn:
    return HeardTurn(
        turn_id=row.turn_id,
        record_id=row.record_id,
        character=row.character,
        session=row.session,
        role=Role(row.role),
        speaker=row.speaker,
        text=row.text,
        happened_at=moment_of(row),
        open=row.state == RecordState.OPEN.value,
    )
