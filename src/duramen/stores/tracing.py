"""Rows as a drift over many rounds reads them: what each round's record keeps of its answer, and how trees grew.

All of an owner at once, a few columns each: thousands of rounds are read in a handful of statements.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, case, func, select

from duramen.stores.owners import Owner
from duramen.stores.persona.tables import decisions, leaves, tree_versions, windows
from duramen.stores.tables import records, turns


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRow:
    """A round in the order in which it happened; `trace` is None for one that was not answered here."""

    record_id: str
    session: str
    born_seq: int
    last_turn: int
    language: str
    analysis_chars: int
    reply_state: str
    trace: dict[str, Any] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionRow:
    """A version of a tree: its seq, the last turn of the window that made it (None by hand), and what it changed.

    `born` and `ended`: values; `applied`: operations.
    """

    version: int
    seq: int
    upto_turn: int | None
    born: int
    ended: int
    applied: int


def round_rows(connection: Connection, owner: Owner, session: str) -> list[RoundRow]:
    """Return an owner's rounds by time of happening, undated first; what was answered is unpacked of `session` alone, "" for all."""
    wanted = records.c.trace if not session else case((records.c.session == session, records.c.trace))
    last = (
        select(turns.c.record_id, func.max(turns.c.turn_id).label("last_turn"))
        .where(turns.c.owner_id == owner.owner_id)
        .group_by(turns.c.record_id)
        .subquery()
    )
    rows = connection.execute(
        select(
            records.c.record_id,
            records.c.session,
            records.c.born_seq,
            last.c.last_turn,
            func.length(records.c.analysis).label("analysis_chars"),
            records.c.reply_state,
            wanted.label("trace"),
        )
        .select_from(records.join(last, last.c.record_id == records.c.record_id))
        .where(records.c.owner_id == owner.owner_id, records.c.died_seq.is_(None))
        .order_by(func.coalesce(records.c.happened_us, -(2**62)), records.c.born_seq, records.c.round)
    )
    return [_round(row) for row in rows]


def _round(row: Any) -> RoundRow:
    trace = None if row.trace is None else json.loads(zlib.decompress(row.trace))
    return RoundRow(
        record_id=row.record_id,
        session=row.session,
        born_seq=row.born_seq,
        last_turn=row.last_turn,
        language=trace["language"] if trace else "",
        analysis_chars=row.analysis_chars,
        reply_state=row.reply_state,
        trace=trace,
    )


def turn_times(connection: Connection, owner: Owner) -> dict[int, int]:
    """Return when each of an owner's turns happened, in microseconds, by turn id; undated ones are not in it."""
    rows = connection.execute(
        select(turns.c.turn_id, turns.c.happened_us).where(
            turns.c.owner_id == owner.owner_id, turns.c.happened_us.is_not(None)
        )
    )
    return dict(rows.all())


def version_rows(connection: Connection, owner: Owner) -> list[VersionRow]:
    """Return the versions of an owner's tree, oldest first, with what each changed."""

    def counted(column: Any, *conditions: Any) -> dict[int, int]:
        found = connection.execute(
            select(column, func.count())
            .where(column.table.c.owner_id == owner.owner_id, column.is_not(None), *conditions)
            .group_by(column)
        )
        return dict(found.all())

    born, ended = counted(leaves.c.born_version), counted(leaves.c.died_version)
    applied = counted(decisions.c.version, decisions.c.outcome == "applied")
    upto = dict(
        connection.execute(
            select(windows.c.window_id, windows.c.upto_turn).where(windows.c.owner_id == owner.owner_id)
        ).all()
    )
    rows = connection.execute(
        select(tree_versions.c.version, tree_versions.c.seq, tree_versions.c.cause)
        .where(tree_versions.c.owner_id == owner.owner_id)
        .order_by(tree_versions.c.version)
    )
    return [
        VersionRow(
            version=row.version,
            seq=row.seq,
            upto_turn=upto.get(row.cause.removeprefix("window ")) if row.cause.startswith("window ") else None,
            born=born.get(row.version, 0),
            ended=ended.get(row.version, 0),
            applied=applied.get(row.version, 0),
        )
        for row in rows
    ]
