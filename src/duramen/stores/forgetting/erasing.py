"""Erasing: what a forgetting does to the rows of one owner, within the caller's write transaction.

In: an `Erasure`, which is ids, spans and digests alone, so that the same one can be done to an older copy of the store
later (`ledger`). Rows that are not there any more are passed over. Everything is written through `OwnerWrite`, so that the
owner's chain tells it from tampering.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from sqlalchemy import Connection, Table, select

from duramen.govern.forgetting.cutting import CUT, cut_text, moved
from duramen.stores.forgetting.finding import key_columns
from duramen.stores.forgetting.reviving import bump, revive
from duramen.stores.forgetting.tables import forgettings, tombstones
from duramen.stores.persona.tables import decisions, leaf_quotes, leaves
from duramen.stores.records import packed_trace, unpacked_trace
from duramen.stores.sealing import encoded, owner_tables
from duramen.stores.tables import heads, metadata, owners, records, turns
from duramen.stores.writing import OwnerWrite

_EMPTY = {"extra": "{}", "nearest": "[]", "evidence": "{}", "purpose": CUT}
_REOPENED = {"to_us": None, "to_zone": "UTC", "to_offset_minutes": 0, "to_precision": "unknown", "end_us": None}

GIVEN = "given"
"""Stands among the columns that a round loses for the vectors and scores in its trace, which were made with what goes."""

Keys = list[Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """Spans that go of one turn, and the HMAC of the text that they go from, under the owner's key."""

    turn_id: int
    spans: list[list[int]]
    before: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Erasure:
    """What goes of one owner.

    `rows`: whole rows, by table, each its key after the owner (a list where that has several columns). `emptied`: columns
    that lose what they hold, as [table, key, columns]. `cuts`: of turns that stay. `stale`: turns that stay and whose vectors
    were made with what goes. `reopened`, `revived`: leaf ids, see `Plan`. `sessions`: new names of sittings by the HMAC of
    the old one. `tombstones`: hex. `destroyed`: the owner itself goes, with the key and all rows.
    """

    rows: dict[str, Keys] = field(default_factory=dict)
    emptied: list[list[Any]] = field(default_factory=list)
    cuts: list[Cut] = field(default_factory=list)
    stale: list[int] = field(default_factory=list)
    reopened: list[int] = field(default_factory=list)
    revived: list[int] = field(default_factory=list)
    sessions: dict[str, str] = field(default_factory=dict)
    tombstones: list[str] = field(default_factory=list)
    destroyed: bool = False

    def entry(self) -> dict[str, Any]:
        """Return it as JSON holds it."""
        return asdict(self)

    @classmethod
    def of_entry(cls, entry: Mapping[str, Any]) -> Erasure:
        """Return the erasure of an entry of the ledger."""
        values = {name: entry[name] for name in cls.__dataclass_fields__ if name in entry}
        return cls(**{**values, "cuts": [Cut(**cut) for cut in values.get("cuts", ())]})


@dataclass(frozen=True, slots=True, kw_only=True)
class Erased:
    """What was done: rows erased by table (and "redacted": rows that lost a part), and a digest of each table's rows.

    A digest is an HMAC under the owner's key of all that was erased, which tells nobody what that was.
    """

    counts: dict[str, int] = field(default_factory=dict)
    digests: dict[str, str] = field(default_factory=dict)


def keyed(secret: bytes, text: str) -> str:
    """Return the HMAC of a text under an owner's key, in hex."""
    return hmac.new(secret, text.encode("utf-8", "replace"), hashlib.sha256).hexdigest()


def erase_in(
    write: OwnerWrite,
    erasure: Erasure,
    forgetting_id: str,
    recorded_us: int,
    vectors: Mapping[int, bytes] | None = None,
) -> Erased:
    """Do an erasure; `vectors`: new ones of turns that stay, those without wait for their embedder."""
    write.cause = f"forget {forgetting_id}"
    if erasure.destroyed:
        return _destroy(write)
    counting = _Counting(write)
    for name, keys in erasure.rows.items():
        table = metadata.tables[name]
        for key in keys:
            counting.erase(table, key)
    redacted = _cut(write, erasure.cuts)
    for name, key, columns in erasure.emptied:
        table = metadata.tables[name]
        values = {one: empty_value(table, one) for one in columns if one != GIVEN}
        values |= _without_given(write, key) if GIVEN in columns else {}
        redacted += write.redact(table, _where(table, key), values)
    for turn_id in {*erasure.stale, *(cut.turn_id for cut in erasure.cuts)}:
        vector = (vectors or {}).get(turn_id)
        write.redact(turns, {"turn_id": turn_id}, {"vector": vector, "vector_next": None})
    for leaf_id in erasure.reopened:
        write.redact(leaves, {"leaf_id": leaf_id, "to_told": 0}, _REOPENED)
    redacted += _rename(write, erasure.sessions)
    _bury(write, erasure.tombstones, forgetting_id)
    if erasure.rows.get("leaves"):
        cause = f"forget {forgetting_id}"
        revive(write, erasure.revived, cause, recorded_us) if erasure.revived else bump(write, cause, recorded_us)
    write.erase_happened()
    return counting.done(redacted)


class _Counting:
    """Erases rows and keeps count and a digest of them by table."""

    def __init__(self, write: OwnerWrite) -> None:
        self._write, self._counts = write, dict[str, int]()
        self._digests: dict[str, hmac.HMAC] = {}

    def erase(self, table: Table, key: Any) -> None:
        where = _where(table, key)
        mine = [table.c.owner_id == self._write.owner.owner_id, *(table.c[name] == one for name, one in where.items())]
        for row in self._write.connection.execute(select(table).where(*mine)).mappings():
            self.count(table, row)
        self._write.erase(table, where)

    def count(self, table: Table, row: Mapping[Any, Any]) -> None:
        """Take a row that is about to be erased into account."""
        digest = self._digests.setdefault(table.name, hmac.new(self._write.owner.secret, digestmod=hashlib.sha256))
        digest.update(b"".join(encoded(value) for value in row.values()))
        self._counts[table.name] = self._counts.get(table.name, 0) + 1

    def done(self, redacted: int = 0) -> Erased:
        """Return what was erased."""
        counts = self._counts | ({"redacted": redacted} if redacted else {})
        return Erased(counts=counts, digests={name: one.hexdigest() for name, one in self._digests.items()})


def _destroy(write: OwnerWrite) -> Erased:
    """Erase every row of an owner, and the owner with the key last; the chain and the ledger stay, which hold no word."""
    counting = _Counting(write)
    kept = (forgettings.name, heads.name, owners.name)
    for table in reversed(owner_tables()):
        if table.name in kept:
            continue
        mine = select(table).where(table.c.owner_id == write.owner.owner_id).execution_options(yield_per=1000)
        for row in write.connection.execute(mine).mappings():
            counting.count(table, row)
        write.erase(table, {})
    for table in (heads, owners):
        write.erase(table, {})
    return counting.done()


def _without_given(write: OwnerWrite, record_id: str) -> dict[str, Any]:
    mine = (records.c.owner_id == write.owner.owner_id, records.c.record_id == record_id)
    packed = write.connection.execute(select(records.c.trace).where(*mine)).scalar()
    trace = {} if packed is None else unpacked_trace(packed)
    if GIVEN not in trace:
        return {}
    return {"trace": packed_trace(trace | {GIVEN: trace[GIVEN] | {"vectors": {}, "near": "", "reranked": {}}})}


def _where(table: Table, key: Any) -> dict[str, Any]:
    names = key_columns(table)
    return dict(zip(names, key if isinstance(key, list | tuple) else [key], strict=True))


def empty_value(table: Table, name: str) -> Any:
    """Return what stands in a column whose words are gone."""
    if table.c[name].nullable:
        return None
    return _EMPTY.get(name, "")


def _cut(write: OwnerWrite, cuts: list[Cut]) -> int:
    """Cut spans out of turns, and move the quotes on them; a turn whose text is another by now is left alone."""
    done = 0
    for cut in cuts:
        mine = (turns.c.owner_id == write.owner.owner_id, turns.c.turn_id == cut.turn_id)
        row = write.connection.execute(select(turns.c.text, turns.c.retrievable).where(*mine)).first()
        if row is None or keyed(write.owner.secret, row.text) != cut.before:
            continue
        spans = [(start, end) for start, end in cut.spans]
        text = cut_text(row.text, spans)
        said = any(char.isalnum() for char in text.replace(CUT, ""))
        values = {"text": text, "retrievable": row.retrievable if said else 0}
        done += write.redact(turns, {"turn_id": cut.turn_id}, values)
        _move_quotes(write, cut.turn_id, spans)
        _move_evidence(write, cut.turn_id, spans)
    return done


def _move_quotes(write: OwnerWrite, turn_id: int, spans: list[tuple[int, int]]) -> None:
    mine = (leaf_quotes.c.owner_id == write.owner.owner_id, leaf_quotes.c.turn_id == turn_id)
    for row in write.connection.execute(select(leaf_quotes).where(*mine)).all():
        start, end = moved(row.start, row.end, spans)
        where = {"leaf_id": row.leaf_id, "position": row.position}
        if start == end:
            write.erase(leaf_quotes, where)
        elif (start, end) != (row.start, row.end):
            write.redact(leaf_quotes, where, {"start": start, "end": end})


def _move_evidence(write: OwnerWrite, turn_id: int, spans: list[tuple[int, int]]) -> None:
    columns = select(decisions.c.decision_id, decisions.c.evidence)
    mine = (
        decisions.c.owner_id == write.owner.owner_id,
        decisions.c.evidence.contains(f", {turn_id}, ", autoescape=True),
    )
    for row in write.connection.execute(columns.where(*mine)).all():
        evidence = json.loads(row.evidence)
        quote = evidence.get("quote")
        if not quote or quote[1] != turn_id:
            continue
        start, end = moved(quote[2], quote[3], spans)
        evidence["quote"] = [*quote[:2], start, end, *quote[4:]] if start < end else None
        write.redact(decisions, {"decision_id": row.decision_id}, {"evidence": json.dumps(evidence)})


def _rename(write: OwnerWrite, sessions: Mapping[str, str]) -> int:
    """Give sittings other names, wherever they stand."""
    if not sessions:
        return 0
    done = 0
    tables = [table for table in owner_tables() if "session" in table.c]
    for table in tables:
        query = select(table.c.session).where(table.c.owner_id == write.owner.owner_id).distinct()
        for (session,) in write.connection.execute(query).all():
            name = sessions.get(keyed(write.owner.secret, session)) if session else None
            if name is not None:
                done += write.redact(table, {"session": session}, {"session": name})
    return done


def _bury(write: OwnerWrite, keys: list[str], forgetting_id: str) -> None:
    if not keys:
        return
    there = select(tombstones.c.tombstone).where(tombstones.c.owner_id == write.owner.owner_id)
    known = {bytes(one) for one in write.connection.execute(there).scalars()}
    new = [one for one in dict.fromkeys(bytes.fromhex(key) for key in keys) if one not in known]
    write.insert(tombstones, [{"tombstone": one, "forgetting_id": forgetting_id} for one in new])


def import_keys_of(connection: Connection, owner_id: str, turn_ids: frozenset[int]) -> list[str]:
    """Return the import keys of these turns, in hex."""
    query = select(turns.c.turn_id, turns.c.import_key).where(
        turns.c.owner_id == owner_id, turns.c.import_key.is_not(None)
    )
    rows = connection.execute(query)
    return [bytes(row.import_key).hex() for row in rows if row.turn_id in turn_ids]
