"""What a chat model is given, and what it gives back."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from duramen.domain.character import Card
from duramen.domain.evidence import Evidence
from duramen.domain.profile import ShownLeaf
from duramen.domain.time import Moment


class ProtocolForm(StrEnum):
    """How the analysis is asked for: in full, compact for small models, or not at all."""

    FULL = "full"
    COMPACT = "compact"
    NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatMessage:
    """One message to a chat model: role is "system", "user" or "assistant"."""

    role: str
    content: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """A prompt as it is sent, beside the values it was made from.

    `messages` is all that a remote model sees. `question`, `evidence`, `now` and `language` ("zh" or "en") are the
    same facts as values, for models that need no text (the extractive one) and for the checks afterwards.
    `leaves` are those shown of the person's tree, `self_leaves` of the character's own. `person` and `character` name who asks and who answers, "" where that is not known. `card`: as whom they answer.
    `grammar` is the GBNF that the answer must keep, for models that can be held to one; "" for none.
    `hash` is the SHA-256 of the rendered messages, `template` the hash of the templates they were rendered from.
    """

    messages: tuple[ChatMessage, ...]
    question: str
    evidence: tuple[Evidence, ...]
    now: Moment
    language: str
    form: ProtocolForm
    hash: str = ""
    template: str = ""
    person: str = ""
    character: str = ""
    leaves: tuple[ShownLeaf, ...] = ()
    grammar: str = ""
    self_leaves: tuple[ShownLeaf, ...] = ()
    card: Card | None = None

    @property
    def text(self) -> str:
        """Return the messages as one text, each under a line with its role."""
        return "\n\n".join(f"## {m.role}\n{m.content}" for m in self.messages)
