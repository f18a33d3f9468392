"""Turns that no listener has heard yet, in the order in which they came: a person's, or a character's to that person.

The cursor is a turn's id, not a seq: an import stores fifty rounds under one seq, and a window must be able to end
between two of them. A round whose reply is still to come, and all that came after it, waits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, and_, func, select

from duramen.domain.dialogue import Role
from duramen.domain.record import RecordState
from duramen.domain.time import Moment
from duramen.stores.owners import Owner
from duramen.stores.rows import IN_BATCH, moment_of
from duramen.stores.tables import records, turns


@dataclass(frozen=True, slots=True, kw_only=True)
class Voice:
    """Whose words are heard in a person's rounds: the person's own, or those of one character they talk with (B25).

    `upto_seq`: what was stored later than this state of the person is not heard; None hears all.
    """

    owner: Owner
    character: str = ""
    upto_seq: int | None = None

    @property
    def role(self) -> Role:
        """Return the role of the turns that are heard."""
        return Role.CHARACTER if self.character else Role.PERSON

    @property
    def name(self) -> str:
        """Return who speaks."""
        return self.character or self.owner.name

    def stored(self) -> tuple[Any, ...]:
        """Return the conditions of the turns that there are for it."""
        mine = (turns.c.owner_id == self.owner.owner_id,)
        return mine if self.upto_seq is None else (*mine, turns.c.born_seq <= self.upto_seq)

    def own(self) -> tuple[Any, ...]:
        """Return the conditions of the turns that are heard; of a character's only those that may be found again."""
        mine = (*self.stored(), turns.c.role == self.role.value, turns.c.died_seq.is_(None))
        if not self.character:
            return mine
        complete = records.c.state == RecordState.COMPLETE.value
        return (*mine, records.c.character == self.character, turns.c.retrievable == 1, complete)


@dataclass(frozen=True, slots=True, kw_only=True)
class HeardTurn:
    """A turn with the place of its round; `open`: the round's reply is still to come, `complete`: it is there."""

    turn_id: int
    record_id: str
    character: str
    session: str
    role: Role
    speaker: str
    text: str
    happened_at: Moment
    open: bool
    complete: bool = True


_ON = and_(records.c.owner_id == turns.c.owner_id, records.c.record_id == turns.c.record_id)
_JOINED = turns.join(records, _ON)
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
    .select_from(_JOINED)
    # What broke the protocol, or only quotes what was said before, is no help to understand anybody.
    .where(turns.c.died_seq.is_(None), (turns.c.retrievable == 1) | (turns.c.role == Role.PERSON.value))
)


def turns_after(connection: Connection, voice: Voice, turn_id: int, limit: int) -> list[HeardTurn]:
    """Return the next `limit` turns with a higher id, in id order, up to before the first that waits for its reply.

    For a character those of its rounds alone.
    """
    query = _TURNS.where(*voice.stored(), turns.c.turn_id > turn_id)
    if voice.character:
        query = query.where(records.c.character == voice.character)
    found = [_turn(row) for row in connection.execute(query.order_by(turns.c.turn_id).limit(limit))]
    stop = next((at for at, turn in enumerate(found) if turn.open), len(found))
    return found[:stop]


def turns_of_records(connection: Connection, voice: Voice, record_ids: Sequence[str]) -> list[HeardTurn]:
    """Return all turns of these rounds, in id order."""
    found: list[HeardTurn] = []
    for at in range(0, len(record_ids), IN_BATCH):
        batch = list(record_ids[at : at + IN_BATCH])
        rows = connection.execute(_TURNS.where(*voice.stored(), turns.c.record_id.in_(batch)))
        found += [_turn(row) for row in rows]
    return sorted(found, key=lambda turn: turn.turn_id)


def last_own_record(connection: Connection, voice: Voice, turn_id: int) -> str | None:
    """Return the round of the last own turn up to this id, None where there is none."""
    return connection.execute(
        _own(voice, turns.c.record_id).where(turns.c.turn_id <= turn_id).order_by(turns.c.turn_id.desc()).limit(1)
    ).scalar()


def first_own_turn(connection: Connection, voice: Voice, record_id: str) -> int | None:
    """Return the id of the first own turn of a round, None where there is none."""
    return connection.execute(_own(voice, func.min(turns.c.turn_id)).where(turns.c.record_id == record_id)).scalar()


def count_own_after(connection: Connection, voice: Voice, turn_id: int) -> int:
    """Return how many own turns have a higher id."""
    return int(connection.execute(_own(voice, func.count()).where(turns.c.turn_id > turn_id)).scalar_one())


def last_own_turns(connection: Connection, voice: Voice, turn_id: int, limit: int) -> list[HeardTurn]:
    """Return the last `limit` own turns with a higher id, in id order."""
    query = _TURNS.where(*voice.own(), turns.c.turn_id > turn_id).order_by(turns.c.turn_id.desc()).limit(limit)
    return [_turn(row) for row in reversed(connection.execute(query).all())]


def speakers_of(connection: Connection, voice: Voice) -> dict[str, int]:
    """Return by which names own turns are signed, and how many."""
    rows = connection.execute(_own(voice, turns.c.speaker, func.count()).group_by(turns.c.speaker))
    return {row[0]: row[1] for row in rows}


def _own(voice: Voice, *columns: Any) -> Select[Any]:
    """Return a query of own turns; a person's need no look at their rounds."""
    query = select(*columns).select_from(_JOINED if voice.character else turns)
    return query.where(*voice.own())


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
        complete=row.state == RecordState.COMPLETE.value,
    )
