"""Embedders that stand in front of another one: a meter, a memory of vectors, and seeded noise in its place.

Each keeps the identity of the embedder behind it, so that a store takes it for that embedder.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path

import numpy as np

from duramen.models.base import Embedder, EmbedderIdentity, Vectors


class MeteredEmbedder:
    """Counts what the embedder behind it is asked for, and how long that takes."""

    def __init__(self, inner: Embedder) -> None:
        self._inner = inner
        self.seconds = 0.0
        self.texts = 0

    @property
    def identity(self) -> EmbedderIdentity:
        """Return the identity of the embedder behind."""
        return self._inner.identity

    def passages(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors of the embedder behind, and note the time."""
        return self._timed(self._inner.passages, texts)

    def queries(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors of the embedder behind, and note the time."""
        return self._timed(self._inner.queries, texts)

    def _timed(self, encode: object, texts: Sequence[str]) -> Vectors:
        start = time.perf_counter()
        found: Vectors = encode(texts)  # type: ignore[operator]
        self.seconds += time.perf_counter() - start
        self.texts += len(texts)
        return found


class CachedEmbedder:
    """Remembers every vector: the second time a text costs a look-up, so that what is timed is everything else."""

    def __init__(self, inner: Embedder) -> None:
        self._inner = inner
        self._known: dict[tuple[str, str], Vectors] = {}

    @property
    def identity(self) -> EmbedderIdentity:
        """Return the identity of the embedder behind."""
        return self._inner.identity

    def passages(self, texts: Sequence[str]) -> Vectors:
        """Return vectors, remembered ones where there are."""
        return self._remembered("passage", texts)

    def queries(self, texts: Sequence[str]) -> Vectors:
        """Return vectors, remembered ones where there are."""
        return self._remembered("query", texts)

    def save(self, path: Path) -> None:
        """Keep what is remembered in a file."""
        kinds, texts = zip(*self._known, strict=True)
        np.savez(path, kinds=np.array(kinds), texts=np.array(texts), vectors=np.stack(list(self._known.values())))

    def load(self, path: Path) -> None:
        """Remember what was kept in a file."""
        with np.load(path) as kept:
            keys = zip(kept["kinds"].tolist(), kept["texts"].tolist(), strict=True)
            self._known.update(zip(keys, kept["vectors"], strict=True))

    def _remembered(self, kind: str, texts: Sequence[str]) -> Vectors:
        missing = [text for text in texts if (kind, text) not in self._known]
        if missing:
            made = self._inner.passages(missing) if kind == "passage" else self._inner.queries(missing)
            self._known.update(zip(((kind, text) for text in missing), made, strict=True))
        return np.stack([self._known[kind, text] for text in texts])


class SeededEmbedder:
    """Unit vectors drawn from a Gaussian, seeded by the text: no meaning, but the right shape, in microseconds."""

    def __init__(self, inner: Embedder) -> None:
        self._inner = inner

    @property
    def identity(self) -> EmbedderIdentity:
        """Return the identity of the embedder that this one stands in for."""
        return self._inner.identity

    def passages(self, texts: Sequence[str]) -> Vectors:
        """Return unit vectors, float32 of shape (len(texts), dimension); the same text gives the same vector."""
        out = np.empty((len(texts), self.identity.dimension), dtype=np.float32)
        for row, text in enumerate(texts):
            seed = int.from_bytes(blake2b(text.encode("utf-8", "replace"), digest_size=8).digest(), "little")
            out[row] = np.random.default_rng(seed).standard_normal(self.identity.dimension, dtype=np.float32)
            out[row] /= np.linalg.norm(out[row])
        return out

    def queries(self, texts: Sequence[str]) -> Vectors:
        """Return the same as `passages`."""
        return self.passages(texts)
