"""What the rows of several tables share: moments as columns, batches of ids, and reading in the order of birth."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Connection, FromClause, and_, func, or_, select

from duramen.domain.time import Moment, Precision
from duramen.stores.owners import Owner

# SQLite takes at most 32,766 bound values; this stays far below on every engine.
IN_BATCH = 500
# No integer column holds this number or a larger one; nothing has such a number, and a query for it would fail.
LARGEST = 2**63


_PRECISIONS = {precision.value: precision for precision in Precision}


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
        precision=_PRECISIONS[row.precision],
    )


def not_by_index(column: Any) -> Any:
    """Return the column in a form for which SQLite takes no index, where another index finds far fewer rows."""
    return column + 0


def living(table: FromClause, at_seq: int | None) -> ColumnElement[bool]:
    """Return the condition that a row was there as of `at_seq`, None for the latest state."""
    born, died = table.c.born_seq, table.c.died_seq
    return died.is_(None) if at_seq is None else and_(born <= at_seq, or_(died.is_(None), died > at_seq))


def before_first_born(connection: Connection, owner: Owner, item: Any, born: Any, seq: int) -> int:
    """Return an id just below the first item that was born after `seq`; ids ascend with `born_seq`."""
    mine = item.table.c.owner_id == owner.owner_id
    first = select(func.min(born)).where(mine, born > seq).scalar_subquery()
    found = connection.execute(select(func.min(not_by_index(item))).where(mine, born == first)).scalar()
    return -1 if found is None else int(found) - 1
