"""References between rows that the database itself does not enforce, and those that it does, held against what is there.

In: a connection that sees one state. Out: what names a row that is not there. What the chain says was lawfully erased is
told apart, as a `Dangling` with `erased`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from sqlalchemy import Column, Connection, Table, and_, func, or_, select

from duramen.stores.columns import keys_of
from duramen.stores.owners import OwnerKind
from duramen.stores.persona.tables import decisions, hints, leaf_quotes, leaves, tree_versions, windows
from duramen.stores.rows import IN_BATCH
from duramen.stores.sealing import ERASE, Row, owner_tables, row_key, unpacked
from duramen.stores.tables import chain, children, documents, heads, owners, parents, records, turns


@dataclass(frozen=True, slots=True, kw_only=True)
class Dangling:
    """A row that names what is not there, or holds what cannot be. `kind` says which rule; `erased`: and lawfully so."""

    kind: str
    owner_id: str
    table: str
    key: str
    names: str
    erased: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """Columns of a table that name a row of another; `owner`: the column of whose row it is. `unset` names none."""

    kind: str
    table: Table
    columns: tuple[str, ...]
    target: Table
    to: tuple[str, ...]
    owner: str = "owner_id"
    unset: str | int | None = None


REFERENCES = (
    Reference(kind="turn-record", table=turns, columns=("record_id",), target=records, to=("record_id",)),
    Reference(kind="parent-document", table=parents, columns=("document_id",), target=documents, to=("document_id",)),
    Reference(
        kind="child-parent",
        table=children,
        columns=("parent_id", "document_id"),
        target=parents,
        to=("parent_id", "document_id"),
    ),
    Reference(kind="quote-leaf", table=leaf_quotes, columns=("leaf_id",), target=leaves, to=("leaf_id",)),
    Reference(
        kind="quote-turn",
        table=leaf_quotes,
        columns=("turn_id", "record_id"),
        target=turns,
        to=("turn_id", "record_id"),
        owner="source_id",
    ),
    Reference(kind="leaf-grown-from", table=leaves, columns=("grown_from",), target=leaves, to=("leaf_id",)),
    Reference(kind="leaf-version", table=leaves, columns=("born_version",), target=tree_versions, to=("version",)),
    Reference(kind="leaf-version", table=leaves, columns=("died_version",), target=tree_versions, to=("version",)),
    Reference(kind="decision-leaf", table=decisions, columns=("leaf_id",), target=leaves, to=("leaf_id",)),
    Reference(
        kind="decision-window", table=decisions, columns=("window_id",), target=windows, to=("window_id",), unset=""
    ),
    Reference(
        kind="decision-version", table=decisions, columns=("version",), target=tree_versions, to=("version",), unset=0
    ),
    Reference(kind="hint-record", table=hints, columns=("record_id",), target=records, to=("record_id",)),
    Reference(
        kind="head-version", table=heads, columns=("tree_version",), target=tree_versions, to=("version",), unset=0
    ),
    *(
        Reference(kind="row-owner", table=table, columns=("owner_id",), target=owners, to=("owner_id",))
        for table in owner_tables()
        if table is not owners
    ),
    Reference(kind="owner-head", table=owners, columns=("owner_id",), target=heads, to=("owner_id",)),
)


class Erased:
    """What the chains say was lawfully erased, read once an owner."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._known: dict[str, frozenset[Row]] = {}

    def of(self, owner_id: str) -> frozenset[Row]:
        """Return the rows of an owner that were erased at some time."""
        if owner_id not in self._known:
            mine = select(chain.c.rows).where(chain.c.owner_id == owner_id, chain.c.kind == ERASE)
            lists = self._connection.execute(mine).scalars()
            self._known[owner_id] = frozenset(
                row for packed in lists for row, digest in _readable(packed) if digest is None
            )
        return self._known[owner_id]

    def has(self, owner_id: str, table: Table, values: dict[str, object]) -> bool:
        """Tell whether the row of these key columns was erased; where they are no key, whether any row of the table was."""
        if set(keys_of(table)) <= set(values):
            return (table.name, row_key(table, values)) in self.of(owner_id)
        return any(name == table.name for name, _ in self.of(owner_id))


def _readable(packed: bytes) -> list[tuple[Row, bytes | None]]:
    try:
        return list(unpacked(packed))
    except ValueError:
        return []  # `duramen verify` names the entry


def dangling_of(connection: Connection, reference: Reference, erased: Erased) -> Iterator[Dangling]:
    """Give the rows of a table whose reference leads nowhere, by their keys."""
    table, owner = reference.table, reference.table.c[reference.owner]
    target = reference.target.alias("target")
    here = [table.c[name] for name in reference.columns]
    pairs = [target.c[to] == column for to, column in zip(reference.to, here, strict=True)]
    if "owner_id" not in reference.to:
        pairs.append(target.c.owner_id == owner)
    missing = select(table).where(~select(target.c.owner_id).where(*pairs).exists())
    missing = missing.where(*(column.is_not(None) for column in here))
    if reference.unset is not None:
        missing = missing.where(here[0] != reference.unset)
    for row in connection.execute(missing.order_by(*table.primary_key)):
        values = row._asdict()
        named = dict(zip(reference.to, (values[column.name] for column in here), strict=True))
        yield Dangling(
            kind=reference.kind,
            owner_id=values["owner_id"],
            table=table.name,
            key=row_key(table, values),
            names=f"{reference.target.name} {'/'.join(map(str, named.values()))}",
            erased=erased.has(values[reference.owner], reference.target, named),
        )


def speakers_of(connection: Connection) -> dict[str, str]:
    """Return, of what characters say of themselves, whose rounds it was said in: the person, whose turns it rests on."""
    query = select(owners.c.owner_id, owners.c.name).where(owners.c.kind == OwnerKind.SELF.value)
    return {row.owner_id: row.name.partition(":")[0] for row in connection.execute(query)}


def misplaced_spans(connection: Connection) -> Iterator[Dangling]:
    """Give the quotes and chunks whose span lies outside the text that it is cut from."""
    yield from _outside(connection, leaf_quotes, turns, leaf_quotes.c.source_id, "turn_id")
    yield from _outside(connection, children, parents, children.c.owner_id, "parent_id")


def _outside(connection: Connection, table: Table, source: Table, owner: Column[str], by: str) -> Iterator[Dangling]:
    on = and_(source.c.owner_id == owner, source.c[by] == table.c[by])
    start, end = table.c.start, table.c.end
    outside = or_(start < 0, end < start, end > func.length(source.c.text))
    for row in connection.execute(select(table).select_from(table.join(source, on)).where(outside)):
        values = row._asdict()
        yield Dangling(
            kind="span",
            owner_id=values["owner_id"],
            table=table.name,
            key=row_key(table, values),
            names=f"characters {values['start']} to {values['end']} of {source.name} {values[by]}",
        )


def absent(connection: Connection, column: Column[int], ids: Collection[int], owner_id: str) -> set[int]:
    """Return which ids are in no row of an owner."""
    wanted, found = list(ids), set()
    for at in range(0, len(wanted), IN_BATCH):
        mine = column.table.c.owner_id == owner_id
        query = select(column).where(mine, column.in_(wanted[at : at + IN_BATCH]))
        found |= set(connection.execute(query).scalars())
    return set(wanted) - found
