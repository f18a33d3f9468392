"""The tables of forgetting: the ledger, which holds ids alone, and tombstones, which are HMACs under the owner's key."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, LargeBinary, PrimaryKeyConstraint, String, Table, Text

from duramen.stores.columns import metadata, salt

# What was forgotten of an owner. `entry`: JSON of ids, spans and digests, by which an older copy of the store forgets the
# same; it holds no word, and outlives the owner.
forgettings = Table(
    "forgettings",
    metadata,
    Column("owner_id", String, nullable=False),
    Column("forgetting_id", String, nullable=False),
    Column("tenant", String, nullable=False),
    salt(),
    Column("scope", String, nullable=False),
    Column("entry", Text, nullable=False),
    Column("recorded_us", BigInteger, nullable=False),
    PrimaryKeyConstraint("owner_id", "forgetting_id"),
    Index(None, "forgetting_id"),
)

# Import keys of messages and HMACs of documents that were forgotten: by these the same file does not bring them back.
tombstones = Table(
    "tombstones",
    metadata,
    Column("owner_id", String, nullable=False),
    Column("tombstone", LargeBinary, nullable=False),
    Column("tenant", String, nullable=False),
    salt(),
    Column("forgetting_id", String, nullable=False),
    PrimaryKeyConstraint("owner_id", "tombstone"),
)
