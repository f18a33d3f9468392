"""Rows of added schemas: one living file a name, older ones kept so that a tree of theirs can be read again."""

from __future__ import annotations

from sqlalchemy import Connection, insert, select, update

from duramen.stores.owners import Owner, OwnerWrite
from duramen.stores.tree_tables import schemas


def put_schema(write: OwnerWrite, name: str, version: int, data: str, recorded_us: int) -> None:
    """Make `data` (JSON) the living schema of this name."""
    write.connection.execute(
        update(schemas)
        .where(schemas.c.owner_id == write.owner.owner_id, schemas.c.name == name, schemas.c.died_seq.is_(None))
        .values(died_seq=write.seq)
    )
    write.connection.execute(
        insert(schemas).values(
            owner_id=write.owner.owner_id,
            schema_id=write.take_items(1),
            tenant=write.owner.tenant,
            name=name,
            version=version,
            data=data,
            recorded_us=recorded_us,
            born_seq=write.seq,
        )
    )


def find_schema(connection: Connection, owner: Owner, name: str) -> str | None:
    """Return the living schema of this name as JSON, or None."""
    return connection.execute(
        select(schemas.c.data).where(
            schemas.c.owner_id == owner.owner_id, schemas.c.name == name, schemas.c.died_seq.is_(None)
        )
    ).scalar()


def list_schemas(connection: Connection, owner: Owner) -> list[str]:
    """Return all living schemas as JSON, by name."""
    rows = connection.execute(
        select(schemas.c.data)
        .where(schemas.c.owner_id == owner.owner_id, schemas.c.died_seq.is_(None))
        .order_by(schemas.c.name)
    )
    return [row.data for row in rows]
