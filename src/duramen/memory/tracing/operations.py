"""What followed from a round: the operations that listeners made of the windows which cover its turns.

In: a record. Out: what the gate said of each, of the person's tree and of the character's own.
"""

from __future__ import annotations

from sqlalchemy import Connection

from duramen.domain.record import Record
from duramen.domain.trace import TracedOperation
from duramen.memory.persona.allowing import hidden_paths
from duramen.memory.persona.schemas import schema_named
from duramen.memory.persona.trees import TreeOf
from duramen.memory.tracing.leaves import Trees
from duramen.memory.workspace import Workspace
from duramen.stores.listening.windows import heard_upto, windows_over
from duramen.stores.persona.decisions import StoredDecision, decisions_of_window
from duramen.stores.persona.reading import current_version


def operations_after(
    workspace: Workspace, connection: Connection, trees: Trees, record: Record
) -> tuple[tuple[TracedOperation, ...], bool]:
    """Return the operations that followed from a round, in order, and whether nobody has heard it into the tree yet."""
    if not record.turns:
        return (), False
    ids = [turn.turn_id for turn in record.turns]
    found = tuple(
        operation
        for of in trees
        if of is not None
        for operation in _of_tree(workspace, connection, of, record, (min(ids), max(ids)))
    )
    return found, heard_upto(connection, trees.person.owner) < min(ids)


def _of_tree(
    workspace: Workspace, connection: Connection, of: TreeOf, record: Record, turns: tuple[int, int]
) -> list[TracedOperation]:
    windows = windows_over(connection, of.owner, *turns)
    decisions = [one for window in windows for one in decisions_of_window(connection, of.owner, window.window_id)]
    schema = schema_named(workspace, current_version(connection, of.owner).schema or of.usual_schema)
    hidden = hidden_paths(connection, of, schema, {one.proposal.operation.path for one in decisions})
    return [_traced(one, record, one.proposal.operation.path in hidden, own=bool(of.character)) for one in decisions]


def _traced(one: StoredDecision, record: Record, hidden: bool, *, own: bool) -> TracedOperation:
    operation, quote = one.proposal.operation, one.proposal.quote
    return TracedOperation(
        version=one.version,
        window=one.window_id,
        kind=operation.kind.value,
        path=operation.path,
        value=None if hidden else operation.value,
        outcome=one.outcome,
        code=one.code,
        reason=one.reason,
        writer=one.writer,
        state=one.waits.value,
        rests_here=quote is not None and quote.record_id == record.record_id,
        own=own,
    )
