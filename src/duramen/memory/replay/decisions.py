"""The operations of listened windows once more: read again from what was written, judged again on the tree of then.

In: a person. Out: per window whether the decisions are equal. No model is called: a listener that is a model is given its own
kept text again; the one by rules listens again to the same words.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection

from duramen.domain.persona import Window
from duramen.errors import DuramenError
from duramen.memory.listening.pieces import window_between
from duramen.memory.listening.prepare import BETWEEN, denied, prepare
from duramen.memory.persona.judging import ApplyRequest, held_by, judged_list
from duramen.memory.persona.schemas import schema_named
from duramen.memory.persona.trees import TreeOf
from duramen.memory.replay.outcome import Outcome
from duramen.memory.workspace import Workspace
from duramen.models.base import Listener
from duramen.models.listeners.character import of_character
from duramen.models.scripted import ScriptedChat
from duramen.stores.engine import reading
from duramen.stores.listening.windows import StoredWindow, WindowState, list_windows
from duramen.stores.owners import Owner, OwnerKind, find_owner, head_of
from duramen.stores.persona.decisions import StoredDecision, decisions_of_window
from duramen.stores.persona.reading import read_tree, version_as_of
from duramen.stores.turns import turn_ids_of


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowReplay:
    """One window again: `character` whose own tree it feeds, "" for the person's; `told` as for a round."""

    window_id: str
    character: str
    listener: str
    operations: int
    outcome: Outcome
    told: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """A window that was listened to, and the tree that it feeds."""

    of: TreeOf
    window: StoredWindow


def windows_heard(workspace: Workspace, person: Owner, records: frozenset[str] | None) -> list[Heard]:
    """Return the windows in which a person, or a character to them, was heard; with `records` those that heard one of them."""
    found: list[Heard] = []
    with reading(workspace.engine) as connection:
        ids = None if records is None else turn_ids_of(connection, person, sorted(records))
        for of in _trees(workspace, person):
            for window in list_windows(connection, of.owner, (WindowState.DONE, WindowState.PARTIAL)):
                if ids is None or any(window.after_turn < turn_id <= window.upto_turn for turn_id in ids):
                    found.append(Heard(of=of, window=window))
    return found


def replay_windows(workspace: Workspace, heard: list[Heard]) -> Iterator[WindowReplay]:
    """Yield for each window whether its operations are judged as they were."""
    rules = _Rules()
    for one in heard:
        of, window = one.of, one.window
        with reading(workspace.engine) as connection:
            stored = decisions_of_window(connection, of.owner, window.window_id)
            outcome, told = _again(workspace, connection, one, (stored, rules))
        yield WindowReplay(
            window_id=window.window_id,
            character=of.character,
            listener=window.listener,
            operations=len(stored),
            outcome=outcome,
            told=tuple(told),
        )


class _Rules:
    """The listener by rules, opened at the first need: its tables take a second."""

    def __init__(self) -> None:
        self._opened: Listener | None = None

    def opened(self) -> Listener:
        from duramen.models.listeners.rules import RulesListener

        self._opened = self._opened or RulesListener()
        return self._opened


def _again(
    workspace: Workspace, connection: Connection, one: Heard, by: tuple[list[StoredDecision], _Rules]
) -> tuple[Outcome, list[str]]:
    (stored, rules), of, window = by, one.of, one.window
    if not window.trace:
        return Outcome.NOT_REPLAYABLE, ["it was heard before duramen kept the states that it was judged in"]
    listener = _listener(window, rules)
    if listener is None:
        return Outcome.NOT_REPLAYABLE, [f"the listener {window.listener} is none that ships with this duramen"]
    trace = json.loads(window.trace)
    heard = _window(connection, of, window, trace)
    if heard is None:
        return Outcome.ERASED, ["words that it heard"]
    try:
        fresh = _judged(
            workspace, connection, one, (heard, of_character(listener) if of.character else listener, trace)
        )
    except DuramenError as error:
        return Outcome.CHANGED, [f"it cannot be judged again: {error}"]
    told = _differences(stored, fresh)
    if told and head_of(connection, of.person).epoch > trace["epoch"]:
        return Outcome.ERASED, ["something of this person that it rested on", *told]
    return (Outcome.CHANGED if told else Outcome.IDENTICAL), told


def _judged(
    workspace: Workspace, connection: Connection, one: Heard, by: tuple[Window, Listener, Mapping[str, Any]]
) -> tuple[StoredDecision, ...]:
    (heard, listener, trace), of, window = by, one.of, one.window
    seqs = trace["at_seq"]
    version = version_as_of(connection, of.owner, seqs[of.owner.owner_id])
    tree = read_tree(connection, of.owner, version)
    schema = schema_named(workspace, trace["schema"], _schemas_state(workspace, connection, seqs))
    held = held_by(connection, of, version, schema, seqs)
    prepared = prepare(listener, heard, tree, schema, held.allowed.unread(schema, tree.leaves))
    request = ApplyRequest(
        read=prepared.read,
        proposals=prepared.proposals,
        writer=listener.name,
        negated=denied(heard),
        contradicted=prepared.contradicted,
        window_id=window.window_id,
    )
    judged = judged_list(held, schema, request, window.recorded_us)
    return judged.applied(request, changed=bool(judged.changes(request))).decisions


def _schemas_state(workspace: Workspace, connection: Connection, seqs: Mapping[str, int]) -> int:
    owner = find_owner(connection, workspace.settings.tenant, OwnerKind.SCHEMAS, "schemas")
    return 0 if owner is None else seqs.get(owner.owner_id, 0)


def _listener(window: StoredWindow, rules: _Rules) -> Listener | None:
    """Return the listener that heard a window, made to say what it said; None where there is none of its name."""
    kind, _, rest = window.listener.partition(":")
    if not rest:
        return rules.opened() if window.listener == rules.opened().name else None
    from duramen.models.listeners.model import ModelListener
    from duramen.models.listeners.two_stage import TwoStageListener

    chat = ScriptedChat(window.raw.split(BETWEEN), name=rest.rpartition("@")[0])
    made: dict[str, Listener] = {"model": ModelListener(chat), "two-stage": TwoStageListener(chat)}
    found = made.get(kind)
    return found if found is not None and found.name == window.listener else None


def _window(connection: Connection, of: TreeOf, window: StoredWindow, trace: Mapping[str, Any]) -> Window | None:
    voice = replace(of.voice, upto_seq=trace["at_seq"].get(of.person.owner_id, 0))
    found: Window | None = window_between(connection, voice, (window.after_turn, window.upto_turn))
    return found


def _differences(stored: list[StoredDecision], fresh: tuple[StoredDecision, ...]) -> list[str]:
    told = []
    if len(stored) != len(fresh):
        told.append(f"{len(stored)} operations are {len(fresh)}")
    for before, after in zip(stored, fresh, strict=False):
        if _compared(before) != _compared(after):
            told.append(f"{_said(before)} → {_said(after)}")
    return told


def _compared(decision: StoredDecision) -> tuple[Any, ...]:
    operation = decision.proposal.operation
    value = None if decision.leaf_id is None and operation.value is None else operation.value
    return (
        operation.kind,
        operation.path,
        value,
        decision.version,
        decision.outcome,
        decision.code,
        decision.reason,
        decision.nearest,
    )


def _said(decision: StoredDecision) -> str:
    return f"{decision.proposal.operation} {decision.outcome} {decision.code}".strip()


def _trees(workspace: Workspace, person: Owner) -> list[TreeOf]:
    """Return the person's tree and those of all characters that speak to them."""
    begin = f"{person.owner_id}:"
    selves = [owner for owner in workspace.owners(OwnerKind.SELF) if owner.name.startswith(begin)]
    others = [TreeOf(owner=own, person=person, character=own.name.removeprefix(begin)) for own in selves]
    return [TreeOf(owner=person, person=person), *others]
