"""Operations without secrets (C13): values, reasons, and what could not be read, as they may be judged and stored.

In: a request to apply operations. Out: the same without its secrets, and how many there were; what a person writes by hand
is refused where DURAMEN_SECRETS says so.
"""

from __future__ import annotations

from dataclasses import replace

from duramen.domain.operations import Operation
from duramen.memory.persona.judging import PERSON, ApplyRequest
from duramen.memory.secrets import Keeper
from duramen.memory.workspace import Workspace


def without_secrets(workspace: Workspace, request: ApplyRequest) -> tuple[ApplyRequest, dict[str, int]]:
    """Return a request as it may be stored, and the secrets taken out of it by kind; raises InputError under `refuse`."""
    keeper = Keeper(workspace.settings.secrets)
    by_hand = request.writer == PERSON and not request.approved
    texts = {
        text: keeper.given(text, "the value or its reason") if by_hand else keeper.made(text)
        for text in _texts_of(request)
    }
    if all(text == kept for text, kept in texts.items()):
        return request, {}

    def kept(operation: Operation) -> Operation:
        return operation if operation.value is None else replace(operation, value=texts[operation.value])

    read = request.read
    refused = (replace(piece, text=texts[piece.text], reason=texts[piece.reason]) for piece in read.refused)
    without = replace(
        request,
        read=replace(read, operations=tuple(map(kept, read.operations)), refused=tuple(refused)),
        proposals=tuple(replace(one, operation=kept(one.operation)) for one in request.proposals),
        contradicted=frozenset(map(kept, request.contradicted)),
        reason=texts[request.reason],
    )
    return without, dict(keeper.counts)


def _texts_of(request: ApplyRequest) -> list[str]:
    """Return each text of a request once: an operation and its proposal are one."""
    read = request.read
    operations = (*read.operations, *(one.operation for one in request.proposals), *request.contradicted)
    values = [operation.value for operation in operations if operation.value is not None]
    told = [text for piece in read.refused for text in (piece.text, piece.reason)]
    return list(dict.fromkeys([*values, *told, request.reason]))
