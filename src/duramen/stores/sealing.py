"""Sealing: a row of an owner as a digest, and the entries of the owner's chain that hold the digests (C12).

The digest of a row hashes its salt, which lies in the row and dies with it (DESIGN 16), so that nobody can try what an
erased row may have held. An entry lists the rows that one transaction wrote and hashes the entry before it.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import Column, Float, Integer, Table

from duramen.stores.columns import keys_of, metadata

SALT_BYTES = 16
ROWS_PER_ENTRY = 10_000
"""What one entry lists at most: a larger transaction makes several, its parts."""

BEGIN, WRITE, ERASE = "begin", "write", "erase"

Row = tuple[str, str]
"""A row within its owner: its table, and its key there as text."""
Sealed = dict[Row, bytes | None]
"""Digests of rows; None for one that was erased."""
Listed = list[tuple[Row, bytes | None]]
"""What an entry lists: digests in the order of writing. A redacted row stands there twice, as erased and as it is now."""


@cache
def owner_tables() -> tuple[Table, ...]:
    """Return the tables whose rows are sealed, each after those that it refers to: all that hang on an owner, but the chain."""
    return tuple(table for table in metadata.sorted_tables if "owner_id" in table.c and table.name != "chain")


def encoded(value: Any) -> bytes:
    """Return a value so that no two that differ are alike: its kind, its length, its bytes."""
    if value is None:
        return b"n"
    if isinstance(value, str):
        raw = value.encode("utf-8", "surrogateescape")  # bytes that are no text, put in past the library
        return b"s%d:%b" % (len(raw), raw)
    if isinstance(value, bytes | memoryview):
        return b"b%d:%b" % (len(value), bytes(value))
    if isinstance(value, float):
        raw = value.hex().encode()
        return b"f%d:%b" % (len(raw), raw)
    raw = b"%d" % value
    return b"i%d:%b" % (len(raw), raw)


def row_key(table: Table, row: Mapping[str, Any]) -> str:
    """Return what names a row within its owner and table, as text; "" where an owner has one row."""
    return "/".join(str(row[name]) for name in keys_of(table))


def digest_of(table: Table, row: Mapping[str, Any]) -> bytes:
    """Return the SHA-256 of a row as it is stored; columns that are not given are at their defaults.

    A column at its default adds nothing, so that one that a later version brings leaves every digest as it is. Not
    hashed: the head's `chain_hash`, which follows from the digests.
    """
    names, kind = _plan(table)
    parts = [row["salt"] or b"", kind]
    for name, label, default, as_float in names:
        value = row.get(name, default)
        if value != default:
            parts.append(label)
            parts.append(encoded(float(value) if as_float and isinstance(value, int) else value))
    return hashlib.sha256(b"".join(parts)).digest()


@cache
def _plan(table: Table) -> tuple[list[tuple[str, bytes, Any, bool]], bytes]:
    hashed = sorted(column.name for column in table.c if column.name not in ("salt", "chain_hash"))
    plan = [(name, encoded(name), _default(table.c[name]), isinstance(table.c[name].type, Float)) for name in hashed]
    return plan, encoded(table.name)


def _default(column: Column[Any]) -> Any:
    if column.server_default is None:
        return None
    text = str(column.server_default.arg)  # type: ignore[attr-defined]
    return int(text) if isinstance(column.type, Integer) else text


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One link of an owner's chain: what one transaction wrote. `recorded_us`: by the clock of the machine that wrote.

    `kind`: BEGIN sealed what was there before the chain, ERASE erased or redacted rows, WRITE did neither; `cause` is
    what it was done for, an id or the name of a command. `rows` packs the digests (`packed`), `previous` is the hash
    of the entry before, b"" for the first.
    """

    owner_id: str
    tenant: str
    seq: int
    part: int = 0
    kind: str
    cause: str = ""
    recorded_us: int
    rows: bytes
    previous: bytes

    def hash(self) -> bytes:
        """Return the SHA-256 of everything above."""
        values = (encoded(getattr(self, name)) for name in Entry.__dataclass_fields__)
        return hashlib.sha256(b"".join(values)).digest()

    def values(self) -> dict[str, Any]:
        """Return the entry as column values."""
        return {name: getattr(self, name) for name in Entry.__dataclass_fields__} | {"hash": self.hash()}


def entries_of(first: Entry, rows: Listed) -> list[Entry]:
    """Return the entries that hold these digests: one, or as many as are needed, each linked to the one before."""
    made, previous = [], first.previous
    for part, at in enumerate(range(0, max(len(rows), 1), ROWS_PER_ENTRY)):
        one = Entry(
            owner_id=first.owner_id,
            tenant=first.tenant,
            seq=first.seq,
            part=part,
            kind=first.kind,
            cause=first.cause,
            recorded_us=first.recorded_us,
            rows=packed(rows[at : at + ROWS_PER_ENTRY]),
            previous=previous,
        )
        previous = one.hash()
        made.append(one)
    return made


def packed(rows: Listed) -> bytes:
    """Return digests with their tables and row keys as bytes."""
    return b"".join(encoded(table) + encoded(key) + encoded(digest) for (table, key), digest in rows)


def unpacked(rows: bytes) -> Iterator[tuple[Row, bytes | None]]:
    """Give back what `packed` was given; ValueError where the bytes are none of it."""
    at = 0
    while at < len(rows):
        table, at = _next(rows, at)
        key, at = _next(rows, at)
        digest, at = _next(rows, at)
        yield ((table or b"").decode(), (key or b"").decode()), digest


def _next(rows: bytes, at: int) -> tuple[bytes | None, int]:
    if rows[at : at + 1] == b"n":
        return None, at + 1
    colon = rows.index(b":", at)
    end = colon + 1 + int(rows[at + 1 : colon])
    if end > len(rows):
        raise ValueError(f"the packed rows end within a value at byte {colon}")
    return rows[colon + 1 : end], end


def now_us() -> int:
    """Return the machine's time: a chain says when it was written, whatever clock a test or a replay gives its rounds."""
    return time.time_ns() // 1000
