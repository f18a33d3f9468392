"""The index of one owner: columns, postings and vectors of the same rows, caught up from the record by `seq`.

In: a `Feed` that tells what was born and died since a `seq`. Out: score arrays over rows, ready for ranking.
It may be kept in a folder and is worthless there as soon as the owner's `epoch` (an erasure) or the recipe changes;
then it is built anew from the record, and gives the same bits.
"""

from __future__ import annotations

import json
import os
import shutil
import threading
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from duramen.index.columns import DERIVED, GIVEN, Columns
from duramen.index.lexical import LexicalIndex
from duramen.index.vector import VectorIndex

LAYOUT = 1
_CURRENT = "CURRENT"
_ARRAYS = ("vectors", "row_of_vector", "hashes", "starts", "rows", "tfs", "lengths", *GIVEN, *DERIVED)


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedBatch:
    """New rows in ascending order of item: their columns, terms, lengths in terms, vectors, and vectors per row."""

    columns: Mapping[str, Sequence[Any]]
    terms: Sequence[Sequence[str]]
    lengths: Sequence[int]
    vectors: NDArray[np.float32]
    passages: NDArray[np.int64]


class Feed(Protocol):
    """What the record knows of an owner's rows."""

    def born_between(self, seq: int, upto: int) -> Iterator[FeedBatch]:
        """Yield the rows born after `seq`, up to `upto` and no further, in ascending order of item."""
        ...

    def died_after(self, seq: int) -> list[tuple[int, int]]:
        """Return (item, died_seq) of the rows that died after `seq`."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexKey:
    """What a kept index must agree with to be of use: the owner's epoch, the embedder, and how rows are cut."""

    epoch: int
    embedder: str
    dimension: int
    recipe: str


class OwnerIndex:
    """All rows of one owner; `lock` guards catching up and scoring."""

    def __init__(self, key: IndexKey, columns: Columns, lexical: LexicalIndex, vectors: VectorIndex, seq: int) -> None:
        self.key, self.columns, self.lexical, self.vectors, self.seq = key, columns, lexical, vectors, seq
        self.unkept_rows = 0
        self.lock = threading.RLock()

    @classmethod
    def empty(cls, key: IndexKey) -> OwnerIndex:
        """Return an index without rows, as of seq 0."""
        base = np.zeros((0, key.dimension), dtype=np.float32)
        return cls(key, Columns(), LexicalIndex.empty(), VectorIndex(base, np.zeros(0, np.int32)), 0)

    def __len__(self) -> int:
        return len(self.columns)

    def catch_up(self, feed: Feed, seq: int) -> int:
        """Take in what came since the last time, up to `seq`; returns how many rows were new.

        When the feed fails, the index is empty afterwards: half of a feed is the state of no `seq`.
        """
        before = len(self)
        if seq <= self.seq:
            return 0
        try:
            self._take(feed, seq)
        except BaseException:
            fresh = OwnerIndex.empty(self.key)
            self.columns, self.lexical, self.vectors, self.seq = fresh.columns, fresh.lexical, fresh.vectors, 0
            self.unkept_rows = 0
            raise
        self.unkept_rows += len(self) - before
        return len(self) - before

    def _take(self, feed: Feed, seq: int) -> None:
        for batch in feed.born_between(self.seq, seq):
            self.columns.append({name: batch.columns[name] for name in GIVEN})
            self.lexical.append(batch.terms, batch.lengths)
            self.vectors.append(batch.vectors, batch.passages)
        for item, died_seq in feed.died_after(self.seq):
            self.columns.bury(item, died_seq)
        self.seq = seq

    def save(self, folder: Path) -> None:
        """Keep the index in `folder`; a reader sees the old state or the new one, never a mixture."""
        name = f"{self.seq}-{uuid.uuid4().hex[:8]}"
        temporary = folder / f"tmp-{name}"
        temporary.mkdir(parents=True)
        vectors, row_of_vector = self.vectors.arrays()
        arrays = {"vectors": vectors, "row_of_vector": row_of_vector, **self.lexical.arrays(), **self.columns.arrays()}
        for array_name, array in arrays.items():
            np.save(temporary / f"{array_name}.npy", array)
        meta = {"layout": LAYOUT, "seq": self.seq, **_key_values(self.key)}
        (temporary / "meta.json").write_text(json.dumps(meta), encoding="utf-8")
        temporary.rename(folder / name)
        pointer = folder / f"{_CURRENT}-{name}"
        pointer.write_text(name, encoding="utf-8")
        os.replace(pointer, folder / _CURRENT)
        self.unkept_rows = 0
        _sweep(folder, name)

    @classmethod
    def load(cls, folder: Path, key: IndexKey) -> OwnerIndex | None:
        """Open the kept index, memory-mapped; None when there is none, or it is of another key, or damaged."""
        try:
            place = folder / (folder / _CURRENT).read_text(encoding="utf-8")
            meta = json.loads((place / "meta.json").read_text(encoding="utf-8"))
            if meta["layout"] != LAYOUT or {name: meta[name] for name in _key_values(key)} != _key_values(key):
                return None
            arrays = {name: _mapped(place / f"{name}.npy") for name in _ARRAYS}
            if not _fit(arrays, key.dimension):
                return None
            lexical = LexicalIndex(*(arrays[name] for name in ("hashes", "starts", "rows", "tfs")))
            return cls(
                key,
                Columns(arrays),
                LexicalIndex.with_lengths(lexical, arrays["lengths"]),
                VectorIndex(arrays["vectors"], arrays["row_of_vector"]),
                int(meta["seq"]),
            )
        except (OSError, EOFError, ValueError, TypeError, KeyError):
            return None  # derived data: whatever is wrong with it, it is built anew


def _mapped(path: Path) -> NDArray[Any]:
    # As a plain array: each slice of a numpy memmap costs microseconds, and a search takes hundreds of slices.
    array: NDArray[Any] = np.load(path, mmap_mode="r").view(np.ndarray)
    return array


def _fit(arrays: Mapping[str, NDArray[Any]], dimension: int) -> bool:
    """Tell whether the arrays are of one index: as many rows in each, and no posting or vector too few."""
    rows = len(arrays["item"])
    vectors, row_of = arrays["vectors"], arrays["row_of_vector"]
    return (
        all(len(arrays[name]) == rows for name in ("lengths", *GIVEN, *DERIVED))
        and len(arrays["starts"]) == len(arrays["hashes"]) + 1
        and len(arrays["rows"]) == len(arrays["tfs"]) == arrays["starts"][-1]
        and vectors.shape == (len(row_of), dimension)
        and (int(row_of[-1]) + 1 if len(row_of) else 0) == rows
    )


def _key_values(key: IndexKey) -> dict[str, object]:
    return {"epoch": key.epoch, "embedder": key.embedder, "dimension": key.dimension, "recipe": key.recipe}


def _sweep(folder: Path, keep: str) -> None:
    # Another process may be writing its own `tmp-` folder; one it left behind in a crash stays until a rebuild.
    for entry in folder.iterdir():
        if not entry.is_dir() or entry.name == keep:
            continue
        if not entry.name.startswith("tmp-"):
            shutil.rmtree(entry, ignore_errors=True)
