"""Reading trees: as they are, at a version, at a time in the world; the history of a leaf; the list of versions.

However many versions there are, the tree as it is goes by the index of what stands, and an earlier one by one look-up
for each path that was ever filled.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import BindParameter, ColumnElement, Connection, Row, Select, and_, bindparam, func, select, tuple_

from duramen.domain.persona import Leaf, LeafValue, Tree
from duramen.stores.owners import Owner
from duramen.stores.persona.leaves import LEAF_COLUMNS, PAST_COLUMNS, closed_later, leaf_of, quotes_of, value_of
from duramen.stores.persona.tables import leaves, tree_versions
from duramen.stores.rows import LARGEST
from duramen.stores.tables import heads


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeVersion:
    """One version of a tree: its schema, what made it, who wrote it, when; version 0 is the empty tree of no schema."""

    version: int
    schema: str = ""
    schema_version: int = 0
    cause: str = ""
    writer: str = ""
    recorded_us: int = 0
    seq: int = 0


NO_VERSION = TreeVersion(version=0)

_OWNER: BindParameter[str] = bindparam("owner")
_VERSION_COLUMNS = [tree_versions.c[name] for name in TreeVersion.__dataclass_fields__]
_HEAD = (
    select(*_VERSION_COLUMNS)
    .select_from(
        heads.outerjoin(
            tree_versions,
            and_(tree_versions.c.owner_id == heads.c.owner_id, tree_versions.c.version == heads.c.tree_version),
        )
    )
    .where(heads.c.owner_id == _OWNER)
)
_AS_OF = (
    select(*_VERSION_COLUMNS)
    .where(tree_versions.c.owner_id == _OWNER, tree_versions.c.seq <= bindparam("at_seq"))
    .order_by(tree_versions.c.version.desc())
    .limit(1)
)
_MINE = leaves.c.owner_id == _OWNER
_STANDING = select(*LEAF_COLUMNS).where(_MINE, leaves.c.died_version.is_(None)).order_by(leaves.c.path)

_VALUES = select(leaves.c.path, leaves.c.value).where(_MINE, leaves.c.died_version.is_(None)).order_by(leaves.c.path)


def current_version(connection: Connection, owner: Owner) -> TreeVersion:
    """Return the version at which the owner's tree stands."""
    row = connection.execute(_HEAD, {"owner": owner.owner_id}).one()
    return NO_VERSION if row.version is None else TreeVersion(**row._mapping)


def find_version(connection: Connection, owner: Owner, version: int) -> TreeVersion | None:
    """Return a version of the tree, None where there is none of this number."""
    if version == 0:
        return NO_VERSION
    if not 0 < version < LARGEST:
        return None
    row = connection.execute(
        select(*_VERSION_COLUMNS).where(tree_versions.c.owner_id == owner.owner_id, tree_versions.c.version == version)
    ).first()
    return None if row is None else TreeVersion(**row._mapping)


def version_as_of(connection: Connection, owner: Owner, seq: int) -> TreeVersion:
    """Return the version at which the owner's tree stood as of a state; the empty tree before the first."""
    row = connection.execute(_AS_OF, {"owner": owner.owner_id, "at_seq": seq}).first()
    return NO_VERSION if row is None else TreeVersion(**row._mapping)


def list_versions(connection: Connection, owner: Owner, limit: int) -> list[TreeVersion]:
    """Return the newest `limit` versions, newest last."""
    rows = connection.execute(
        select(*_VERSION_COLUMNS)
        .where(tree_versions.c.owner_id == owner.owner_id)
        .order_by(tree_versions.c.version.desc())
        .limit(min(limit, LARGEST - 1))
    ).all()
    return [TreeVersion(**row._mapping) for row in reversed(rows)]


def read_tree(connection: Connection, owner: Owner, version: TreeVersion | None = None, *, quotes: bool = True) -> Tree:
    """Return the tree at a version, None for the latest; leaves by path. Without `quotes` it is read faster."""
    if version is None:
        version = current_version(connection, owner)
        rows = connection.execute(_STANDING, {"owner": owner.owner_id}).all()
    else:
        values = {"owner": owner.owner_id, "at_version": version.version}
        rows = connection.execute(_at_version(), values).all()
    return _tree(connection, owner, version, rows, quotes)


def read_values(connection: Connection, owner: Owner) -> dict[str, str]:
    """Return what the tree's leaves hold now, by path: all that a gate needs of it."""
    return dict(connection.execute(_VALUES, {"owner": owner.owner_id}).all())


def read_tree_at(connection: Connection, owner: Owner, at_us: int, version: TreeVersion | None = None) -> Tree:
    """Return what was so at a time in the world, by all that is known now; leaves by path, at most one value each.

    `version`: by all that was known at this earlier version instead.
    """
    if version is None:
        rows = connection.execute(_at_time(), {"owner": owner.owner_id, "at_us": at_us}).all()
        return _tree(connection, owner, current_version(connection, owner), rows, quotes=True)
    return _tree(connection, owner, version, _held_then(connection, owner, at_us, version.version), quotes=True)


def _held_then(connection: Connection, owner: Owner, at_us: int, version: int) -> list[Row[Any]]:
    """Return the rows that `_at_time` would have given at an earlier version, when ends told later were not known."""
    rows = connection.execute(_BEGUN, {"owner": owner.owner_id, "at_us": at_us, "at_version": version}).all()
    open_then = closed_later(connection, owner, version)
    held: dict[str, Row[Any]] = {}
    for row in rows:  # in the order in which they began: the last one holds
        end_us = row.end_us
        if row.leaf_id in open_then:
            end_us = None
        elif row.died_version is None or row.died_version > version:
            end_us = leaf_of(row, {}).valid_to.until_us()
        if end_us is None or end_us > at_us:
            held[row.path] = row
    return [held[path] for path in sorted(held)]


def _tree(connection: Connection, owner: Owner, version: TreeVersion, rows: Any, quotes: bool) -> Tree:
    found = quotes_of(connection, owner, [row.leaf_id for row in rows]) if quotes else {}
    return Tree(schema=version.schema, version=version.version, leaves={row.path: leaf_of(row, found) for row in rows})


_BEGUN = (
    select(*LEAF_COLUMNS, *PAST_COLUMNS)
    .where(_MINE, leaves.c.born_version <= bindparam("at_version"), leaves.c.begin_us <= bindparam("at_us"))
    .order_by(leaves.c.begin_us, leaves.c.born_version)
)


@cache
def _at_version() -> Select[Any]:
    """For each path the latest row born up to the version, where it had not died by then."""
    paths, other = _paths(), leaves.alias("other")
    born = (
        select(func.max(other.c.born_version))
        .where(
            other.c.owner_id == _OWNER,
            other.c.path == paths.c.path,
            other.c.born_version <= bindparam("at_version"),
        )
        .scalar_subquery()
    )
    stands = leaves.c.died_version.is_(None) | (leaves.c.died_version > bindparam("at_version"))
    return _for_paths(paths, leaves.c.born_version == born, stands)


@cache
def _at_time() -> Select[Any]:
    """For each path the row that began last of those that held at the time."""
    paths, other = _paths(), leaves.alias("other")
    holds = other.c.end_us.is_(None) | (other.c.end_us > bindparam("at_us"))
    begun = (
        select(other.c.leaf_id)
        .where(other.c.owner_id == _OWNER, other.c.path == paths.c.path, other.c.begin_us <= bindparam("at_us"), holds)
        .order_by(other.c.begin_us.desc(), other.c.born_version.desc())
        .limit(1)
        .scalar_subquery()
    )
    return _for_paths(paths, leaves.c.leaf_id == begun)


def _for_paths(paths: Any, *is_the_row: ColumnElement[bool]) -> Select[Any]:
    joined = paths.join(leaves, and_(_MINE, leaves.c.path == paths.c.path, *is_the_row))
    return select(*LEAF_COLUMNS).select_from(joined).order_by(leaves.c.path)


def _paths() -> Any:
    """Return the owner's paths, each found by one step in the index from the one before it."""
    paths = select(func.min(leaves.c.path).label("path")).where(_MINE).cte("paths", recursive=True)
    other = leaves.alias("following")
    following = (
        select(func.min(other.c.path)).where(other.c.owner_id == _OWNER, other.c.path > paths.c.path).scalar_subquery()
    )
    return paths.union_all(select(following).where(paths.c.path.is_not(None)))


def leaf_history(connection: Connection, owner: Owner, path: str) -> list[LeafValue]:
    """Return every value that a leaf has held, oldest first."""
    rows = connection.execute(
        select(*LEAF_COLUMNS, *PAST_COLUMNS)
        .where(leaves.c.owner_id == owner.owner_id, leaves.c.path == path)
        .order_by(leaves.c.born_version)
    ).all()
    return _values(connection, owner, rows)


def lineage(connection: Connection, owner: Owner, leaf_id: int) -> list[LeafValue]:
    """Return a value and all those that it was merged, restored or moved from, oldest first."""
    line = (
        select(leaves.c.leaf_id, leaves.c.grown_from)
        .where(leaves.c.owner_id == owner.owner_id, leaves.c.leaf_id == leaf_id)
        .cte("line", recursive=True)
    )
    before = leaves.alias("before")
    line = line.union(
        select(before.c.leaf_id, before.c.grown_from)
        .select_from(before.join(line, before.c.leaf_id == line.c.grown_from))
        .where(before.c.owner_id == owner.owner_id)
    )
    rows = connection.execute(
        select(*LEAF_COLUMNS, *PAST_COLUMNS)
        .select_from(line.join(leaves, and_(leaves.c.owner_id == owner.owner_id, leaves.c.leaf_id == line.c.leaf_id)))
        .order_by(leaves.c.born_version, leaves.c.leaf_id)
    ).all()
    return _values(connection, owner, rows)


def _values(connection: Connection, owner: Owner, rows: list[Row[Any]] | Any) -> list[LeafValue]:
    quotes = quotes_of(connection, owner, [row.leaf_id for row in rows])
    return [value_of(row, quotes) for row in rows]


def standing_ids(connection: Connection, owner: Owner, version: TreeVersion) -> dict[str, int]:
    """Return the leaf ids of a version by path."""
    values = {"owner": owner.owner_id, "at_version": version.version}
    return {row.path: row.leaf_id for row in connection.execute(_at_version(), values)}


def leaves_born(connection: Connection, owner: Owner, named: Sequence[tuple[str, int]]) -> dict[tuple[str, int], Leaf]:
    """Return leaves by (path, the version that first had the value), as they were written; those not there are left out."""
    if not named:
        return {}
    rows = connection.execute(_BORN, {"owner": owner.owner_id, "named": list(dict.fromkeys(named))}).all()
    quotes = quotes_of(connection, owner, [row.leaf_id for row in rows])
    return {(row.path, row.born_version): leaf_of(row, quotes) for row in rows}


_BORN = select(*LEAF_COLUMNS).where(
    _MINE, tuple_(leaves.c.path, leaves.c.born_version).in_(bindparam("named", expanding=True))
)
