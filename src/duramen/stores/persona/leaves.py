"""Rows of leaves as values: columns of moments, quotes with their words, what a row says of its past.

The words of a quote are cut from the turn when they are read: they stand nowhere else, so that a forgotten turn leaves
quotes without words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Select, and_, bindparam, func, select

from duramen.domain.persona import Leaf, LeafValue, Quote
from duramen.domain.time import UNKNOWN_MOMENT, Moment, Precision
from duramen.stores.owners import Owner
from duramen.stores.persona.tables import leaf_quotes, leaves
from duramen.stores.rows import IN_BATCH
from duramen.stores.tables import turns

PAST_COLUMNS = tuple(
    leaves.c[name] for name in ("reason", "died_version", "ended_us", "ended_by", "end_reason", "grown_from", "end_us")
)
"""What `value_of` reads after LEAF_COLUMNS."""

Quotes = dict[int, tuple[Quote, ...]]

_MOMENT = ("us", "zone", "offset_minutes", "precision")
LEAF_COLUMNS = tuple(
    leaves.c[name]
    for name in (
        "leaf_id",
        "path",
        "value",
        "born_version",
        "recorded_us",
        "writer",
        "stated",
        "confidence",
        "to_told",
        *(f"from_{name}" for name in _MOMENT),
        *(f"to_{name}" for name in _MOMENT),
    )
)
"""What `leaf_of` reads, in its order."""

_WIDTH = len(LEAF_COLUMNS)
_PRECISIONS = {precision.value: precision for precision in Precision}
# The turn of a quote, and its words in that turn.
ON_TURN = and_(turns.c.owner_id == leaf_quotes.c.source_id, turns.c.turn_id == leaf_quotes.c.turn_id)
WORDS = func.substr(turns.c.text, leaf_quotes.c.start + 1, leaf_quotes.c.end - leaf_quotes.c.start)
_QUOTES = (
    select(
        leaf_quotes.c.leaf_id,
        leaf_quotes.c.record_id,
        leaf_quotes.c.turn_id,
        leaf_quotes.c.start,
        leaf_quotes.c.end,
        WORDS.label("words"),
        turns.c.happened_us,
        turns.c.zone,
        turns.c.offset_minutes,
        turns.c.precision,
    )
    .select_from(leaf_quotes.outerjoin(turns, ON_TURN))
    .where(leaf_quotes.c.owner_id == bindparam("owner"), leaf_quotes.c.leaf_id.in_(bindparam("ids", expanding=True)))
    .order_by(leaf_quotes.c.leaf_id, leaf_quotes.c.position)
)


def quotes_of(connection: Connection, owner: Owner, leaf_ids: Sequence[int]) -> Quotes:
    """Return the quotes of leaves by leaf id, each in the order in which they were given."""
    found: dict[int, list[Quote]] = {}
    for at in range(0, len(leaf_ids), IN_BATCH):
        values = {"owner": owner.owner_id, "ids": list(leaf_ids[at : at + IN_BATCH])}
        for leaf_id, *quote in connection.execute(_QUOTES, values).all():
            found.setdefault(leaf_id, []).append(_quote(quote))
    return {leaf_id: tuple(quotes) for leaf_id, quotes in found.items()}


def words_of(connection: Connection, source: Owner, quote: Quote | None) -> str:
    """Return the words of a quote that no leaf holds yet, "" where there is none or its turn is gone."""
    if quote is None:
        return ""
    found = connection.execute(
        select(func.substr(turns.c.text, quote.start + 1, quote.end - quote.start)).where(
            turns.c.owner_id == source.owner_id, turns.c.turn_id == quote.turn_id
        )
    ).scalar()
    return found or ""


def _quote(values: Sequence[Any]) -> Quote:
    record_id, turn_id, start, end, words, *moment = values
    said_at = UNKNOWN_MOMENT if moment[0] is None else _moment(moment)
    return Quote(record_id=record_id, turn_id=turn_id, start=start, end=end, words=words or "", said_at=said_at)


def leaf_of(row: Any, quotes: Quotes) -> Leaf:
    """Return the leaf in a row that begins with LEAF_COLUMNS, as it was written: its end only where the end was told."""
    # Taken apart by position, and unknown moments shared: a tree of 300 leaves is read at every question.
    (leaf_id, path, value, born_version, recorded_us, writer, stated, confidence, to_told, *moments) = row[:_WIDTH]
    return Leaf(
        path=path,
        value=value,
        quotes=quotes.get(leaf_id, ()),
        valid_from=UNKNOWN_MOMENT if moments[0] is None else _moment(moments[:4]),
        valid_to=_moment(moments[4:]) if to_told else UNKNOWN_MOMENT,
        recorded_us=recorded_us,
        version=born_version,
        writer=writer,
        stated=stated == 1,
        confidence=confidence,
    )


def closed_later(connection: Connection, owner: Owner, version: int) -> frozenset[int]:
    """Return the values that had left the tree at a version and were still so in the world by what was known then.

    Their end came to be known when their leaf was deleted, at a later version (`writing`): it is all that is ever written
    of a value after it left the tree.
    """
    rows = connection.execute(_CLOSED_LATER, {"owner": owner.owner_id, "at_version": version})
    return frozenset(row.leaf_id for row in rows)


def _closed_later() -> Select[Any]:
    deleted, after = leaves.alias("deleted"), leaves.alias("after")
    replaced = (
        select(after.c.leaf_id)
        .where(after.c.owner_id == deleted.c.owner_id, after.c.path == deleted.c.path)
        .where(after.c.born_version == deleted.c.died_version)
    )
    by_then = (
        select(deleted.c.leaf_id)
        .where(deleted.c.owner_id == leaves.c.owner_id, deleted.c.path == leaves.c.path)
        .where(deleted.c.died_version.between(leaves.c.died_version, bindparam("at_version")), ~replaced.exists())
    )
    return select(leaves.c.leaf_id).where(
        leaves.c.owner_id == bindparam("owner"),
        leaves.c.died_version <= bindparam("at_version"),
        leaves.c.to_told == 0,
        leaves.c.to_us.is_(None),
        leaves.c.end_us.is_not(None),
        ~by_then.exists(),
    )


_CLOSED_LATER = _closed_later()


def value_of(row: Any, quotes: Quotes, *, is_open: bool = False) -> LeafValue:
    """Return a row as a value in its leaf's history: with its end, also where that only follows from what came after.

    `is_open`: its end was not known yet at the version that is read (`closed_later`).
    """
    leaf = leaf_of(row, quotes)
    end = _moment((row.to_us, row.to_zone, row.to_offset_minutes, row.to_precision))
    if is_open:
        end = UNKNOWN_MOMENT
    elif row.end_us is not None and row.end_us != end.until_us() and (row.to_told or not end.known):
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


def _moment(values: Sequence[Any]) -> Moment:
    at_us, zone, offset_minutes, precision = values
    return Moment(at_us=at_us, zone=zone, offset_minutes=offset_minutes, precision=_PRECISIONS[precision])


def moment_columns(moment: Moment, prefix: str) -> dict[str, Any]:
    """Return a moment as the values of columns with a prefix ("from_", "to_")."""
    return {
        f"{prefix}us": moment.at_us,
        f"{prefix}zone": moment.zone,
        f"{prefix}offset_minutes": moment.offset_minutes,
        f"{prefix}precision": moment.precision.value,
    }
