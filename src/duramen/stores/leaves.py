"""Rows of leaves as values: columns of moments, quotes with their words, what a row says of its past.

The words of a quote are cut from the turn when they are read: they stand nowhere else, so that a forgotten turn leaves
quotes without words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, and_, bindparam, func, select

from duramen.domain.persona import Leaf, LeafValue, Quote
from duramen.domain.time import UNKNOWN_MOMENT, Moment, Precision
from duramen.stores.owners import Owner
from duramen.stores.rows import IN_BATCH, moment_of
from duramen.stores.tables import turns
from duramen.stores.tree_tables import leaf_quotes

Quotes = dict[int, tuple[Quote, ...]]

_PRECISIONS = {precision.value: precision for precision in Precision}
_ON_TURN = and_(turns.c.owner_id == leaf_quotes.c.source_id, turns.c.turn_id == leaf_quotes.c.turn_id)
_WORDS = func.substr(turns.c.text, leaf_quotes.c.start + 1, leaf_quotes.c.end - leaf_quotes.c.start)
_QUOTES = (
    select(
        leaf_quotes.c.leaf_id,
        leaf_quotes.c.record_id,
        leaf_quotes.c.turn_id,
        leaf_quotes.c.start,
        leaf_quotes.c.end,
        _WORDS.label("words"),
        turns.c.happened_us,
        turns.c.zone,
        turns.c.offset_minutes,
        turns.c.precision,
    )
    .select_from(leaf_quotes.outerjoin(turns, _ON_TURN))
    .where(leaf_quotes.c.owner_id == bindparam("owner"), leaf_quotes.c.leaf_id.in_(bindparam("ids", expanding=True)))
    .order_by(leaf_quotes.c.leaf_id, leaf_quotes.c.position)
)


def quotes_of(connection: Connection, owner: Owner, leaf_ids: Sequence[int]) -> Quotes:
    """Return the quotes of leaves by leaf id, each in the order in which they were given."""
    found: dict[int, list[Quote]] = {}
    for at in range(0, len(leaf_ids), IN_BATCH):
        values = {"owner": owner.owner_id, "ids": list(leaf_ids[at : at + IN_BATCH])}
        for row in connection.execute(_QUOTES, values):
            found.setdefault(row.leaf_id, []).append(_quote(row))
    return {leaf_id: tuple(quotes) for leaf_id, quotes in found.items()}


def _quote(row: Any) -> Quote:
    return Quote(
        record_id=row.record_id,
        turn_id=row.turn_id,
        start=row.start,
        end=row.end,
        words=row.words or "",
        said_at=UNKNOWN_MOMENT if row.precision is None else moment_of(row),
    )


def leaf_of(row: Any, quotes: Quotes) -> Leaf:
    """Return a row's leaf as it was written: its end only where the end was told."""
    return Leaf(
        path=row.path,
        value=row.value,
        quotes=quotes.get(row.leaf_id, ()),
        valid_from=_moment(row.from_us, row.from_zone, row.from_offset_minutes, row.from_precision),
        valid_to=_told_end(row) if row.to_told else UNKNOWN_MOMENT,
        recorded_us=row.recorded_us,
        version=row.born_version,
        writer=row.writer,
        stated=bool(row.stated),
        confidence=row.confidence,
    )


def value_of(row: Any, quotes: Quotes) -> LeafValue:
    """Return a row as a value in its leaf's history: with its end, also where that only follows from what came after."""
    leaf = leaf_of(row, quotes)
    end = _told_end(row)
    if row.end_us is not None and row.end_us != end.until_us() and (row.to_told or not end.known):
        end = Moment(
            at_us=row.end_us, zone=row.to_zone, offset_minutes=row.to_offset_minutes
        )  # ended before it was due
    fields = {name: getattr(leaf, name) for name in Leaf.__dataclass_fields__}
    return LeafValue(
        leaf_id=row.leaf_id,
        leaf=Leaf(**{**fields, "valid_to": end}),
        reason=row.reason,
        ended_version=row.died_version,
        ended_us=row.ended_us,
        ended_by=row.ended_by,
        end_reason=row.end_reason,
        grown_from=row.grown_from,
    )


def _told_end(row: Any) -> Moment:
    return _moment(row.to_us, row.to_zone, row.to_offset_minutes, row.to_precision)


def _moment(at_us: int | None, zone: str, offset_minutes: int, precision: str) -> Moment:
    if at_us is None and precision == "unknown":
        return UNKNOWN_MOMENT  # most leaves: no need for a new one each
    return Moment(at_us=at_us, zone=zone, offset_minutes=offset_minutes, precision=_PRECISIONS[precision])


def moment_columns(moment: Moment, prefix: str) -> dict[str, Any]:
    """Return a moment as the values of columns with a prefix ("from_", "to_")."""
    return {
        f"{prefix}us": moment.at_us,
        f"{prefix}zone": moment.zone,
        f"{prefix}offset_minutes": moment.offset_minutes,
        f"{prefix}precision": moment.precision.value,
    }
