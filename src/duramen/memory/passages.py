"""Which words of a turn or a chunk are embedded, and how the vectors are packed.

A turn is embedded behind the end of the turn before it: "Two of them!" means little alone. What came before is known
when a turn is stored, so that each turn is embedded once. Names are left out, of turns and of questions alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from duramen.index.quantize import SCALE, quantize, to_bytes
from duramen.models.base import Embedder

# Part of what an index kept on disk, and every stored vector, depends on: change it with the words below.
RECIPE = "previous-150"
PREVIOUS_CHARS = 150


def turn_passage(text: str, previous: str) -> str:
    """Return what is embedded for a turn; `previous` is the text of the turn before it in the sitting, or ""."""
    return f"{previous[-PREVIOUS_CHARS:]}\n{text}" if previous else text


def pack(embedder: Embedder, passages: Sequence[str]) -> list[bytes]:
    """Return the stored form of each passage's vector, in order."""
    if not passages:
        return []
    return [to_bytes(row) for row in embedder.passages(passages)]


def query_vectors(embedder: Embedder, texts: Iterable[str]) -> dict[str, NDArray[np.float32]]:
    """Return the unit vector of each question, rounded as stored vectors are and scaled back; asks the embedder once."""
    wanted = list(dict.fromkeys(texts))
    if not wanted:
        return {}
    rows = (quantize(embedder.queries(wanted)) / np.float32(SCALE)).astype(np.float32)
    return dict(zip(wanted, rows, strict=True))


def unit_vectors(embedder: Embedder, texts: Sequence[str]) -> NDArray[np.float32]:
    """Return the unit vectors of passages, shape (n, dimension), as stored vectors are rounded."""
    rows: NDArray[np.float32] = (quantize(embedder.passages(texts)) / np.float32(SCALE)).astype(np.float32)
    return rows


class LeafVectors:
    """Vectors of the leaves last read of each owner: those of a leaf that is gone go with the next reading."""

    def __init__(self, embed: Callable[[Sequence[str]], NDArray[np.float32]]) -> None:
        self._embed = embed
        self._kept: dict[str, dict[str, NDArray[np.float32]]] = {}

    def drop(self, owner_id: str) -> None:
        """Let go of an owner's."""
        self._kept.pop(owner_id, None)

    def of(self, owner_id: str, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return the unit vectors of the texts, in order; only those that are new are worked out."""
        kept = self._kept.get(owner_id, {})
        new = [text for text in dict.fromkeys(texts) if text not in kept]
        vectors = kept | dict(zip(new, self._embed(new), strict=True)) if new else kept
        self._kept[owner_id] = {text: vectors[text] for text in texts}
        return np.stack([vectors[text] for text in texts])
