"""Hearing a round again, after what its words led to was forgotten with something else: derive again from the survivors."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from duramen.domain.operations import OperationList
from duramen.govern.gate import Outcome
from duramen.memory.listening.pieces import windows_of_round
from duramen.memory.listening.prepare import denied, prepare
from duramen.memory.persona.applying import ApplyRequest, apply_in
from duramen.memory.persona.rights import read_allowed
from duramen.memory.persona.trees import TreeOf, schema_of
from duramen.memory.workspace import Workspace
from duramen.models.base import Listener
from duramen.models.listeners.character import of_character
from duramen.stores.engine import reading
from duramen.stores.listening.windows import StoredWindow, WindowState, put_window
from duramen.stores.owners import Owner, OwnerKind, owner_write
from duramen.stores.persona.reading import current_version, read_tree


def hear_again(
    workspace: Workspace,
    owners: Mapping[str, Owner],
    place: tuple[str, str],
    listener: Listener,
    paths: Collection[str],
) -> int:
    """Hear a round, (owner, record id), once more for these leaves; returns how many operations the gate let pass.

    Other leaves stay as they are: what the person took out of them since does not come back. The cursor stays where it is. Where the tree moves meanwhile nothing is written: 0. Raises ModelError.
    """
    of = tree_among(owners, place[0])
    heard = of_character(listener) if of.character else listener
    applied = 0
    with reading(workspace.engine) as connection:
        windows = windows_of_round(connection, of.voice, place[1], workspace.clock())
    for window, turn_ids in windows:
        with reading(workspace.engine) as connection:
            version = current_version(connection, of.owner)
            tree = read_tree(connection, of.owner)
            allowed = read_allowed(connection, of.person, (of.character, ""))
        schema = schema_of(workspace, of, version)
        prepared = prepare(heard, window, tree, schema, allowed.unread(schema, tree.leaves))
        stored = StoredWindow(
            window_id=workspace.new_id(),
            after_turn=min(turn_ids) - 1,
            upto_turn=max(turn_ids),
            listener=heard.name,
            raw=prepared.raw,
            state=WindowState.PARTIAL if prepared.read.partial else WindowState.DONE,
            recorded_us=workspace.now_us(),
        )
        proposals = tuple(one for one in prepared.proposals if one.operation.path in paths)
        request = ApplyRequest(
            read=OperationList(operations=tuple(one.operation for one in proposals)),
            proposals=proposals,
            writer=heard.name,
            cause=f"window {stored.window_id}",
            negated=denied(window),
            contradicted=prepared.contradicted,
            window_id=stored.window_id,
        )
        with owner_write(workspace.engine, of.owner) as write:
            if current_version(write.connection, of.owner).version != tree.version:
                continue
            done = apply_in(workspace, write, of, schema, request)
            put_window(write, stored)
        applied += sum(one.outcome == Outcome.APPLIED.value for one in done.decisions)
    return applied


def tree_among(owners: Mapping[str, Owner], owner_id: str) -> TreeOf:
    """Return the tree of an owner: a person's, or a character's own, whose person is among the owners."""
    own = owners[owner_id]
    if own.kind is not OwnerKind.SELF:
        return TreeOf(owner=own, person=own)
    person_id, _, character = own.name.partition(":")
    return TreeOf(owner=own, person=owners[person_id], character=character)
