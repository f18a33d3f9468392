"""What waits for the person: operations that the gate did not refuse and may not apply without being asked."""

from __future__ import annotations

from dataclasses import dataclass

from duramen.domain.operations import OperationList
from duramen.errors import InputError, NotFound
from duramen.govern.gate import Outcome
from duramen.memory.events import logged
from duramen.memory.persona.allowing import hidden_paths
from duramen.memory.persona.applying import Applied, ApplyRequest, apply_in
from duramen.memory.persona.editing import refusal
from duramen.memory.persona.trees import TreeOf, schema_of, version_now
from duramen.memory.workspace import Workspace
from duramen.stores.engine import reading
from duramen.stores.persona.decisions import StoredDecision, Waits, find_decision, open_decisions, settle_decision
from duramen.stores.persona.leaves import words_of
from duramen.stores.persona.reading import read_tree
from duramen.stores.writing import OwnerWrite, owner_write


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingOperation:
    """An operation that waits, the value that it would replace ("" for none), and the words that it rests on."""

    decision: StoredDecision
    held: str = ""
    words: str = ""


def waiting_operations(workspace: Workspace, of: TreeOf) -> list[WaitingOperation]:
    """Return what waits, oldest first; what is of a leaf that may not be shown is left out."""
    schema = schema_of(workspace, of, version_now(workspace, of))
    with reading(workspace.engine) as connection:
        waiting = open_decisions(connection, of.owner)
        hidden = hidden_paths(connection, of, schema, {one.proposal.operation.path for one in waiting})
        values = read_tree(connection, of.owner, quotes=False).values()
        return [
            WaitingOperation(
                decision=decision,
                held=values.get(decision.proposal.operation.path, ""),
                words=words_of(connection, of.person, decision.proposal.quote),
            )
            for decision in waiting
            if decision.proposal.operation.path not in hidden
        ]


def accept_operation(workspace: Workspace, of: TreeOf, decision_id: int) -> Applied:
    """Apply what waits, on the tree as it is now. Raises NotFound, or InputError when the gate refuses it by now."""
    with logged("accepted", owner=of.owner.owner_id) as facts:
        schema = schema_of(workspace, of, version_now(workspace, of))
        with owner_write(workspace.engine, of.owner) as write:
            decision = _settled(workspace, write, of, decision_id, Waits.ACCEPTED)
            request = ApplyRequest(
                read=OperationList(operations=(decision.proposal.operation,)),
                proposals=(decision.proposal,),
                writer=decision.writer,
                cause=f"accept {decision_id}",
                reason=f"accepted by the person ({decision.reason.rstrip('.')})",
                approved=True,
                window_id=decision.window_id,
            )
            done = apply_in(workspace, write, of, schema, request)
            if done.decisions[0].outcome not in (Outcome.APPLIED.value, Outcome.NOTHING.value):
                raise refusal(done.decisions[0], done)  # undoes all of it: the operation goes on waiting
        facts.update(version=done.version)
        return done


def reject_operation(workspace: Workspace, of: TreeOf, decision_id: int) -> StoredDecision:
    """Drop what waits; the decision stays on record. Raises NotFound, or InputError for one that waits no more."""
    with logged("rejected", owner=of.owner.owner_id), owner_write(workspace.engine, of.owner) as write:
        return _settled(workspace, write, of, decision_id, Waits.REJECTED)


def _settled(workspace: Workspace, write: OwnerWrite, of: TreeOf, decision_id: int, waits: Waits) -> StoredDecision:
    found = find_decision(write.connection, of.owner, decision_id)
    if found is None or found.waits is Waits.NO:
        ids = ", ".join(str(one.decision_id) for one in open_decisions(write.connection, of.owner)) or "nothing"
        raise NotFound(f"nothing with the id {decision_id} waits in the tree of {of.name}; waiting: {ids}")
    if not settle_decision(write, decision_id, waits, workspace.now_us()):
        raise InputError(
            f"operation {decision_id} was {found.waits.value} already; `duramen persona set` changes a leaf"
        )
    return found
