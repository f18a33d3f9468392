"""What the core asks of a chat model, an embedder and a listener: the smallest protocols that both real ones and fakes fill."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from duramen.domain.persona import Proposals, Schema, Tree, Window
from duramen.domain.prompt import Prompt, ProtocolForm

Vectors = NDArray[np.float32]


class ChatModel(Protocol):
    """A model that answers a prompt as a stream of text."""

    @property
    def name(self) -> str:
        """Return the name that is written into the record, such as "openai:deepseek-chat"."""
        ...

    @property
    def form(self) -> ProtocolForm:
        """Return the form of the protocol that suits this model."""
        ...

    def stream(self, prompt: Prompt) -> Iterator[str]:
        """Yield the answer in pieces, in order; raises ModelUnavailable or ModelTimeout, also in mid-stream."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedderIdentity:
    """What must be equal for two vectors to be comparable: `name` (with version) and `dimension`."""

    name: str
    dimension: int


class Embedder(Protocol):
    """Turns texts into unit vectors; passages and queries may be encoded differently (E5)."""

    @property
    def identity(self) -> EmbedderIdentity:
        """Return the identity that stands beside stored vectors."""
        ...

    def passages(self, texts: Sequence[str]) -> Vectors:
        """Return unit vectors, float32 of shape (len(texts), dimension), in the order of `texts`."""
        ...

    def queries(self, texts: Sequence[str]) -> Vectors:
        """Return unit vectors for questions, float32 of shape (len(texts), dimension)."""
        ...


class Listener(Protocol):
    """Hears a window of dialogue and proposes operations on the person's tree (B6)."""

    @property
    def name(self) -> str:
        """Return the name that is written beside each value, with its version, such as "rules@1"."""
        ...

    def listen(self, window: Window, tree: Tree, schema: Schema) -> Proposals:
        """Return what the window calls for, from the person's own fresh words alone; raises ModelError."""
        ...


class Reranker(Protocol):
    """Tells how well texts answer a question, by reading both together."""

    @property
    def name(self) -> str:
        """Return the name under which it is configured."""
        ...

    def scores(self, question: str, texts: Sequence[str]) -> list[float]:
        """Return one score a text in [0, 1], in the order given; [] for none. Raises ModelError."""
        ...
