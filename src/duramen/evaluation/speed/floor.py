"""The bare floors that the product is held against: one search without a memory system, one transaction without it.

A search's floor is one FAISS IndexFlatIP search over the vectors of both memories and one pass over the postings of
the question's terms in numpy. A round's floor is one SQLite transaction of the same rows with the same pragmas.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import faiss
import numpy as np
from numpy.typing import NDArray

from duramen.index.lexical import LexicalWeights, term_scores
from duramen.index.owner_index import OwnerIndex

_PRAGMAS = ("journal_mode=wal", "foreign_keys=on", "secure_delete=on", "synchronous=full", "busy_timeout=30000")
_WEIGHTS = LexicalWeights()


class SearchFloor:
    """The arrays of some indexes, searched with nothing around."""

    def __init__(self, indexes: Sequence[OwnerIndex], depth: int) -> None:
        self._indexes = indexes
        self._depth = depth
        self._faiss = faiss.IndexFlatIP(indexes[0].key.dimension)
        for index in indexes:
            vectors, _ = index.vectors.arrays()
            self._faiss.add(np.ascontiguousarray(vectors))

    @property
    def rows(self) -> int:
        """Return how many vectors are searched."""
        return int(self._faiss.ntotal)

    def prepared(self, terms: Mapping[str, float]) -> list[tuple[int, list[tuple[NDArray[Any], NDArray[Any]]]]]:
        """Return for each index its number of rows and each term's postings with their scores, ready to be added."""
        return [
            (
                len(index),
                [
                    (rows, weight * term_scores(tfs, np.ones_like(tfs), len(index), 1.0, _WEIGHTS))
                    for term, weight in terms.items()
                    for rows, tfs in [index.lexical.postings(term)]
                    if len(rows)
                ],
            )
            for index in self._indexes
        ]

    def search(
        self, vector: NDArray[np.float32], postings: Sequence[tuple[int, list[tuple[NDArray[Any], NDArray[Any]]]]]
    ) -> None:
        """Search once: the `depth` nearest vectors, and the sum of the terms' scores for each row."""
        self._faiss.search(vector[None, :], min(self._depth, self.rows))
        for count, terms in postings:
            scores = np.zeros(count)
            for rows, values in terms:
                scores[rows] += values


class BareTransactions:
    """A database of its own on the same file system, with tables of the same columns and no index."""

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(path, isolation_level=None)
        for pragma in _PRAGMAS:
            self._connection.execute(f"PRAGMA {pragma}")
        self._known: set[str] = set()

    def write(self, rows: Sequence[tuple[str, Mapping[str, Any]]]) -> None:
        """Write (table, values) rows in one durable transaction."""
        run = self._connection.execute
        run("BEGIN IMMEDIATE")
        for table, values in rows:
            places = ",".join("?" * len(values))
            run(f"INSERT INTO {table} VALUES ({places})", tuple(values.values()))
        run("COMMIT")

    def prepare(self, rows: Sequence[tuple[str, Mapping[str, Any]]]) -> None:
        """Make the tables that these rows need."""
        for table, values in rows:
            columns = ",".join(f'"{name}"' for name in values)
            self._connection.execute(f"CREATE TABLE IF NOT EXISTS {table} ({columns})")

    def close(self) -> None:
        """Let go of the database."""
        self._connection.close()
