"""Verifying an owner's chain: every row against its digest, every entry against the one before (C12).

In: a connection that sees one state. Out: what was found of each owner, and what was lawfully erased. Rows and entries
are read in portions; kept in memory is one digest a row of one owner.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, Table, func, select, union

from duramen.stores.sealing import ERASE, Entry, Listed, Sealed, digest_of, owner_tables, row_key, unpacked
from duramen.stores.tables import chain, heads, owners

_READ_AT_ONCE = 1_000
_FIELDS = tuple(Entry.__dataclass_fields__)

Ticked = Callable[[int], None]
"""Is told how many rows were read since it was told last."""


class Fault(StrEnum):
    """What is wrong: a row was changed, is missing, or is not of ours; an entry of the chain was changed."""

    CHANGED = "changed"
    MISSING = "missing"
    FOREIGN = "not of ours"
    BROKEN = "chain broken"


class State(StrEnum):
    """What holds of an owner: all is as written; something is not; no chain yet; everything was lawfully erased."""

    OK = "ok"
    TAMPERED = "tampered"
    UNSEALED = "unsealed"
    ERASED = "erased"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that is wrong: with which row, or at which entry of the chain (`seq`)."""

    fault: Fault
    table: str
    key: str = ""
    seq: int | None = None
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Erasure:
    """One transaction that erased rows, or took words out of them (`redacted`); `cause` is an id or a command."""

    seq: int
    recorded_us: int
    cause: str
    erased: int
    redacted: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Verified:
    """What was found of an owner. `head` is the hash of the last entry, in hex.

    `kind`, `name`, `tenant` are as they stand in the row, which may have been changed; "" where there is none. `noted_at`:
    the seq of the entry whose hash was looked for, None where it is not in this chain.
    """

    owner_id: str
    kind: str
    name: str
    tenant: str
    state: State
    head: str
    entries: int
    rows: int
    findings: tuple[Finding, ...] = ()
    erasures: tuple[Erasure, ...] = ()
    noted_at: int | None = None


def owner_ids(connection: Connection) -> list[str]:
    """Return the ids of all owners that any row names, also of those that are not there any more."""
    return sorted(connection.execute(union(*(select(table.c.owner_id) for table in _read()))).scalars())


def count_sealed(connection: Connection, owner_ids: Sequence[str]) -> int:
    """Return how many rows and entries a verification of these owners reads."""
    counts = (
        connection.execute(select(func.count()).select_from(table).where(table.c.owner_id == owner_id)).scalar_one()
        for owner_id in owner_ids
        for table in _read()
    )
    return sum(counts)


def verify_owner(connection: Connection, owner_id: str, noted: str = "", ticked: Ticked | None = None) -> Verified:
    """Check every row and entry of an owner; `noted`: the hash of an entry in hex, or its beginning, to be looked for."""
    owner = connection.execute(select(owners).where(owners.c.owner_id == owner_id)).first()
    read = _Chain(noted=noted)
    for one in _streamed(connection, chain, owner_id, ticked):
        read.take(one)
    findings, rows, state = list(read.findings), 0, State.OK
    if owner is not None and not read.entries:
        sealed = _ever_sealed(connection, owner_id)
        state = State.TAMPERED if sealed else State.UNSEALED
        findings += [Finding(fault=Fault.BROKEN, table=chain.name, seq=0, detail="the whole chain is gone")] * sealed
    else:
        wrong, rows = _compared(connection, owner_id, read, ticked)
        findings += wrong
        gone = owner is None and read.latest.get((owners.name, ""), b"") is None
        state = State.TAMPERED if findings else State.ERASED if gone else State.OK
    return Verified(
        owner_id=owner_id,
        kind=owner.kind if owner else "",
        name=owner.name if owner else "",
        tenant=owner.tenant if owner else "",
        state=state,
        head=read.hash.hex(),
        entries=read.entries,
        rows=rows,
        findings=tuple(findings),
        erasures=tuple(read.erasures),
        noted_at=read.noted_at,
    )


@dataclass(slots=True, kw_only=True)
class _Chain:
    """An owner's chain as far as it was read: the latest digest of each row, and what is wrong with it."""

    noted: str
    latest: Sealed = field(default_factory=dict)
    entries: int = 0
    hash: bytes = b""
    computed: bytes = b""
    findings: list[Finding] = field(default_factory=list)
    erasures: list[Erasure] = field(default_factory=list)
    noted_at: int | None = None

    def take(self, stored: dict[str, Any]) -> None:
        """Read the next entry; where its bytes are none, what it lists is not known."""
        entry = Entry(**{name: stored[name] for name in _FIELDS})
        computed = entry.hash()
        broken = ""
        if computed != stored["hash"]:
            broken = "the entry is not what its hash says"
        elif entry.previous not in (self.hash, self.computed):  # which of them was changed has been told already
            broken = "the entry before it is gone, or another one"
        try:
            self._list(entry, list(unpacked(entry.rows)))
        except ValueError:
            broken = broken or "what it lists cannot be read"
        if broken:
            self.findings.append(Finding(fault=Fault.BROKEN, table=chain.name, seq=entry.seq, detail=broken))
        self.entries += 1
        self.hash, self.computed = stored["hash"], computed
        if self.noted and self.hash.hex().startswith(self.noted):
            self.noted_at = entry.seq

    def _list(self, entry: Entry, listed: Listed) -> None:
        self.latest.update(listed)
        if entry.kind != ERASE:
            return
        blank = {row for row, digest in listed if digest is None}
        kept = {row for row, digest in listed if digest is not None}
        erasure = Erasure(
            seq=entry.seq,
            recorded_us=entry.recorded_us,
            cause=entry.cause,
            erased=len(blank - kept),
            redacted=len(blank & kept),
        )
        if blank:
            self.erasures.append(erasure)


def _compared(connection: Connection, owner_id: str, read: _Chain, ticked: Ticked | None) -> tuple[list[Finding], int]:
    """Hold every row of an owner against its latest digest; returns what is wrong, and how many rows there are."""
    findings, count = [], 0
    for table in owner_tables():
        for row in _streamed(connection, table, owner_id, ticked):
            count += 1
            key = row_key(table, row)
            digest = read.latest.pop((table.name, key), b"")
            fault, detail = _judged(table, row, digest, read)
            if fault is not None:
                findings.append(Finding(fault=fault, table=table.name, key=key, detail=detail))
    findings += [
        Finding(fault=Fault.MISSING, table=table, key=key)
        for (table, key), digest in read.latest.items()
        if digest is not None
    ]
    return findings, count


def _judged(table: Table, row: dict[str, Any], digest: bytes | None, read: _Chain) -> tuple[Fault | None, str]:
    if digest is None:
        return Fault.FOREIGN, "it was erased, and is there again"
    if not digest:
        return Fault.FOREIGN, "no entry of the chain wrote it"
    if digest_of(table, row) != digest:
        return Fault.CHANGED, ""
    if table is heads and row["chain_hash"] not in (read.hash, read.computed):
        return Fault.CHANGED, "it names another last entry than the chain has; or the chain's last entries are gone"
    return None, ""


def _ever_sealed(connection: Connection, owner_id: str) -> bool:
    """Tell whether an owner without a chain once had one: all were made with a head, and those of before without salts."""
    on = heads.c.owner_id == owners.c.owner_id
    mine = select(heads.c.chain_hash, heads.c.salt, owners.c.salt.label("own")).select_from(owners.join(heads, on))
    row = connection.execute(mine.where(owners.c.owner_id == owner_id)).first()
    return row is None or bool(row.chain_hash or row.salt or row.own)


def _streamed(connection: Connection, table: Table, owner_id: str, ticked: Ticked | None) -> Iterator[dict[str, Any]]:
    order = (chain.c.seq, chain.c.part) if table is chain else ()
    query = select(table).where(table.c.owner_id == owner_id).order_by(*order)
    for part in connection.execute(query.execution_options(yield_per=_READ_AT_ONCE)).partitions():
        yield from (row._asdict() for row in part)
        if ticked is not None:
            ticked(len(part))


def _read() -> tuple[Table, ...]:
    return (chain, *owner_tables())
