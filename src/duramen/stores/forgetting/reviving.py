"""What stood in a leaf before a value that was forgotten, active again as a new version of the tree.

In: the ids of values that stay. Out: a version with a copy of each, which rests on what the value rested on. Where nothing
comes back a version is written all the same, since the tree is another one than a listener may have seen.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select

from duramen.domain.time import Moment
from duramen.stores.persona.leaves import LEAF_COLUMNS, leaf_of, quotes_of
from duramen.stores.persona.reading import current_version
from duramen.stores.persona.tables import leaf_quotes, leaves
from duramen.stores.persona.writing import Change, VersionDraft, write_version
from duramen.stores.writing import OwnerWrite

WRITER = "forget"


def revive(write: OwnerWrite, leaf_ids: Sequence[int], cause: str, recorded_us: int) -> None:
    """Write the values of these rows once more where their leaf is empty now; quotes whose turns are gone are left out."""
    query = select(*LEAF_COLUMNS).where(leaves.c.owner_id == write.owner.owner_id, leaves.c.leaf_id.in_(leaf_ids))
    rows = write.connection.execute(query.order_by(leaves.c.leaf_id)).all()
    standing = set(
        write.connection.execute(
            select(leaves.c.path).where(leaves.c.owner_id == write.owner.owner_id, leaves.c.died_version.is_(None))
        ).scalars()
    )
    quotes = quotes_of(write.connection, write.owner, [row.leaf_id for row in rows])
    changes = []
    for row in rows:
        leaf = leaf_of(row, quotes)
        if leaf.path in standing:
            continue
        standing.add(leaf.path)
        changes.append(
            Change(
                path=leaf.path,
                value=leaf.value,
                quotes=leaf.quotes,
                valid_from=leaf.valid_from,
                valid_to=leaf.valid_to,
                stated=leaf.stated,
                confidence=leaf.confidence,
                reason="what stood here before a later value was forgotten",
                writer=leaf.writer,
                grown_from=row.leaf_id,
            )
        )
    _write(write, changes, cause, recorded_us)


def bump(write: OwnerWrite, cause: str, recorded_us: int) -> None:
    """Write a version that changes nothing further."""
    _write(write, [], cause, recorded_us)


def _write(write: OwnerWrite, changes: Sequence[Change], cause: str, recorded_us: int) -> None:
    now = current_version(write.connection, write.owner)
    if not now.version:
        return
    draft = VersionDraft(
        after=now.version,
        schema=now.schema,
        schema_version=now.schema_version,
        cause=cause,
        writer=WRITER,
        recorded=Moment(at_us=recorded_us),
        source_id=_source(write),
    )
    write_version(write, draft, changes)


def _source(write: OwnerWrite) -> str:
    """Return whose turns the tree quotes: a character's own tree those of the person."""
    mine = leaf_quotes.c.owner_id == write.owner.owner_id
    return write.connection.execute(select(leaf_quotes.c.source_id).where(mine).limit(1)).scalar() or ""
