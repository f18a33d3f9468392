"""The tables of the PersonaTree: leaves with what they rest on, versions, decisions, windows, permissions, schemas.

A tree is read at a version by `born_version` and `died_version`, and at a time in the world by `begin_us` and `end_us`;
both go by an index, so that reading costs the same however many versions there are.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    ForeignKeyConstraint,
    Index,
    Integer,
    PrimaryKeyConstraint,
    SmallInteger,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)

from duramen.stores.columns import life, metadata, moment


def _tenant() -> Column[str]:
    return Column("tenant", String, nullable=False)


def _written(*, by: bool = True) -> list[Column[int] | Column[str]]:
    """Return when a row was written, in time and in the owner's order, and by whom."""
    writer: list[Column[int] | Column[str]] = [Column("writer", String, nullable=False)] if by else []
    return [*writer, Column("recorded_us", BigInteger, nullable=False), Column("seq", BigInteger, nullable=False)]


def _active_only() -> Index:
    """Return the index of the tree as it is now: one value a path, however many there were before."""
    there = text("died_version IS NULL")
    return Index("uq_leaves_active", "owner_id", "path", unique=True, sqlite_where=there, postgresql_where=there)


def _open_only() -> Index:
    """Return the index of decisions that wait for the person."""
    there = text("state = 'open'")
    return Index("ix_decisions_open", "owner_id", "decision_id", sqlite_where=there, postgresql_where=there)


# One value of a leaf, from the tree's version `born_version` up to before `died_version` (NULL while it stands).
# `from_*` and `to_*`: since and until when it was so in the world; `to_told` is 0 where its end was not said but follows
# from what replaced it. `begin_us`, `end_us`: the same as plain bounds, for reading the tree at a time. `grown_from`: the
# value that this one was merged from, restored from or moved from, whose sources are its sources too.
leaves = Table(
    "leaves",
    metadata,
    Column("owner_id", String, nullable=False),
    Column("leaf_id", BigInteger, nullable=False),
    _tenant(),
    Column("path", String, nullable=False),
    Column("value", Text, nullable=False),
    Column("born_version", BigInteger, nullable=False),
    Column("died_version", BigInteger),
    *moment("from_"),
    *moment("to_"),
    Column("to_told", SmallInteger, nullable=False),
    Column("begin_us", BigInteger, nullable=False),
    Column("end_us", BigInteger),
    Column("recorded_us", BigInteger, nullable=False),
    Column("ended_us", BigInteger),
    Column("writer", String, nullable=False),
    Column("ended_by", String, nullable=False, server_default=""),
    Column("reason", Text, nullable=False, server_default=""),
    Column("end_reason", Text, nullable=False, server_default=""),
    Column("stated", SmallInteger, nullable=False),
    Column("confidence", Float, nullable=False),
    Column("grown_from", BigInteger),
    *life(),
    PrimaryKeyConstraint("owner_id", "leaf_id"),
    UniqueConstraint("owner_id", "path", "born_version"),
    Index(None, "owner_id", "path", "begin_us", "born_version"),
    _active_only(),
)

# What a value rests on: a span of a turn, whose text is the only place where the words stand. `source_id` is the owner of
# that turn: the person, also where the leaf is of a character's own tree.
leaf_quotes = Table(
    "leaf_quotes",
    metadata,
    Column("owner_id", String, nullable=False),
    Column("leaf_id", BigInteger, nullable=False),
    Column("position", SmallInteger, nullable=False),
    _tenant(),
    Column("source_id", String, nullable=False),
    Column("record_id", String, nullable=False),
    Column("turn_id", BigInteger, nullable=False),
    Column("start", Integer, nullable=False),
    Column("end", Integer, nullable=False),
    PrimaryKeyConstraint("owner_id", "leaf_id", "position"),
    ForeignKeyConstraint(["owner_id", "leaf_id"], ["leaves.owner_id", "leaves.leaf_id"], ondelete="CASCADE"),
    Index(None, "owner_id", "record_id"),
)

# The versions of a tree, without a gap; `cause` says what made it: "apply", "set", "restore 3", "window ID" ...
tree_versions = Table(
    "tree_versions",
    metadata,
    Column("owner_id", String, nullable=False),
    Column("version", BigInteger, nullable=False),
    _tenant(),
    Column("schema", String, nullable=False),
    Column("schema_version", BigInteger, nullable=False),
    Column("cause", String, nullable=False),
    *_written(),
    PrimaryKeyConstraint("owner_id", "version"),
)

# What the gate said of each operation. `value` is NULL where the leaf `leaf_id` holds it; `evidence` is JSON of ids, spans
# and times, without words. `state` is "" unless the person is to say: open, then accepted or rejected.
decisions = Table(
    "decisions",
    metadata,
    Column("owner_id", String, nullable=False),
    Column("decision_id", BigInteger, nullable=False),
    _tenant(),
    Column("version", BigInteger, nullable=False),
    Column("window_id", String, nullable=False, server_default=""),
    Column("position", Integer, nullable=False),
    Column("kind", String, nullable=False),
    Column("path", String, nullable=False),
    Column("value", Text),
    Column("leaf_id", BigInteger),
    Column("outcome", String, nullable=False),
    Column("code", String, nullable=False),
    Column("reason", Text, nullable=False),
    Column("nearest", Text, nullable=False, server_default="[]"),
    Column("evidence", Text, nullable=False, server_default="{}"),
    Column("state", String, nullable=False, server_default=""),
    Column("settled_us", BigInteger),
    *_written(),
    PrimaryKeyConstraint("owner_id", "decision_id"),
    Index(None, "owner_id", "version", "decision_id"),
    Index(None, "owner_id", "window_id", "decision_id"),
    _open_only(),
)

# What a listener was given and said: the turns after `after_turn` up to `upto_turn`. `state`: done, partial (its text broke off), failed (it
# will be tried again) or parked (it failed too often, and is shown to the person).
# `trace` is JSON: the states that its operations were judged in, by owner id, the tree's version and its schema.
windows = Table(
    "windows",
    metadata,
    Column("owner_id", String, nullable=False),
    Column("window_id", String, nullable=False),
    _tenant(),
    Column("after_turn", BigInteger, nullable=False),
    Column("upto_turn", BigInteger, nullable=False),
    Column("listener", String, nullable=False),
    Column("raw", Text, nullable=False, server_default=""),
    Column("state", String, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("problem", Text, nullable=False, server_default=""),
    Column("trace", Text, nullable=False, server_default=""),
    *_written(by=False),
    PrimaryKeyConstraint("owner_id", "window_id"),
    Index(None, "owner_id", "upto_turn"),
    Index(None, "owner_id", "state"),
)

# What may be done with a leaf or a sub-tree (B19); the latest row of a (path, permission, character, session) holds.
grants = Table(
    "grants",
    metadata,
    Column("owner_id", String, nullable=False),
    Column("grant_id", BigInteger, nullable=False),
    _tenant(),
    Column("path", String, nullable=False),
    Column("permission", String, nullable=False),
    Column("allowed", SmallInteger, nullable=False),
    Column("character", String, nullable=False, server_default=""),
    Column("session", String, nullable=False, server_default=""),
    Column("writer", String, nullable=False),
    Column("recorded_us", BigInteger, nullable=False),
    *life(),
    PrimaryKeyConstraint("owner_id", "grant_id"),
    Index(None, "owner_id", "path"),
)

# To which sensitive tier, or to which path with all below it, a person agreed, for what; a withdrawn consent stays.
consents = Table(
    "consents",
    metadata,
    Column("owner_id", String, nullable=False),
    Column("consent_id", BigInteger, nullable=False),
    _tenant(),
    Column("tier", String, nullable=False, server_default=""),
    Column("path", String, nullable=False, server_default=""),
    Column("purpose", Text, nullable=False),
    Column("writer", String, nullable=False),
    Column("recorded_us", BigInteger, nullable=False),
    Column("withdrawn_us", BigInteger),
    *life(),
    PrimaryKeyConstraint("owner_id", "consent_id"),
)

# Schemas that a tenant added; a changed one is a new row, so that a tree of the older one can be read.
schemas = Table(
    "schemas",
    metadata,
    Column("owner_id", String, nullable=False),
    Column("schema_id", BigInteger, nullable=False),
    _tenant(),
    Column("name", String, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("data", Text, nullable=False),
    Column("recorded_us", BigInteger, nullable=False),
    *life(),
    PrimaryKeyConstraint("owner_id", "schema_id"),
    Index(None, "owner_id", "name"),
)

# What a person said of how much was read for a round, and where the router's thresholds stand since (JSON); the latest
# row holds.
hints = Table(
    "hints",
    metadata,
    Column("owner_id", String, nullable=False),
    Column("hint_id", BigInteger, nullable=False),
    _tenant(),
    Column("record_id", String, nullable=False),
    Column("hint", String, nullable=False),
    Column("thresholds", Text, nullable=False),
    Column("recorded_us", BigInteger, nullable=False),
    *life(),
    PrimaryKeyConstraint("owner_id", "hint_id"),
    Index(None, "owner_id", "record_id"),
)
