"""What a leaf held before: the values that the one it holds now was merged from, for how it came to be (B22).

In: leaves as they are shown. Out: their earlier values, a few steps back. A value that was corrected or deleted, and one
of another path, is not among them: only what was so and went on as something else.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from sqlalchemy import Connection, Select, and_, bindparam, literal, select, tuple_

from duramen.domain.persona import Leaf, LeafValue
from duramen.stores.owners import Owner
from duramen.stores.persona.leaves import LEAF_COLUMNS, PAST_COLUMNS, closed_later, quotes_of, value_of
from duramen.stores.persona.tables import leaves

STEPS = 3
"""How many values back are told: a leaf that changes daily has a thousand."""


def earlier_values(
    connection: Connection, owner: Owner, held: Sequence[Leaf], version: int
) -> dict[str, list[LeafValue]]:
    """Return the values that each leaf grew out of, oldest first, by path; a leaf without any is not in it.

    `version`: the version of the tree as of which it is told, the latest or an earlier one.
    """
    if not held:
        return {}
    values = {"owner": owner.owner_id, "held": [(leaf.path, leaf.version) for leaf in held]}
    rows = connection.execute(_before(), values).all()
    quotes = quotes_of(connection, owner, [row.leaf_id for row in rows]) if rows else {}
    is_open = closed_later(connection, owner, version) if rows else frozenset()
    found: dict[str, list[LeafValue]] = {}
    for row in rows:
        found.setdefault(row.path, []).append(value_of(row, quotes, is_open=row.leaf_id in is_open))
    return found


@cache
def _before() -> Select[Any]:
    mine = leaves.c.owner_id == bindparam("owner")
    line = (
        select(leaves.c.path, leaves.c.grown_from, literal(1).label("step"))
        .where(
            mine,
            tuple_(leaves.c.path, leaves.c.born_version).in_(bindparam("held", expanding=True)),
            leaves.c.grown_from.is_not(None),
        )
        .cte("line", recursive=True)
    )
    one = leaves.alias("one")
    before = and_(one.c.owner_id == bindparam("owner"), one.c.leaf_id == line.c.grown_from, one.c.path == line.c.path)
    line = line.union_all(
        select(one.c.path, one.c.grown_from, line.c.step + 1)
        .select_from(line.join(one, before))
        .where(line.c.step < STEPS, one.c.grown_from.is_not(None))
    )
    held_before = and_(mine, leaves.c.leaf_id == line.c.grown_from, leaves.c.path == line.c.path)
    return (
        select(*LEAF_COLUMNS, *PAST_COLUMNS)
        .select_from(line.join(leaves, held_before))
        .order_by(leaves.c.path, leaves.c.born_version)
    )
