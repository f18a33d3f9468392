"""Listen: catch up with what a person said since a listener last heard them, window by window, in order.

In: a listener, and whose tree it feeds: a person's, or that of a character as it speaks to that person. Out: what became
of it, by outcome. Stopped at any moment, the same call goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from duramen.compose.listening import own_words
from duramen.errors import ModelError, ModelUnavailable, NotFound
from duramen.memory.events import logged
from duramen.memory.listening.hear import Attempt, Ending, hear
from duramen.memory.listening.pieces import Piece, pieces_after
from duramen.memory.persona.cards import keep_card
from duramen.memory.persona.judging import held_by
from duramen.memory.persona.trees import TreeOf, schema_of, version_now
from duramen.memory.workspace import Workspace
from duramen.models.base import Listener
from duramen.models.listeners.character import of_character
from duramen.observe.windows import measure_of
from duramen.stores.engine import reading
from duramen.stores.listening.unheard import count_own_after, first_own_turn
from duramen.stores.listening.windows import StoredWindow, WindowState, heard_upto, list_windows, rewind_hearing
from duramen.stores.owners import owner_write
from duramen.stores.persona.reading import current_version

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Listened:
    """What a person's words led to: `windows` heard now, their operations by outcome, and the tree's version.

    `refused` counts what the gate refused and what could not be read or had no source. `parked`: windows that failed
    too often, now and before; `waiting`: turns that no window has taken yet. `character`: whose own tree it is, "" for
    the person's.
    """

    person: str
    listener: str
    character: str = ""
    windows: int = 0
    outcomes: dict[str, int] = field(default_factory=dict)
    refused: dict[str, int] = field(default_factory=dict)
    version: int = 0
    waiting: int = 0
    parked: tuple[StoredWindow, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """How to listen: `flush` takes the last window although more may come into it; `schema` "" is the tree's own."""

    flush: bool = True
    schema: str = ""
    progress: Progress | None = None
    may_go_on: Callable[[], bool] = lambda: True


def listen(workspace: Workspace, of: TreeOf, listener: Listener, manner: Manner | None = None) -> Listened:
    """Hear all that was not heard yet; raises the ModelError of a window that failed and is not parked yet.

    With `manner.flush` an open window at the end is heard as it is. Each call tries a failing window once.
    """
    with logged("listened", listener=listener.name, owner=of.owner.owner_id) as facts:
        done = catch_up(workspace, of, listener, manner or Manner())
        facts.update(windows=done.windows, version=done.version, parked=len(done.parked))
        return done


def catch_up(workspace: Workspace, of: TreeOf, listener: Listener, manner: Manner) -> Listened:
    """Hear a tree's windows until none is left, one fails, or the caller says stop; see `listen`."""
    if of.character:
        listener = of_character(listener)
        keep_card(workspace, of)
    told = Listened(person=of.person.name, listener=listener.name, character=of.character)
    total, done = _waiting(workspace, of) if manner.progress else 0, 0
    failure: Exception | None = None
    for piece in _pieces(workspace, of, manner):
        attempt = hear(workspace, of, listener, piece, manner.schema)
        if attempt.ending is Ending.FAILED:
            failure = attempt.error
            break
        if attempt.ending is Ending.WRITTEN:
            told = _counted(told, attempt)
        done += len(own_words(piece.window))
        if manner.progress is not None:
            manner.progress(min(done, total), total)
    with reading(workspace.engine) as connection:
        parked = tuple(list_windows(connection, of.owner, [WindowState.PARKED]))
    if failure is not None:
        raise _explained(listener, failure) from failure
    version, waiting = version_now(workspace, of).version, _waiting(workspace, of)
    return replace(told, version=version, waiting=waiting, parked=parked)


def _explained(listener: Listener, failure: Exception) -> ModelError:
    kind = type(failure) if isinstance(failure, ModelError) else ModelError
    if isinstance(failure, ModelUnavailable):
        return kind(
            f"the listener {listener.name} cannot be asked ({failure}); what was heard before is kept. Run `duramen listen` "
            "when it is there again"
        )
    return kind(
        f"the listener {listener.name} failed at a window ({type(failure).__name__}: {failure}); what came before it is "
        "kept. Run `duramen listen` again: a window that fails three times is parked, and the rest goes on"
    )


def _pieces(workspace: Workspace, of: TreeOf, manner: Manner) -> Iterator[Piece]:
    """Yield the windows that stand next, looking again when the cursor is not where the last one left it."""
    ahead: list[Piece] = []
    measure = measure_of(workspace.settings.window)
    while manner.may_go_on():
        with reading(workspace.engine) as connection:
            after = heard_upto(connection, of.owner)
            if not ahead or ahead[0].after != after:
                ahead = pieces_after(connection, of.voice, after, workspace.clock(), measure)
        if not ahead or not (ahead[0].complete or manner.flush):
            return
        yield ahead.pop(0)


def _waiting(workspace: Workspace, of: TreeOf) -> int:
    with reading(workspace.engine) as connection:
        return count_own_after(connection, of.voice, heard_upto(connection, of.owner))


def _counted(told: Listened, attempt: Attempt) -> Listened:
    outcomes, refused = dict(told.outcomes), dict(told.refused)
    if attempt.applied is not None:
        for decision in attempt.applied.decisions:
            outcomes[decision.outcome] = outcomes.get(decision.outcome, 0) + 1
            if decision.outcome == "refused":
                refused[decision.code] = refused.get(decision.code, 0) + 1
        for piece in attempt.applied.refused:
            refused[piece.code] = refused.get(piece.code, 0) + 1
    return replace(told, windows=told.windows + 1, outcomes=outcomes, refused=refused)


def listen_again_from(workspace: Workspace, of: TreeOf, record_id: str, schema: str = "") -> None:
    """Set the cursor back to before a round, so that it and all later ones are heard once more.

    Raises NotFound for a round in which nothing was said by whose tree it is, and what listening by the schema would raise: by then
    the cursor would have been set back for nothing.
    """
    with reading(workspace.engine) as connection:
        version = current_version(connection, of.owner)
        held_by(connection, of, version, schema_of(workspace, of, version, schema))
        first = first_own_turn(connection, of.voice, record_id)
    if first is None:
        raise NotFound(
            f"{of.voice.name!r} said nothing in the round {record_id!r}; `duramen rounds --person` lists others"
        )
    with owner_write(workspace.engine, of.owner) as write:
        rewind_hearing(write, first - 1)
