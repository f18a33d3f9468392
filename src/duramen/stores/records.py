"""Rows of rounds and turns: written whole, read whole."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import Connection, Row, and_, bindparam, func, insert, select, update

from duramen.domain.dialogue import Role
from duramen.domain.record import Answer, Record, RecordDraft, RecordState, Turn, TurnDraft
from duramen.domain.time import Moment, Precision
from duramen.stores.owners import Owner, OwnerWrite
from duramen.stores.tables import records, turns

# SQLite takes at most 32,766 bound values; this stays far below on every engine.
IN_BATCH = 500


def moment_values(moment: Moment) -> dict[str, Any]:
    """Return a moment as column values."""
    return {
        "happened_us": moment.at_us,
        "zone": moment.zone,
        "offset_minutes": moment.offset_minutes,
        "precision": moment.precision.value,
    }


def moment_of(row: Any) -> Moment:
    """Return the moment in a row that carries the four moment columns."""
    return Moment(
        at_us=row.happened_us,
        zone=row.zone,
        offset_minutes=row.offset_minutes,
        precision=Precision(row.precision),
    )


def add_records(write: OwnerWrite, drafts: Sequence[RecordDraft]) -> list[int]:
    """Store rounds with their turns in one go; returns each round's number, in the order given."""
    if not drafts:
        return []
    numbers = [write.take_round(draft.character) for draft in drafts]
    write.connection.execute(
        insert(records),
        [_record_values(write, draft, number) for draft, number in zip(drafts, numbers, strict=True)],
    )
    rows = [row for draft in drafts for row in _turn_values(write, draft.record_id, 0, draft.turns)]
    write.connection.execute(insert(turns), rows)
    return numbers


def append_turns(write: OwnerWrite, record_id: str, drafts: Sequence[TurnDraft]) -> list[int]:
    """Add messages to a stored round (its reply, or what a grown export brought); returns their turn ids."""
    if not drafts:
        return []
    start = write.connection.execute(
        select(func.coalesce(func.max(turns.c.position) + 1, 0)).where(
            turns.c.owner_id == write.owner.owner_id, turns.c.record_id == record_id
        )
    ).scalar_one()
    rows = _turn_values(write, record_id, start, drafts)
    write.connection.execute(insert(turns), rows)
    return [row["turn_id"] for row in rows]


def complete_record(write: OwnerWrite, record_id: str, reply: TurnDraft | None, answer: Answer) -> None:
    """Add the reply and how it came about to an open round, and close it."""
    if reply is not None:
        append_turns(write, record_id, [reply])
    write.connection.execute(
        update(records)
        .where(records.c.owner_id == write.owner.owner_id, records.c.record_id == record_id)
        .values(state=RecordState.COMPLETE.value, writer="", **_answer_values(answer))
    )


def set_state(connection: Connection, owner_id: str, record_ids: Iterable[str], state: RecordState) -> None:
    """Set the state of records that stand open."""
    for record_id in record_ids:
        connection.execute(
            update(records)
            .where(
                records.c.owner_id == owner_id,
                records.c.record_id == record_id,
                records.c.state == RecordState.OPEN.value,
            )
            .values(state=state.value)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """A round that waits for its reply, and the process ("host/pid") that is to give it."""

    owner_id: str
    record_id: str
    writer: str
    recorded_us: int


def open_records(connection: Connection) -> list[Waiting]:
    """Return all rounds that wait for their reply."""
    rows = connection.execute(
        select(records.c.owner_id, records.c.record_id, records.c.writer, records.c.recorded_us).where(
            records.c.state == RecordState.OPEN.value
        )
    )
    return [Waiting(**row._mapping) for row in rows]


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


def turns_by_id(connection: Connection, owner: Owner, ids: Sequence[int]) -> dict[int, Row[Any]]:
    """Return turn rows joined with their record's character, session, round and recorded time, by turn id."""
    found: dict[int, Row[Any]] = {}
    for at in range(0, len(ids), IN_BATCH):
        rows = connection.execute(_BY_ID, {"owner_id": owner.owner_id, "ids": ids[at : at + IN_BATCH]}).all()
        found.update((row.turn_id, row) for row in rows)
    return found


def not_by_index(column: Any) -> Any:
    """Return the column in a form for which SQLite takes no index, where another index finds far fewer rows."""
    return column + 0


def before_first_born(connection: Connection, owner: Owner, item: Any, born: Any, seq: int) -> int:
    """Return an id just below the first item that was born after `seq`; ids ascend with `born_seq`."""
    mine = item.table.c.owner_id == owner.owner_id
    first = select(func.min(born)).where(mine, born > seq).scalar_subquery()
    found = connection.execute(select(func.min(not_by_index(item))).where(mine, born == first)).scalar()
    return -1 if found is None else int(found) - 1


def turns_born_between(
    connection: Connection, owner: Owner, seqs: tuple[int, int], after: int, limit: int
) -> list[Row[Any]]:
    """Return the next `limit` turns with seqs[0] < born_seq <= seqs[1] and id > after, in id order, with vectors."""
    if after < 0:
        after = before_first_born(connection, owner, turns.c.turn_id, turns.c.born_seq, seqs[0])
    query = _joined(owner, turns.c.vector).where(
        turns.c.born_seq > seqs[0], turns.c.born_seq <= seqs[1], turns.c.turn_id > after
    )
    return list(connection.execute(query.order_by(turns.c.turn_id).limit(limit)))


def session_turns(
    connection: Connection, owner: Owner, place: tuple[str, str], upto: tuple[int, int | None], limit: int
) -> list[Row[Any]]:
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
    return list(connection.execute(statement, values).all())


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
        *(
            column
            for column in turns.c
            if column.name not in ("vector", "vector_next", "import_key", "tenant", "extra")
        ),
        records.c.character,
        records.c.session,
        records.c.round,
        records.c.recorded_us,
        *more,
    ).select_from(turns.join(records, on))


# Made once: a statement of so many columns takes longer to make than to run.
_BY_ID = _all_joined().where(
    turns.c.owner_id == bindparam("owner_id"), turns.c.turn_id.in_(bindparam("ids", expanding=True))
)


def read_record(connection: Connection, owner: Owner, record_id: str) -> Record | None:
    """Return one round, whole, or None."""
    row = connection.execute(
        select(records).where(records.c.owner_id == owner.owner_id, records.c.record_id == record_id)
    ).first()
    return None if row is None else _record(connection, owner, row)


def list_records(connection: Connection, owner: Owner, character: str | None, limit: int) -> list[Record]:
    """Return the newest `limit` rounds by time of happening, newest last; undated ones come first."""
    query = select(records).where(records.c.owner_id == owner.owner_id, records.c.died_seq.is_(None))
    if character is not None:
        query = query.where(records.c.character == character)
    order = (func.coalesce(records.c.happened_us, -(2**62)).desc(), records.c.born_seq.desc(), records.c.round.desc())
    rows = list(connection.execute(query.order_by(*order).limit(limit)))
    return [_record(connection, owner, row) for row in reversed(rows)]


def find_round(connection: Connection, owner: Owner, character: str, number: int) -> str | None:
    """Return the id of the record with this round's number, or None."""
    return connection.execute(
        select(records.c.record_id).where(
            records.c.owner_id == owner.owner_id, records.c.character == character, records.c.round == number
        )
    ).scalar()


def last_record(connection: Connection, owner: Owner, character: str, upto_us: int) -> Any | None:
    """Return session and time of the last round that happened up to a time, or None."""
    values = {"owner": owner.owner_id, "with_character": character, "upto_us": upto_us}
    return connection.execute(_LAST, values).first()


_LAST = (
    select(records.c.session, records.c.happened_us, records.c.record_id)
    .where(records.c.owner_id == bindparam("owner"), records.c.character == bindparam("with_character"))
    .where(records.c.happened_us <= bindparam("upto_us"))
    .order_by(records.c.happened_us.desc(), records.c.round.desc())
    .limit(1)
)


def count_by_character(connection: Connection, owner: Owner) -> dict[str, int]:
    """Return how many rounds there are with each character."""
    rows = connection.execute(
        select(records.c.character, func.count())
        .where(records.c.owner_id == owner.owner_id)
        .group_by(records.c.character)
    )
    return {row[0]: row[1] for row in rows}


def _record_values(write: OwnerWrite, draft: RecordDraft, number: int) -> dict[str, Any]:
    return {
        "owner_id": write.owner.owner_id,
        "record_id": draft.record_id,
        "tenant": write.owner.tenant,
        "character": draft.character,
        "session": draft.session,
        "round": number,
        "state": draft.state.value,
        "channel": draft.channel,
        **moment_values(draft.happened_at),
        "recorded_us": draft.recorded_us,
        "born_seq": write.seq,
        "writer": draft.writer,
    }


def _turn_values(write: OwnerWrite, record_id: str, start: int, drafts: Sequence[TurnDraft]) -> list[dict[str, Any]]:
    first = write.take_items(len(drafts))
    return [
        {
            "owner_id": write.owner.owner_id,
            "turn_id": first + at,
            "record_id": record_id,
            "tenant": write.owner.tenant,
            "position": start + at,
            "role": draft.role.value,
            "speaker": draft.speaker,
            "text": draft.text,
            **moment_values(draft.happened_at),
            "retrievable": int(draft.retrievable),
            "born_seq": write.seq,
            "import_key": draft.import_key,
            "vector": draft.vector,
            "extra": draft.extra,
        }
        for at, draft in enumerate(drafts)
    ]


def _answer_values(answer: Answer) -> dict[str, Any]:
    return {
        "model": answer.model,
        "preset": answer.preset,
        "settings": json.dumps(answer.settings, ensure_ascii=False, sort_keys=True),
        "augmented": answer.augmented,
        "query_vector": answer.query_vector,
        "trace": zlib.compress(json.dumps(answer.trace, ensure_ascii=False).encode(), 1),
        "template_hash": answer.template_hash,
        "prompt_hash": answer.prompt_hash,
        "raw": answer.raw,
        "analysis": answer.analysis,
        "reply_state": answer.reply_state,
        "bindings": " ".join(answer.bindings),
    }


def _record(connection: Connection, owner: Owner, row: Row[Any]) -> Record:
    found = connection.execute(
        select(turns)
        .where(turns.c.owner_id == owner.owner_id, turns.c.record_id == row.record_id)
        .order_by(turns.c.position)
    )
    return Record(
        record_id=row.record_id,
        person=owner.name,
        character=row.character,
        session=row.session,
        round=row.round,
        state=RecordState(row.state),
        channel=row.channel,
        happened_at=moment_of(row),
        recorded_us=row.recorded_us,
        seq=row.born_seq,
        turns=tuple(_turn(turn) for turn in found),
        answer=_answer(row) if row.trace is not None else None,
    )


def _turn(row: Row[Any]) -> Turn:
    return Turn(
        turn_id=row.turn_id,
        record_id=row.record_id,
        position=row.position,
        role=Role(row.role),
        speaker=row.speaker,
        text=row.text,
        happened_at=moment_of(row),
        retrievable=bool(row.retrievable),
        extra=row.extra,
    )


def _answer(row: Row[Any]) -> Answer:
    return Answer(
        model=row.model,
        preset=row.preset,
        settings=json.loads(row.settings),
        augmented=row.augmented,
        query_vector=row.query_vector,
        trace=json.loads(zlib.decompress(row.trace)),
        template_hash=row.template_hash,
        prompt_hash=row.prompt_hash,
        raw=row.raw,
        analysis=row.analysis,
        reply_state=row.reply_state,
        bindings=tuple(row.bindings.split()),
    )
