"""Operations that rest on what a person said, as a listener makes them."""

from duramen.domain.operations import Kind, Operation, OperationList
from duramen.domain.persona import Proposal, Quote
from duramen.memory.persona import ApplyRequest, apply_operations, tree_of


def apply_said(memory, person, said, path, value):
    """Record what the person said and write it into a leaf, as the listener "rules@1" would."""
    record = memory.read(memory.record(said, person=person), person=person)
    (turn,) = record.turns
    quote = Quote(record_id=record.record_id, turn_id=turn.turn_id, start=0, end=len(said), said_at=turn.happened_at)
    operation = Operation(kind=Kind.UPDATE, path=path, value=value)
    request = ApplyRequest(
        read=OperationList(operations=(operation,)),
        proposals=(Proposal(operation=operation, quote=quote),),
        writer="rules@1",
        cause="window w",
    )
    return apply_operations(memory.workspace, tree_of(memory.workspace, person), request)
