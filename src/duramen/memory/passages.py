"""Which words of a turn or a chunk are embedded, and how the vectors are packed.

A turn is embedded behind the end of the turn before it: "Two of them!" means little alone. What came before is known
when a turn is stored, so that each turn is embedded once. Names are left out, of turns and of questions alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

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
