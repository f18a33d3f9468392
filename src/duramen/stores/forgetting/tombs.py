"""Tombstones: HMACs under the owner's key, by which what was forgotten is known when the same file comes again."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, select

from duramen.stores.forgetting.tables import tombstones
from duramen.stores.owners import Owner
from duramen.stores.rows import IN_BATCH


def forgotten_keys(connection: Connection, owner: Owner, keys: Sequence[bytes]) -> set[bytes]:
    """Return those of the keys that are tombstones: what they stand for was forgotten and is not stored again."""
    found: set[bytes] = set()
    for at in range(0, len(keys), IN_BATCH):
        batch = list(keys[at : at + IN_BATCH])
        mine = (tombstones.c.owner_id == owner.owner_id, tombstones.c.tombstone.in_(batch))
        found.update(bytes(one) for one in connection.execute(select(tombstones.c.tombstone).where(*mine)).scalars())
    return found
