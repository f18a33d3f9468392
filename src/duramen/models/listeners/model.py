"""The `model` listener: any chat model writes operations directly from a window, the tree and the schema (B6).

In: a window, the tree before it, the schema. Out: `Proposals`, each with the words it rests on. A local GGUF is held to
the operation language by a grammar of the paths that it is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from duramen.compose.listening import Shown, listener_prompt, merge_prompt, own_words, shown_of
from duramen.domain.operations import Kind, OperationList, Refused
from duramen.domain.persona import Proposal, Proposals, Schema, Tree, Window
from duramen.domain.prompt import Prompt
from duramen.govern.reading import read_operations
from duramen.models.base import ChatModel
from duramen.models.listeners.grounding import grounded
from duramen.protocol.operation_grammar import operation_grammar

TEMPERATURE = 0.2
"""At which a server's model listens, as in Inside Out's published code; a local GGUF stays at 0."""
MAX_OUTPUT_CHARS = 20_000
"""Where a model that does not stop is cut off; what it wrote up to there is read."""
VERSION = 1


class ModelListener:
    """A listener that asks `chat` once a window, and once more to merge what belongs into leaves that were filled."""

    def __init__(self, chat: ChatModel) -> None:
        self._chat = chat

    @property
    def name(self) -> str:
        """Return "model:", the chat model's name, and the version of these prompts and checks."""
        return f"model:{self._chat.name}@{VERSION}"

    def listen(self, window: Window, tree: Tree, schema: Schema) -> Proposals:
        """Return what the model wrote, read and grounded; raises ModelError.

        A window without any own fresh words is NO_OP without a call.
        """
        if not own_words(window):
            return nothing_heard()
        shown = shown_of(window, tree, schema)
        text = answer_of(self._chat, with_grammar(listener_prompt(window, shown), shown, tree))
        return grounded(text, read_operations(text), window, tree, schema)

    def merge(self, window: Window, tree: Tree, schema: Schema, returned: Sequence[Proposal]) -> Proposals:
        """Return one UPDATE for each proposal whose leaf turned out to be filled; raises ModelError.

        `returned` are proposals with a value on filled leaves of `tree`. Each UPDATE rests on the words of its
        proposal. What the model leaves out is left out; what it writes besides is refused (code not-asked).
        """
        return merged_by(self._chat, window, tree, schema, returned)


def merged_by(chat: ChatModel, window: Window, tree: Tree, schema: Schema, returned: Sequence[Proposal]) -> Proposals:
    """Ask a chat model for one UPDATE for each returned proposal; see `ModelListener.merge`."""
    paths = tuple(proposal.operation.path for proposal in returned)
    prompt = merge_prompt(window, tree, schema, returned)
    text = answer_of(chat, replace(prompt, grammar=operation_grammar(paths, paths)))
    read = read_operations(text)
    by_path = {proposal.operation.path: proposal for proposal in returned}
    merged, refused = [], list(read.refused)
    for operation in read.operations:
        if operation.kind in (Kind.ADD, Kind.UPDATE) and operation.path in by_path:
            merged.append(replace(by_path[operation.path], operation=replace(operation, kind=Kind.UPDATE)))
        elif operation.kind is not Kind.NO_OP:
            refused.append(
                Refused(text=str(operation), code="not-asked", reason="only the listed leaves were to be merged")
            )
    operations = tuple(proposal.operation for proposal in merged)
    return Proposals(
        text=text, read=replace(read, operations=operations, refused=tuple(refused)), proposals=tuple(merged)
    )


def nothing_heard() -> Proposals:
    """Return the proposals on a window in which the person said nothing new: none."""
    return Proposals(text="", read=OperationList(operations=()), proposals=())


def with_grammar(prompt: Prompt, shown: Shown, tree: Tree) -> Prompt:
    """Return the prompt with the grammar of the operations that are possible on what it shows."""
    return replace(prompt, grammar=operation_grammar(shown.paths, tree.leaves.keys()))


def answer_of(chat: ChatModel, prompt: Prompt) -> str:
    """Return a chat model's whole answer, cut where it does not stop; raises ModelError."""
    pieces: list[str] = []
    length = 0
    for piece in chat.stream(prompt):
        pieces.append(piece)
        length += len(piece)
        if length >= MAX_OUTPUT_CHARS:
            break
    return "".join(pieces)
