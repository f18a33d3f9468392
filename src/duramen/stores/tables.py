"""The schema, one definition for SQLite and PostgreSQL.

`owner_id` stands first in every key, so that a distributed PostgreSQL spreads by it, and the tenant is a column of
every row. Rows that are searched carry `born_seq` and `died_seq` (NULL while they live), so that a search can be
made as of any earlier state. Times are integer UTC microseconds with zone, offset and precision beside them.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    SmallInteger,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)

from duramen.stores.columns import life, metadata, moment
from duramen.stores.persona import tables as persona_tables

__all__ = [
    "cards",
    "children",
    "documents",
    "heads",
    "metadata",
    "owners",
    "parents",
    "records",
    "store_facts",
    "turns",
]

_TREE = persona_tables  # imported for its tables, which are of the same metadata


def _dead_only() -> Index:
    """Return the index of the dead, who are few and asked for at each catching up."""
    there = text("died_seq IS NOT NULL")
    return Index(None, "owner_id", "died_seq", sqlite_where=there, postgresql_where=there)


def _waiting_only() -> Index:
    """Return the index of rows that wait for a vector, which are none as a rule."""
    there = text("vector IS NULL")
    return Index(None, "owner_id", "turn_id", sqlite_where=there, postgresql_where=there)


# What holds for the whole store: the embedder of its vectors, a reindex under way.
store_facts = Table(
    "store_facts",
    metadata,
    Column("name", String, primary_key=True),
    Column("value", Text, nullable=False),
)

# Whoever data hangs on: a person, a knowledge base, or a tenant's characters. `secret` keys this owner's HMACs.
owners = Table(
    "owners",
    metadata,
    Column("owner_id", String, primary_key=True),
    Column("tenant", String, nullable=False),
    Column("kind", String, nullable=False),
    Column("name", String, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("recorded_us", BigInteger, nullable=False),
    UniqueConstraint("tenant", "kind", "name"),
)

# One row per owner, updated first in each write transaction: that orders writers. `epoch` counts erasures, which
# make derived indexes worthless; `rounds` is a JSON object from character to the last round's number.
heads = Table(
    "heads",
    metadata,
    Column("owner_id", String, primary_key=True),
    Column("tenant", String, nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("epoch", BigInteger, nullable=False),
    Column("tree_version", BigInteger, nullable=False),
    Column("heard_upto", BigInteger, nullable=False),
    Column("next_item", BigInteger, nullable=False),
    Column("rounds", Text, nullable=False),
    Column("chain_hash", LargeBinary, nullable=False),
)

# One round, whole (A11). `state`: open, complete or interrupted. `trace` packs candidates, scores and evidence. `queries`: what a
# model wrote to search by as well, one a line.
records = Table(
    "records",
    metadata,
    Column("owner_id", String, nullable=False),
    Column("record_id", String, nullable=False),
    Column("tenant", String, nullable=False),
    Column("character", String, nullable=False),
    Column("session", String, nullable=False),
    Column("round", BigInteger, nullable=False),
    Column("state", String, nullable=False),
    Column("channel", String, nullable=False),
    *moment(),
    Column("recorded_us", BigInteger, nullable=False),
    *life(),
    Column("writer", String, nullable=False, server_default=""),
    Column("model", String, nullable=False, server_default=""),
    Column("preset", String, nullable=False, server_default=""),
    Column("settings", Text, nullable=False, server_default=""),
    Column("tree_version", BigInteger, nullable=False, server_default="0"),
    Column("augmented", Text, nullable=False, server_default=""),
    Column("query_vector", LargeBinary),
    Column("trace", LargeBinary),
    Column("template_hash", String, nullable=False, server_default=""),
    Column("prompt_hash", String, nullable=False, server_default=""),
    Column("raw", Text, nullable=False, server_default=""),
    Column("analysis", Text, nullable=False, server_default=""),
    Column("reply_state", String, nullable=False, server_default=""),
    Column("bindings", Text, nullable=False, server_default=""),
    Column("queries", Text, nullable=False, server_default=""),
    PrimaryKeyConstraint("owner_id", "record_id"),
    Index(None, "owner_id", "character", "round"),
    Index(None, "owner_id", "character", "session"),
    Index(None, "owner_id", "character", "happened_us", "round"),
    Index(None, "state"),
)

# One message of a round: the unit that dialogue search ranks. `vector` holds one or more int16 vectors end to end, and
# is NULL while it waits for the embedder. `extra` is what else an export says of the message, a JSON object.
turns = Table(
    "turns",
    metadata,
    Column("owner_id", String, nullable=False),
    Column("turn_id", BigInteger, nullable=False),
    Column("record_id", String, nullable=False),
    Column("tenant", String, nullable=False),
    Column("position", SmallInteger, nullable=False),
    Column("role", String, nullable=False),
    Column("speaker", String, nullable=False),
    Column("text", Text, nullable=False),
    *moment(),
    Column("retrievable", SmallInteger, nullable=False),
    *life(),
    Column("import_key", LargeBinary),
    Column("vector", LargeBinary),
    Column("vector_next", LargeBinary),
    Column("extra", Text, nullable=False, server_default="{}"),
    PrimaryKeyConstraint("owner_id", "turn_id"),
    ForeignKeyConstraint(["owner_id", "record_id"], ["records.owner_id", "records.record_id"], ondelete="CASCADE"),
    UniqueConstraint("owner_id", "import_key"),
    Index(None, "owner_id", "record_id"),
    Index(None, "owner_id", "born_seq"),
    _dead_only(),
    _waiting_only(),
)

# A document of a knowledge base; `origin` is where it was read from, and names it within the base.
documents = Table(
    "documents",
    metadata,
    Column("owner_id", String, nullable=False),
    Column("document_id", String, nullable=False),
    Column("tenant", String, nullable=False),
    Column("origin", String, nullable=False),
    Column("title", String, nullable=False),
    Column("media_type", String, nullable=False),
    Column("encoding", String, nullable=False),
    Column("content_hash", LargeBinary, nullable=False),
    Column("characters", BigInteger, nullable=False),
    Column("extra", Text, nullable=False, server_default="{}"),
    *moment(),
    Column("recorded_us", BigInteger, nullable=False),
    *life(),
    PrimaryKeyConstraint("owner_id", "document_id"),
    Index(None, "owner_id", "origin"),
)

parents = Table(
    "parents",
    metadata,
    Column("owner_id", String, nullable=False),
    Column("parent_id", BigInteger, nullable=False),
    Column("document_id", String, nullable=False),
    Column("tenant", String, nullable=False),
    Column("position", Integer, nullable=False),
    Column("text", Text, nullable=False),
    PrimaryKeyConstraint("owner_id", "parent_id"),
    ForeignKeyConstraint(
        ["owner_id", "document_id"], ["documents.owner_id", "documents.document_id"], ondelete="CASCADE"
    ),
    Index(None, "owner_id", "document_id"),
)

# A child chunk is a span of its parent's text, so that the words lie in one row only.
children = Table(
    "children",
    metadata,
    Column("owner_id", String, nullable=False),
    Column("child_id", BigInteger, nullable=False),
    Column("parent_id", BigInteger, nullable=False),
    Column("document_id", String, nullable=False),
    Column("tenant", String, nullable=False),
    Column("start", Integer, nullable=False),
    Column("end", Integer, nullable=False),
    *life(),
    Column("vector", LargeBinary),
    Column("vector_next", LargeBinary),
    PrimaryKeyConstraint("owner_id", "child_id"),
    ForeignKeyConstraint(["owner_id", "parent_id"], ["parents.owner_id", "parents.parent_id"], ondelete="CASCADE"),
    Index(None, "owner_id", "parent_id"),
    Index(None, "owner_id", "born_seq"),
    _dead_only(),
)

# Character cards of a tenant; a changed card is a new row, so that a record's card can be read again.
cards = Table(
    "cards",
    metadata,
    Column("owner_id", String, nullable=False),
    Column("card_id", BigInteger, nullable=False),
    Column("tenant", String, nullable=False),
    Column("name", String, nullable=False),
    Column("card", Text, nullable=False),
    Column("recorded_us", BigInteger, nullable=False),
    *life(),
    PrimaryKeyConstraint("owner_id", "card_id"),
    Index(None, "owner_id", "name"),
)
