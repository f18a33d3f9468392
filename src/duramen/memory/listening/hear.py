"""Hear: one window through the listener and the gate into the tree, its effects exactly once (DESIGN.md 3).

The listener is asked outside any transaction. One transaction then moves the cursor, if nobody has meanwhile, and
writes operations, decisions, version and window. A process that dies in between leaves nothing; the window is heard
again. A window that fails three times is parked: shown to the person, and passed over.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from enum import StrEnum

from duramen.domain.persona import Schema, Tree
from duramen.errors import DuramenError, ModelUnavailable, StoreError
from duramen.memory.events import noted
from duramen.memory.listening.pieces import Piece
from duramen.memory.listening.prepare import Prepared, denied, prepare
from duramen.memory.persona.applying import Applied, ApplyRequest, apply_in
from duramen.memory.persona.rights import read_allowed
from duramen.memory.persona.trees import TreeOf, schema_of
from duramen.memory.workspace import Workspace
from duramen.models.base import Listener
from duramen.stores.engine import reading
from duramen.stores.listening.windows import (
    MAX_ATTEMPTS,
    StoredWindow,
    WindowState,
    advance_hearing,
    heard_upto,
    list_windows,
    put_window,
)
from duramen.stores.owners import OwnerKind, OwnerWrite, owner_write, owners_around
from duramen.stores.persona.reading import current_version, read_tree

PROBLEM_CHARS = 300


class Ending(StrEnum):
    """How an attempt at a window ended: its effects are written; somebody else came first; it failed; it is parked."""

    WRITTEN = "written"
    OVERTAKEN = "overtaken"
    FAILED = "failed"
    PARKED = "parked"


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """An attempt at one window, with what was applied or the error that it failed with."""

    ending: Ending
    applied: Applied | None = None
    error: Exception | None = None


class _Overtaken(Exception):
    """The cursor or the tree moved while the listener listened."""


def hear(workspace: Workspace, of: TreeOf, listener: Listener, piece: Piece, schema_name: str = "") -> Attempt:
    """Ask the listener about the window that stands next, and write what the gate lets pass.

    Store errors go on to the caller; whatever else the listener fails with is counted against the
    window, unless its model cannot be reached at all.
    """
    tree, schema, hidden = _state(workspace, of, schema_name)
    try:
        prepared = prepare(listener, piece.window, tree, schema, hidden)
    except StoreError:
        raise
    except ModelUnavailable as error:  # which says nothing of the window
        return Attempt(ending=Ending.FAILED, error=error)
    except Exception as error:  # a fault of a listener must not keep all later words from being heard
        return _failed(workspace, of, listener, piece, error)
    window = StoredWindow(
        window_id=workspace.new_id(),
        after_turn=piece.after,
        upto_turn=piece.upto,
        listener=listener.name,
        raw=prepared.raw,
        state=WindowState.PARTIAL if prepared.read.partial else WindowState.DONE,
        recorded_us=workspace.now_us(),
    )
    request = _request(listener, piece, prepared, window)
    try:
        with owner_write(workspace.engine, of.owner) as write:
            _check_tree(write, of, tree)
            if not advance_hearing(write, piece.after, piece.upto):
                raise _Overtaken
            trace = _trace(write, of, (tree.version, schema))
            window = replace(_tried_before(write, of, window), trace=trace)
            applied = apply_in(workspace, write, of, schema, replace(request, window_id=window.window_id))
            put_window(write, window)
    except _Overtaken:
        return Attempt(ending=Ending.OVERTAKEN)
    return Attempt(ending=Ending.WRITTEN, applied=applied)


def _state(workspace: Workspace, of: TreeOf, schema_name: str) -> tuple[Tree, Schema, frozenset[str]]:
    """Return the tree, its schema, and the leaves that no model may read."""
    with reading(workspace.engine) as connection:
        version = current_version(connection, of.owner)
        tree = read_tree(connection, of.owner)
        allowed = read_allowed(connection, of.person, (of.character, ""))
    schema = schema_of(workspace, of, version, schema_name)
    return tree, schema, allowed.unread(schema, tree.leaves)


def _request(listener: Listener, piece: Piece, prepared: Prepared, window: StoredWindow) -> ApplyRequest:
    return ApplyRequest(
        read=prepared.read,
        proposals=prepared.proposals,
        writer=listener.name,
        cause=f"window {window.window_id}",
        negated=denied(piece.window),
        contradicted=prepared.contradicted,
    )


def _trace(write: OwnerWrite, of: TreeOf, by: tuple[int, Schema]) -> str:
    """Return what a replay judges a window by, as JSON: the states of owners before it is written, version and schema."""
    around = owners_around(write.connection, of.person.tenant, of.person.name)
    read = {owner.owner_id: head for owner, head in around if owner.kind is not OwnerKind.BASE}
    at_seq = {owner_id: head.seq for owner_id, head in read.items()} | {of.owner.owner_id: write.seq - 1}
    version, schema = by
    epoch = read[of.person.owner_id].epoch
    return json.dumps({"at_seq": at_seq, "epoch": epoch, "version": version, "schema": schema.name})


def _check_tree(write: OwnerWrite, of: TreeOf, tree: Tree) -> None:
    """A list is good for the tree that the listener saw: what the person changed meanwhile is not written over."""
    if current_version(write.connection, of.owner).version != tree.version:
        raise _Overtaken


def _tried_before(write: OwnerWrite, of: TreeOf, window: StoredWindow) -> StoredWindow:
    """Go on with the row of a window that failed before, which may have been shorter then."""
    for failed in list_windows(write.connection, of.owner, [WindowState.FAILED]):
        if failed.after_turn == window.after_turn:
            return replace(window, window_id=failed.window_id, attempts=failed.attempts + 1)
    return window


def _failed(workspace: Workspace, of: TreeOf, listener: Listener, piece: Piece, error: Exception) -> Attempt:
    told = str(error) if isinstance(error, DuramenError) else ""
    window = StoredWindow(
        window_id=workspace.new_id(),
        after_turn=piece.after,
        upto_turn=piece.upto,
        listener=listener.name,
        state=WindowState.FAILED,
        problem=f"{type(error).__name__}: {told}"[:PROBLEM_CHARS].rstrip(": "),
        recorded_us=workspace.now_us(),
    )
    with owner_write(workspace.engine, of.owner) as write:
        if heard_upto(write.connection, of.owner) != piece.after:
            return Attempt(ending=Ending.OVERTAKEN)
        window = _tried_before(write, of, window)
        if window.attempts >= MAX_ATTEMPTS:
            window = replace(window, state=WindowState.PARKED)
            advance_hearing(write, piece.after, piece.upto)
        put_window(write, window)
    noted("window_failed", owner=of.owner.owner_id, error=type(error).__name__, attempts=window.attempts)
    ending = Ending.PARKED if window.state is WindowState.PARKED else Ending.FAILED
    return Attempt(ending=ending, error=error)
