"""The `two-stage` listener, for the ablation: facts are extracted first, then turned into operations on the tree (B6).

In: a window, the tree before it, the schema. Out: `Proposals`; `text` holds both answers, one after the other.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from duramen.compose.listening import facts_prompt, listener_prompt, own_words, shown_of
from duramen.domain.operations import NO_OP, OperationList
from duramen.domain.persona import Proposal, Proposals, Schema, Tree, Window
from duramen.govern.reading import read_operations
from duramen.models.base import ChatModel
from duramen.models.listeners.grounding import grounded
from duramen.models.listeners.model import VERSION, answer_of, merged_by, nothing_heard, with_grammar

BETWEEN = "\n\x1e\n"
"""Stands between the two answers in the raw text."""
_FACT = re.compile(r"^[ \t]*(?:[-*•·]|\d{1,2}[.)、．])[ \t]*(?P<fact>\S.*?)[ \t]*$", re.MULTILINE)
_THOUGHT = re.compile(r"<think>.*?(?:</think>|\Z)", re.DOTALL | re.IGNORECASE)


class TwoStageListener:
    """A listener that asks `chat` for facts, and again for operations when there are any."""

    def __init__(self, chat: ChatModel) -> None:
        self._chat = chat

    @property
    def name(self) -> str:
        """Return "two-stage:", the chat model's name, and the version of these prompts and checks."""
        return f"two-stage:{self._chat.name}@{VERSION}"

    def listen(self, window: Window, tree: Tree, schema: Schema) -> Proposals:
        """Return what the model made of the facts that it found; raises ModelError.

        Facts are the lines with a bullet or a number; without any, the second call is saved and the list is NO_OP.
        """
        if not own_words(window):
            return nothing_heard()
        said = answer_of(self._chat, facts_prompt(window))
        facts = [found["fact"] for found in _FACT.finditer(_THOUGHT.sub("", said))]
        if not facts:
            return Proposals(text=said, read=OperationList(operations=(NO_OP,)), proposals=())
        shown = shown_of(window, tree, schema)
        prompt = listener_prompt(window, shown, "\n".join(f"- {fact}" for fact in facts))
        text = answer_of(self._chat, with_grammar(prompt, shown, tree))
        return grounded(said + BETWEEN + text, read_operations(text), window, tree, schema)

    def merge(self, window: Window, tree: Tree, schema: Schema, returned: Sequence[Proposal]) -> Proposals:
        """Return one UPDATE for each proposal whose leaf turned out to be filled, as `ModelListener.merge` does."""
        return merged_by(self._chat, window, tree, schema, returned)
