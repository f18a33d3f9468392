"""Embeddings from any OpenAI-compatible server: BGE-M3 on TEI, vLLM, Ollama, OpenAI and the like.

In: texts. Out: unit vectors in the same order, asked for in batches. The vector space is named by the model alone, so
that moving a model to another server keeps a store usable.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from duramen.errors import ModelError
from duramen.models.base import EmbedderIdentity, Vectors
from duramen.models.options import EMBEDDER_SETTINGS, ServerOptions
from duramen.models.server import BrokenAnswer, Server
from duramen.models.vectors import readable, unit_rows

if TYPE_CHECKING:
    import openai

# Several servers refuse an empty input; a text without any visible character is sent as this one.
BLANK = "-"


class OpenAICompatibleEmbedder:
    """An embedding model behind `POST {base_url}/embeddings`; queries and passages are encoded alike.

    Of each text the first `options.max_chars` characters are sent (8,000 by default, about what models of 8,192
    tokens read; set it lower for a model of 512 tokens whose server does not shorten by itself).
    """

    def __init__(self, model: str, options: ServerOptions, *, dimension: int | None = None) -> None:
        self._server = Server(model, options, EMBEDDER_SETTINGS)
        self._dimension = dimension
        self._lock = threading.Lock()

    @property
    def identity(self) -> EmbedderIdentity:
        """Return "openai:" and the model with its dimension, which is asked of the server once when not known."""
        if self._dimension is None:
            self._ask([BLANK])
        assert self._dimension is not None
        return EmbedderIdentity(name=f"openai:{self._server.model}", dimension=self._dimension)

    def passages(self, texts: Sequence[str]) -> Vectors:
        """Return unit vectors, float32 of shape (len(texts), dimension); raises the errors of `Server.call`."""
        if not texts:
            return np.empty((0, self.identity.dimension), dtype=np.float32)
        sent = [readable(text, self._server.options.max_chars) for text in texts]
        sent = [text if text.strip() else BLANK for text in sent]
        size = max(1, self._server.options.batch)
        return np.concatenate([self._ask(sent[start : start + size]) for start in range(0, len(sent), size)])

    def queries(self, texts: Sequence[str]) -> Vectors:
        """Return the same as `passages`."""
        return self.passages(texts)

    def _ask(self, texts: list[str]) -> Vectors:
        def request(client: openai.OpenAI) -> Vectors:
            answer = client.embeddings.create(model=self._server.model, input=texts, encoding_format="float")
            return _in_order(answer, len(texts))

        who = f"the embedder {self._server.model!r} at {self._server.address}"
        rows = unit_rows(self._server.call(request), who)
        with self._lock:
            known = self._dimension = self._dimension or rows.shape[1]
        if rows.shape[1] != known:
            raise ModelError(
                f"{who} sent vectors of {rows.shape[1]} dimensions where {known} were expected; "
                f"it serves another model now: correct {EMBEDDER_SETTINGS.model} and run duramen reindex"
            )
        return rows


def _in_order(answer: object, expected: int) -> Vectors:
    items = getattr(answer, "data", None)
    if not isinstance(items, list):
        raise BrokenAnswer("sent something that is not a list of embeddings", retry=False)
    if sorted(item.index for item in items) != list(range(expected)):
        raise BrokenAnswer(f"sent {len(items)} embeddings, not numbered 0 to {expected - 1}, for {expected} texts")
    try:
        rows = np.array([item.embedding for item in sorted(items, key=lambda item: item.index)], dtype=np.float32)
    except (TypeError, ValueError):
        raise BrokenAnswer("sent embeddings that are not lists of numbers of one length") from None
    if rows.ndim != 2 or rows.shape[1] == 0:
        raise BrokenAnswer("sent empty embeddings")
    return rows
