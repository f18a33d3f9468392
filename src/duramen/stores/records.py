"""Rows of rounds and turns: written whole, read whole."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, bindparam, func, select

from duramen.domain.dialogue import Role
from duramen.domain.record import Answer, Record, RecordDraft, RecordState, Turn, TurnDraft
from duramen.domain.time import Moment
from duramen.stores.owners import Owner
from duramen.stores.rows import moment_of, moment_values
from duramen.stores.tables import records, turns
from duramen.stores.writing import OwnerWrite

CHAT = "chat"
"""The channel of rounds that are answered here."""


def add_records(write: OwnerWrite, drafts: Sequence[RecordDraft]) -> list[int]:
    """Store rounds with their turns in one go; returns each round's number, in the order given."""
    if not drafts:
        return []
    numbers = [write.take_round(draft.character) for draft in drafts]
    write.insert(records, [_record_values(write, draft, number) for draft, number in zip(drafts, numbers, strict=True)])
    write.insert(turns, [row for draft in drafts for row in _turn_values(write, draft.record_id, 0, draft.turns)])
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
    write.insert(turns, rows)
    return [row["turn_id"] for row in rows]


def complete_record(write: OwnerWrite, record_id: str, reply: TurnDraft | None, answer: Answer) -> None:
    """Add the reply and how it came about to an open round, and close it."""
    if reply is not None:
        append_turns(write, record_id, [reply])
    closed = {"state": RecordState.COMPLETE.value, "writer": ""}
    write.update(records, {"record_id": record_id}, closed | _answer_values(answer))


def set_state(write: OwnerWrite, record_ids: Iterable[str], state: RecordState) -> None:
    """Set the state of records that stand open."""
    for record_id in record_ids:
        write.update(records, {"record_id": record_id, "state": RecordState.OPEN.value}, {"state": state.value})


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


def answered_ids(
    connection: Connection, owner: Owner, character: str | None, session: str | None
) -> tuple[list[str], int]:
    """Return the rounds of a talk here, answered or to be answered, in the order of birth; and how many others there are.

    The others were imported or took place elsewhere. `character`, `session`: only of these, None for all.
    """
    mine = [records.c.owner_id == owner.owner_id]
    mine += [] if character is None else [records.c.character == character]
    mine += [] if session is None else [records.c.session == session]
    here = records.c.channel == CHAT
    ids = select(records.c.record_id).where(*mine, here).order_by(records.c.born_seq, records.c.round)
    others = select(func.count()).select_from(records).where(*mine, ~here)
    return list(connection.execute(ids).scalars()), int(connection.execute(others).scalar_one())


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


def round_before(connection: Connection, owner: Owner, character: str, seen: tuple[int, int | None]) -> Moment | None:
    """Return when the last round with a character happened, as of a state and up to a time, None where there is none.

    `seen`: (the latest born_seq, the latest time of happening or None) that are looked back on.
    """
    upto_seq, upto_us = seen
    query = select(records).where(
        records.c.owner_id == owner.owner_id,
        records.c.character == character,
        records.c.born_seq <= upto_seq,
        records.c.died_seq.is_(None) | (records.c.died_seq > upto_seq),
        records.c.happened_us.is_not(None),
    )
    if upto_us is not None:
        query = query.where(records.c.happened_us <= upto_us)
    row = connection.execute(query.order_by(records.c.happened_us.desc(), records.c.round.desc()).limit(1)).first()
    return None if row is None else moment_of(row)


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
        "record_id": draft.record_id,
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
            "turn_id": first + at,
            "record_id": record_id,
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
        "trace": packed_trace(answer.trace),
        "template_hash": answer.template_hash,
        "prompt_hash": answer.prompt_hash,
        "raw": answer.raw,
        "analysis": answer.analysis,
        "reply_state": answer.reply_state,
        "bindings": " ".join(answer.bindings),
        "queries": "\n".join(answer.queries),
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
        trace=unpacked_trace(row.trace),
        template_hash=row.template_hash,
        prompt_hash=row.prompt_hash,
        raw=row.raw,
        analysis=row.analysis,
        reply_state=row.reply_state,
        bindings=tuple(row.bindings.split()),
        queries=tuple(row.queries.splitlines()),
    )


def packed_trace(trace: Mapping[str, Any]) -> bytes:
    """Return a round's trace as its column holds it."""
    return zlib.compress(json.dumps(trace, ensure_ascii=False).encode(), 1)


def unpacked_trace(packed: bytes) -> dict[str, Any]:
    """Give back what `packed_trace` was given."""
    unpacked: dict[str, Any] = json.loads(zlib.decompress(packed))
    return unpacked
