"""Listen: catch up with what a person said since a listener last heard them, window by window, in order.

In: a person and a listener. Out: what became of it, by outcome. Stopped at any moment, the same call goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from duramen.compose.listening import own_words
from duramen.errors import ModelError, NotFound
from duramen.memory.events import logged
from duramen.memory.listening.hear import Attempt, Ending, hear
from duramen.memory.listening.pieces import Piece, next_pieces
from duramen.memory.persona.judging import held_by
from duramen.memory.persona.trees import TreeOf, schema_of, tree_of, version_now
from duramen.memory.workspace import Workspace
from duramen.models.base import Listener
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
    too often, now and before; `waiting`: turns of the person that no window has taken yet.
    """

    person: str
    listener: str
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


def listen(workspace: Workspace, person: str, listener: Listener, manner: Manner | None = None) -> Listened:
    """Hear all that was not heard yet; raises the ModelError of a window that failed and is not parked yet.

    With `manner.flush` an open window at the end is heard as it is. Each call tries a failing window once.
    """
    with logged("listened", listener=listener.name) as facts:
        of = tree_of(workspace, person)
        facts["owner"] = of.owner.owner_id
        done = catch_up(workspace, of, listener, manner or Manner())
        facts.update(windows=done.windows, version=done.version, parked=len(done.parked))
        return done


def catch_up(workspace: Workspace, of: TreeOf, listener: Listener, manner: Manner) -> Listened:
    """Hear an owner's windows until none is left, one fails, or the caller says stop; see `listen`."""
    told = Listened(person=of.person.name, listener=listener.name)
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
    return replace(told, version=version_now(workspace, of).version, waiting=_waiting(workspace, of), parked=parked)


def _explained(listener: Listener, failure: Exception) -> ModelError:
    kind = type(failure) if isinstance(failure, ModelError) else ModelError
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
            if not ahead or ahead[0].after != heard_upto(connection, of.owner):
                ahead = next_pieces(connection, of.owner, workspace.clock(), measure)
        if not ahead or not (ahead[0].complete or manner.flush):
            return
        yield ahead.pop(0)


def _waiting(workspace: Workspace, of: TreeOf) -> int:
    with reading(workspace.engine) as connection:
        return count_own_after(connection, of.owner, heard_upto(connection, of.owner))


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


def listen_again_from(workspace: Workspace, person: str, record_id: str, schema: str = "") -> None:
    """Set the cursor back to before a round, so that it and all later ones are heard once more.

    Raises NotFound for a round in which the person said nothing, and what listening by the schema would raise: by then
    the cursor would have been set back for nothing.
    """
    of = tree_of(workspace, person)
    with reading(workspace.engine) as connection:
        version = current_version(connection, of.owner)
        held_by(connection, of, version, schema_of(workspace, of, version, schema))
        first = first_own_turn(connection, of.owner, record_id)
    if first is None:
        raise NotFound(f"{person!r} said nothing in the round {record_id!r}; `duramen rounds --person` lists others")
    with owner_write(workspace.engine, of.owner) as write:
        rewind_hearing(write, first - 1)
