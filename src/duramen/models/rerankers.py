"""Rerankers: a server's `/rerank` (TEI, Jina, vLLM, Infinity ...), or a cross-encoder of sentence-transformers in process.

In: a question and texts. Out: one score a text in [0, 1], in the order given. Servers answer in two shapes, both are read.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from duramen.errors import ModelUnavailable
from duramen.models.options import RERANKER_SETTINGS, ServerOptions
from duramen.models.server import BrokenAnswer, Server
from duramen.models.vectors import readable

if TYPE_CHECKING:
    import openai

TEI = "tei"


class HttpReranker:
    """A reranker behind `POST {base_url}/rerank`.

    With a model the body is `{"model", "query", "documents"}` (Jina, Cohere, vLLM, Infinity), answered by
    `{"results": [{"index", "relevance_score"}]}`; without one it is `{"query", "texts"}` (TEI), answered by
    `[{"index", "score"}]`.
    """

    def __init__(self, model: str, options: ServerOptions) -> None:
        self._model = model
        self._server = Server(model or TEI, options, RERANKER_SETTINGS)

    @property
    def name(self) -> str:
        """Return "rerank:" with the model, or "tei"."""
        return f"rerank:{self._model}" if self._model else TEI

    def scores(self, question: str, texts: Sequence[str]) -> list[float]:
        """Return one score a text in [0, 1]; raises the errors of `Server.call`."""
        if not texts:
            return []
        sent = [readable(text, self._server.options.max_chars) for text in texts]
        body: dict[str, Any] = {"query": question, "texts": sent}
        if self._model:
            body = {"model": self._model, "query": question, "documents": sent}

        def request(client: openai.OpenAI) -> list[float]:
            return _in_order(client.post("/rerank", cast_to=object, body=body), len(sent))

        return _shares(self._server.call(request))


class CrossEncoderReranker:
    """A cross-encoder of sentence-transformers, loaded on first use; raises ModelUnavailable without the package."""

    def __init__(self, model: str) -> None:
        if find_spec("sentence_transformers") is None:
            raise ModelUnavailable(
                f"the reranker {model!r} needs sentence-transformers: pip install 'duramen[encoders]'"
            )
        self._model = model
        self._loaded: Any = None
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        """Return "sentence-transformers:" with the model."""
        return f"sentence-transformers:{self._model}"

    def scores(self, question: str, texts: Sequence[str]) -> list[float]:
        """Return one score a text in [0, 1]."""
        if not texts:
            return []
        with self._lock:
            if self._loaded is None:
                self._loaded = import_module("sentence_transformers").CrossEncoder(self._model)
        return _shares([float(score) for score in self._loaded.predict([(question, text) for text in texts])])


def _in_order(answer: object, expected: int) -> list[float]:
    rows = answer.get("results") or answer.get("data") if isinstance(answer, dict) else answer
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise BrokenAnswer("sent something that is not a list of scores", retry=False)
    by_index = {row.get("index"): row.get("relevance_score", row.get("score")) for row in rows}
    values = [by_index.get(at) for at in range(expected)]
    if len(rows) != expected or not all(isinstance(value, int | float) and math.isfinite(value) for value in values):
        raise BrokenAnswer(f"sent {len(rows)} scores for {expected} texts, or some that are no numbers")
    return [float(value) for value in values if value is not None]


def _shares(scores: list[float]) -> list[float]:
    """Return the scores as they are where all lie in [0, 1]; else their logistic, since they are log odds."""
    if all(0.0 <= score <= 1.0 for score in scores):
        return scores
    return [1.0 / (1.0 + math.exp(-min(max(score, -60.0), 60.0))) for score in scores]
