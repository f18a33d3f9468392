"""An owner's counters and names held against their rows, and the database's own check of itself.

In: a connection that sees one state. Out: a `Dangling` for each number or name that its rows belie.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

from sqlalchemy import Connection, Table, func, select, text

from duramen.stores.columns import keys_of
from duramen.stores.owners import OwnerKind
from duramen.stores.persona.tables import tree_versions, windows
from duramen.stores.references import Dangling, Erased, speakers_of
from duramen.stores.sealing import owner_tables
from duramen.stores.tables import chain, children, heads, owners, records, store_facts, turns
from duramen.stores.vectors import EMBEDDER

_ITEMS = (
    "turn_id",
    "parent_id",
    "child_id",
    "card_id",
    "leaf_id",
    "decision_id",
    "grant_id",
    "consent_id",
    "schema_id",
    "hint_id",
)
MOST_SKIPPED = 1_000
"""So many versions that are not there are told of a tree: a damaged number may seem to skip any number of them."""
_SEQS = ("born_seq", "died_seq", "seq")


def wrong_counters(connection: Connection, erased: Erased) -> Iterator[Dangling]:
    """Give the heads whose counters are below what was handed out, and trees with a version that is not there."""
    largest = {"next_item": _largest(connection, _item_columns()), "seq": _largest(connection, _seq_columns())}
    rounds, heard = _rounds(connection), _largest(connection, [(windows, "upto_turn")])
    next_items = {
        row.owner_id: row.next_item for row in connection.execute(select(heads.c.owner_id, heads.c.next_item))
    }
    speakers = speakers_of(connection)
    for head in connection.execute(select(heads).order_by(heads.c.owner_id)):
        top = largest["next_item"].get(head.owner_id, 0)
        if head.next_item <= top:
            yield _head(head, f"next_item {head.next_item}, though {top} is taken")
        top = largest["seq"].get(head.owner_id, 0)
        if head.seq < top:
            yield _head(head, f"seq {head.seq}, though {top} is taken")
        upto = max(head.heard_upto, heard.get(head.owner_id, 0))
        if upto >= next_items.get(speakers.get(head.owner_id, head.owner_id), 1):
            yield _head(head, f"turns heard up to {upto}, which no turn has yet")
        handed = _handed(head.rounds)
        for character, top in rounds.get(head.owner_id, {}).items():
            if handed.get(character, 0) < top:
                yield _head(head, f"rounds with {character!r} up to {handed.get(character, 0)}, though {top} is taken")
        yield from _versions(connection, head, erased)


def _head(head: Any, names: str) -> Dangling:
    return Dangling(kind="counter", owner_id=head.owner_id, table=heads.name, key="", names=names)


def _item_columns() -> list[tuple[Table, str]]:
    """Return the columns whose numbers come from `next_item`."""
    return [(table, name) for table in owner_tables() for name in keys_of(table) if name in _ITEMS]


def _seq_columns() -> list[tuple[Table, str]]:
    tables = (chain, *(table for table in owner_tables() if table is not heads))
    return [(table, name) for table in tables for name in _SEQS if name in table.c]


def _largest(connection: Connection, columns: list[tuple[Table, str]]) -> dict[str, int]:
    found: dict[str, int] = {}
    for table, name in columns:
        query = select(table.c.owner_id, func.max(table.c[name])).group_by(table.c.owner_id)
        for owner_id, top in connection.execute(query):
            found[owner_id] = max(found.get(owner_id, 0), top or 0)
    return found


def _rounds(connection: Connection) -> dict[str, dict[str, int]]:
    columns = (records.c.owner_id, records.c.character)
    found: dict[str, dict[str, int]] = {}
    for owner_id, character, top in connection.execute(select(*columns, func.max(records.c.round)).group_by(*columns)):
        found.setdefault(owner_id, {})[character] = top
    return found


def _handed(packed: str) -> dict[str, int]:
    try:
        handed = json.loads(packed)
        return {str(name): int(number) for name, number in handed.items()}
    except (ValueError, AttributeError, TypeError):
        return {}


def _versions(connection: Connection, head: Any, erased: Erased) -> Iterator[Dangling]:
    """Give the versions that a tree skips, the first of them, and those beyond its latest.

    Up to the last version that is there: a head that names a later one is found by itself, and may name any number.
    """
    mine = select(tree_versions.c.version).where(tree_versions.c.owner_id == head.owner_id)
    there = set(connection.execute(mine).scalars())
    last = min(head.tree_version, max(there, default=0))
    skipped = islice((version for version in range(1, last + 1) if version not in there), MOST_SKIPPED)
    for version in sorted({*skipped, *(one for one in there if one > head.tree_version)}):
        yield Dangling(
            kind="version",
            owner_id=head.owner_id,
            table=tree_versions.name,
            key=str(version),
            names="a version beyond the latest" if version in there else "a version that is not there",
            erased=version not in there and erased.has(head.owner_id, tree_versions, {"version": version}),
        )


def wrong_names(connection: Connection) -> Iterator[Dangling]:
    """Give what characters say of themselves to nobody, records without a word, rows of a tenant who is not their owner's."""
    rows = connection.execute(select(owners.c.owner_id, owners.c.tenant, owners.c.kind, owners.c.name)).all()
    people = {row.owner_id for row in rows if row.kind == OwnerKind.PERSON.value}
    for row in rows:
        if row.kind == OwnerKind.SELF.value and row.name.partition(":")[0] not in people:
            yield Dangling(
                kind="self",
                owner_id=row.owner_id,
                table=owners.name,
                key="",
                names=f"person {row.name.partition(':')[0]}",
            )
    same = (turns.c.owner_id == records.c.owner_id) & (turns.c.record_id == records.c.record_id)
    wordless = select(records.c.owner_id, records.c.record_id).where(~select(turns.c.turn_id).where(same).exists())
    for owner_id, record_id in connection.execute(wordless):
        yield Dangling(kind="wordless", owner_id=owner_id, table=records.name, key=record_id, names="no turn")
    for table in (chain, *owner_tables()):
        if table is owners:
            continue
        on = (owners.c.owner_id == table.c.owner_id) & (owners.c.tenant != table.c.tenant)
        names = ("owner_id", "tenant", *keys_of(table))
        for found in connection.execute(select(*(table.c[name] for name in names)).select_from(table.join(owners, on))):
            key = "/".join(str(value) for value in found[2:])
            yield Dangling(
                kind="tenant", owner_id=found.owner_id, table=table.name, key=key, names=f"tenant {found.tenant}"
            )


def wrong_vectors(connection: Connection) -> Iterator[Dangling]:
    """Give the rows whose vectors are not of the store's embedder, by their length; one that waits for its is none."""
    fact = connection.execute(select(store_facts.c.value).where(store_facts.c.name == EMBEDDER)).scalar()
    if fact is None:
        return
    size = 2 * int(json.loads(fact)["dimension"])
    for table in (turns, children):
        length = (
            func.octet_length(table.c.vector)
            if connection.dialect.name == "postgresql"
            else func.length(table.c.vector)
        )
        names = ("owner_id", *keys_of(table))
        rows = select(*(table.c[name] for name in names), length.label("bytes"))
        for found in connection.execute(rows.where((length % size != 0) | (length == 0))):
            yield Dangling(
                kind="vector",
                owner_id=found.owner_id,
                table=table.name,
                key=str(found[1]),
                names=f"a vector of {found.bytes} bytes, not of {size} or a multiple",
            )


def database_faults(connection: Connection) -> list[str]:
    """Return what the database finds wrong with itself; on PostgreSQL what can be asked without an extension.

    SQLite: `integrity_check` and `foreign_key_check`. PostgreSQL: indexes that are not valid, pages whose checksum failed,
    and tables of which an index knows more or fewer rows than the table holds.
    """
    if connection.dialect.name == "sqlite":
        whole = [str(row[0]) for row in connection.execute(text("PRAGMA integrity_check"))]
        keys = connection.execute(text("PRAGMA foreign_key_check")).all()
        return [one for one in whole if one != "ok"] + [f"a row of {row[0]} names no row of {row[2]}" for row in keys]
    return _postgres_faults(connection)


def _postgres_faults(connection: Connection) -> list[str]:
    invalid = connection.execute(text("SELECT indexrelid::regclass::text FROM pg_index WHERE NOT indisvalid")).scalars()
    failed = "SELECT coalesce(sum(checksum_failures), 0) FROM pg_stat_database WHERE datname = current_database()"
    faults = [f"the index {name} is not valid; REINDEX INDEX {name} mends it" for name in invalid]
    pages = int(connection.execute(text(failed)).scalar_one())
    if pages:
        faults.append(f"{pages} pages of the database failed their checksum")
    for table in (chain, *owner_tables()):
        counts = []
        for scan, other in (("enable_seqscan", "enable_indexonlyscan"), ("enable_indexonlyscan", "enable_seqscan")):
            connection.execute(text(f"SET LOCAL {scan} TO on"))
            connection.execute(text(f"SET LOCAL {other} TO off"))
            counts.append(connection.execute(select(func.count()).select_from(table)).scalar_one())
        if counts[0] != counts[1]:
            faults.append(
                f"{table.name} holds {counts[0]} rows, but its index knows {counts[1]}; REINDEX TABLE {table.name}"
            )
    connection.execute(text("SET LOCAL enable_seqscan TO on"))
    connection.execute(text("SET LOCAL enable_indexonlyscan TO on"))
    return faults
