"""Turns as a search reads them: by id, by sitting, and what came and went since a state."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, and_, bindparam, select

from duramen.stores.owners import Owner
from duramen.stores.rows import IN_BATCH, before_first_born, not_by_index
from duramen.stores.tables import records, turns


class TurnRow(NamedTuple):
    """A turn as a search reads it, with the place and recorded time of its round.

    A tuple: a search makes hundreds of them, straight from the database's rows.
    """

    turn_id: int
    record_id: str
    role: str
    speaker: str
    text: str
    happened_us: int | None
    zone: str
    offset_minutes: int
    precision: str
    character: str
    session: str
    round: int
    recorded_us: int


def turns_by_id(connection: Connection, owner: Owner, ids: Sequence[int]) -> dict[int, TurnRow]:
    """Return turns by turn id; ids that are not there are left out."""
    found: dict[int, TurnRow] = {}
    for at in range(0, len(ids), IN_BATCH):
        rows = connection.execute(_BY_ID, {"owner_id": owner.owner_id, "ids": ids[at : at + IN_BATCH]}).all()
        found.update((row[0], TurnRow._make(row)) for row in rows)
    return found


def turns_born_between(
    connection: Connection, owner: Owner, seqs: tuple[int, int], after: int, limit: int
) -> list[Row[Any]]:
    """Return the next `limit` turns with seqs[0] < born_seq <= seqs[1] and id > after, in id order, with vectors."""
    if after < 0:
        after = before_first_born(connection, owner, turns.c.turn_id, turns.c.born_seq, seqs[0])
    query = _joined(owner, *_FEED_COLUMNS).where(
        turns.c.born_seq > seqs[0], turns.c.born_seq <= seqs[1], turns.c.turn_id > after
    )
    return list(connection.execute(query.order_by(turns.c.turn_id).limit(limit)))


def session_turns(
    connection: Connection, owner: Owner, place: tuple[str, str], upto: tuple[int, int | None], limit: int
) -> list[TurnRow]:
    """Return the last `limit` findable turns of a (character, session), the latest first.

    `upto`: (the latest born_seq, the latest time of happening or None) that are still seen.
    """
    character, session = place
    values: dict[str, Any] = {"owner": owner.owner_id, "in_session": session, "upto_seq": upto[0], "most": limit}
    if character:
        values["with_character"] = character
    if upto[1] is not None:
        values["upto_us"] = upto[1]
    statement = _session_statement(with_character=bool(character), with_time=upto[1] is not None)
    return [TurnRow._make(row) for row in connection.execute(statement, values)]


@cache
def _session_statement(*, with_character: bool, with_time: bool) -> Any:
    sitting = select(records.c.record_id).where(
        records.c.owner_id == bindparam("owner"), records.c.session == bindparam("in_session")
    )
    if with_character:
        sitting = sitting.where(records.c.character == bindparam("with_character"))
    query = _all_joined().where(
        turns.c.owner_id == bindparam("owner"),
        turns.c.record_id.in_(sitting),
        not_by_index(turns.c.born_seq) <= bindparam("upto_seq"),
        turns.c.died_seq.is_(None) | (turns.c.died_seq > bindparam("upto_seq")),
        turns.c.retrievable == 1,
    )
    if with_time:
        query = query.where(turns.c.happened_us <= bindparam("upto_us"))
    return query.order_by(not_by_index(turns.c.turn_id).desc()).limit(bindparam("most"))


def turns_died_after(connection: Connection, owner: Owner, seq: int) -> list[tuple[int, int]]:
    """Return (turn id, died_seq) of turns that died after `seq`."""
    rows = connection.execute(
        select(turns.c.turn_id, turns.c.died_seq).where(turns.c.owner_id == owner.owner_id, turns.c.died_seq > seq)
    )
    return [(row.turn_id, row.died_seq) for row in rows]


def _joined(owner: Owner, *more: Any) -> Any:
    return _all_joined(*more).where(turns.c.owner_id == owner.owner_id)


def _all_joined(*more: Any) -> Any:
    on = and_(records.c.owner_id == turns.c.owner_id, records.c.record_id == turns.c.record_id)
    return select(
        *(turns.c[name] if name in turns.c else records.c[name] for name in TurnRow._fields),
        *more,
    ).select_from(turns.join(records, on))


_FEED_COLUMNS = (turns.c.position, turns.c.retrievable, turns.c.born_seq, turns.c.died_seq, turns.c.vector)


# Made once: a statement of so many columns takes longer to make than to run.
_BY_ID = _all_joined().where(
    turns.c.owner_id == bindparam("owner_id"), turns.c.turn_id.in_(bindparam("ids", expanding=True))
)


def turn_ids_of(connection: Connection, owner: Owner, record_ids: Sequence[str]) -> list[int]:
    """Return the ids of all turns of these rounds, ascending."""
    found: list[int] = []
    for at in range(0, len(record_ids), IN_BATCH):
        batch = record_ids[at : at + IN_BATCH]
        mine = select(turns.c.turn_id).where(turns.c.owner_id == owner.owner_id, turns.c.record_id.in_(batch))
        found += connection.execute(mine).scalars()
    return sorted(found)


def turns_without_vector(connection: Connection, owner: Owner) -> tuple[int, ...]:
    """Return the ids of an owner's turns that wait for their vector, ascending; none as a rule."""
    return tuple(connection.execute(_WITHOUT_VECTOR, {"owner": owner.owner_id}).scalars())


_WITHOUT_VECTOR = (
    select(turns.c.turn_id)
    .where(turns.c.owner_id == bindparam("owner"), turns.c.vector.is_(None))
    .order_by(turns.c.turn_id)
)


def last_text(connection: Connection, owner: Owner, record_id: str) -> str:
    """Return the text of a round's last findable turn, "" when it has none."""
    found = connection.execute(_LAST_TEXT, {"owner": owner.owner_id, "of_record": record_id}).scalar()
    return "" if found is None else str(found)


_LAST_TEXT = (
    select(turns.c.text)
    .where(turns.c.owner_id == bindparam("owner"), turns.c.record_id == bindparam("of_record"))
    .where(turns.c.died_seq.is_(None), turns.c.retrievable == 1)
    .order_by(turns.c.position.desc())
    .limit(1)
)


def known_import_keys(connection: Connection, owner: Owner, keys: Sequence[bytes]) -> dict[bytes, str]:
    """Return those of the keys that are stored already, each with the record that holds it."""
    found: dict[bytes, str] = {}
    for at in range(0, len(keys), IN_BATCH):
        rows = connection.execute(
            select(turns.c.import_key, turns.c.record_id).where(
                turns.c.owner_id == owner.owner_id, turns.c.import_key.in_(keys[at : at + IN_BATCH])
            )
        )
        found.update((bytes(row.import_key), row.record_id) for row in rows)
    return found
