"""What packed columns name, held against what is there: the traces of answered rounds, the evidence of decisions.

In: a connection that sees one state. Out: a `Dangling` for each thing named that is in no row.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterator
from typing import Any

from sqlalchemy import Connection, Row, select

from duramen.stores.owners import OwnerKind
from duramen.stores.persona.tables import decisions, leaves, tree_versions, windows
from duramen.stores.references import Dangling, Erased, absent, speakers_of
from duramen.stores.sealing import BEGIN
from duramen.stores.tables import chain, children, documents, owners, records, turns

_PAGE = 200
Item = tuple[str, int, str]
"""What a trace names: its source, its row, and the record or document that the trace says it is of."""
_BROKEN = (ValueError, KeyError, TypeError, IndexError, zlib.error)


def dangling_traces(connection: Connection, erased: Erased, ticked: Callable[[int], None]) -> Iterator[Dangling]:
    """Give what the traces of answered rounds name and is not there: turns, chunks, leaves, versions, evidence ids."""
    query = (
        select(records.c.owner_id, records.c.record_id, records.c.recorded_us, records.c.character, records.c.trace)
        .add_columns(records.c.bindings)
        .where(records.c.trace.is_not(None))
        .order_by(records.c.owner_id, records.c.record_id)
    )
    lookup = _Lookup(connection, erased)
    for page in connection.execute(query.execution_options(yield_per=_PAGE)).partitions():
        read = [(row, _trace(row)) for row in page]
        found = [(row, trace, list(dict.fromkeys(_items(trace)))) for row, trace in read if trace is not None]
        lookup.learn([(row.owner_id, items) for row, _, items in found])
        yield from (_of(row, "trace", "a trace that can be read") for row, trace in read if trace is None)
        for one in found:
            yield from lookup.dangling(*one)
        ticked(len(page))


def _trace(row: Row[Any]) -> dict[str, Any] | None:
    try:
        trace: dict[str, Any] = json.loads(zlib.decompress(row.trace))
        for one in (*trace["candidates"], *trace["evidence"]):
            int(one["item"])
    except _BROKEN:
        return None
    return trace


def _of(row: Row[Any], kind: str, names: str, *, erased: bool = False) -> Dangling:
    return Dangling(kind=kind, owner_id=row.owner_id, table=records.name, key=row.record_id, names=names, erased=erased)


class _Lookup:
    """What the traces of a page name, looked up in a few queries."""

    def __init__(self, connection: Connection, erased: Erased) -> None:
        self._connection, self._erased = connection, erased
        self._missing: dict[str, set[int]] = {}
        self._leaves: dict[str, set[tuple[str, int]]] = {}
        self._versions: dict[str, set[int]] = {}
        rows = connection.execute(select(owners.c.owner_id, owners.c.kind, owners.c.name))
        self._owners = [tuple(row) for row in rows]
        self._selves = {name: owner_id for owner_id, kind, name in self._owners if kind == OwnerKind.SELF.value}
        self._bases = [owner_id for owner_id, kind, _ in self._owners if kind == OwnerKind.BASE.value]
        began = select(chain.c.recorded_us).where(chain.c.kind == BEGIN, chain.c.seq > 0)
        self._began_us = max(connection.execute(began).scalars(), default=0)

    def learn(self, page: list[tuple[str, list[Item]]]) -> None:
        """Look up the turns and chunks that the traces of these owners name."""
        wanted: dict[str, set[int]] = {}
        for owner_id, items in page:
            for source, item, _ in items:
                wanted.setdefault(owner_id if source == "experience" else "", set()).add(item)
        chunks = wanted.pop("", set())
        self._missing = {of: absent(self._connection, turns.c.turn_id, ids, of) for of, ids in wanted.items()}
        for base in self._bases:
            chunks = absent(self._connection, children.c.child_id, chunks, base)
        self._missing[""] = chunks

    def dangling(self, row: Row[Any], trace: dict[str, Any], items: list[Item]) -> Iterator[Dangling]:
        """Give what one trace names and is not there, each once."""
        for source, item, of in items:
            if source == "experience" and item in self._missing.get(row.owner_id, ()):
                gone = self._erased.has(row.owner_id, turns, {"turn_id": item})
                yield _of(row, "trace-turn", f"turns {item}", erased=gone)
            if source == "knowledge" and item in self._missing.get("", ()):
                gone = self._document_gone(row, item, of) or self._is_elsewhere(trace)
                yield _of(row, "trace-child", f"children {item}", erased=gone)
        own = self._selves.get(f"{row.owner_id}:{row.character}", "")
        for owner_id, shown, version in (
            (row.owner_id, "leaves", "tree_version"),
            (own, "self_leaves", "self_version"),
        ):
            yield from self._tree(row, owner_id, trace.get(shown) or [], trace.get(version) or 0)
        known = {one["id"] for one in (*trace["evidence"], *trace.get("leaves", ()), *trace.get("self_leaves", ()))}
        for bound in row.bindings.split():
            if bound not in known:
                yield _of(row, "binding", f"evidence {bound}")

    def _tree(self, row: Row[Any], owner_id: str, shown: list[dict[str, Any]], version: int) -> Iterator[Dangling]:
        if version and version not in self._versions_of(owner_id):
            gone = self._erased.has(owner_id, tree_versions, {"version": version})
            yield _of(row, "trace-version", f"tree_versions {version}", erased=gone)
        for leaf in shown:
            if leaf.get("version") and (leaf["path"], leaf["version"]) not in self._leaves_of(owner_id):
                gone = self._erased.has(owner_id, leaves, {})
                yield _of(row, "trace-leaf", f"leaves {leaf['path']} of version {leaf['version']}", erased=gone)

    def _document_gone(self, row: Row[Any], item: int, document: str) -> bool:
        """Tell whether a chunk went with its document: by a chain, or before there were chains, as chunks may have."""
        rows = {("children", str(item)), (documents.name, document)}
        return row.recorded_us < self._began_us or any(rows & self._erased.of(base) for base in self._bases)

    def _is_elsewhere(self, trace: dict[str, Any]) -> bool:
        """Tell whether a base was read that this store never had: the round came with an export, and its base did not."""
        known = {owner_id for owner_id, _, _ in self._owners}
        return not set(trace.get("at_seq") or ()) <= known

    def _versions_of(self, owner_id: str) -> set[int]:
        if owner_id not in self._versions:
            mine = select(tree_versions.c.version).where(tree_versions.c.owner_id == owner_id)
            self._versions[owner_id] = set(self._connection.execute(mine).scalars())
        return self._versions[owner_id]

    def _leaves_of(self, owner_id: str) -> set[tuple[str, int]]:
        if owner_id not in self._leaves:
            mine = select(leaves.c.path, leaves.c.born_version).where(leaves.c.owner_id == owner_id)
            self._leaves[owner_id] = {tuple(row) for row in self._connection.execute(mine)}
        return self._leaves[owner_id]


def _items(trace: dict[str, Any]) -> Iterator[Item]:
    """Give the source, row and record or document of everything that was found, with where the same words stand too."""
    for one in (*trace["candidates"], *trace["evidence"]):
        yield one["source"], int(one["item"]), one.get("record") or ""
        for merged in one.get("merged", ()):
            source, _, item = str(merged).partition(":")
            if item.isdigit():
                yield source, int(item), ""


def dangling_evidence(connection: Connection, erased: Erased) -> Iterator[Dangling]:
    """Give the decisions whose quoted turn is not there, and the versions whose cause is a window that is not."""
    source = speakers_of(connection)
    query = select(decisions.c.owner_id, decisions.c.decision_id, decisions.c.evidence)
    for page in connection.execute(query.execution_options(yield_per=_PAGE)).partitions():
        quoted: dict[str, dict[int, list[str]]] = {}
        for row in page:
            of = source.get(row.owner_id, row.owner_id)
            try:
                quote = json.loads(row.evidence).get("quote")
                if quote:
                    quoted.setdefault(of, {}).setdefault(int(quote[1]), []).append(f"{row.owner_id} {row.decision_id}")
            except _BROKEN:
                yield _decision(row.owner_id, str(row.decision_id), "evidence that can be read", erased=False)
        for of, ids in quoted.items():
            for turn_id in sorted(absent(connection, turns.c.turn_id, ids, of)):
                gone = erased.has(of, turns, {"turn_id": turn_id})
                for named in ids[turn_id]:
                    owner_id, _, key = named.partition(" ")
                    yield _decision(owner_id, key, f"turns {turn_id}", erased=gone)
    yield from _causes(connection, erased)


def _decision(owner_id: str, key: str, names: str, *, erased: bool) -> Dangling:
    return Dangling(kind="decision-turn", owner_id=owner_id, table=decisions.name, key=key, names=names, erased=erased)


def _causes(connection: Connection, erased: Erased) -> Iterator[Dangling]:
    query = select(tree_versions.c.owner_id, tree_versions.c.version, tree_versions.c.cause)
    known = {tuple(row) for row in connection.execute(select(windows.c.owner_id, windows.c.window_id))}
    for row in connection.execute(query.where(tree_versions.c.cause.like("window %"))):
        window_id = row.cause.partition(" ")[2]
        if (row.owner_id, window_id) not in known:
            yield Dangling(
                kind="version-window",
                owner_id=row.owner_id,
                table=tree_versions.name,
                key=str(row.version),
                names=f"windows {window_id}",
                erased=erased.has(row.owner_id, windows, {"window_id": window_id}),
            )
