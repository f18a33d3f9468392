"""Reading all that is held of a person, for the plan of a forgetting; nothing is written here.

In: a person, and the owners of what characters said of themselves to them. Out: `Found`.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import zlib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import Connection, String, Table, select

from duramen.domain.dialogue import Role
from duramen.govern.forgetting.found import (
    Found,
    HeldDecision,
    HeldLeaf,
    HeldRound,
    HeldRow,
    HeldTurn,
    HeldWindow,
    Place,
    Ref,
)
from duramen.govern.forgetting.words import folded, holds
from duramen.stores.owners import Owner
from duramen.stores.persona.tables import decisions, leaf_quotes, leaves, windows
from duramen.stores.tables import chain, children, documents, heads, metadata, parents, records, turns

# Tables that are looked at one by one, or hold nothing of a person; any other one is looked through as a whole.
_KNOWN = frozenset(
    [
        "owners",
        "heads",
        "records",
        "turns",
        "leaves",
        "leaf_quotes",
        "tree_versions",
        "decisions",
        "windows",
        "documents",
        "parents",
        "children",
        "cards",
        "schemas",
        "forgettings",
        "tombstones",
        "seals",
        "chain",
    ]
)
# Columns of other tables that hold ids and names of ours, and no words.
_IDS = frozenset(
    [
        "owner_id",
        "tenant",
        "record_id",
        "character",
        "session",
        "path",
        "permission",
        "hint",
        "tier",
        "writer",
        "state",
        "thresholds",
        "source_id",
    ]
)
_EVIDENCE = ("experience", "knowledge")


def find_held(connection: Connection, person: Owner, selves: Sequence[Owner]) -> Found:
    """Return all that is held of a person, with the trees of characters in their talks."""
    owners = [person, *selves]
    said = _turns(connection, person)
    rounds = tuple(_rounds(connection, person, said))
    names = {person.name, *(one.character for one in rounds)}
    return Found(
        owner_id=person.owner_id,
        names=frozenset(folded(name) for name in names),
        rounds=rounds,
        leaves=tuple(leaf for owner in owners for leaf in _leaves(connection, owner)),
        decisions=tuple(one for owner in owners for one in _decisions(connection, owner)),
        windows=tuple(one for owner in owners for one in _windows(connection, owner)),
        others=tuple(row for owner in owners for row in other_rows(connection, owner)),
    )


def _turns(connection: Connection, person: Owner) -> dict[str, list[HeldTurn]]:
    found: dict[str, list[HeldTurn]] = defaultdict(list)
    columns = ("turn_id", "record_id", "role", "text", "speaker", "extra", "import_key")
    query = select(*(turns.c[name] for name in columns)).where(turns.c.owner_id == person.owner_id)
    for row in connection.execute(query.order_by(turns.c.turn_id)):
        says = (row.speaker,) if row.extra == "{}" else (row.speaker, row.extra)
        found[row.record_id].append(
            HeldTurn(
                turn_id=row.turn_id,
                record_id=row.record_id,
                own=row.role != Role.CHARACTER.value,
                text=row.text,
                says=says,
                imported=row.import_key is not None,
            )
        )
    return found


def _rounds(connection: Connection, person: Owner, said: dict[str, list[HeldTurn]]) -> Iterator[HeldRound]:
    columns = (
        "record_id",
        "character",
        "session",
        "round",
        "raw",
        "analysis",
        "augmented",
        "queries",
        "bindings",
        "trace",
    )
    query = select(*(records.c[name] for name in columns)).where(records.c.owner_id == person.owner_id)
    for row in connection.execute(query.order_by(records.c.born_seq, records.c.round)):
        shown = _shown(row.trace)
        bound = frozenset(ref for name in row.bindings.split() for ref in shown.get(name, ()))
        yield HeldRound(
            record_id=row.record_id,
            character=row.character,
            session=row.session,
            number=row.round,
            texts=tuple(text for text in (row.raw, row.analysis, row.augmented, row.queries) if text),
            shown=frozenset(ref for refs in shown.values() for ref in refs),
            bound=bound,
            turns=tuple(said.get(row.record_id, ())),
            searched=row.trace is not None,
        )


def _shown(packed: bytes | None) -> dict[str, tuple[Ref, ...]]:
    """Return what a prompt showed, by the id under which it stood there."""
    if packed is None:
        return {}
    trace = json.loads(zlib.decompress(packed))
    shown: dict[str, tuple[Ref, ...]] = {}
    for one in trace.get("evidence", ()):
        first: Ref = _ref(one["source"], one["item"], one["record"])
        merged = (place.partition(":") for place in one.get("merged", ()))
        shown[one["id"]] = (first, *(("turn", "", int(item)) for source, _, item in merged if source == _EVIDENCE[0]))
    for kind, name in (("leaf", "leaves"), ("self", "self_leaves")):
        for one in trace.get(name) or ():
            shown[one["id"]] = ((kind, one["path"], one["version"]),)
    return shown


def _ref(source: str, item: int, record: str) -> Ref:
    return ("turn", "", item) if source == _EVIDENCE[0] else ("document", record, 0)


def _leaves(connection: Connection, owner: Owner) -> Iterator[HeldLeaf]:
    quotes: dict[int, list[Place]] = defaultdict(list)
    order = (leaf_quotes.c.leaf_id, leaf_quotes.c.position)
    for row in connection.execute(select(leaf_quotes).where(leaf_quotes.c.owner_id == owner.owner_id).order_by(*order)):
        quotes[row.leaf_id].append(Place(record_id=row.record_id, turn_id=row.turn_id, start=row.start, end=row.end))
    columns = ("leaf_id", "path", "value", "reason", "end_reason", "grown_from", "born_version", "died_version")
    query = select(*(leaves.c[name] for name in columns)).where(leaves.c.owner_id == owner.owner_id)
    for row in connection.execute(query.order_by(leaves.c.leaf_id)):
        yield HeldLeaf(
            owner_id=owner.owner_id,
            leaf_id=row.leaf_id,
            path=row.path,
            value=row.value,
            born=row.born_version,
            died=row.died_version,
            reason=row.reason,
            end_reason=row.end_reason,
            grown_from=row.grown_from,
            quotes=tuple(quotes.get(row.leaf_id, ())),
        )


def _decisions(connection: Connection, owner: Owner) -> Iterator[HeldDecision]:
    columns = ("decision_id", "path", "value", "reason", "nearest", "leaf_id", "window_id", "evidence")
    query = select(*(decisions.c[name] for name in columns)).where(decisions.c.owner_id == owner.owner_id)
    for row in connection.execute(query.order_by(decisions.c.decision_id)):
        quote = json.loads(row.evidence).get("quote")
        yield HeldDecision(
            owner_id=owner.owner_id,
            decision_id=row.decision_id,
            path=row.path,
            texts=(row.path, row.reason, row.nearest),
            value=row.value or "",
            leaf_id=row.leaf_id,
            window_id=row.window_id,
            place=quote and Place(record_id=quote[0], turn_id=quote[1], start=quote[2], end=quote[3]),
        )


def _windows(connection: Connection, owner: Owner) -> Iterator[HeldWindow]:
    columns = ("window_id", "after_turn", "upto_turn", "raw", "problem")
    query = select(*(windows.c[name] for name in columns)).where(windows.c.owner_id == owner.owner_id)
    for row in connection.execute(query.order_by(windows.c.window_id)):
        yield HeldWindow(
            owner_id=owner.owner_id,
            window_id=row.window_id,
            after=row.after_turn,
            upto=row.upto_turn,
            texts=tuple(text for text in (row.raw, row.problem) if text),
        )


def other_tables() -> list[Table]:
    """Return the tables with an owner's rows that are not looked at one by one."""
    return [table for table in metadata.sorted_tables if "owner_id" in table.c and table.name not in _KNOWN]


def other_rows(connection: Connection, owner: Owner) -> Iterator[HeldRow]:
    """Yield an owner's rows of all other tables, with the words in them."""
    for table in other_tables():
        keys = key_columns(table)
        said = [
            column
            for column in table.c
            if isinstance(column.type, String) and column.name not in _IDS and column.name not in keys
        ]
        for row in connection.execute(select(table).where(table.c.owner_id == owner.owner_id)).mappings():
            yield HeldRow(
                owner_id=owner.owner_id,
                table=table.name,
                key=tuple(row[name] for name in keys),
                record_id=row.get("record_id") or "",
                words={column.name: row[column.name] for column in said if row[column.name]},
            )


def key_columns(table: Table) -> tuple[str, ...]:
    """Return the columns of a table's key after the owner."""
    return tuple(column.name for column in table.primary_key if column.name != "owner_id")


def documents_holding(connection: Connection, tenant: str, words: str) -> list[str]:
    """Return the titles of the tenant's documents that hold folded words: they are not the person's, who is told of them."""
    on = (parents.c.owner_id == documents.c.owner_id) & (parents.c.document_id == documents.c.document_id)
    query = select(documents.c.document_id, documents.c.origin, documents.c.title, parents.c.text)
    rows = connection.execute(query.select_from(documents.join(parents, on)).where(documents.c.tenant == tenant))
    found = {row.document_id: row.title or row.origin for row in rows if holds(row.text, words)}
    return list(found.values())


def document_rows(connection: Connection, base: Owner, ids: Sequence[str]) -> dict[str, list[Any]]:
    """Return all rows of documents, by table, each by its key."""
    rows: dict[str, list[Any]] = {}
    for table, key in ((children, "child_id"), (parents, "parent_id"), (documents, "document_id")):
        mine = (table.c.owner_id == base.owner_id, table.c.document_id.in_(ids))
        rows[table.name] = list(connection.execute(select(table.c[key]).where(*mine).order_by(table.c[key])).scalars())
    return rows


def document_keys(connection: Connection, base: Owner, ids: Sequence[str]) -> list[str]:
    """Return the tombstones of documents, in hex."""
    mine = (documents.c.owner_id == base.owner_id, documents.c.document_id.in_(ids))
    hashes = connection.execute(select(documents.c.content_hash).where(*mine)).scalars()
    return [document_key(base, bytes(one)).hex() for one in hashes]


def document_key(base: Owner, content_hash: bytes) -> bytes:
    """Return the tombstone of a document's content: its hash under the base's key."""
    return hmac.new(base.secret, b"document\x1e" + content_hash, hashlib.sha256).digest()


def chain_head(connection: Connection, owner_id: str) -> str:
    """Return the hash of the last entry of an owner's chain, in hex, "" where there is none."""
    order = (chain.c.seq.desc(), chain.c.part.desc())
    found = connection.execute(
        select(chain.c.hash).where(chain.c.owner_id == owner_id).order_by(*order).limit(1)
    ).scalar()
    return "" if found is None else bytes(found).hex()


def next_item(connection: Connection, owner_id: str) -> int:
    """Return the id that an owner hands out next."""
    return int(connection.execute(select(heads.c.next_item).where(heads.c.owner_id == owner_id)).scalar_one())
