"""Writing trees: what a list of judged operations changes becomes version n+1, in the caller's one transaction.

Nothing of the past is overwritten but the ends of values: when and by whom they were taken out of the tree, and when
they ceased to be so in the world.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, select

from duramen.domain.persona import Quote
from duramen.domain.time import UNKNOWN_MOMENT, Moment
from duramen.errors import StoreError
from duramen.govern.timeline import Span, began, replaced
from duramen.stores.persona.leaves import moment_columns
from duramen.stores.persona.tables import leaf_quotes, leaves, tree_versions
from duramen.stores.rows import IN_BATCH
from duramen.stores.tables import heads
from duramen.stores.writing import OwnerWrite


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What becomes of one leaf: a new value, or None to take it out of the tree.

    `writer`: who wrote the value, "" for the version's writer. `merges`: the value grew out of the one that it
    replaces, whose sources stay its sources; `grown_from` names another one instead (restored, moved).
    """

    path: str
    value: str | None
    quotes: tuple[Quote, ...] = ()
    valid_from: Moment = UNKNOWN_MOMENT
    valid_to: Moment = UNKNOWN_MOMENT
    stated: bool = True
    confidence: float = 1.0
    reason: str = ""
    writer: str = ""
    merges: bool = False
    grown_from: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionDraft:
    """A version about to be written: it follows `after`, which must still be the latest. `source_id`: whose turns are quoted."""

    after: int
    schema: str
    schema_version: int
    cause: str
    writer: str
    recorded: Moment
    source_id: str = ""


def write_version(write: OwnerWrite, draft: VersionDraft, changes: Sequence[Change]) -> dict[str, int]:
    """Make version `draft.after` + 1; returns the leaf ids of the new values by path. At most one change a path.

    Raises StoreError when the tree has moved on, or when a leaf is to be taken out that is empty.
    """
    _swap_version(write, draft)
    standing = _standing(write, [change.path for change in changes])
    missing = [change.path for change in changes if change.value is None and change.path not in standing]
    if missing:
        raise StoreError(f"there is nothing in {missing[0]!r} to take out of the tree; read it again")
    ended = [_end(write, draft, change, standing[change.path]) for change in changes if change.path in standing]
    for leaf_id, values in ended:
        write.update(leaves, {"leaf_id": leaf_id}, values)
    _close_earlier(write, draft, [change for change in changes if change.value is None])
    written = [change for change in changes if change.value is not None]
    first = write.take_items(len(written)) if written else 0
    ids = {change.path: first + at for at, change in enumerate(written)}
    rows = [_leaf_row(write, draft, change, ids[change.path], standing.get(change.path)) for change in written]
    write.insert(leaves, rows)
    quotes = [row for change in written for row in _quote_rows(write, draft, change, ids[change.path])]
    write.insert(leaf_quotes, quotes)
    return ids


def _swap_version(write: OwnerWrite, draft: VersionDraft) -> None:
    if write.update(heads, {"tree_version": draft.after}, {"tree_version": draft.after + 1}) != 1:
        raise StoreError(f"the tree has moved on from version {draft.after} meanwhile; read it again and repeat")
    row = {
        "version": draft.after + 1,
        "schema": draft.schema,
        "schema_version": draft.schema_version,
        "cause": draft.cause,
        "writer": draft.writer,
        "recorded_us": draft.recorded.at_us,
        "seq": write.seq,
    }
    write.insert(tree_versions, [row])


_TO = ("to_us", "to_zone", "to_offset_minutes", "to_precision")
_STILL_SO = select(leaves.c.leaf_id, leaves.c.begin_us).where(
    leaves.c.owner_id == bindparam("owner"),
    leaves.c.path == bindparam("path"),
    leaves.c.end_us.is_(None),
    leaves.c.died_version.is_not(None),
)
_STANDING = select(
    *(leaves.c[name] for name in ("leaf_id", "path", "begin_us", "end_us", "to_told", *_TO)),
    *(leaves.c[f"from_{name[3:]}"] for name in _TO),
).where(
    leaves.c.owner_id == bindparam("owner"),
    leaves.c.path.in_(bindparam("paths", expanding=True)),
    leaves.c.died_version.is_(None),
)


def _standing(write: OwnerWrite, paths: Sequence[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for at in range(0, len(paths), IN_BATCH):
        values = {"owner": write.owner.owner_id, "paths": list(paths[at : at + IN_BATCH])}
        found.update((row.path, row) for row in write.connection.execute(_STANDING, values))
    return found


def _span(change: Change, recorded: Moment) -> tuple[Moment, Span]:
    begin = began(change.valid_from, change.quotes, recorded)
    return begin, Span(begin_us=begin.at_us or 0, end_us=change.valid_to.until_us())


def _end(write: OwnerWrite, draft: VersionDraft, change: Change, old: Any) -> tuple[int, dict[str, Any]]:
    """Return which standing row ends and how: in the tree with this version, in the world when the new value began."""
    ceased, span = _span(change, draft.recorded)
    if change.value is None:  # an end in the world, if one was told, is the whole period that was told
        ceased = change.valid_to if change.valid_to.known else ceased
        span = Span(begin_us=ceased.until_us() or span.begin_us)
    before = Span(begin_us=old.begin_us, end_us=old.end_us)
    end_us = replaced(before, span, begin_told=old.from_us is not None)
    values: dict[str, Any] = {
        "died_version": draft.after + 1,
        "died_seq": write.seq,
        "ended_us": draft.recorded.at_us,
        "ended_by": draft.writer,
        "end_reason": change.reason,
        "end_us": end_us,
        **{name: getattr(old, name) for name in _TO},
    }
    if end_us is not None and not old.to_told:
        values |= moment_columns(ceased, "to_") if end_us == span.begin_us else _begin_as_end(old)
    return old.leaf_id, values


def _close_earlier(write: OwnerWrite, draft: VersionDraft, deleted: Sequence[Change]) -> None:
    """End what was still so in the world when its leaf came to tell of an earlier time, and is now deleted with it."""
    for change in deleted:
        at_us = change.valid_to.until_us() or _span(change, draft.recorded)[1].begin_us
        standing = {"owner": write.owner.owner_id, "path": change.path}
        for row in write.connection.execute(_STILL_SO, standing).all():
            write.update(leaves, {"leaf_id": row.leaf_id}, {"end_us": max(row.begin_us, at_us)})


def _begin_as_end(old: Any) -> dict[str, Any]:
    """Return the end of a value that never was so alone: its beginning."""
    return {name: getattr(old, f"from_{name[3:]}") for name in _TO}


def _leaf_row(write: OwnerWrite, draft: VersionDraft, change: Change, leaf_id: int, old: Any) -> dict[str, Any]:
    _, span = _span(change, draft.recorded)
    merged = old.leaf_id if change.merges and old is not None else None
    return {
        "leaf_id": leaf_id,
        "path": change.path,
        "value": change.value,
        "born_version": draft.after + 1,
        **moment_columns(change.valid_from, "from_"),
        **moment_columns(change.valid_to, "to_"),
        "to_told": int(change.valid_to.known),
        "begin_us": span.begin_us,
        "end_us": span.end_us,
        "recorded_us": draft.recorded.at_us,
        "writer": change.writer or draft.writer,
        "reason": change.reason,
        "stated": int(change.stated),
        "confidence": change.confidence,
        "grown_from": change.grown_from if change.grown_from is not None else merged,
        "born_seq": write.seq,
    }


def _quote_rows(write: OwnerWrite, draft: VersionDraft, change: Change, leaf_id: int) -> list[dict[str, Any]]:
    return [
        {
            "leaf_id": leaf_id,
            "position": at,
            "source_id": draft.source_id or write.owner.owner_id,
            "record_id": quote.record_id,
            "turn_id": quote.turn_id,
            "start": quote.start,
            "end": quote.end,
        }
        for at, quote in enumerate(change.quotes)
    ]
